//! Drawing walls and what agents see, in the window.

use crate::sample_scene::sample_scene;
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use steerwright_authoring::Item;
use steerwright_runtime::scene::WallId;

const WALL: WallId = WallId(1);

/// A window with a wall of three nodes that the Wall tool drew, still selected.
fn with_drawn_wall() -> Window {
    let mut window = Window::of(&sample_scene());
    window.key(Key::W);
    for (x, y) in [(-4.0, 8.0), (0.0, 8.0), (0.0, 6.0)] {
        let p = window.pos(at(x, y));
        window.hover(p);
        window.click(p);
    }
    window.key(Key::Enter);
    window.key(Key::V);
    window
}

#[test]
fn a_wall_is_drawn_listed_and_undone() {
    let mut window = with_drawn_wall();
    assert_eq!(window.scene().walls[0].nodes.len(), 3);
    assert_eq!(window.selection().primary(), Some(Item::Wall(WALL)));
    assert!(window.has(Role::ListItem, "Wall"));
    assert!(window.has_item("Wall node 3"));
    for _ in 0..3 {
        window.ctrl(Key::Z);
    }
    window.frames(2);
    assert!(window.scene().walls.is_empty());
    assert!(!window.has(Role::ListItem, "Wall"));
}

#[test]
fn the_inspector_says_what_a_wall_blocks() {
    let mut window = with_drawn_wall();
    let position = window.position_of(Role::CheckBox, "Blocks sight");
    window.click(position);
    let position = window.position_of(Role::CheckBox, "Blocks motion");
    window.click(position);
    window.choose("Door", "Open");
    let wall = &window.scene().walls[0];
    assert!(!wall.blocks_sight && !wall.blocks_motion);
    assert_eq!(wall.open, Some(true));
    assert_eq!(
        window.steps()[3..],
        ["Set blocks sight", "Set blocks motion", "Set door"]
    );
}

#[test]
fn path_commands_change_the_selected_wall() {
    let mut window = with_drawn_wall();
    window.key(Key::L);
    assert!(window.scene().walls[0].closed);
    window.key(Key::L);
    assert!(!window.scene().walls[0].closed);
    window.click(window.item("Wall node 2"));
    window.key(Key::I);
    assert_eq!(window.scene().walls[0].nodes.len(), 4);
    window.click(window.item("Wall node 2"));
    window.key(Key::S);
    assert_eq!(window.scene().walls.len(), 2);
    assert_eq!(
        window.steps().last().map(String::as_str),
        Some("Split wall")
    );
    window.key(Key::Delete);
    assert_eq!(window.scene().walls[0].nodes.len(), 1);
}

#[test]
fn a_rectangle_is_drawn_with_one_drag() {
    let mut window = Window::of(&sample_scene());
    window.key_with(Key::W, Modifiers::SHIFT);
    window.drag_and_drop(window.pos(at(-4.0, 8.0)), window.pos(at(-1.0, 6.5)));
    let wall = &window.scene().walls[0];
    assert!(wall.closed);
    assert_eq!(wall.nodes.len(), 4);
    assert_eq!(window.steps(), ["Draw wall"]);
}

#[test]
fn a_preset_gets_sight_in_the_inspector() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Guard");
    // The card is below the lower edge.
    window.harness.get_by_label("Enabled").scroll_to_me();
    window.frames(30);
    let position = window.position_of(Role::CheckBox, "Enabled");
    window.click(position);
    window.frames(30);
    window.enter(Role::SpinButton, "Sight range", "5");
    let sees = |preset: &steerwright_runtime::scene::Preset| preset.sight.map(|sight| sight.range);
    let ranges: Vec<f64> = window
        .scene()
        .presets
        .iter()
        .filter_map(|preset| sees(preset))
        .collect();
    assert_eq!(ranges, [5.0]);
    assert!(window.has_item("Sight range handle"));
    // The guard only follows its path, but now it looks at something too.
    assert!(window.has(Role::ComboBox, "Target"));
}
