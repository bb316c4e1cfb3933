//! What positions snap to, disabling it with Ctrl, and descriptions of snap targets.

use crate::tool_harness::{CTRL, PATH, SHIFT, TARGET, ToolHarness, at, sample_scene};
use std::sync::Arc;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::snap::{Snap, SnapTarget};
use steerwright_authoring::tool::{Freehand, Pen, Tool};
use steerwright_authoring::{Item, Line};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Scene};

const OTHER: PathId = PathId(2);

/// The sample scene with a second path above, from (1, 6.1) to (9, 6.1).
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

/// Drags the second node to a position without releasing. Returns its position, the snap targets
/// and their description.
fn dragged_to(harness: &mut ToolHarness, to: DVec2) -> (DVec2, Vec<SnapTarget>, String) {
    harness.drag(harness.node(1), to);
    let snapped = harness.snapped.clone();
    let words = snapped
        .as_ref()
        .and_then(|snapped| snapped.describe(&harness.session.scene))
        .unwrap_or_default();
    (
        harness.node(1),
        snapped.map_or(vec![], |snapped| snapped.targets),
        words,
    )
}

#[test]
fn a_node_snaps_to_a_node_of_another_path_and_describes_it() {
    let mut harness = ToolHarness::on(two_paths());
    let (p, marks, words) = dragged_to(&mut harness, at(1.1, 6.0));
    assert_eq!(
        (p, marks),
        (
            at(1.0, 6.1),
            vec![SnapTarget::Item(Item::Node(Line::Path(OTHER), NodeId(1)))]
        )
    );
    assert_eq!(words, "node 1 of Other");
}

#[test]
fn a_node_snaps_onto_a_segment_of_another_path() {
    let mut harness = ToolHarness::on(two_paths());
    let (p, marks, words) = dragged_to(&mut harness, at(5.2, 6.0));
    assert!((p - at(5.2, 6.1)).length() < 1e-9);
    assert_eq!(marks, [SnapTarget::Segment(Item::Path(OTHER), 0)]);
    assert_eq!(words, "segment 1 of Other");
}

#[test]
fn a_node_does_not_snap_to_the_segments_it_moves() {
    let mut harness = ToolHarness::on(sample_scene());
    let (p, marks, _) = dragged_to(&mut harness, at(5.5, -0.5));
    assert_eq!((p, marks), (at(5.5, -0.5), vec![]));
    harness.move_to(at(5.53, -0.55));
    assert!(
        (harness.node(1) - at(5.53, -0.55)).length() < 1e-12,
        "not even to where they were a moment ago"
    );
}

#[test]
fn guides_align_vertically_and_horizontally_with_other_items() {
    let mut harness = ToolHarness::on(sample_scene());
    let (p, marks, words) = dragged_to(&mut harness, at(8.1, 10.0));
    assert_eq!(
        (p, marks),
        (
            at(8.0, 10.0),
            vec![SnapTarget::VerticalGuide(
                Item::Node(Line::Path(PATH), NodeId(3)),
                at(8.0, 0.0)
            )]
        )
    );
    assert_eq!(words, "x of node 3 of Path");
    harness.move_to(at(8.1, 20.05));
    assert_eq!(harness.node(1), at(8.0, 20.0), "both at the same time");
    let marks = harness.snapped.clone().unwrap().targets;
    assert!(
        matches!(
            marks[..],
            [
                SnapTarget::VerticalGuide(..),
                SnapTarget::HorizontalGuide(..)
            ]
        ),
        "{marks:?}"
    );
}

#[test]
fn ctrl_disables_all_snapping() {
    for to in [at(1.1, 6.0), at(5.2, 6.0), at(8.1, 10.0)] {
        let mut harness = ToolHarness::on(two_paths());
        harness.snap.to_grid = true;
        harness.drag(at(4.0, 0.0), to);
        assert_ne!(harness.node(1), to);
        harness.holding(CTRL, |harness| harness.move_to(to));
        assert!((harness.node(1) - to).length() < 1e-12, "{to}");
        assert_eq!(harness.snapped, None);
    }
}

#[test]
fn each_kind_of_snapping_can_be_turned_off() {
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
        let mut harness = ToolHarness::on(two_paths());
        harness.snap = off;
        assert!((dragged_to(&mut harness, to).0 - to).length() < 1e-12);
        harness.release(to);
        harness.session.undo();
        harness.snap = on;
        assert_ne!(dragged_to(&mut harness, to).0, to, "{on:?}");
    }
}

#[test]
fn a_guide_takes_precedence_and_the_grid_applies_to_the_other_axis() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.session.scene.path_mut(PATH).unwrap().nodes[2]
        .position
        .x = 8.2;
    harness.session.commit();
    harness.work(|_, _| ());
    harness.snap.to_grid = true;
    let (p, marks, _) = dragged_to(&mut harness, at(8.15, 10.1));
    assert_eq!(p, at(8.2, 10.0));
    assert!(
        matches!(marks[..], [SnapTarget::Grid, SnapTarget::VerticalGuide(..)]),
        "{marks:?}"
    );
}

#[test]
fn shift_constrains_a_drag_to_steps_of_15_degrees() {
    let mut harness = ToolHarness::on(sample_scene());
    harness.drag(at(4.0, 0.0), at(6.0, 2.2));
    harness.holding(SHIFT, |harness| harness.move_to(at(6.0, 2.2)));
    let away = harness.node(1) - at(4.0, 0.0);
    assert!((away.x - away.y).abs() < 1e-9, "45 degrees: {away}");
    assert_eq!(
        harness.snapped.as_ref().unwrap().targets,
        [SnapTarget::Angle {
            from: at(4.0, 0.0),
            degrees: 45.0
        }]
    );
    harness.holding(SHIFT, |harness| harness.move_to(at(4.2, 3.0)));
    assert_eq!(harness.node(1), at(4.0, 3.0), "straight up to the bit");
}

#[test]
fn the_pen_snaps_to_angles_from_the_previous_node() {
    let mut harness = ToolHarness::with(two_paths(), Tool::Pen(Pen::default()));
    harness.click(at(-3.1, -5.0));
    harness.holding(SHIFT, |harness| harness.click(at(1.0, -5.2)));
    harness.click(at(9.1, 5.95));
    let nodes: Vec<DVec2> = harness.session.scene.paths[2]
        .nodes
        .iter()
        .map(|node| node.position)
        .collect();
    assert_eq!(nodes, [at(-3.1, -5.0), at(1.0, -5.0), at(9.0, 6.1)]);
}

#[test]
fn a_stroke_starts_at_its_snap_target() {
    let mut harness = ToolHarness::with(two_paths(), Tool::Freehand(Freehand::default()));
    harness.drag(at(9.1, 6.15), at(15.0, 12.0));
    harness.release(at(15.0, 12.0));
    assert_eq!(
        harness.session.scene.paths[2].nodes[0].position,
        at(9.0, 6.1)
    );
}

#[test]
fn visible_markers_are_snap_targets_and_invisible_items_are_not() {
    let mut harness = ToolHarness::on(sample_scene());
    let (p, marks, _) = dragged_to(&mut harness, at(0.1, 19.9));
    assert_eq!(
        (p, marks),
        (at(0.0, 20.0), vec![SnapTarget::Item(Item::Marker(TARGET))])
    );
    let mut harness = ToolHarness::on(sample_scene());
    let p = harness.work(|_, context| {
        context.view.visible = Bounds {
            min: at(-1.0, -1.0),
            max: at(13.0, 5.0),
        };
        let targets = context.targets(|_| false);
        context.snap(
            at(0.1, 19.9),
            &targets,
            None,
            steerwright_authoring::tool::Modifiers::default(),
        )
    });
    assert_eq!(p.y, 19.9, "the marker is out of sight");
}
