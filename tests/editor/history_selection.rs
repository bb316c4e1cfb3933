//! Undo restores the selection, and canceling a drawing loses nothing.

use crate::window::{Window, at};
use egui::{Key, Modifiers, PointerButton};
use std::sync::Arc;
use steerwright_authoring::{Item, Line, Selection};
use steerwright_runtime::scene::{
    Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Scene,
};

const PATH: PathId = PathId(1);

/// A path of `nodes` nodes along the x axis, 4 apart, and a gate.
fn sample_scene(nodes: u32) -> Scene {
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = (0..nodes)
        .map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 0.0)))
        .collect();
    Scene {
        name: "Sample".into(),
        paths: vec![Arc::new(path)],
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Gate",
            MarkerKind::Target,
            at(6.0, 6.0),
        )]),
        ..Scene::default()
    }
}

fn node(number: u32) -> Item {
    Item::Node(Line::Path(PATH), NodeId(number))
}

const GATE: Item = Item::Marker(MarkerId(1));

fn click(window: &mut Window, name: &str) {
    let p = window.item(name);
    window.click(p);
}

fn add(window: &mut Window, name: &str) {
    let p = window.item(name);
    window.click_with(p, PointerButton::Primary, Modifiers::SHIFT);
}

/// Moves the gate: a step that does not concern the path.
fn move_gate(window: &mut Window) {
    click(window, "Marker Gate");
    window.key(Key::ArrowUp);
    window.frames(70);
    assert_eq!(window.steps(), ["Nudge"]);
}

#[test]
fn undoing_a_delete_selects_the_node() {
    let mut window = Window::of(&sample_scene(4));
    click(&mut window, "Path node 2");
    window.key(Key::Delete);
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 3);
    window.ctrl(Key::Z);
    assert_eq!(
        (window.scene(), window.selection()),
        (&sample_scene(4), &Selection::of([node(2)]))
    );
    window.ctrl_shift(Key::Z);
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 3);
    assert!(!window.selection().contains(node(2)));
}

#[test]
fn undoing_a_delete_selects_all_items() {
    let mut window = Window::of(&sample_scene(4));
    click(&mut window, "Path node 2");
    add(&mut window, "Path node 3");
    window.key(Key::Delete);
    window.ctrl(Key::Z);
    assert_eq!(window.selection(), &Selection::of([node(2), node(3)]));
}

#[test]
fn undoing_an_inserted_node_selects_its_path() {
    let mut window = Window::of(&sample_scene(4));
    let line = window.pos(at(10.0, 0.0));
    window.click(line);
    assert_eq!(window.selection().primary(), Some(Item::Path(PATH)));
    window.frames(40);
    window.click(line);
    assert_eq!(window.steps(), ["Insert node"]);
    window.ctrl(Key::Z);
    assert_eq!(
        (window.scene(), window.selection()),
        (&sample_scene(4), &Selection::of([Item::Path(PATH)]))
    );
    // Also by shortcut.
    window.key(Key::I);
    assert_eq!(window.steps(), ["Insert node"]);
    window.ctrl(Key::Z);
    assert_eq!(
        (window.scene(), window.selection()),
        (&sample_scene(4), &Selection::of([Item::Path(PATH)]))
    );
}

#[test]
fn undo_keeps_the_selection_that_still_exists() {
    let mut window = Window::of(&sample_scene(4));
    move_gate(&mut window);
    click(&mut window, "Path node 3");
    window.ctrl(Key::Z);
    assert_eq!(
        (window.scene(), window.selection()),
        (&sample_scene(4), &Selection::of([node(3)]))
    );
    window.ctrl_shift(Key::Z);
    assert_eq!(window.selection(), &Selection::of([node(3)]));
}

#[test]
fn undo_restores_the_old_selection_if_items_are_gone() {
    // Some: the undo removes the copy, and the item selected with it stays.
    let mut window = Window::of(&sample_scene(4));
    click(&mut window, "Marker Gate");
    window.ctrl(Key::D);
    let copy = window.selection().primary();
    assert_ne!(copy, Some(GATE));
    add(&mut window, "Path node 2");
    assert_eq!(window.selection().len(), 2);
    window.ctrl(Key::Z);
    assert_eq!(window.selection(), &Selection::of([GATE]));
    // None.
    let mut window = Window::of(&sample_scene(4));
    move_gate(&mut window);
    window.ctrl_shift(Key::A);
    assert!(window.selection().is_empty());
    window.ctrl(Key::Z);
    assert_eq!(window.selection(), &Selection::of([GATE]));
}

#[test]
fn reversing_a_path_finishes_drawing_first() {
    let mut window = Window::of(&sample_scene(2));
    window.key(Key::P);
    for p in [at(4.0, 0.0), at(8.0, 2.5)] {
        let p = window.pos(p);
        window.click(p);
    }
    let xs = |window: &Window| {
        window
            .scene()
            .path(PATH)
            .unwrap()
            .nodes
            .iter()
            .map(|node| node.position.x.round())
            .collect::<Vec<_>>()
    };
    assert_eq!(xs(&window), [0.0, 4.0, 8.0]);
    window.key(Key::R);
    assert_eq!(xs(&window), [8.0, 4.0, 0.0]);
    // Drawing has ended: a click begins another path, and Escape removes only that.
    let free = window.pos(at(2.0, 4.0));
    window.click(free);
    assert_eq!((xs(&window).len(), window.scene().paths.len()), (3, 2));
    window.key(Key::Escape);
    assert_eq!(
        (xs(&window), window.scene().paths.len()),
        (vec![8.0, 4.0, 0.0], 1)
    );
    window.key(Key::Escape);
    window.ctrl(Key::Z);
    assert_eq!(xs(&window), [0.0, 4.0, 8.0]);
    window.ctrl(Key::Z);
    assert_eq!(window.scene(), &sample_scene(2));
}

#[test]
fn escape_after_reversing_removes_nothing() {
    let mut window = Window::of(&sample_scene(2));
    window.key(Key::P);
    for p in [at(4.0, 0.0), at(8.0, 2.5)] {
        let p = window.pos(p);
        window.click(p);
    }
    window.key(Key::R);
    window.key(Key::Escape);
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 3);
}
