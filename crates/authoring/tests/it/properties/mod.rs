//! Custom properties: declaring, changing types, setting values, and what edits of items do to
//! them.

mod full;
mod items;

use glam::DVec2;
use std::sync::Arc;
use steerwright_authoring::clipboard::{Clip, paste};
use steerwright_authoring::edit;
use steerwright_authoring::edit::duplicate::duplicate;
use steerwright_authoring::line::{End, join, split};
use steerwright_authoring::presets::variants;
use steerwright_authoring::properties::{
    self, Renamed, change_type, declare, declare_value, move_declaration, name_refusal, remove,
    rename, reset, rows, set_choices, set_owners, set_value, undeclared,
};
use steerwright_authoring::session::same_simulation::same_simulation;
use steerwright_authoring::{Item, Line, Selection, Session, line};
use steerwright_format::{
    PresetFile, read_preset_file, read_scene, write_preset_file, write_scene,
};
use steerwright_runtime::scene::{
    Agent, AgentId, Color, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Preset,
    PresetId, Properties, PropertyDeclaration, PropertyItem, PropertyOwner, PropertyOwners,
    PropertyType, PropertyValue, ReferenceKind, Scene, Wall, WallId,
};

const FIRST: PropertyItem = PropertyItem::Node(PathId(1), NodeId(1));
const SECOND: PropertyItem = PropertyItem::Node(PathId(1), NodeId(2));
const THIRD: PropertyItem = PropertyItem::Node(PathId(1), NodeId(3));
const ANN: PropertyItem = PropertyItem::Agent(AgentId(1));
const DOOR: PropertyItem = PropertyItem::Wall(WallId(1));

fn all(name: &str, value_type: PropertyType) -> PropertyDeclaration {
    PropertyDeclaration::new(name, value_type, PropertyOwner::ALL)
}

/// A path with three nodes, an agent, a marker and two walls.
fn scene_with(declared: Vec<PropertyDeclaration>) -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Path");
    path.nodes = (1..4)
        .map(|id| Node::at(NodeId(id), DVec2::new(f64::from(id), 0.0)))
        .collect();
    let corner = DVec2::new(4.0, 4.0);
    Scene {
        declared_properties: declared.into(),
        presets: vec![Preset::steered(PresetId(1), "Guard", []).into()],
        paths: vec![path.into()],
        markers: vec![Marker::at(MarkerId(1), "Goal", MarkerKind::Target, corner)].into(),
        agents: vec![Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO)].into(),
        walls: vec![
            Wall::through(WallId(1), "Door", [DVec2::ZERO, corner]).into(),
            Wall::through(WallId(2), "Wall", [corner, DVec2::new(8.0, 4.0)]).into(),
        ],
        ..Scene::default()
    }
}

fn only(owner: PropertyOwner) -> PropertyOwners {
    [owner].into_iter().collect()
}

fn value<'a>(scene: &'a Scene, item: PropertyItem, name: &str) -> Option<&'a PropertyValue> {
    scene.properties_of(item).expect("an item").get(name)
}

/// Whether the scene can be saved and read back.
fn assert_valid(scene: &Scene) {
    let text = write_scene(scene).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(&read_scene(&text).expect("readable").value, scene);
}

#[test]
fn a_declared_property_has_a_free_name_and_is_renamed_with_its_values() {
    let mut scene = scene_with(vec![]);
    for values in [FIRST, ANN] {
        scene
            .properties_of_mut(values)
            .expect("an item")
            .set("Property 2", 1.0);
    }
    assert_eq!(declare(&mut scene, only(PropertyOwner::Nodes)), Some(0));
    assert_eq!(declare(&mut scene, only(PropertyOwner::Walls)), Some(1));
    let names: Vec<&str> = (scene.declared_properties.iter())
        .map(|own| own.name.as_str())
        .collect();
    assert_eq!(names, ["Property", "Property 3"]);
    set_value(&mut scene, &[FIRST, SECOND, ANN], "Property", &true.into());
    assert_eq!(
        value(&scene, ANN, "Property"),
        None,
        "not declared on agents"
    );

    rename(&mut scene, 0, "alarm");
    assert_eq!(value(&scene, SECOND, "alarm"), Some(&true.into()));
    assert_eq!(value(&scene, SECOND, "Property"), None);
    for taken in ["Property 3", "Property 2", "", &"n".repeat(65)] {
        assert!(name_refusal(&scene, 0, taken).is_some(), "{taken}");
        rename(&mut scene, 0, taken);
        assert_eq!(scene.declared_properties[0].name, "alarm");
    }
    assert_eq!(name_refusal(&scene, 0, "alarm"), None);
    move_declaration(&mut scene, 1, 0);
    assert_eq!(scene.declared_properties[1].name, "alarm");
    assert_valid(&scene);
    assert_eq!(remove(&mut scene, 1), 2);
    assert_eq!(value(&scene, SECOND, "alarm"), None);
    assert_valid(&scene);
}

#[test]
fn values_are_converted_where_that_is_exact_and_returned_otherwise() {
    let cases = [(
        PropertyType::Text,
        PropertyType::Int,
        vec![
            ("7", Some(7.0)),
            ("-3", Some(-3.0)),
            ("07", None),
            ("1e3", None),
            ("x", None),
            ("1.5", None),
        ],
    )];
    for (from, to, values) in cases {
        for (text, expected) in values {
            let mut scene = scene_with(vec![all("p", from.clone())]);
            set_value(&mut scene, &[FIRST], "p", &text.into());
            let result = change_type(&mut scene, 0, to.clone());
            assert_eq!(
                value(&scene, FIRST, "p"),
                expected.map(PropertyValue::Number).as_ref()
            );
            let dropped = if expected.is_none() {
                vec![(FIRST, text.into())]
            } else {
                vec![]
            };
            assert_eq!(result.dropped, dropped);
            assert_valid(&scene);
        }
    }
    let convert = |value: PropertyValue, from: PropertyType, to: PropertyType| {
        properties::converted(&value, &from, &to)
    };
    let choice = |texts: &[&str]| PropertyType::Choice(texts.iter().map(|&t| t.into()).collect());
    for (value, from, to, expected) in [
        (
            true.into(),
            PropertyType::Bool,
            PropertyType::Int,
            Some(1.0.into()),
        ),
        (
            1.0.into(),
            PropertyType::Int,
            PropertyType::Bool,
            Some(true.into()),
        ),
        (2.0.into(), PropertyType::Int, PropertyType::Bool, None),
        (
            2.0.into(),
            PropertyType::Number,
            PropertyType::Int,
            Some(2.0.into()),
        ),
        (2.5.into(), PropertyType::Number, PropertyType::Int, None),
        (
            2.5.into(),
            PropertyType::Number,
            PropertyType::Text,
            Some("2.5".into()),
        ),
        (
            "true".into(),
            PropertyType::Text,
            PropertyType::Bool,
            Some(true.into()),
        ),
        (
            "#010203".into(),
            PropertyType::Text,
            PropertyType::Color,
            Some(Color([1, 2, 3]).into()),
        ),
        ("red".into(), PropertyType::Text, PropertyType::Color, None),
        (
            "b".into(),
            PropertyType::Text,
            choice(&["a", "b"]),
            Some("b".into()),
        ),
        ("c".into(), PropertyType::Text, choice(&["a", "b"]), None),
        (
            "b".into(),
            choice(&["b"]),
            PropertyType::Text,
            Some("b".into()),
        ),
        (
            1.0.into(),
            PropertyType::Reference(ReferenceKind::Walls),
            PropertyType::Int,
            None,
        ),
        (
            1.0.into(),
            PropertyType::Int,
            PropertyType::Reference(ReferenceKind::Walls),
            None,
        ),
        (
            1.0.into(),
            PropertyType::Reference(ReferenceKind::Walls),
            PropertyType::Reference(ReferenceKind::Paths),
            None,
        ),
        (
            PropertyValue::Null,
            PropertyType::Reference(ReferenceKind::Walls),
            PropertyType::Reference(ReferenceKind::Paths),
            Some(PropertyValue::Null),
        ),
    ] {
        assert_eq!(convert(value, from, to), expected);
    }
}

#[test]
fn a_text_becomes_a_choice_of_the_texts_in_use() {
    let mut scene = scene_with(vec![all("mood", PropertyType::Text)]);
    set_value(&mut scene, &[FIRST], "mood", &"calm".into());
    set_value(&mut scene, &[SECOND, ANN], "mood", &"wild".into());
    let result = change_type(&mut scene, 0, PropertyType::Choice(vec![]));
    let choices = vec!["calm".to_owned(), "wild".to_owned()];
    assert_eq!(
        scene.declared_properties[0].value_type,
        PropertyType::Choice(choices)
    );
    assert_eq!((result.kept, result.dropped.len()), (3, 0));
    assert_eq!(scene.declared_properties[0].default, "calm".into());
    assert_valid(&scene);

    // A renamed choice takes its values with it, one that is gone does not.
    let new = [(None, "sleepy".to_owned()), (Some(1), "angry".to_owned())];
    let result = set_choices(&mut scene, 0, &new);
    assert_eq!(value(&scene, ANN, "mood"), Some(&"angry".into()));
    assert_eq!(result.dropped, [(FIRST, "calm".into())]);
    assert_eq!(scene.declared_properties[0].default, "sleepy".into());
    assert_valid(&scene);
    for refused in [
        vec![],
        vec![(None, "a".to_owned()), (None, "a".to_owned())],
        vec![(None, String::new())],
    ] {
        let before = scene.clone();
        set_choices(&mut scene, 0, &refused);
        assert_eq!(scene, before);
    }
}

#[test]
fn changing_a_type_is_undone_with_the_values_that_it_dropped() {
    let mut session = Session::new(scene_with(vec![all("says", PropertyType::Text)]));
    set_value(&mut session.scene, &[FIRST], "says", &"who?".into());
    session.commit();
    let before = session.scene.clone();
    let result = change_type(&mut session.scene, 0, PropertyType::Number);
    assert_eq!(result.dropped.len(), 1);
    session.commit();
    session.undo();
    assert_eq!(session.scene, before);
}

#[test]
fn the_form_shows_common_properties_and_mixed_values() {
    let declared = vec![
        PropertyDeclaration::new("wait", PropertyType::Number, [PropertyOwner::Nodes]),
        PropertyDeclaration::new(
            "locked",
            PropertyType::Bool,
            [PropertyOwner::Nodes, PropertyOwner::Walls],
        ),
    ];
    let mut scene = scene_with(declared);
    let items = [FIRST, SECOND, THIRD];
    assert!(rows(&scene, &items).iter().all(|row| !row.is_set));
    set_value(&mut scene, &[SECOND], "wait", &2.0.into());
    let shown = rows(&scene, &items);
    assert_eq!((shown[0].value.as_ref(), shown[0].is_set), (None, true));
    assert_eq!(shown[1].value, Some(false.into()));
    let shown = rows(&scene, &[FIRST, DOOR]);
    assert_eq!(shown.len(), 1, "only what all kinds have");
    set_value(&mut scene, &items, "wait", &3.0.into());
    assert_eq!(rows(&scene, &items)[0].value, Some(3.0.into()));
    reset(&mut scene, &items, "wait");
    assert!(
        items
            .iter()
            .all(|&item| scene.properties_of(item).expect("one").is_empty())
    );
    set_value(&mut scene, &items, "wait", &true.into());
    assert!(
        scene.properties_of(FIRST).expect("one").is_empty(),
        "of another type"
    );
}

#[test]
fn a_kind_of_item_that_loses_a_property_loses_its_values() {
    let mut scene = scene_with(vec![all("locked", PropertyType::Bool)]);
    set_value(&mut scene, &[FIRST, SECOND, DOOR], "locked", &true.into());
    let walls = only(PropertyOwner::Walls);
    assert_eq!(
        properties::values_on(&scene, "locked", PropertyOwner::Nodes),
        2
    );
    assert_eq!(set_owners(&mut scene, 0, walls), 2);
    assert_eq!(value(&scene, DOOR, "locked"), Some(&true.into()));
    assert_eq!(set_owners(&mut scene, 0, Default::default()), 0);
    assert_eq!(scene.declared_properties[0].on, walls);
}

#[test]
fn values_without_a_declaration_are_shown_and_can_be_declared() {
    let mut scene = scene_with(vec![]);
    for (item, value) in [(FIRST, PropertyValue::from(2.0)), (SECOND, 2.5.into())] {
        scene
            .properties_of_mut(item)
            .expect("one")
            .set("calm", value);
    }
    for (item, value) in [(FIRST, PropertyValue::from("a")), (ANN, true.into())] {
        scene
            .properties_of_mut(item)
            .expect("one")
            .set("odd", value);
    }
    let names: Vec<String> = undeclared(&scene, &[FIRST, SECOND])
        .into_iter()
        .map(|own| own.name)
        .collect();
    assert_eq!(names, ["calm", "odd"]);
    assert!(declare_value(&mut scene, "calm") && declare_value(&mut scene, "odd"));
    assert_eq!(
        scene.declared_properties[0].value_type,
        PropertyType::Number
    );
    assert_eq!(scene.declared_properties[1].value_type, PropertyType::Text);
    assert_eq!(value(&scene, ANN, "odd"), Some(&"true".into()));
    assert!(undeclared(&scene, &[FIRST, SECOND, ANN]).is_empty());
    assert!(!declare_value(&mut scene, "nothing has it"));
    assert_valid(&scene);
}
