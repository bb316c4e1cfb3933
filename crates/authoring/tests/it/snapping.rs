//! What positions snap to, that Ctrl suspends it, and that it is said.

use crate::tool_harness::{CTRL, PATH, SHIFT, TARGET, ToolHarness, at, sample_scene};
use std::sync::Arc;
use steerwright_authoring::Item;
use steerwright_authoring::snap::{Snap, SnapTarget};
use steerwright_authoring::tool::{Freehand, Pen, Tool};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Scene};

const OTHER: PathId = PathId(2);

/// The yard with a second path above, from (1, 6.1) to (9, 6.1).
fn two_paths() -> Scene {
    let mut scene = sample_scene();
    let mut path = PatrolPath::new(OTHER, "Other");
    path.nodes = vec![
        Node::at(NodeId(1), at(1.0, 6.1)),
        Node::at(NodeId(2), at(9.0, 6.1)),
    ];
    scene.paths.push(Arc::new(path));
    scene
}

/// Drags the second node of the path to a place, the button still down: where it is, what it snapped to, and the words for it.
fn dragged_to(hand: &mut ToolHarness, to: DVec2) -> (DVec2, Vec<SnapTarget>, String) {
    hand.drag(hand.node(1), to);
    let snapped = hand.snapped.clone();
    let words = snapped
        .as_ref()
        .and_then(|snapped| snapped.describe(&hand.session.scene))
        .unwrap_or_default();
    (
        hand.node(1),
        snapped.map_or(vec![], |snapped| snapped.marks),
        words,
    )
}

#[test]
fn a_node_snaps_to_a_node_of_another_path_and_says_so() {
    let mut hand = ToolHarness::on(two_paths());
    let (p, marks, words) = dragged_to(&mut hand, at(1.1, 6.0));
    assert_eq!(
        (p, marks),
        (
            at(1.0, 6.1),
            vec![SnapTarget::Item(Item::Node(OTHER, NodeId(1)))]
        )
    );
    assert_eq!(words, "node 1 of Other");
}

#[test]
fn a_node_snaps_onto_a_segment_of_another_path() {
    let mut hand = ToolHarness::on(two_paths());
    let (p, marks, words) = dragged_to(&mut hand, at(5.2, 6.0));
    assert!((p - at(5.2, 6.1)).length() < 1e-9);
    assert_eq!(marks, [SnapTarget::Segment(OTHER, 0)]);
    assert_eq!(words, "segment 1 of Other");
}

#[test]
fn a_node_does_not_snap_to_the_segments_it_moves() {
    let mut hand = ToolHarness::on(sample_scene());
    let (p, marks, _) = dragged_to(&mut hand, at(5.5, -0.5));
    assert_eq!((p, marks), (at(5.5, -0.5), vec![]));
    hand.move_to(at(5.53, -0.55));
    assert!(
        (hand.node(1) - at(5.53, -0.55)).length() < 1e-12,
        "not even to where they were a moment ago"
    );
}

#[test]
fn guides_lead_straight_above_and_beside_other_things() {
    let mut hand = ToolHarness::on(sample_scene());
    let (p, marks, words) = dragged_to(&mut hand, at(8.1, 10.0));
    assert_eq!(
        (p, marks),
        (
            at(8.0, 10.0),
            vec![SnapTarget::Above(Item::Node(PATH, NodeId(3)), at(8.0, 0.0))]
        )
    );
    assert_eq!(words, "x of node 3 of Path");
    hand.move_to(at(8.1, 20.05));
    assert_eq!(hand.node(1), at(8.0, 20.0), "both at once");
    let marks = hand.snapped.clone().unwrap().marks;
    assert!(
        matches!(marks[..], [SnapTarget::Above(..), SnapTarget::Beside(..)]),
        "{marks:?}"
    );
}

#[test]
fn ctrl_suspends_every_kind() {
    for to in [at(1.1, 6.0), at(5.2, 6.0), at(8.1, 10.0)] {
        let mut hand = ToolHarness::on(two_paths());
        hand.snap.to_grid = true;
        hand.drag(at(4.0, 0.0), to);
        assert_ne!(hand.node(1), to);
        hand.holding(CTRL, |hand| hand.move_to(to));
        assert!((hand.node(1) - to).length() < 1e-12, "{to}");
        assert_eq!(hand.snapped, None);
    }
}

#[test]
fn each_kind_can_be_switched_off() {
    let off = Snap {
        to_grid: false,
        to_nodes: false,
        to_segments: false,
        to_guides: false,
        to_angles: false,
        step: 0.5,
    };
    for (to, on) in [
        (
            at(1.1, 6.0),
            Snap {
                to_nodes: true,
                ..off
            },
        ),
        (
            at(5.2, 6.0),
            Snap {
                to_segments: true,
                ..off
            },
        ),
        (
            at(6.0, 2.2),
            Snap {
                to_angles: true,
                ..off
            },
        ),
        (
            at(8.1, 10.0),
            Snap {
                to_guides: true,
                ..off
            },
        ),
        (
            at(6.3, 10.2),
            Snap {
                to_grid: true,
                ..off
            },
        ),
    ] {
        let mut hand = ToolHarness::on(two_paths());
        hand.snap = off;
        assert!((dragged_to(&mut hand, to).0 - to).length() < 1e-12);
        hand.release(to);
        hand.session.undo();
        hand.snap = on;
        assert_ne!(dragged_to(&mut hand, to).0, to, "{on:?}");
    }
}

#[test]
fn a_guide_counts_more_than_the_grid_and_the_grid_holds_the_other_axis() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.session.scene.path_mut(PATH).unwrap().nodes[2].x = 8.2;
    hand.session.commit();
    hand.work(|_, _| ());
    hand.snap.to_grid = true;
    let (p, marks, _) = dragged_to(&mut hand, at(8.15, 10.1));
    assert_eq!(p, at(8.2, 10.0));
    assert!(
        matches!(marks[..], [SnapTarget::Grid, SnapTarget::Above(..)]),
        "{marks:?}"
    );
}

#[test]
fn shift_keeps_a_drag_to_steps_of_fifteen_degrees() {
    let mut hand = ToolHarness::on(sample_scene());
    hand.drag(at(4.0, 0.0), at(6.0, 2.2));
    hand.holding(SHIFT, |hand| hand.move_to(at(6.0, 2.2)));
    let away = hand.node(1) - at(4.0, 0.0);
    assert!((away.x - away.y).abs() < 1e-9, "45 degrees: {away}");
    assert_eq!(
        hand.snapped.as_ref().unwrap().marks,
        [SnapTarget::Angle {
            from: at(4.0, 0.0),
            degrees: 45.0
        }]
    );
    hand.holding(SHIFT, |hand| hand.move_to(at(4.2, 3.0)));
    assert_eq!(hand.node(1), at(4.0, 3.0), "straight up to the bit");
}

#[test]
fn the_pen_snaps_and_keeps_to_angles_from_the_node_before() {
    let mut hand = ToolHarness::with(two_paths(), Tool::Pen(Pen::default()));
    hand.click(at(-3.1, -5.0));
    hand.holding(SHIFT, |hand| hand.click(at(1.0, -5.2)));
    hand.click(at(9.1, 5.95));
    let nodes: Vec<DVec2> = hand.session.scene.paths[2]
        .nodes
        .iter()
        .map(Node::position)
        .collect();
    assert_eq!(nodes, [at(-3.1, -5.0), at(1.0, -5.0), at(9.0, 6.1)]);
}

#[test]
fn a_stroke_begins_on_what_it_snaps_to() {
    let mut hand = ToolHarness::with(two_paths(), Tool::Freehand(Freehand::default()));
    hand.drag(at(9.1, 6.15), at(15.0, 12.0));
    hand.release(at(15.0, 12.0));
    assert_eq!(
        hand.session.scene.paths[2].nodes[0].position(),
        at(9.0, 6.1)
    );
}

#[test]
fn a_marker_is_a_thing_to_snap_to_and_what_cannot_be_seen_is_not() {
    let mut hand = ToolHarness::on(sample_scene());
    let (p, marks, _) = dragged_to(&mut hand, at(0.1, 19.9));
    assert_eq!(
        (p, marks),
        (at(0.0, 20.0), vec![SnapTarget::Item(Item::Marker(TARGET))])
    );
    let mut hand = ToolHarness::on(sample_scene());
    let p = hand.work(|_, bench| {
        bench.shown = (at(-1.0, -1.0), at(13.0, 5.0));
        let targets = bench.targets(|_| false);
        bench.snap(
            at(0.1, 19.9),
            &targets,
            None,
            steerwright_authoring::tool::Modifiers::default(),
        )
    });
    assert_eq!(p.y, 19.9, "the marker is out of sight");
}
