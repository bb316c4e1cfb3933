//! Custom properties of every type on every kind of item.

use crate::full_scene::full_scene;
use std::sync::Arc;
use steerwright_runtime::scene::{
    AgentId, Color, MarkerId, NodeId, PathId, PresetId, Properties, PropertyDeclaration,
    PropertyItem, PropertyOwner, PropertyType, PropertyValue, ReferenceKind, Scene, WallId,
};

/// The full scene with a value of each property on an item of each kind.
pub fn full_scene_with_properties() -> Scene {
    let mut scene = full_scene();
    scene.declared_properties = Arc::new(declared_properties());
    for item in [
        PropertyItem::Node(PathId(3), NodeId(1)),
        PropertyItem::Path(PathId(3)),
        PropertyItem::Agent(AgentId(1)),
        PropertyItem::Marker(MarkerId(1)),
        PropertyItem::Wall(WallId(4)),
        PropertyItem::Preset(PresetId(1)),
    ] {
        if let Some(properties) = scene.properties_of_mut(item) {
            *properties = full_properties(item.owner());
        }
    }
    scene
}

/// A property of each type on all kinds of items, and names that mean something else in files of
/// other programs.
fn declared_properties() -> Vec<PropertyDeclaration> {
    let everywhere = PropertyOwner::ALL;
    let declare = |name: &str, value_type| PropertyDeclaration::new(name, value_type, everywhere);
    let choices = ["calm", "tense \"ü\""].map(str::to_owned).to_vec();
    let mut declared = vec![
        declare("locked", PropertyType::Bool),
        declare("custom_locked", PropertyType::Bool),
        declare("health", PropertyType::Int),
        declare("speed", PropertyType::Number),
        declare("says / \"so\"", PropertyType::Text),
        declare("glow", PropertyType::Color),
        declare("mood", PropertyType::Choice(choices)),
    ];
    declared[2].default = PropertyValue::Number(100.0);
    declared[4].description = "What it \"says\".".into();
    for (name, kind) in REFERENCES {
        declared.push(declare(name, PropertyType::Reference(kind)));
    }
    declared
}

const REFERENCES: [(&str, ReferenceKind); 5] = [
    ("follows", ReferenceKind::Agents),
    ("patrols", ReferenceKind::Paths),
    ("guards", ReferenceKind::Markers),
    ("opens", ReferenceKind::Walls),
    ("becomes", ReferenceKind::Presets),
];

/// A value of each property. Those of the kinds differ.
fn full_properties(owner: PropertyOwner) -> Properties {
    let number = PropertyOwner::ALL.iter().position(|&known| known == owner);
    let number = number.unwrap_or_default() as f64;
    let mut properties = Properties::default();
    properties.set("locked", true);
    properties.set("custom_locked", false);
    properties.set("health", 999_999_999_999.0 + number);
    properties.set("speed", -0.125 - number);
    properties.set("says / \"so\"", "Who's \"there\"?\n\\ 角 🦊");
    properties.set("glow", Color([1, 2, 250]));
    properties.set("mood", "tense \"ü\"");
    for ((name, _), id) in REFERENCES.into_iter().zip([2.0, 3.0, 1.0, 4.0, 2.0]) {
        properties.set(name, id);
    }
    if owner == PropertyOwner::Paths {
        properties.set("follows", PropertyValue::Null);
        properties.set("becomes", PropertyValue::Null);
    }
    properties
}
