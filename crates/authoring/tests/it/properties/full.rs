//! Properties that come into a scene which cannot declare more of them.

use super::*;
use steerwright_format::limits::DECLARED_PROPERTIES;

/// A scene with as many properties as it can declare, these last.
fn full_scene(last: Vec<PropertyDeclaration>) -> Scene {
    let count = DECLARED_PROPERTIES.max as usize - last.len();
    let mut declared: Vec<PropertyDeclaration> = (0..count)
        .map(|number| all(&format!("own {number}"), PropertyType::Bool))
        .collect();
    declared.extend(last);
    scene_with(declared)
}

#[test]
fn a_full_scene_keeps_the_values_of_properties_that_it_cannot_declare() {
    let mut from = scene_with(vec![
        all("state", PropertyType::Text),
        all("door", PropertyType::Reference(ReferenceKind::Walls)),
        all("health", PropertyType::Int),
    ]);
    // A default must not become a value of the property of another type.
    properties::set_default(&mut from, 0, "shut".into());
    properties::set_default(&mut from, 2, 50.0.into());
    set_value(&mut from, &[DOOR], "state", &"ajar".into());
    set_value(&mut from, &[DOOR], "door", &1.0.into());
    set_value(&mut from, &[DOOR], "health", &7.0.into());
    let selection = Selection::of([Item::Wall(WallId(1)), Item::Wall(WallId(2))]);
    let clip = Clip::of(&from, &selection).expect("a clip");

    let mut to = full_scene(vec![
        all("state", PropertyType::Int),
        // Its type would accept the reference, but it means something else.
        all("door", PropertyType::Int),
    ]);
    set_value(&mut to, &[DOOR], "state", &4.0.into());
    let declared = Arc::clone(&to.declared_properties);
    let adapted = clip.adapted_properties(&to);
    assert_eq!(adapted.refused, ["state 2", "door 2", "health"]);
    let text = properties::adapted_text(&adapted).expect("a text");
    for words in [
        "“state” is now “state 2”",
        "“door” is now “door 2”",
        "at most 256 properties. These are not declared",
        ": “state 2”, “door 2”, “health”. ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }

    let pasted = paste(&mut to, &clip, DVec2::ONE);
    let [Item::Wall(door), Item::Wall(other)] = pasted[..] else {
        panic!("{pasted:?}");
    };
    assert_eq!(to.declared_properties, declared);
    let values = &to.wall(door).expect("a wall").properties;
    assert_eq!(values.get("state 2"), Some(&"ajar".into()));
    assert_eq!(values.get("door 2"), Some(&f64::from(door.0).into()));
    assert_eq!(values.get("health"), Some(&7.0.into()));
    assert_eq!(values.len(), 3);
    assert!(to.wall(other).expect("a wall").properties.is_empty());
    assert_eq!(value(&to, DOOR, "state"), Some(&4.0.into()));
    assert_valid(&to);
}

#[test]
fn a_full_scene_takes_properties_that_it_declares_already() {
    let mut from = scene_with(vec![all("state", PropertyType::Text)]);
    set_value(&mut from, &[DOOR], "state", &"ajar".into());
    let clip = Clip::of(&from, &Selection::of([Item::Wall(WallId(1))])).expect("a clip");
    let mut to = full_scene(vec![
        all("state", PropertyType::Int),
        all("state 2", PropertyType::Text),
    ]);
    let adapted = clip.adapted_properties(&to);
    assert_eq!((adapted.renamed.len(), adapted.refused.len()), (1, 0));
    paste(&mut to, &clip, DVec2::ONE);
    let pasted = to.walls.last().expect("a wall");
    assert_eq!(pasted.properties.get("state 2"), Some(&"ajar".into()));
    assert_valid(&to);
}

/// A property that gets a number must not meet another of the same items.
#[test]
fn adapted_properties_do_not_replace_others_that_come_with_them() {
    let mut from = scene_with(vec![
        all("state", PropertyType::Text),
        all("state 2", PropertyType::Text),
    ]);
    set_value(&mut from, &[DOOR], "state", &"ajar".into());
    set_value(&mut from, &[DOOR], "state 2", &"old".into());
    let door = from.properties_of_mut(DOOR).expect("one");
    for (name, value) in [("note 2", "a"), ("note 3", "b")] {
        door.set(name, value);
    }
    let clip = Clip::of(&from, &Selection::of([Item::Wall(WallId(1))])).expect("a clip");
    let mut to = scene_with(vec![
        all("state", PropertyType::Int),
        all("note 2", PropertyType::Int),
        all("note 3", PropertyType::Int),
    ]);
    paste(&mut to, &clip, DVec2::ONE);
    let pasted = &to.walls.last().expect("a wall").properties;
    let mut texts: Vec<&str> = (pasted.iter())
        .filter_map(|(_, value)| value.as_text())
        .collect();
    texts.sort_unstable();
    assert_eq!(texts, ["a", "ajar", "b", "old"]);
    assert_valid(&to);
}
