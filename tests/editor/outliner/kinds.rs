//! Kinds of items in the outliner: the order of their headings, and the buttons that add items.

use super::sample_scene;
use crate::window::Window;
use egui::accesskit::Role;
use steerwright_authoring::Item;
use steerwright_authoring::tool::Tool;
use steerwright_runtime::scene::Scene;

/// The hints of empty kinds are where the buttons are that fill them.
#[test]
fn kinds_without_items_take_a_line_each_after_the_others() {
    let empty = Window::of(&Scene::default());
    assert!(
        empty.says("draw a path"),
        "an empty scene says how to begin"
    );
    let window = Window::of(&sample_scene(1));
    assert!(!window.says("draw a wall"));
    let top = |heading: &str| window.position_of(Role::Button, heading).y;
    let headings = [
        "Paths", "Agents", "Markers", "Presets", "Walls", "Spawners", "Contacts", "Areas",
        "Pictures",
    ];
    assert!(headings.is_sorted_by(|a, b| top(a) < top(b)));
    // Without hints between them.
    let pitch = top("Spawners") - top("Walls");
    assert!((pitch - (top("Contacts") - top("Spawners"))).abs() < 0.5 && pitch < 23.0);
}

/// Under the scroll bar it could not be clicked.
#[test]
fn a_button_of_a_long_list_is_not_under_its_scroll_bar() {
    let mut window = Window::of(&sample_scene(60));
    let add = window.position_of(Role::Button, "Draw a path");
    // The bar is as wide as it gets while the pointer is there.
    window.hover(add);
    window.frames(30);
    window.click(add);
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
}

#[test]
fn a_preset_can_be_added_from_the_menu() {
    let mut window = Window::of(&sample_scene(1));
    window.menu("File", "New preset");
    assert_eq!(window.steps(), ["New preset"]);
    let added = window.scene().presets.last().map(|preset| preset.id);
    assert_eq!(window.selection().primary(), added.map(Item::Preset));
    assert_eq!(window.scene().presets.len(), 2);
}
