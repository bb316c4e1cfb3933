//! Custom properties and actions with names and texts that have a meaning in some file.

use crate::full_properties::full_scene_with_properties;
use std::sync::Arc;
use steerwright_runtime::scene::{
    AlongAction, EventValue, NodeAction, NodeId, PathId, PropertyDeclaration, PropertyOwner,
    PropertyType, Scene,
};

/// Names that are no identifiers, or mean something else in some language.
pub const HARD_PROPERTIES: [&str; 11] = [
    "1st",
    "my prop",
    "]]>",
    "=cmd|' /C calc'!A0",
    "__proto__",
    "id",
    "default",
    "a, \"b\"\n\\ 'c'",
    "<b>&amp;</b> -- */",
    "x\"); game_end(); //",
    "गश्ती 夜警 🦊",
];

/// A text with everything that files escape.
pub const HARD_TEXT: &str =
    "]]> \"q\" 'a' <i>&lt; =1+1, {0} %s\r\n\ttab \\n \u{1}\u{7f}\u{2028}\u{fffe} -- */ // 🦊";

/// The full scene, with the hard names and the hard text on an item of each kind and in actions.
pub fn scene_with_hard_metadata() -> Scene {
    let mut scene = full_scene_with_properties();
    let declared = Arc::make_mut(&mut scene.declared_properties);
    let mut text = PropertyDeclaration::new("my prop", PropertyType::Text, PropertyOwner::ALL);
    text.default = HARD_TEXT.into();
    text.description = HARD_TEXT.into();
    declared.push(text);
    let choices = HARD_PROPERTIES.map(str::to_owned).to_vec();
    let choice = PropertyType::Choice(choices);
    declared.push(PropertyDeclaration::new(
        "]]>",
        choice,
        [PropertyOwner::Nodes],
    ));
    // The others are not declared.
    scene.change_properties(|_, properties| {
        for name in HARD_PROPERTIES {
            properties.set(name, HARD_TEXT);
        }
        properties.set("]]>", "1st");
        properties.set("1st", true);
        properties.set("id", -0.000_000_001);
    });
    if let Some(node) = scene.node_mut(PathId(3), NodeId(1)) {
        node.edit_script(|script| {
            for (name, value) in [
                (HARD_TEXT, EventValue::Text(HARD_TEXT.into())),
                ("5", EventValue::Text("5".into())),
                ("6", EventValue::Number(5.0)),
            ] {
                let name = name.to_owned();
                script.actions.push(NodeAction::Emit { name, value });
            }
            script.actions.push(NodeAction::Meet {
                name: HARD_TEXT.into(),
                count: 3,
            });
            script.along.push(AlongAction {
                place: None,
                distance: 2.0,
                action: NodeAction::Emit {
                    name: HARD_TEXT.into(),
                    value: EventValue::Text(HARD_TEXT.into()),
                },
            });
        });
    }
    scene
}
