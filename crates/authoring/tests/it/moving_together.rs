//! Moving several items: all start positions move by the same offset, wherever agents are shown.

use crate::tool_harness::{
    GUARD, PATH, SEEKER, SHIFT, TARGET, ToolHarness, at, bits, context_of, sample_scene,
};
use std::sync::Arc;
use steerwright_authoring::edit::editable;
use steerwright_authoring::snap::Snap;
use steerwright_authoring::tool::{PointerEvent, PointerKind, Preview};
use steerwright_authoring::{Item, Line, Selection};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    AgentId, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Scene,
};

const WALL: PathId = PathId(2);
const NO_SNAP: Snap = Snap {
    to_grid: false,
    to_nodes: false,
    to_segments: false,
    to_guides: false,
    to_angles: false,
    step: 0.5,
};

/// The sample scene with another path and without snapping.
fn on(scene: Scene) -> ToolHarness {
    let mut harness = ToolHarness::on(scene);
    harness.snap = NO_SNAP;
    harness
}

fn two_paths() -> Scene {
    let mut scene = sample_scene();
    let mut wall = PatrolPath::new(WALL, "Wall");
    wall.nodes = (0..3)
        .map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), -8.0)))
        .collect();
    scene.paths.push(Arc::new(wall));
    scene
}

/// All start positions in a fixed order.
fn places(scene: &Scene) -> Vec<DVec2> {
    let nodes = scene
        .paths
        .iter()
        .flat_map(|path| path.nodes.iter().map(|node| node.position));
    let agents = scene.agents.iter().map(|agent| agent.position);
    nodes
        .chain(agents)
        .chain(scene.markers.iter().map(|marker| marker.position))
        .collect()
}

fn assert_all_moved(before: &Scene, after: &Scene, by: DVec2) {
    for (from, to) in places(before).into_iter().zip(places(after)) {
        assert!(
            (to - from - by).length() < 1e-9,
            "{from} went to {to}, not by {by}"
        );
    }
}

/// A harness with agents that have moved from their start positions.
struct Later {
    harness: ToolHarness,
    shown: Vec<(AgentId, DVec2)>,
}

impl Later {
    fn on(scene: Scene) -> Self {
        // Each in a different direction.
        let away = [at(5.0, 2.0), at(1.0, -3.0), at(9.0, 9.0)];
        let shown = scene
            .agents
            .iter()
            .zip(away)
            .map(|(agent, by)| (agent.id, agent.position + by))
            .collect();
        Self {
            harness: on(scene),
            shown,
        }
    }

    fn shown(&self, agent: AgentId) -> DVec2 {
        self.shown
            .iter()
            .find(|(id, _)| *id == agent)
            .expect("shown")
            .1
    }

    fn event(&mut self, kind: PointerKind, p: DVec2) {
        let harness = &mut self.harness;
        let mut context = context_of(
            &mut harness.session,
            &harness.routes,
            self.shown.clone(),
            harness.snap,
        );
        let event = PointerEvent {
            kind,
            at: p,
            modifiers: harness.modifiers,
        };
        harness.tool.pointer(event, &mut context);
        if !harness.tool.is_busy() {
            harness.session.commit();
        }
        harness.routes.update(&harness.session.scene);
    }

    fn drag(&mut self, from: DVec2, to: DVec2) {
        self.event(PointerKind::Move, from);
        self.event(PointerKind::Press, from);
        (1..=10).for_each(|i| self.event(PointerKind::Move, from.lerp(to, f64::from(i) / 10.0)));
        self.event(PointerKind::Release, to);
    }
}

#[test]
fn dragging_everything_moves_all_start_positions_by_the_same_offset() {
    let by = at(2.0, 3.0);
    for grasped in [at(4.0, 0.0), at(0.0, 20.0)] {
        let mut later = Later::on(sample_scene());
        later
            .harness
            .session
            .selection
            .set_all(editable::all_items(&sample_scene()));
        later.drag(grasped, grasped + by);
        assert_all_moved(&sample_scene(), &later.harness.session.scene, by);
    }
    // Also when grabbing an agent that is not at its start.
    for agent in [GUARD, SEEKER] {
        let mut later = Later::on(sample_scene());
        later
            .harness
            .session
            .selection
            .set_all(editable::all_items(&sample_scene()));
        let p = later.shown(agent);
        later.drag(p, p + by);
        assert_all_moved(&sample_scene(), &later.harness.session.scene, by);
        later.harness.undo_all();
        assert_eq!(bits(&later.harness.session.scene), bits(&sample_scene()));
    }
}

#[test]
fn a_single_agent_starts_where_it_is_dropped() {
    for selected in [None, Some(Item::Agent(GUARD)), Some(Item::Marker(TARGET))] {
        let mut later = Later::on(sample_scene());
        selected
            .into_iter()
            .for_each(|item| later.harness.session.selection.set(item));
        let p = later.shown(GUARD);
        later.drag(p, at(9.0, 12.0));
        let scene = &later.harness.session.scene;
        assert_eq!(
            scene.agent(GUARD).unwrap().position,
            at(9.0, 12.0),
            "{selected:?}"
        );
        let others = |scene: &Scene| {
            scene
                .agents
                .iter()
                .filter(|agent| agent.id != GUARD)
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(
            (others(scene), &scene.markers, &scene.paths),
            (
                others(&sample_scene()),
                &sample_scene().markers,
                &sample_scene().paths
            )
        );
    }
}

#[test]
fn selected_items_are_dragged_even_below_other_items() {
    let mut scene = sample_scene();
    // A danger on the target, and a target on a node.
    let markers = Arc::make_mut(&mut scene.markers);
    markers.push(Marker::at(
        MarkerId(3),
        "Above",
        MarkerKind::Danger,
        at(0.0, 20.0),
    ));
    markers.push(Marker::at(
        MarkerId(4),
        "On a node",
        MarkerKind::Target,
        at(8.0, 0.0),
    ));
    for (id, other) in [(1, 3), (3, 1)] {
        let mut harness = on(scene.clone());
        harness.session.selection.set(Item::Marker(MarkerId(id)));
        harness.drag(at(0.0, 20.0), at(3.0, 24.0));
        harness.release(at(3.0, 24.0));
        let place = |id| harness.session.scene.marker(MarkerId(id)).unwrap().position;
        assert_eq!((place(id), place(other)), (at(3.0, 24.0), at(0.0, 20.0)));
        assert_eq!(
            harness.session.selection,
            Selection::of([Item::Marker(MarkerId(id))])
        );
    }
    let mut harness = on(scene.clone());
    harness.session.selection.set(Item::Marker(MarkerId(4)));
    harness.drag(at(8.0, 0.0), at(8.0, 5.0));
    harness.release(at(8.0, 5.0));
    assert_eq!(
        (
            harness.session.scene.marker(MarkerId(4)).unwrap().position,
            harness.node(2)
        ),
        (at(8.0, 5.0), at(8.0, 0.0))
    );
    // A click without a drag selects what is drawn on top, except among the nodes of a selected
    // path.
    for (selected, clicked, expected) in [
        (
            Item::Marker(MarkerId(1)),
            at(0.0, 20.0),
            Item::Marker(MarkerId(3)),
        ),
        (
            Item::Node(Line::Path(PATH), NodeId(3)),
            at(8.0, 0.0),
            Item::Node(Line::Path(PATH), NodeId(3)),
        ),
        (
            Item::Path(PATH),
            at(8.0, 0.0),
            Item::Node(Line::Path(PATH), NodeId(3)),
        ),
        (Item::Agent(GUARD), at(8.0, 0.0), Item::Marker(MarkerId(4))),
    ] {
        let mut harness = on(scene.clone());
        harness.session.selection.set(selected);
        harness.click(clicked);
        assert_eq!(harness.session.selection, Selection::of([expected]));
    }
}

/// The second and third node, and the target.
fn two_nodes_and_the_target(scene: Scene) -> ToolHarness {
    let mut harness = on(scene);
    harness.session.selection.set_all([
        Item::Node(Line::Path(PATH), NodeId(2)),
        Item::Node(Line::Path(PATH), NodeId(3)),
        Item::Marker(TARGET),
    ]);
    harness
}

#[test]
fn dragging_a_segment_between_selected_nodes_moves_the_selection() {
    let mut harness = two_nodes_and_the_target(sample_scene());
    harness.drag(at(6.0, 0.0), at(7.0, 2.0));
    harness.release(at(7.0, 2.0));
    assert_eq!(
        (
            harness.node(0),
            harness.node(1),
            harness.node(2),
            harness.node(3)
        ),
        (at(0.0, 0.0), at(5.0, 2.0), at(9.0, 2.0), at(12.0, 0.0))
    );
    assert_eq!(
        harness.session.scene.marker(TARGET).unwrap().position,
        at(1.0, 22.0)
    );
    assert_eq!(
        (harness.session.selection.len(), harness.steps().len()),
        (3, 1)
    );
    harness.undo_all();
    assert_eq!(bits(&harness.session.scene), bits(&sample_scene()));
}

#[test]
fn clicking_a_segment_between_selected_nodes_selects_only_both_ends() {
    let mut harness = two_nodes_and_the_target(sample_scene());
    harness.click(at(6.0, 0.0));
    assert_eq!(
        harness.session.selection,
        Selection::of([
            Item::Node(Line::Path(PATH), NodeId(2)),
            Item::Node(Line::Path(PATH), NodeId(3))
        ])
    );
    assert_eq!(
        (bits(&harness.session.scene), harness.steps().len()),
        (bits(&sample_scene()), 0)
    );
    // With only these two selected, it moves both and inserts no node.
    harness.drag(at(6.0, 0.0), at(6.0, 2.0));
    harness.release(at(6.0, 2.0));
    assert_eq!(
        (
            harness.node(1),
            harness.node(2),
            harness.session.scene.path(PATH).unwrap().nodes.len()
        ),
        (at(4.0, 2.0), at(8.0, 2.0), 4)
    );
}

#[test]
fn a_segment_with_one_selected_end_does_not_move_the_selection() {
    let mut harness = two_nodes_and_the_target(sample_scene());
    harness.click(at(10.0, 0.0));
    assert_eq!(harness.session.selection, Selection::of([Item::Path(PATH)]));
    assert_eq!(harness.steps().len(), 0);
}

#[test]
fn dragging_a_node_moves_several_selected_paths() {
    for grasped in [at(4.0, 0.0), at(12.0, 0.0), at(8.0, -8.0)] {
        let mut harness = on(two_paths());
        harness
            .session
            .selection
            .set_all([Item::Path(PATH), Item::Path(WALL)]);
        harness.drag(grasped, grasped + at(1.0, 2.0));
        harness.release(grasped + at(1.0, 2.0));
        let nodes = |scene: &Scene| -> Vec<DVec2> {
            scene
                .paths
                .iter()
                .flat_map(|path| path.nodes.iter().map(|node| node.position))
                .collect()
        };
        let expected: Vec<_> = nodes(&two_paths())
            .into_iter()
            .map(|p| p + at(1.0, 2.0))
            .collect();
        assert_eq!(nodes(&harness.session.scene), expected, "{grasped}");
        assert_eq!(
            harness.session.selection,
            Selection::of([Item::Path(PATH), Item::Path(WALL)])
        );
    }
    // With only one path selected, each node moves alone.
    let mut harness = on(two_paths());
    harness.session.selection.set(Item::Path(PATH));
    harness.drag(at(4.0, 0.0), at(5.0, 2.0));
    harness.release(at(5.0, 2.0));
    assert_eq!(
        (harness.node(0), harness.node(1), harness.node(2)),
        (at(0.0, 0.0), at(5.0, 2.0), at(8.0, 0.0))
    );
}

#[test]
fn shift_drag_on_a_ring_draws_a_selection_box() {
    let mut harness = on(sample_scene());
    harness.session.selection.set(Item::Agent(SEEKER));
    let ring = harness
        .work(|_, context| context.rings())
        .into_iter()
        .find(|ring| ring.label == "Slow radius")
        .unwrap();
    // On its line and on its handle.
    for from in [ring.center - at(ring.radius, 0.0), ring.handle()] {
        harness.holding(SHIFT, |harness| {
            harness.drag(from, at(-8.0, 18.0));
            assert!(
                matches!(harness.tool.preview(), Some(Preview::SelectionBox(..))),
                "{:?}",
                harness.tool.preview()
            );
            harness.release(at(-8.0, 18.0));
        });
        assert_eq!(
            (bits(&harness.session.scene), harness.steps().len()),
            (bits(&sample_scene()), 0)
        );
        assert!(
            harness.session.selection.contains(Item::Agent(SEEKER)),
            "a box adds"
        );
    }
    // Shift-clicking it changes nothing either.
    harness.shift_click(ring.handle());
    assert_eq!(
        (bits(&harness.session.scene), harness.steps().len()),
        (bits(&sample_scene()), 0)
    );
    // Without Shift it can be dragged.
    harness.drag(
        ring.handle(),
        ring.center + ring.handle_dir * (ring.radius + 1.0),
    );
    harness.release(ring.center + ring.handle_dir * (ring.radius + 1.0));
    assert_eq!(harness.steps(), ["Set slow radius"]);
}

#[test]
fn an_item_on_the_line_of_a_selected_path_moves_alone() {
    for several in [false, true] {
        let mut scene = two_paths();
        let agents = Arc::make_mut(&mut scene.agents);
        agents[0].position = DVec2::new(6.0, 0.0);
        let mut harness = on(scene.clone());
        harness.session.selection.set(Item::Path(PATH));
        if several {
            harness.session.selection.toggle(Item::Path(WALL));
        }
        harness.drag(at(6.0, 0.0), at(6.0, 5.0));
        harness.release(at(6.0, 5.0));
        let moved = &harness.session.scene;
        assert_eq!(
            moved.agent(GUARD).unwrap().position,
            at(6.0, 5.0),
            "several paths: {several}"
        );
        assert_eq!(moved.paths, scene.paths);
    }
}
