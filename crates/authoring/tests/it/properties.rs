//! Custom properties: declaring, changing types, setting values, and what edits of items do to them.

use glam::DVec2;
use std::sync::Arc;
use steerwright_authoring::clipboard::{Clip, paste};
use steerwright_authoring::duplicate::duplicate;
use steerwright_authoring::path_ops::{End, join, split};
use steerwright_authoring::properties::{
    self, Renamed, change_type, declare, declare_value, move_declaration, name_refusal, remove,
    rename, reset, rows, set_choices, set_owners, set_value, undeclared,
};
use steerwright_authoring::same_simulation::same_simulation;
use steerwright_authoring::{Item, Selection, Session, edit, variants, walls};
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

/// A scene in which the first node and the agent refer to the door, and the door to the agent.
fn scene_with_references() -> Scene {
    let mut scene = scene_with(vec![
        all("door", PropertyType::Reference(ReferenceKind::Walls)),
        all("keeper", PropertyType::Reference(ReferenceKind::Agents)),
    ]);
    set_value(&mut scene, &[FIRST, ANN], "door", &1.0.into());
    set_value(&mut scene, &[DOOR], "keeper", &1.0.into());
    scene
}

#[test]
fn references_to_a_deleted_item_are_cleared_before_another_gets_its_id() {
    let mut session = Session::new(scene_with_references());
    edit::delete(&mut session.scene, &[Item::Wall(WallId(1))]);
    assert_eq!(value(&session.scene, FIRST, "door"), None);
    session.commit();
    session.undo();
    assert_eq!(value(&session.scene, FIRST, "door"), Some(&1.0.into()));
    // Without the editor's own way of deleting.
    session.scene.walls.remove(0);
    session.commit();
    assert_eq!(value(&session.scene, ANN, "door"), None);
    // What never existed stays for the diagnostics.
    session
        .scene
        .properties_of_mut(FIRST)
        .expect("one")
        .set("door", 77.0);
    session.commit();
    session.scene.name = "Other".into();
    session.commit();
    assert_eq!(value(&session.scene, FIRST, "door"), Some(&77.0.into()));
}

#[test]
fn a_cleared_reference_does_not_become_the_default() {
    let mut scene = scene_with_references();
    properties::set_default(&mut scene, 0, 2.0.into());
    edit::delete(&mut scene, &[Item::Wall(WallId(1))]);
    assert_eq!(value(&scene, FIRST, "door"), Some(&PropertyValue::Null));
    edit::delete(&mut scene, &[Item::Wall(WallId(2))]);
    assert_eq!(scene.declared_properties[0].default, PropertyValue::Null);
}

#[test]
fn pasted_references_lead_to_the_pasted_items() {
    let mut scene = scene_with_references();
    let selection = Selection::of([Item::Path(PathId(1)), Item::Wall(WallId(1))]);
    let clip = Clip::of(&scene, &selection).expect("a clip");
    let clip = Clip::read(&clip.text().expect("a text")).expect("a clip");
    let pasted = paste(&mut scene, &clip, DVec2::ONE);
    let [Item::Path(path), Item::Wall(wall)] = pasted[..] else {
        panic!("{pasted:?}");
    };
    let node = PropertyItem::Node(path, NodeId(1));
    assert_eq!(value(&scene, node, "door"), Some(&f64::from(wall.0).into()));
    let copy = PropertyItem::Wall(wall);
    assert_eq!(
        value(&scene, copy, "keeper"),
        Some(&1.0.into()),
        "the same agent"
    );
    assert_eq!(
        scene.agents.len(),
        1,
        "what the copy refers to is not added again"
    );
    assert_eq!(scene.declared_properties.len(), 2);
    assert_valid(&scene);

    // Alone, a copy refers to what the original refers to.
    let mut selection = Selection::of([Item::Node(PathId(1), NodeId(1))]);
    duplicate(&mut scene, &mut selection, DVec2::ONE);
    let Some(Item::Node(path, copy)) = selection.primary() else {
        panic!("{selection:?}");
    };
    assert_eq!(
        value(&scene, PropertyItem::Node(path, copy), "door"),
        Some(&1.0.into())
    );
}

#[test]
fn items_pasted_into_another_scene_bring_what_they_need() {
    let from = scene_with_references();
    let clip = Clip::of(&from, &Selection::of([Item::Agent(AgentId(1))])).expect("a clip");
    let mut empty = Scene::default();
    empty
        .walls
        .push(Wall::through(WallId(1), "Another", [DVec2::ZERO]).into());
    let pasted = paste(&mut empty, &clip, DVec2::ZERO);
    let [Item::Agent(agent)] = pasted[..] else {
        panic!("{pasted:?}");
    };
    let door = value(&empty, PropertyItem::Agent(agent), "door").and_then(PropertyValue::as_id);
    let door = empty
        .wall(WallId(door.expect("a reference")))
        .expect("the door");
    assert_eq!(door.name, "Door");
    assert_eq!(
        door.properties.get("keeper"),
        Some(&f64::from(agent.0).into())
    );
    let names = |scene: &Scene| -> Vec<String> {
        let declared = scene.declared_properties.iter();
        declared.map(|own| own.name.clone()).collect()
    };
    assert_eq!(names(&empty), ["door", "keeper"]);
    assert_valid(&empty);
}

#[test]
fn a_property_of_another_type_gets_another_name_when_it_is_pasted() {
    let mut from = scene_with(vec![all("state", PropertyType::Text)]);
    set_value(&mut from, &[DOOR], "state", &"ajar".into());
    let clip = Clip::of(&from, &Selection::of([Item::Wall(WallId(1))])).expect("a clip");
    let mut to = scene_with(vec![all("state", PropertyType::Int)]);
    set_value(&mut to, &[DOOR], "state", &4.0.into());
    let renamed = Renamed {
        from: "state".into(),
        to: "state 2".into(),
    };
    assert_eq!(clip.renamed_properties(&to), [renamed]);
    for _ in 0..2 {
        let pasted = paste(&mut to, &clip, DVec2::ONE);
        let [Item::Wall(wall)] = pasted[..] else {
            panic!("{pasted:?}");
        };
        let values = &to.wall(wall).expect("a wall").properties;
        let expected: Properties = [("state 2", "ajar")].into_iter().collect();
        assert_eq!(*values, expected);
    }
    assert_eq!(to.declared_properties.len(), 2, "declared once");
    assert_eq!(value(&to, DOOR, "state"), Some(&4.0.into()));
    assert_valid(&to);
}

#[test]
fn pasted_items_keep_the_default_and_the_choices_that_they_had() {
    let choice = |texts: &[&str]| PropertyType::Choice(texts.iter().map(|&t| t.into()).collect());
    let mut from = scene_with(vec![
        all("mood", choice(&["calm", "wild"])),
        all("health", PropertyType::Int),
    ]);
    properties::set_default(&mut from, 1, 50.0.into());
    set_value(&mut from, &[DOOR], "mood", &"wild".into());
    let mut to = scene_with(vec![
        PropertyDeclaration::new("mood", choice(&["calm", "sad"]), [PropertyOwner::Nodes]),
        all("health", PropertyType::Int),
    ]);
    let clip = Clip::of(&from, &Selection::of([Item::Wall(WallId(1))])).expect("a clip");
    let pasted = paste(&mut to, &clip, DVec2::ONE);
    let [Item::Wall(wall)] = pasted[..] else {
        panic!("{pasted:?}");
    };
    assert_eq!(
        value(&to, PropertyItem::Wall(wall), "health"),
        Some(&50.0.into())
    );
    assert_eq!(
        value(&to, PropertyItem::Wall(wall), "mood"),
        Some(&"wild".into())
    );
    let mood = &to.declared_properties[0];
    assert_eq!(mood.value_type, choice(&["calm", "sad", "wild"]));
    assert!(mood.on.contains(PropertyOwner::Walls) && mood.on.contains(PropertyOwner::Nodes));
    assert_valid(&to);
}

#[test]
fn undeclared_values_do_not_become_values_of_another_type() {
    let mut from = scene_with(vec![]);
    from.properties_of_mut(DOOR)
        .expect("one")
        .set("state", "ajar");
    let clip = Clip::of(&from, &Selection::of([Item::Wall(WallId(1))])).expect("a clip");
    let mut to = scene_with(vec![all("state", PropertyType::Int)]);
    let pasted = paste(&mut to, &clip, DVec2::ONE);
    let [Item::Wall(wall)] = pasted[..] else {
        panic!("{pasted:?}");
    };
    assert_eq!(
        value(&to, PropertyItem::Wall(wall), "state 2"),
        Some(&"ajar".into())
    );
    assert_valid(&to);
}

#[test]
fn both_parts_of_a_split_path_have_its_properties_and_joining_loses_none() {
    let mut scene = scene_with(vec![
        all("zone", PropertyType::Text),
        all("path", PropertyType::Reference(ReferenceKind::Paths)),
    ]);
    set_value(
        &mut scene,
        &[PropertyItem::Path(PathId(1))],
        "zone",
        &"yard".into(),
    );
    set_value(&mut scene, &[SECOND], "zone", &"gate".into());
    let rest = split(&mut scene, PathId(1), NodeId(2)).expect("two paths");
    for path in [PathId(1), rest] {
        assert_eq!(
            value(&scene, PropertyItem::Path(path), "zone"),
            Some(&"yard".into())
        );
        let node = PropertyItem::Node(path, NodeId(2));
        assert_eq!(value(&scene, node, "zone"), Some(&"gate".into()));
    }
    reset(&mut scene, &[PropertyItem::Path(PathId(1)), SECOND], "zone");
    set_value(&mut scene, &[ANN], "path", &f64::from(rest.0).into());
    let ends = (
        End {
            path: PathId(1),
            at_start: false,
        },
        End {
            path: rest,
            at_start: true,
        },
    );
    join(&mut scene, ends).expect("a path");
    assert_eq!(
        value(&scene, PropertyItem::Path(PathId(1)), "zone"),
        Some(&"yard".into())
    );
    assert_eq!(value(&scene, SECOND, "zone"), Some(&"gate".into()));
    assert_eq!(
        value(&scene, ANN, "path"),
        Some(&1.0.into()),
        "to the joined path"
    );
    assert_valid(&scene);
}

#[test]
fn a_joined_wall_has_the_properties_of_both_and_the_references_to_both() {
    let mut scene = scene_with_references();
    set_value(
        &mut scene,
        &[PropertyItem::Wall(WallId(2))],
        "door",
        &2.0.into(),
    );
    set_value(&mut scene, &[SECOND], "door", &2.0.into());
    walls::join(&mut scene, (WallId(1), WallId(2))).expect("a wall");
    assert_eq!(value(&scene, DOOR, "keeper"), Some(&1.0.into()));
    assert_eq!(value(&scene, DOOR, "door"), Some(&1.0.into()));
    assert_eq!(value(&scene, SECOND, "door"), Some(&1.0.into()));
}

#[test]
fn a_variant_follows_the_properties_of_its_base_except_where_it_differs() {
    let mut session = Session::new(scene_with(vec![
        all("health", PropertyType::Int),
        all("door", PropertyType::Reference(ReferenceKind::Walls)),
        all("says", PropertyType::Text),
    ]));
    let variant = variants::give_variant(&mut session.scene, AgentId(1)).expect("a variant");
    session.commit();
    let (base, own) = (
        PropertyItem::Preset(PresetId(1)),
        PropertyItem::Preset(variant),
    );
    set_value(&mut session.scene, &[own], "health", &5.0.into());
    set_value(&mut session.scene, &[own], "door", &PropertyValue::Null);
    session.commit();
    set_value(&mut session.scene, &[base], "health", &9.0.into());
    set_value(&mut session.scene, &[base], "says", &"halt".into());
    session
        .scene
        .preset_mut(PresetId(1))
        .expect("one")
        .body
        .mass = 3.0;
    session.commit();
    let scene = &session.scene;
    assert_eq!(value(scene, own, "health"), Some(&5.0.into()));
    assert_eq!(value(scene, own, "says"), Some(&"halt".into()));
    assert_eq!(value(scene, own, "door"), Some(&PropertyValue::Null));
    assert_eq!(scene.preset(variant).expect("one").body.mass, 3.0);
    let differences = variants::differences(scene, variant);
    let places: Vec<String> = differences.iter().map(|own| own.place.join("/")).collect();
    assert_eq!(places, ["properties/health", "properties/door"]);
    for difference in &differences {
        variants::revert(&mut session.scene, variant, difference);
    }
    let presets = |id| session.scene.preset(id).expect("one").properties.clone();
    assert_eq!(presets(variant), presets(PresetId(1)));
}

#[test]
fn properties_do_not_change_the_simulation() {
    let before = scene_with_references();
    let mut scene = before.clone();
    rename(&mut scene, 0, "gate");
    for (item, _) in before.items_with_properties() {
        scene
            .properties_of_mut(item)
            .expect("one")
            .set("more", true);
    }
    for item in [
        SECOND,
        PropertyItem::Path(PathId(1)),
        PropertyItem::Marker(MarkerId(1)),
        PropertyItem::Preset(PresetId(1)),
    ] {
        scene
            .properties_of_mut(item)
            .expect("one")
            .set("more", true);
    }
    assert!(same_simulation(&before, &scene));
    Arc::make_mut(&mut scene.agents)[0].position.x += 1.0;
    assert!(!same_simulation(&before, &scene));
}

#[test]
fn a_preset_from_a_file_brings_its_declarations() {
    let mut from = scene_with(vec![
        all("health", PropertyType::Int),
        all("says", PropertyType::Text),
        all("unused", PropertyType::Text),
    ]);
    let preset = PropertyItem::Preset(PresetId(1));
    set_value(&mut from, &[preset], "health", &7.0.into());
    set_value(&mut from, &[preset], "says", &"halt".into());
    let text = write_preset_file(&PresetFile::of(&from, PresetId(1)).expect("a preset"));
    let file = read_preset_file(&text.expect("valid"))
        .expect("readable")
        .value;
    let mut to = scene_with(vec![all("says", PropertyType::Bool)]);
    let (id, renamed) = properties::add_preset_file(&mut to, file);
    assert_eq!(
        properties::renamed_text(&renamed).expect("a conflict"),
        "The scene has properties of these names with another type: “says” is now “says 2”"
    );
    let added = &to.preset(id).expect("a preset").properties;
    assert_eq!(added.get("health"), Some(&7.0.into()));
    assert_eq!(added.get("says 2"), Some(&"halt".into()));
    let names: Vec<&str> = (to.declared_properties.iter())
        .map(|own| own.name.as_str())
        .collect();
    assert_eq!(names, ["says", "health", "says 2"]);
    assert_valid(&to);
}
