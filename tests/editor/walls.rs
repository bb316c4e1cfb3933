//! Drawing walls and what agents see, in the window.

use crate::sample_scene::sample_scene;
use crate::window::{Window, at};
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::sync::Arc;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::scene::{Wall, WallId};

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
fn the_nodes_of_a_selected_wall_are_selected() {
    let mut window = with_drawn_wall();
    window.key_with(Key::N, Modifiers::SHIFT);
    assert_eq!(window.selection().len(), 3);
    let is_node = |item: &Item| matches!(item, Item::Node(Line::Wall(WALL), _));
    assert!(window.selection().iter().all(|item| is_node(&item)));
}

#[test]
fn values_that_several_walls_do_not_share_are_mixed_until_they_are_set() {
    let wall = |id, blocks_sight, open| {
        let mut wall = Wall::through(WallId(id), "Wall", [at(-4.0, 8.0), at(0.0, 8.0)]);
        (wall.blocks_sight, wall.open) = (blocks_sight, open);
        Arc::new(wall)
    };
    let mut scene = sample_scene();
    scene.walls = vec![wall(1, true, None), wall(2, false, Some(true))];
    let mut window = Window::of(&scene);
    window.ctrl(Key::A);
    window.frames(3);
    assert!(window.says("Mixed"), "the walls are no doors alike");
    let toggled = |window: &Window, label: &str| {
        let node = window.harness.get_by_role_and_label(Role::CheckBox, label);
        node.accesskit_node().toggled()
    };
    assert_eq!(toggled(&window, "Blocks sight"), Some(Toggled::Mixed));
    assert_eq!(toggled(&window, "Blocks motion"), Some(Toggled::True));
    let position = window.position_of(Role::CheckBox, "Blocks sight");
    window.click(position);
    window.frames(2);
    assert_eq!(toggled(&window, "Blocks sight"), Some(Toggled::True));
    let walls = &window.scene().walls;
    assert!(walls.iter().all(|wall| wall.blocks_sight));
    assert_eq!([walls[0].open, walls[1].open], [None, Some(true)]);
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
    window.scroll_to("Enabled");
    let mut switches = window
        .harness
        .get_all_by_role_and_label(Role::CheckBox, "Enabled");
    let position = switches.next().expect("of sight").rect().center();
    drop(switches);
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
