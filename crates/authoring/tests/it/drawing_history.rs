//! A drawing that is canceled leaves nothing behind and loses nothing.

use crate::tool_harness::{ToolHarness, at, bits};
use std::sync::Arc;
use steerwright_authoring::tool::{Pen, Tool, ToolKey};
use steerwright_authoring::{Item, Selection};
use steerwright_runtime::scene::{
    Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Scene,
};

const PATH: PathId = PathId(1);
const GATE: Item = Item::Marker(MarkerId(1));

/// A path of so many nodes along the x axis, 4 apart, and a gate.
fn sample_scene(nodes: u32) -> Scene {
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = (0..nodes)
        .map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 0.0)))
        .collect();
    Scene {
        name: "Yard".into(),
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

/// With the pen in hand.
fn drawer(scene: Scene) -> ToolHarness {
    ToolHarness::with(scene, Tool::Pen(Pen::default()))
}

/// A step that has nothing to do with any path.
fn move_marker(hand: &mut ToolHarness) {
    Arc::make_mut(&mut hand.session.scene.markers)[0].x += 1.0;
    hand.session.name_step("Move marker");
    hand.session.commit();
}

/// How many steps are done.
fn done(hand: &ToolHarness) -> usize {
    hand.session.history().steps().1
}

#[test]
fn escape_leaves_no_steps_of_a_drawing_done_and_redo_brings_it_back() {
    let mut hand = drawer(sample_scene(4));
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
    assert_eq!(
        (bits(&hand.session.scene), done(&hand)),
        (before.clone(), steps)
    );
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
        let mut hand = drawer(sample_scene(4));
        hand.click(end);
        for y in [-4.0, -8.0] {
            hand.click(at(end.x, y));
        }
        assert_eq!(hand.session.scene.path(PATH).unwrap().nodes.len(), 6);
        hand.key(ToolKey::Escape);
        assert_eq!(
            (bits(&hand.session.scene), done(&hand)),
            (bits(&sample_scene(4)), 0)
        );
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
        assert_eq!(
            (done(&hand), hand.session.scene.paths[0].nodes.len()),
            (all, 4),
            "{undone} undone"
        );
    }
}

#[test]
fn a_mere_look_at_the_canvas_after_such_an_undo_changes_nothing() {
    let mut hand = drawer(sample_scene(2));
    move_marker(&mut hand);
    hand.click(at(4.0, 0.0));
    hand.click(at(8.0, 0.0));
    hand.session.undo();
    hand.session.undo();
    assert_eq!(bits(&hand.session.scene), bits(&sample_scene(2)));
    hand.move_to(at(7.0, 3.0));
    hand.key(ToolKey::Escape);
    assert_eq!(bits(&hand.session.scene), bits(&sample_scene(2)));
    hand.session.redo();
    hand.session.redo();
    assert_eq!(hand.session.scene.path(PATH).unwrap().nodes.len(), 3);
}
