//! What deleting, pasting, splitting, joining and variants do to custom properties.

use super::*;

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
    let mut selection = Selection::of([Item::Node(Line::Path(PathId(1)), NodeId(1))]);
    duplicate(&mut scene, &mut selection, DVec2::ONE);
    let Some(Item::Node(Line::Path(path), copy)) = selection.primary() else {
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
    assert_eq!(clip.adapted_properties(&to).renamed, [renamed]);
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
    let rest = split(&mut scene, PathId(1), NodeId(2));
    let rest = rest.and_then(Line::path).expect("two paths");
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
            line: PathId(1).into(),
            at_start: false,
        },
        End {
            line: rest.into(),
            at_start: true,
        },
    );
    join(&mut scene, ends.0, ends.1).expect("a path");
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
    let both = Selection::of([Item::Wall(WallId(1)), Item::Wall(WallId(2))]);
    let ends = line::ends_to_join(&scene, &both).expect("two open walls");
    join(&mut scene, ends.0, ends.1).expect("a wall");
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
        properties::adapted_text(&renamed).expect("a conflict"),
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
