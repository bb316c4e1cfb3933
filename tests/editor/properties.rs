//! Custom properties in the window: declared in a window of their own, set in the inspector.

use crate::sample_scene::sample_scene;
use crate::window::{Window, at};
use egui::Key;
use egui::accesskit::{Role, Toggled};
use egui_kittest::kittest::{NodeT, Queryable};
use steerwright_runtime::scene::{
    Marker, MarkerId, MarkerKind, PropertyDeclaration, PropertyOwner, PropertyType, PropertyValue,
    ReferenceKind, Scene,
};

const GATE: MarkerId = MarkerId(1);

fn on_markers(name: &str, value_type: PropertyType) -> PropertyDeclaration {
    PropertyDeclaration::new(name, value_type, [PropertyOwner::Markers])
}

/// The sample scene with these properties.
fn with(declared: Vec<PropertyDeclaration>) -> Scene {
    Scene {
        declared_properties: declared.into(),
        ..sample_scene()
    }
}

fn value(window: &Window, marker: MarkerId, name: &str) -> Option<PropertyValue> {
    let marker = window.scene().marker(marker).expect("a marker");
    marker.properties.get(name).cloned()
}

#[test]
fn a_property_is_declared_from_the_inspector_named_set_and_undone() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Gate");
    window.click_button("Declare property…");
    window.frames(5);
    // The name is selected, so that typing replaces it.
    window.text("locked");
    window.frames(5);
    let declared = &window.scene().declared_properties;
    assert_eq!(**declared, [on_markers("locked", PropertyType::Bool)]);
    window.key(Key::Enter);
    window.frames(2);
    window.key(Key::Escape);
    window.frames(5);
    assert!(!window.has(Role::Button, "Delete property"), "closed");
    let checkbox = window.position_of(Role::CheckBox, "locked");
    window.click(checkbox);
    window.frames(5);
    assert_eq!(value(&window, GATE, "locked"), Some(true.into()));
    assert_eq!(
        window.steps(),
        ["Declare property", "Rename property", "Set locked"]
    );
    window.ctrl(Key::Z);
    window.frames(5);
    assert_eq!(value(&window, GATE, "locked"), None);
}

#[test]
fn the_form_sets_values_of_every_type_and_resets_them() {
    let choices = vec!["calm".to_owned(), "wild".to_owned()];
    let mut window = Window::of(&with(vec![
        on_markers("open", PropertyType::Bool),
        on_markers("count", PropertyType::Int),
        on_markers("depth", PropertyType::Number),
        on_markers("says", PropertyType::Text),
        on_markers("glow", PropertyType::Color),
        on_markers("mood", PropertyType::Choice(choices)),
        on_markers("keeper", PropertyType::Reference(ReferenceKind::Agents)),
        PropertyDeclaration::new("elsewhere", PropertyType::Bool, [PropertyOwner::Walls]),
    ]));
    window.click_row("Gate");
    assert!(!window.has(Role::CheckBox, "elsewhere"), "not of markers");
    let open = window.position_of(Role::CheckBox, "open");
    window.click(open);
    let count = window.numbers("count")[0];
    window.type_into(count, "2.6");
    let depth = window.numbers("depth")[0];
    window.type_into(depth, "2.25");
    window.enter(Role::TextInput, "says", "Who's there?");
    window.choose("mood", "wild");
    window.frames(3);
    window.choose("keeper", "Seeker");
    window.frames(5);
    for (name, expected) in [
        ("open", true.into()),
        ("count", 3.0.into()),
        ("depth", 2.25.into()),
        ("says", "Who's there?".into()),
        ("mood", "wild".into()),
        ("keeper", 2.0.into()),
    ] {
        let expected: PropertyValue = expected;
        assert_eq!(value(&window, GATE, name), Some(expected), "{name}");
    }
    assert!(!window.has(Role::Button, "Reset glow"), "nothing to reset");
    for name in ["open", "count", "depth", "says", "mood", "keeper"] {
        window.click_button(&format!("Reset {name}"));
        window.frames(3);
    }
    let marker = window.scene().marker(GATE).expect("a marker");
    assert!(marker.properties.is_empty());
    assert_eq!(
        window.steps().last().map(String::as_str),
        Some("Reset keeper")
    );
}

#[test]
fn several_items_show_mixed_values_and_are_set_in_one_step() {
    let mut scene = Scene {
        declared_properties: vec![
            on_markers("open", PropertyType::Bool),
            on_markers("count", PropertyType::Int),
            on_markers("says", PropertyType::Text),
        ]
        .into(),
        ..Scene::default()
    };
    let mut markers: Vec<Marker> = (1..4)
        .map(|id| {
            let place = at(f64::from(id), 0.0);
            Marker::at(MarkerId(id), format!("M{id}"), MarkerKind::Target, place)
        })
        .collect();
    for (name, value) in [
        ("open", PropertyValue::from(true)),
        ("count", 4.0.into()),
        ("says", "hm".into()),
    ] {
        markers[1].properties.set(name, value);
    }
    scene.markers = markers.into();
    let mut window = Window::of(&scene);
    window.ctrl(Key::A);
    window.frames(5);
    let open = window.position_of(Role::CheckBox, "open");
    {
        let checkbox = window.harness.get_by_role_and_label(Role::CheckBox, "open");
        let toggled = checkbox.accesskit_node().toggled();
        assert_eq!(toggled, Some(Toggled::Mixed));
    }
    assert_eq!(window.value(Role::SpinButton, "count"), "Mixed");
    window.click(open);
    let count = window.numbers("count")[0];
    // The field begins with 0, which it does not show.
    window.type_into(count, "0");
    window.frames(5);
    for id in 1..4 {
        assert_eq!(value(&window, MarkerId(id), "count"), Some(0.0.into()));
    }
    window.type_into(count, "7");
    window.enter(Role::TextInput, "says", "all");
    window.frames(5);
    for id in [1, 2, 3].map(MarkerId) {
        assert_eq!(value(&window, id, "open"), Some(true.into()));
        assert_eq!(value(&window, id, "count"), Some(7.0.into()));
        assert_eq!(value(&window, id, "says"), Some("all".into()));
    }
    assert_eq!(window.steps(), ["Set open", "Set count", "Set says"]);
    window.click_button("Reset count");
    window.frames(5);
    assert_eq!(value(&window, MarkerId(2), "count"), None);
}

#[test]
fn a_change_of_type_tells_which_values_it_removes_and_undo_restores_them() {
    let mut scene = with(vec![on_markers("says", PropertyType::Text)]);
    let markers = std::sync::Arc::make_mut(&mut scene.markers);
    markers[0].properties.set("says", "who?");
    let mut window = Window::of(&scene);
    window.menu("Edit", "Custom properties…");
    window.frames(5);
    window.choose("Type", "Number");
    window.frames(5);
    assert_eq!(value(&window, GATE, "says"), None);
    assert!(window.says("“who?” of marker Gate"), "it is named");
    let own = &window.scene().declared_properties[0];
    assert_eq!(own.value_type, PropertyType::Number);
    window.ctrl(Key::Z);
    window.frames(5);
    assert_eq!(value(&window, GATE, "says"), Some("who?".into()));
    // A choice starts with the texts that are in use.
    window.choose("Type", "Choice");
    window.frames(5);
    assert_eq!(window.value(Role::TextInput, "Choice 1"), "who?");
    assert_eq!(value(&window, GATE, "says"), Some("who?".into()));
    window.enter(Role::TextInput, "Choice 1", "where?");
    window.frames(5);
    assert_eq!(value(&window, GATE, "says"), Some("where?".into()));
    let add = format!(
        "{} Add choice",
        egui_material_icons::icons::ICON_ADD.codepoint
    );
    window.click_button(&add);
    window.frames(5);
    let choices = vec!["where?".to_owned(), "Choice 2".to_owned()];
    let own = &window.scene().declared_properties[0];
    assert_eq!(own.value_type, PropertyType::Choice(choices));
}

#[test]
fn declarations_are_reordered_limited_to_kinds_and_deleted_in_the_window() {
    let mut scene = with(vec![
        on_markers("a", PropertyType::Int),
        on_markers("b", PropertyType::Int),
    ]);
    let markers = std::sync::Arc::make_mut(&mut scene.markers);
    markers[0].properties.set("b", 3.0);
    let mut window = Window::of(&scene);
    window.menu("Edit", "Custom properties…");
    window.frames(5);
    assert!(!window.is_enabled("Move up"));
    window.click_button("Move down");
    window.frames(5);
    let names = |window: &Window| -> Vec<String> {
        let declared = window.scene().declared_properties.iter();
        declared.map(|own| own.name.clone()).collect()
    };
    assert_eq!(names(&window), ["b", "a"]);
    window.click_button("b");
    window.frames(5);
    // The only kind cannot be taken away.
    let markers = window.position_of(Role::CheckBox, "Markers");
    window.click(markers);
    assert_eq!(value(&window, GATE, "b"), Some(3.0.into()));
    let nodes = window.position_of(Role::CheckBox, "Nodes");
    window.click(nodes);
    window.frames(5);
    let own = &window.scene().declared_properties[0];
    assert!(own.on.contains(PropertyOwner::Nodes));
    // The scene has a name too.
    let field = {
        let fields = window
            .harness
            .query_all_by_role_and_label(Role::TextInput, "Name");
        let last = fields.last().expect("the field of the property");
        last.rect().center()
    };
    window.type_into(field, "a");
    window.frames(2);
    assert_eq!(names(&window), ["b", "a"], "the name is taken");
    window.click_button("Delete property");
    window.frames(5);
    assert_eq!(names(&window), ["a"]);
    assert_eq!(value(&window, GATE, "b"), None);
    assert!(window.says("Deleted “b” with 1 value"));
    window.ctrl(Key::Z);
    window.frames(5);
    assert_eq!(value(&window, GATE, "b"), Some(3.0.into()));
}

#[test]
fn a_value_that_is_not_declared_is_shown_and_can_be_declared() {
    let mut scene = sample_scene();
    let markers = std::sync::Arc::make_mut(&mut scene.markers);
    markers[0].properties.set("from the game", 2.5);
    let mut window = Window::of(&scene);
    window.click_row("Gate");
    window.frames(5);
    assert!(window.says("2.5"));
    window.click_button("Declare");
    window.frames(5);
    let declared = &window.scene().declared_properties;
    assert_eq!(
        **declared,
        [on_markers("from the game", PropertyType::Number)]
    );
    assert_eq!(window.numbers("from the game").len(), 1);
}

#[test]
fn the_window_is_opened_from_the_palette_with_the_keyboard() {
    let mut window = Window::of(&with(vec![on_markers("a", PropertyType::Int)]));
    window.ctrl_shift(Key::P);
    window.frames(3);
    window.text("custom prop");
    window.frames(3);
    window.key(Key::Enter);
    window.frames(5);
    assert!(window.has(Role::Button, "Delete property"));
    window.key(Key::Escape);
    window.frames(5);
    assert!(!window.has(Role::Button, "Delete property"));
}

#[test]
fn a_value_that_can_be_reset_does_not_widen_the_inspector() {
    let mut scene = with(vec![
        on_markers("says", PropertyType::Text),
        on_markers("keeper", PropertyType::Reference(ReferenceKind::Agents)),
    ]);
    let markers = std::sync::Arc::make_mut(&mut scene.markers);
    markers[0]
        .properties
        .set("says", "Halt! ".repeat(40).as_str());
    markers[0].properties.set("keeper", 1.0);
    let mut window = Window::of(&scene);
    window.click_row("Gate");
    window.frames(3);
    let width = |window: &Window| {
        let field = window
            .harness
            .get_by_role_and_label(Role::TextInput, "says");
        field.rect().width()
    };
    let before = width(&window);
    window.frames(60);
    assert_eq!(width(&window), before);
}

#[test]
fn a_choice_that_was_added_is_named_by_typing() {
    let choices = PropertyType::Choice(vec!["calm".to_owned()]);
    let mut window = Window::of(&with(vec![on_markers("mood", choices)]));
    window.menu("Edit", "Custom properties");
    window.frames(5);
    let add = format!(
        "{} Add choice",
        egui_material_icons::icons::ICON_ADD.codepoint
    );
    window.click_button(&add);
    window.frames(3);
    window.text("angry");
    window.frames(3);
    let choices = vec!["calm".to_owned(), "angry".to_owned()];
    let own = &window.scene().declared_properties[0];
    assert_eq!(own.value_type, PropertyType::Choice(choices));
}
