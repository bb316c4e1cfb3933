//! Undo gives back what was selected, and a drawing that is cancelled leaves nothing behind and loses nothing.
#![cfg(feature = "editor")]

#[path = "support/hand.rs"]
mod hand;
#[path = "support/window.rs"]
mod window;

use egui::{Key, Modifiers, PointerButton};
use hand::{Hand, bits};
use std::sync::Arc;
use steerwright_authoring::tool::{Pen, Tool, ToolKey};
use steerwright_authoring::{Item, Selection};
use steerwright_runtime::scene::{Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Scene};
use window::{Window, at};

const PATH: PathId = PathId(1);

/// A path of so many nodes along the x axis, 4 apart, and a gate.
fn yard(nodes: u32) -> Scene {
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = (0..nodes).map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 0.0))).collect();
    Scene {
        name: "Yard".into(),
        paths: vec![Arc::new(path)],
        markers: Arc::new(vec![Marker::at(MarkerId(1), "Gate", MarkerKind::Target, at(6.0, 6.0))]),
        ..Scene::default()
    }
}

fn node(number: u32) -> Item {
    Item::Node(PATH, NodeId(number))
}

const GATE: Item = Item::Marker(MarkerId(1));

fn click(window: &mut Window, name: &str) {
    let p = window.thing(name);
    window.click(p);
}

fn add(window: &mut Window, name: &str) {
    let p = window.thing(name);
    window.click_with(p, PointerButton::Primary, Modifiers::SHIFT);
}

/// Moves the gate: a step that has nothing to do with the path.
fn move_gate(window: &mut Window) {
    click(window, "Marker Gate");
    window.key(Key::ArrowUp);
    window.frames(70);
    assert_eq!(window.steps(), ["Nudge"]);
}

#[test]
fn a_deleted_node_is_selected_again_when_the_delete_is_undone() {
    let mut window = Window::of(&yard(4));
    click(&mut window, "Path node 2");
    window.key(Key::Delete);
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 3);
    window.ctrl(Key::Z);
    assert_eq!((window.scene(), window.selection()), (&yard(4), &Selection::of([node(2)])));
    window.ctrl_shift(Key::Z);
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 3);
    assert!(!window.selection().contains(node(2)));
}

#[test]
fn several_deleted_things_are_selected_again() {
    let mut window = Window::of(&yard(4));
    click(&mut window, "Path node 2");
    add(&mut window, "Path node 3");
    window.key(Key::Delete);
    window.ctrl(Key::Z);
    assert_eq!(window.selection(), &Selection::of([node(2), node(3)]));
}

#[test]
fn an_inserted_node_leaves_its_path_selected_when_it_goes() {
    let mut window = Window::of(&yard(4));
    let line = window.pos(at(10.0, 0.0));
    window.click(line);
    assert_eq!(window.selection().primary(), Some(Item::Path(PATH)));
    window.frames(40);
    window.click(line);
    assert_eq!(window.steps(), ["Insert node"]);
    window.ctrl(Key::Z);
    assert_eq!((window.scene(), window.selection()), (&yard(4), &Selection::of([Item::Path(PATH)])));
    // By the key, too.
    window.key(Key::I);
    assert_eq!(window.steps(), ["Insert node"]);
    window.ctrl(Key::Z);
    assert_eq!((window.scene(), window.selection()), (&yard(4), &Selection::of([Item::Path(PATH)])));
}

#[test]
fn what_is_selected_and_still_there_stays_selected() {
    let mut window = Window::of(&yard(4));
    move_gate(&mut window);
    click(&mut window, "Path node 3");
    window.ctrl(Key::Z);
    assert_eq!((window.scene(), window.selection()), (&yard(4), &Selection::of([node(3)])));
    window.ctrl_shift(Key::Z);
    assert_eq!(window.selection(), &Selection::of([node(3)]));
}

#[test]
fn where_some_or_none_of_it_is_left_what_was_selected_then_is_again() {
    // Some: a copy goes with the undo, what was selected beside it stays in the scene.
    let mut window = Window::of(&yard(4));
    click(&mut window, "Marker Gate");
    window.ctrl(Key::D);
    let copy = window.selection().primary();
    assert_ne!(copy, Some(GATE));
    add(&mut window, "Path node 2");
    assert_eq!(window.selection().len(), 2);
    window.ctrl(Key::Z);
    assert_eq!(window.selection(), &Selection::of([GATE]));
    // None selected.
    let mut window = Window::of(&yard(4));
    move_gate(&mut window);
    window.ctrl_shift(Key::A);
    assert!(window.selection().is_empty());
    window.ctrl(Key::Z);
    assert_eq!(window.selection(), &Selection::of([GATE]));
}

/// With the pen in hand.
fn drawer(scene: Scene) -> Hand {
    Hand::with(scene, Tool::Pen(Pen::default()))
}

/// A step that has nothing to do with any path.
fn move_marker(hand: &mut Hand) {
    Arc::make_mut(&mut hand.session.scene.markers)[0].x += 1.0;
    hand.session.name_step("Move marker");
    hand.session.commit();
}

/// How many steps are done.
fn done(hand: &Hand) -> usize {
    hand.session.history().steps().1
}

#[test]
fn escape_leaves_no_steps_of_a_drawing_done_and_redo_brings_it_back() {
    let mut hand = drawer(yard(4));
    move_marker(&mut hand);
    hand.session.selection.set(GATE);
    let (before, steps) = (bits(&hand.session.scene), done(&hand));
    for x in [0.0, 4.0, 8.0] {
        hand.click(at(x, -9.0));
    }
    hand.key(ToolKey::Backspace);
    hand.click(at(8.0, -12.0));
    let drawn = bits(&hand.session.scene);
    assert!(hand.key(ToolKey::Escape));
    assert_eq!((bits(&hand.session.scene), done(&hand)), (before.clone(), steps));
    assert_eq!(hand.session.selection, Selection::of([GATE]));
    while hand.session.redo().is_some() {}
    assert_eq!(bits(&hand.session.scene), drawn);
    while done(&hand) > steps {
        hand.session.undo();
    }
    assert_eq!(bits(&hand.session.scene), before);
}

#[test]
fn escape_leaves_a_path_that_was_gone_on_with_as_it_was() {
    for end in [at(0.0, 0.0), at(12.0, 0.0)] {
        let mut hand = drawer(yard(4));
        hand.click(end);
        for y in [-4.0, -8.0] {
            hand.click(at(end.x, y));
        }
        assert_eq!(hand.session.scene.path(PATH).unwrap().nodes.len(), 6);
        hand.key(ToolKey::Escape);
        assert_eq!((bits(&hand.session.scene), done(&hand)), (bits(&yard(4)), 0));
        assert!(hand.session.redo().is_some());
        assert_eq!(hand.session.scene.path(PATH).unwrap().nodes.len(), 5);
    }
}

#[test]
fn undoing_past_the_start_of_a_drawing_and_then_escape_loses_nothing() {
    // The path was drawn node by node before it was gone on with, so there is much to undo.
    for undone in 0..=5 {
        let mut hand = drawer(Scene::default());
        for x in [0.0, 4.0, 8.0] {
            hand.click(at(x, 0.0));
        }
        hand.key(ToolKey::Enter);
        hand.click(at(8.0, 0.0));
        hand.click(at(12.0, 0.0));
        let all = done(&hand);
        assert_eq!(all, 5, "three nodes, a walker, a node");
        let mut states = vec![];
        for _ in 0..undone {
            hand.session.undo();
            states.push(bits(&hand.session.scene));
        }
        hand.key(ToolKey::Escape);
        // What was drawn before the path was gone on with is there as far as it was not undone, and all of it can be redone.
        let expected = match states.last() {
            Some(state) => state.clone(),
            None => {
                let mut other = drawer(Scene::default());
                for x in [0.0, 4.0, 8.0] {
                    other.click(at(x, 0.0));
                }
                other.key(ToolKey::Enter);
                bits(&other.session.scene)
            }
        };
        assert_eq!(bits(&hand.session.scene), expected, "{undone} undone");
        while hand.session.redo().is_some() {}
        assert_eq!((done(&hand), hand.session.scene.paths[0].nodes.len()), (all, 4), "{undone} undone");
    }
}

#[test]
fn a_mere_look_at_the_canvas_after_such_an_undo_changes_nothing() {
    let mut hand = drawer(yard(2));
    move_marker(&mut hand);
    hand.click(at(4.0, 0.0));
    hand.click(at(8.0, 0.0));
    hand.session.undo();
    hand.session.undo();
    assert_eq!(bits(&hand.session.scene), bits(&yard(2)));
    hand.move_to(at(7.0, 3.0));
    hand.key(ToolKey::Escape);
    assert_eq!(bits(&hand.session.scene), bits(&yard(2)));
    hand.session.redo();
    hand.session.redo();
    assert_eq!(hand.session.scene.path(PATH).unwrap().nodes.len(), 3);
}

#[test]
fn reversing_a_path_ends_its_drawing_first() {
    let mut window = Window::of(&yard(2));
    window.key(Key::P);
    for p in [at(4.0, 0.0), at(8.0, 2.5)] {
        let p = window.pos(p);
        window.click(p);
    }
    let xs = |window: &Window| window.scene().path(PATH).unwrap().nodes.iter().map(|node| node.x.round()).collect::<Vec<_>>();
    assert_eq!(xs(&window), [0.0, 4.0, 8.0]);
    window.key(Key::R);
    assert_eq!(xs(&window), [8.0, 4.0, 0.0]);
    // Drawing is over: a click begins another path, and Escape takes only that.
    let free = window.pos(at(2.0, 4.0));
    window.click(free);
    assert_eq!((xs(&window).len(), window.scene().paths.len()), (3, 2));
    window.key(Key::Escape);
    assert_eq!((xs(&window), window.scene().paths.len()), (vec![8.0, 4.0, 0.0], 1));
    window.key(Key::Escape);
    window.ctrl(Key::Z);
    assert_eq!(xs(&window), [0.0, 4.0, 8.0]);
    window.ctrl(Key::Z);
    assert_eq!(window.scene(), &yard(2));
}

#[test]
fn escape_right_after_reversing_takes_nothing_away() {
    let mut window = Window::of(&yard(2));
    window.key(Key::P);
    for p in [at(4.0, 0.0), at(8.0, 2.5)] {
        let p = window.pos(p);
        window.click(p);
    }
    window.key(Key::R);
    window.key(Key::Escape);
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 3);
}
