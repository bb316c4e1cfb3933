//! The keyboard cursor: placing, drawing, selecting and dragging without a pointer.

use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use std::sync::Arc;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{MarkerKind, Node, NodeId, PathId, PatrolPath, Scene};

/// Where the cursor is.
fn cursor(window: &Window) -> DVec2 {
    let canvas = window.app().canvas();
    let place = canvas
        .keyboard
        .place(window.app().tool(), window.selection());
    place.expect("a keyboard cursor")
}

/// Moves the cursor by arrow keys to a multiple of its step.
fn go_to(window: &mut Window, to: DVec2) {
    for (axis, back, ahead) in [
        (DVec2::X, Key::ArrowLeft, Key::ArrowRight),
        (DVec2::Y, Key::ArrowDown, Key::ArrowUp),
    ] {
        for _ in 0..200 {
            let off = (to - cursor(window)).dot(axis);
            if off.abs() < 1e-9 {
                break;
            }
            window.key(if off > 0.0 { ahead } else { back });
        }
    }
    assert!((cursor(window) - to).length() < 1e-9, "{}", cursor(window));
}

fn sample_scene() -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Path");
    path.nodes = (0..4)
        .map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 0.0)))
        .collect();
    Scene {
        paths: vec![Arc::new(path)],
        ..Scene::default()
    }
}

fn positions(window: &Window, path: usize) -> Vec<DVec2> {
    let nodes = &window.scene().paths[path].nodes;
    nodes.iter().map(|node| node.position).collect()
}

#[test]
fn a_scene_is_made_by_keys_alone() {
    let mut window = Window::empty();
    window.key(Key::P);
    window.key(Key::ArrowRight);
    for to in [at(-4.0, -2.0), at(4.0, -2.0), at(4.0, 3.0)] {
        go_to(&mut window, to);
        window.key(Key::Enter);
    }
    assert!(window.says("Add node at x 4.00, y 3.00 m"));
    window.key(Key::Enter);
    assert_eq!(
        positions(&window, 0),
        [at(-4.0, -2.0), at(4.0, -2.0), at(4.0, 3.0)]
    );
    assert_eq!(window.scene().agents.len(), 1, "the path's own agent");
    assert!(window.says("Finish path"));
    window.key(Key::W);
    for to in [at(-6.0, -4.0), at(6.0, -4.0)] {
        go_to(&mut window, to);
        window.key(Key::Space);
    }
    window.key(Key::Space);
    assert_eq!(window.scene().walls.len(), 1);
    assert_eq!(window.scene().walls[0].nodes[1].position, at(6.0, -4.0));
    window.key_with(Key::W, Modifiers::SHIFT);
    go_to(&mut window, at(0.0, 4.0));
    window.key(Key::Enter);
    go_to(&mut window, at(2.0, 6.0));
    window.key(Key::Enter);
    assert_eq!(window.scene().walls[1].nodes.len(), 4);
    assert!(window.scene().walls[1].closed);
    window.key(Key::A);
    go_to(&mut window, at(-6.0, 2.0));
    window.key(Key::Enter);
    assert_eq!(window.scene().agents.len(), 2);
    assert_eq!(window.scene().agents[1].position, at(-6.0, 2.0));
    window.key(Key::T);
    go_to(&mut window, at(6.0, 0.0));
    window.key(Key::Space);
    assert_eq!(window.scene().markers[0].kind, MarkerKind::Target);
    window.key(Key::O);
    for to in [at(-3.0, -1.0), at(3.0, -1.0), at(3.0, 1.0)] {
        go_to(&mut window, to);
        window.key(Key::Enter);
    }
    window.key(Key::Enter);
    assert_eq!(window.scene().editor.areas[0].nodes.len(), 3);
    window.key(Key::B);
    go_to(&mut window, at(-1.0, 2.0));
    window.key(Key::Enter);
    go_to(&mut window, at(2.0, 2.0));
    window.key(Key::Enter);
    assert!(window.scene().cells.blocked.len() >= 3);
    let painted = window.scene().cells.blocked.len();
    go_to(&mut window, at(2.0, 3.0));
    assert_eq!(window.scene().cells.blocked.len(), painted, "released");
}

#[test]
fn enter_at_the_first_node_closes_and_escape_cancels() {
    let mut window = Window::empty();
    window.key(Key::P);
    window.key(Key::ArrowRight);
    let corners = [at(0.0, 0.0), at(4.0, 0.0), at(4.0, 3.0)];
    for to in corners {
        go_to(&mut window, to);
        window.key(Key::Enter);
    }
    go_to(&mut window, corners[0]);
    assert!(window.says("Close"));
    window.key(Key::Enter);
    assert!(window.scene().paths[0].is_closed());
    assert_eq!(window.scene().paths[0].nodes.len(), 3);
    go_to(&mut window, at(-4.0, 0.0));
    window.key(Key::Enter);
    go_to(&mut window, at(-4.0, 2.0));
    window.key(Key::Enter);
    window.key(Key::Backspace);
    assert_eq!(window.scene().paths[1].nodes.len(), 1);
    window.key(Key::Escape);
    assert_eq!(window.scene().paths.len(), 1);
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
    window.key(Key::Escape);
    assert!(matches!(window.app().tool(), Tool::Select(_)));
}

#[test]
fn arrow_keys_move_by_steps_and_shift_and_ctrl_change_their_length() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::A);
    window.key(Key::ArrowRight);
    let viewport = window.app().canvas().viewport;
    let step = viewport.grid_step(16.0);
    let from = cursor(&window);
    window.key(Key::ArrowRight);
    let on_grid = cursor(&window);
    assert!((on_grid.x - from.x - step).abs() < 1e-9, "{from} {on_grid}");
    window.key_with(Key::ArrowLeft, Modifiers::SHIFT);
    assert!((on_grid.x - cursor(&window).x - 10.0 * step).abs() < 1e-9);
    let before = cursor(&window);
    window.key_with(Key::ArrowUp, Modifiers::COMMAND);
    let moved = cursor(&window).y - before.y;
    assert!((moved * viewport.scale - 1.0).abs() < 1e-6, "{moved}");
    let x = window.harness.get_by_role_and_label(Role::Canvas, "Canvas");
    let value = x.accesskit_node().value().unwrap_or_default();
    assert!(value.starts_with("x "), "{value}");
}

#[test]
fn the_view_follows_the_cursor() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::T);
    for _ in 0..30 {
        window.key_with(Key::ArrowRight, Modifiers::SHIFT);
    }
    let shown = window.app().canvas().viewport.bounds();
    let at = cursor(&window);
    assert!(
        at.x > 40.0 && at.cmpgt(shown.min).all() && at.cmplt(shown.max).all(),
        "{at}"
    );
    window.key(Key::Enter);
    assert_eq!(window.scene().markers[0].position, at);
}

#[test]
fn space_selects_and_then_arrow_keys_nudge() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::ArrowRight);
    go_to(&mut window, at(4.0, 0.0));
    assert!(!window.playback().is_playing());
    window.key(Key::Space);
    let node = Item::Node(Line::Path(PathId(1)), NodeId(2));
    assert_eq!(window.selection().primary(), Some(node));
    assert!(window.says("Selected node 2 of Path"));
    assert!(!window.playback().is_playing(), "Space selected");
    window.key(Key::ArrowUp);
    assert_eq!(positions(&window, 0)[1], at(4.0, 1.0));
    window.key(Key::Escape);
    window.key(Key::Escape);
    window.key(Key::ArrowLeft);
    assert!(cursor(&window).x < 4.0);
    assert_eq!(positions(&window, 0)[1], at(4.0, 1.0));
}

#[test]
fn enter_holds_an_item_until_it_is_pressed_again() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::ArrowRight);
    go_to(&mut window, at(8.0, 0.0));
    window.key(Key::Enter);
    go_to(&mut window, at(8.0, 3.0));
    window.key(Key::Enter);
    assert_eq!(positions(&window, 0)[2], at(8.0, 3.0));
    assert_eq!(window.steps(), ["Move node 3"]);
    window.ctrl(Key::Z);
    assert_eq!(positions(&window, 0)[2], at(8.0, 0.0));
    // The command keeps the cursor, whatever is selected.
    window.key(Key::Q);
    go_to(&mut window, at(12.0, 0.0));
    window.key(Key::Enter);
    go_to(&mut window, at(12.0, 2.0));
    window.key(Key::Escape);
    assert_eq!(positions(&window, 0)[3], at(12.0, 0.0), "canceled");
}

#[test]
fn the_pointer_takes_over() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::A);
    window.key(Key::ArrowRight);
    let p = window.pos(at(9.3, -2.7));
    window.click(p);
    assert_eq!(window.scene().agents.len(), 1);
    let placed = window.scene().agents[0].position;
    assert!((placed - at(9.3, -2.7)).length() < 0.1, "{placed}");
    let canvas = window.app().canvas();
    let place = canvas
        .keyboard
        .place(window.app().tool(), window.selection());
    assert_eq!(place, None);
    // It starts where the pointer is.
    window.key(Key::ArrowRight);
    assert!((cursor(&window) - at(9.3, -2.7)).length() < 1.5);
}

#[test]
fn space_plays_while_there_is_no_cursor() {
    let mut window = Window::first();
    let was_playing = window.playback().is_playing();
    window.key(Key::Space);
    assert_ne!(window.playback().is_playing(), was_playing);
}
