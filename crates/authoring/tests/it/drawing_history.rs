//! Canceling a drawing leaves nothing behind and loses nothing.

use crate::tool_harness::{ToolHarness, at, bits};
use std::sync::Arc;
use steerwright_authoring::tool::{Pen, Tool, ToolKey};
use steerwright_authoring::{Item, Selection};
use steerwright_runtime::scene::{
    Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Scene,
};

const PATH: PathId = PathId(1);
const GATE: Item = Item::Marker(MarkerId(1));

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

/// A harness with the Pen tool.
fn drawer(scene: Scene) -> ToolHarness {
    ToolHarness::with(scene, Tool::Pen(Pen::default()))
}

/// Makes a step that affects no path.
fn move_marker(harness: &mut ToolHarness) {
    Arc::make_mut(&mut harness.session.scene.markers)[0]
        .position
        .x += 1.0;
    harness.session.name_step("Move marker");
    harness.session.commit();
}

/// The number of done steps.
fn done(harness: &ToolHarness) -> usize {
    harness.session.history().steps().1
}

#[test]
fn escape_undoes_all_steps_of_a_drawing_and_redo_restores_it() {
    let mut harness = drawer(sample_scene(4));
    move_marker(&mut harness);
    harness.session.selection.set(GATE);
    let (before, steps) = (bits(&harness.session.scene), done(&harness));
    for x in [0.0, 4.0, 8.0] {
        harness.click(at(x, -9.0));
    }
    harness.key(ToolKey::Backspace);
    harness.click(at(8.0, -12.0));
    let drawn = bits(&harness.session.scene);
    assert!(harness.key(ToolKey::Escape));
    assert_eq!(
        (bits(&harness.session.scene), done(&harness)),
        (before.clone(), steps)
    );
    assert_eq!(harness.session.selection, Selection::of([GATE]));
    while harness.session.redo().is_some() {}
    assert_eq!(bits(&harness.session.scene), drawn);
    while done(&harness) > steps {
        harness.session.undo();
    }
    assert_eq!(bits(&harness.session.scene), before);
}

#[test]
fn escape_restores_a_path_that_was_being_extended() {
    for end in [at(0.0, 0.0), at(12.0, 0.0)] {
        let mut harness = drawer(sample_scene(4));
        harness.click(end);
        for y in [-4.0, -8.0] {
            harness.click(at(end.x, y));
        }
        assert_eq!(harness.session.scene.path(PATH).unwrap().nodes.len(), 6);
        harness.key(ToolKey::Escape);
        assert_eq!(
            (bits(&harness.session.scene), done(&harness)),
            (bits(&sample_scene(4)), 0)
        );
        assert!(harness.session.redo().is_some());
        assert_eq!(harness.session.scene.path(PATH).unwrap().nodes.len(), 5);
    }
}

#[test]
fn escape_after_undoing_past_the_start_of_a_drawing_loses_nothing() {
    // The path was drawn node by node before it was extended, so there are several steps to undo.
    for undone in 0..=5 {
        let mut harness = drawer(Scene::default());
        for x in [0.0, 4.0, 8.0] {
            harness.click(at(x, 0.0));
        }
        harness.key(ToolKey::Enter);
        harness.click(at(8.0, 0.0));
        harness.click(at(12.0, 0.0));
        let all = done(&harness);
        assert_eq!(all, 5, "three nodes, an agent, a node");
        let mut states = vec![];
        for _ in 0..undone {
            harness.session.undo();
            states.push(bits(&harness.session.scene));
        }
        harness.key(ToolKey::Escape);
        // Steps from before the extension stay done unless they were undone, and all can be redone.
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
        assert_eq!(bits(&harness.session.scene), expected, "{undone} undone");
        while harness.session.redo().is_some() {}
        assert_eq!(
            (done(&harness), harness.session.scene.paths[0].nodes.len()),
            (all, 4),
            "{undone} undone"
        );
    }
}

#[test]
fn moving_the_pointer_after_such_an_undo_changes_nothing() {
    let mut harness = drawer(sample_scene(2));
    move_marker(&mut harness);
    harness.click(at(4.0, 0.0));
    harness.click(at(8.0, 0.0));
    harness.session.undo();
    harness.session.undo();
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene(2)));
    harness.move_to(at(7.0, 3.0));
    harness.key(ToolKey::Escape);
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene(2)));
    harness.session.redo();
    harness.session.redo();
    assert_eq!(harness.session.scene.path(PATH).unwrap().nodes.len(), 3);
}
