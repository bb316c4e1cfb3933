//! First use of the editor: drawing, editing and watching agents.

use crate::sample_scene::{PATH, SEEKER, bits, node, sample_scene};
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, vec2};
use std::sync::Arc;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::{Command, Item};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::scene::{Behavior, Preset, PresetId};
use steerwright_runtime::steering::HomingWalk;

#[test]
fn the_first_scene_starts_playing() {
    let mut window = Window::first();
    assert!(window.playback().is_playing());
    let before = window.playback().positions();
    window.frames(30);
    assert_ne!(window.playback().positions(), before);
    assert!(
        !window.app().session().is_dirty(),
        "looking at it changes nothing"
    );
}

#[test]
fn an_empty_scene_shows_how_to_start() {
    let mut window = Window::empty();
    assert!(window.says("Draw a patrol"));
    window.click_last("Draw a path");
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
    assert!(
        !window.says("Draw a patrol"),
        "and makes room for the drawing"
    );
}

#[test]
fn a_planned_path_far_outside_the_window_is_drawn_quickly() {
    let mut scene = sample_scene();
    let walk = HomingWalk {
        step_fraction: 1.0,
        max_step: 1e9,
        max_fov_deg: 0.0,
        ..HomingWalk::default()
    };
    scene.presets[1] = Arc::new(Preset::steered(
        PresetId(2),
        "Walks far",
        [Behavior::HomingWalk(walk)],
    ));
    Arc::make_mut(&mut scene.markers)[0].position.x = 1e9;
    let mut window = Window::of(&scene);
    window.click_row("Seeker");
    window.key_with(Key::F, Modifiers::SHIFT);
    window.click_button("Step forward");
    window.frames(3);
    let way = window
        .playback()
        .run()
        .world()
        .planned_path(SEEKER)
        .expect("it is under way");
    assert!(way.length() > 9e8);
    let shown = window
        .pos(at(-4.0, 8.0))
        .distance(window.pos(at(-3.0, 8.0)));
    assert!(shown > 1.0, "seen from near: {shown} points a meter");
}

#[test]
fn a_drawn_path_gets_an_agent_that_follows_it() {
    let mut window = Window::empty();
    window.key(Key::P);
    for (x, y) in [(-4.0, 0.0), (4.0, 0.0), (4.0, 4.0)] {
        let p = window.pos(at(x, y));
        window.click(p);
    }
    assert!(window.has_item("Path node 3"));
    assert_eq!(window.scene().paths[0].nodes.len(), 3);
    assert_eq!(window.steps(), ["Add node"; 3]);
    window.key(Key::Enter);
    assert_eq!(window.scene().agents.len(), 1);
    assert!(window.playback().is_playing());
    let start = window.playback().positions()[0].1;
    window.frames(40);
    assert!(
        (window.playback().positions()[0].1 - start).length() > 0.3,
        "the agent moves"
    );
    assert!(!window.says("warning"), "the diagnostics are updated");
}

#[test]
fn backspace_removes_a_node_and_escape_the_whole_drawing() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::P);
    for (x, y) in [(0.0, 6.0), (4.0, 6.0), (8.0, 6.0)] {
        let p = window.pos(at(x, y));
        window.click(p);
    }
    window.key(Key::Backspace);
    assert_eq!(window.scene().paths[1].nodes.len(), 2);
    window.key(Key::Escape);
    assert_eq!(bits(window.scene()), bits(&sample_scene()));
}

#[test]
fn clicking_the_first_node_closes_the_loop_and_right_click_finishes_a_path() {
    let mut window = Window::empty();
    window.key(Key::P);
    for (x, y) in [(-4.0, 0.0), (4.0, 0.0), (4.0, 4.0), (-4.0, 0.0)] {
        let p = window.pos(at(x, y));
        window.click(p);
    }
    assert!(window.scene().paths[0].is_closed());
    assert_eq!(window.scene().paths[0].nodes.len(), 3);
    for (x, y) in [(-6.0, -3.0), (6.0, -3.0)] {
        let p = window.pos(at(x, y));
        window.click(p);
    }
    let p = window.pos(at(0.0, -4.0));
    window.right_click(p);
    assert_eq!(window.scene().paths[1].nodes.len(), 2);
}

#[test]
fn a_second_path_gets_an_agent_only_by_the_key_that_the_status_bar_shows() {
    const HINT: &str = "Add agent on path";
    let mut window = Window::empty();
    window.key(Key::P);
    for y in [0.0, 4.0] {
        for x in [-4.0, 4.0] {
            let p = window.pos(at(x, y));
            window.click(p);
        }
        assert!(!window.has(Role::Label, HINT), "while drawing");
        window.key(Key::Enter);
        if window.playback().is_playing() {
            window.key(Key::Space);
        }
    }
    assert_eq!(
        (window.scene().paths.len(), window.scene().agents.len()),
        (2, 1)
    );
    assert!(
        !window.playback().is_playing(),
        "the second path starts no run"
    );
    window.frames(2);
    assert!(window.has(Role::Label, HINT));
    window.key(Key::N);
    assert_eq!(window.scene().agents.len(), 2);
    let second = window.scene().paths[1].id;
    assert_eq!(window.scene().agents[1].path, Some(second));
}

#[test]
fn an_agent_on_a_path_gets_a_preset_that_follows_paths() {
    let mut window = Window::of(&sample_scene());
    // Agents that are placed next seek.
    window.key(Key::A);
    window.frames(3);
    window.click_button("Seeks");
    window.frames(2);
    window.key(Key::V);
    window.click_row("Path");
    window.key(Key::N);
    window.frames(2);
    let scene = window.scene();
    let added = scene.agents.last().expect("an agent");
    assert_eq!(
        (scene.agents.len(), added.path),
        (4, Some(scene.paths[0].id))
    );
    assert_eq!(
        scene.preset(added.preset).expect("its preset").name,
        "Walks"
    );
}

#[test]
fn dragging_a_node_is_one_step_named_in_the_edit_menu() {
    let mut window = Window::of(&sample_scene());
    let from = window.item("Path node 2");
    let to = window.pos(at(5.0, 2.0));
    window.drag_and_drop(from, to);
    assert!((node(&window, 1) - at(5.0, 2.0)).length() < 0.1);
    assert_eq!(window.steps(), ["Move node 2"]);
    let moved = bits(window.scene());
    window.menu("Edit", "Undo move node 2");
    assert_eq!(bits(window.scene()), bits(&sample_scene()));
    window.menu("Edit", "Redo move node 2");
    assert_eq!(bits(window.scene()), moved);
}

/// A fast gesture on a slow machine: egui alone would miss the node.
#[test]
fn a_press_and_move_within_one_frame_drags_the_node() {
    let mut window = Window::of(&sample_scene());
    let (from, to) = (window.item("Path node 2"), window.pos(at(6.0, 4.0)));
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.harness.input_mut().events.extend([
        Event::PointerMoved(from),
        button(from, true),
        Event::PointerMoved(to),
        button(to, false),
    ]);
    window.frames(3);
    assert!(
        (node(&window, 1) - at(6.0, 4.0)).length() < 0.1,
        "{}",
        node(&window, 1)
    );
    assert_eq!(window.steps(), ["Move node 2"]);
}

#[test]
fn right_click_escape_undo_save_and_focus_loss_cancel_a_drag() {
    for how in 0..5 {
        let mut window = Window::of(&sample_scene());
        let (from, to) = (window.item("Path node 2"), window.pos(at(5.0, 4.0)));
        // An earlier step, which none of these may change.
        window.click_row("Guard");
        window.key(Key::ArrowUp);
        assert_eq!(window.steps(), ["Nudge"]);
        let before = bits(window.scene());
        window.drag(from, to);
        assert_ne!(bits(window.scene()), before);
        match how {
            0 => window.right_click(to),
            1 => window.key(Key::Escape),
            2 => window.ctrl(Key::Z),
            3 => window.ctrl(Key::S),
            _ => {
                window.harness.event(Event::WindowFocused(false));
                window.frames(2);
            }
        }
        assert_eq!(bits(window.scene()), before, "way {how}");
        window.hover(to + vec2(30.0, 30.0));
        window.release(to + vec2(30.0, 30.0));
        assert_eq!(bits(window.scene()), before, "way {how}, afterward");
        assert_eq!(window.steps(), ["Nudge"], "way {how}");
    }
}

#[test]
fn clicking_a_segment_of_the_selected_path_inserts_a_node() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Path");
    let p = window.pos(at(6.0, 0.0));
    window.click(p);
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 5);
    assert!((node(&window, 2) - at(6.0, 0.0)).length() < 0.1);
    assert_eq!(window.steps(), ["Insert node"]);
}

#[test]
fn box_select_shift_click_and_delete_work_in_one_step() {
    let mut window = Window::of(&sample_scene());
    let (from, to) = (window.pos(at(3.0, 1.0)), window.pos(at(9.0, -1.0)));
    window.drag_and_drop(from, to);
    assert_eq!(window.selection().len(), 2);
    let third = window.item("Path node 4");
    window.click_with(third, PointerButton::Primary, Modifiers::SHIFT);
    assert_eq!(window.selection().len(), 3);
    assert!(window.says("3 items selected"));
    window.key(Key::Delete);
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 1);
    assert_eq!(window.steps(), ["Delete 3 items"]);
    window.ctrl(Key::Z);
    assert_eq!(bits(window.scene()), bits(&sample_scene()));
}

#[test]
fn duplicate_selects_the_copy() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Path");
    window.ctrl(Key::D);
    assert_eq!(window.scene().paths.len(), 2);
    assert_eq!(
        window.selection().primary(),
        Some(Item::Path(window.scene().paths[1].id))
    );
    assert!(window.has(Role::ListItem, "Path 2"));
    assert_eq!(window.steps(), ["Duplicate"]);
}

#[test]
fn agents_targets_dangers_and_cells_can_be_placed() {
    let mut window = Window::of(&sample_scene());
    let p = window.pos(at(2.2, 6.2));
    for (key, step) in [
        (Key::A, "Place agent"),
        (Key::T, "Place target"),
        (Key::D, "Place danger"),
        (Key::B, "Block cells"),
    ] {
        window.key(key);
        window.click(p);
        assert_eq!(window.steps().last().map(String::as_str), Some(step));
    }
    assert_eq!(window.scene().agents.len(), 4);
    assert_eq!(window.scene().markers.len(), 3);
    assert_eq!(window.scene().cells.blocked, [Cell::new(2, 6)]);
    assert!(window.has_item("Marker Danger"));
    for _ in 0..4 {
        window.ctrl(Key::Z);
    }
    assert_eq!(bits(window.scene()), bits(&sample_scene()));
}

#[test]
fn the_palette_finds_commands_by_words() {
    let mut window = Window::of(&sample_scene());
    window.ctrl_shift(Key::P);
    window.frames(2);
    window.text("place dang");
    window.key(Key::Enter);
    assert!(matches!(window.app().tool(), Tool::Place(_)));
    window.ctrl_shift(Key::P);
    window.key(Key::Escape);
    window.key(Key::V);
    assert!(
        matches!(window.app().tool(), Tool::Select(_)),
        "the palette is closed and keys work again"
    );
}

#[test]
fn every_tool_has_a_key_and_a_button() {
    let mut window = Window::of(&sample_scene());
    let held = |window: &Window| Command::from(window.app().tool().command());
    for (key, label) in [
        (Key::P, "Pen"),
        (Key::A, "Place agent"),
        (Key::T, "Place target"),
        (Key::D, "Place danger"),
        (Key::B, "Block cells"),
        (Key::H, "Pan"),
        (Key::V, "Select"),
    ] {
        window.key(key);
        assert_eq!(held(&window).label(), label);
        window.key(if key == Key::V { Key::P } else { Key::V });
        window.click_button(label);
        assert_eq!(held(&window).label(), label);
    }
}

#[test]
fn the_list_of_shortcuts_opens_and_closes() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::F1);
    assert!(window.says("Nudge selection"));
    window.key(Key::F1);
    window.frames(30);
    assert!(!window.says("Nudge selection"));
}

#[test]
fn the_view_zooms_at_the_pointer_and_fits_the_scene() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::F);
    let fitted = window.app().canvas().viewport;
    let p = window.pos(at(4.0, 0.0));
    window.scroll(p, vec2(0.0, 200.0));
    assert!(window.app().canvas().viewport.scale > fitted.scale * 1.5);
    assert!((window.pos(at(4.0, 0.0)) - p).length() < 2.0);
    window.key(Key::F);
    assert_eq!(window.app().canvas().viewport, fitted);
}
