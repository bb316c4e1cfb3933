//! Rings: which parameters have one, and the limits that dragging them has.

use crate::tool_harness::{ToolHarness, at, bits};
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_authoring::Item;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::canvas::ring::{Ring, RingId, RingKind, set_radius};
use steerwright_authoring::scene_bounds;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scatter, Scene, StateId, Target,
};
use steerwright_runtime::steering::follow_path::Traversal;

const AGENT: AgentId = AgentId(1);
const PRESET: PresetId = PresetId(1);

/// An agent that is bound to everything a behavior may need. Its optional numbers are set.
fn scene_with(mut behavior: Behavior) -> Scene {
    for parameter in behavior.parameters() {
        if parameter.get(&behavior).is_none() {
            parameter.set(&mut behavior, Some(1.0));
        }
    }
    let mut path = PatrolPath::new(PathId(1), "Path");
    path.traversal = Traversal::Once;
    path.nodes = vec![
        Node::at(NodeId(1), at(0.0, 0.0)),
        Node::at(NodeId(2), at(5.0, 0.0)),
    ];
    Scene {
        presets: vec![Arc::new(Preset::steered(PRESET, "Preset", [behavior]))],
        paths: vec![Arc::new(path)],
        markers: Arc::new(vec![
            Marker::at(MarkerId(1), "Target", MarkerKind::Target, at(9.0, 0.0)),
            Marker::at(MarkerId(2), "Danger", MarkerKind::Danger, at(0.0, 9.0)),
        ]),
        agents: Arc::new(vec![
            Agent {
                path: Some(PathId(1)),
                target: Some(Target::Marker(MarkerId(1))),
                danger: Some(Target::Marker(MarkerId(2))),
                leader: Some(AgentId(2)),
                ..Agent::at(AGENT, "Agent", PRESET, at(1.0, 1.0))
            },
            Agent::at(AgentId(2), "Leader", PRESET, at(3.0, 3.0)),
        ]),
        ..Scene::default()
    }
}

fn behavior_of(scene: &Scene) -> Behavior {
    let Motion::Steered(steered) = &scene.preset(PRESET).unwrap().motion else {
        panic!("steered")
    };
    steered.behaviors[0].behavior
}

#[test]
fn every_parameter_with_an_anchor_has_a_ring_of_its_value() {
    for behavior in Behavior::all() {
        let scene = scene_with(behavior);
        let behavior = behavior_of(&scene);
        let expected: BTreeSet<_> = behavior
            .parameters()
            .into_iter()
            .filter(|parameter| parameter.anchor.is_some())
            .map(|parameter| (parameter.key, parameter.get(&behavior).unwrap().to_bits()))
            .collect();
        let mut harness = ToolHarness::on(scene);
        harness.session.selection.set(Item::Agent(AGENT));
        let rings = harness.work(|_, context| context.rings());
        let shown: BTreeSet<_> = rings
            .iter()
            .map(|ring| match ring.id {
                RingId::Behavior(PRESET, StateId(1), 0, key) => (key, ring.radius.to_bits()),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(shown, expected, "{behavior:?}");
    }
}

#[test]
fn no_ring_crosses_one_that_it_is_at_least() {
    for behavior in Behavior::all() {
        let mut scene = scene_with(behavior);
        let table = behavior.parameters();
        for outer in table {
            let Some(inner) = outer.at_least else {
                continue;
            };
            let value = |scene: &Scene, key| table.get(&behavior_of(scene), key).unwrap();
            let ring = |key| RingId::Behavior(PRESET, StateId(1), 0, key);
            set_radius(&mut scene, ring(outer.key), 4.0);
            set_radius(&mut scene, ring(inner), 2.0);
            set_radius(&mut scene, ring(outer.key), 1.0);
            assert_eq!(value(&scene, outer.key), 2.0, "{behavior:?}");
            set_radius(&mut scene, ring(outer.key), 4.0);
            set_radius(&mut scene, ring(inner), 9.0);
            assert_eq!(value(&scene, inner), 4.0, "{behavior:?}");
        }
    }
}

#[test]
fn the_rings_of_a_random_start_do_not_cross() {
    let mut scene = scene_with(Behavior::Seek {});
    scene.agent_mut(AGENT).unwrap().scatter = Some(Scatter { min: 2.0, max: 4.0 });
    let ring = |key| RingId::Scatter(AGENT, key);
    let scatter = |scene: &Scene| {
        let scatter = scene.agent(AGENT).unwrap().scatter.unwrap();
        (scatter.min, scatter.max)
    };
    set_radius(&mut scene, ring("max"), 1.0);
    assert_eq!(scatter(&scene), (2.0, 2.0));
    set_radius(&mut scene, ring("max"), 3.0);
    set_radius(&mut scene, ring("min"), 9.0);
    assert_eq!(scatter(&scene), (3.0, 3.0));
    set_radius(&mut scene, ring("min"), f64::NAN);
    set_radius(&mut scene, ring("min"), -1.0);
    assert_eq!(scatter(&scene), (0.0, 3.0));
}

/// Whether dragging the agent's first ring outward changes the scene.
fn drag_changes(scene: Scene, by_handle: bool) -> bool {
    let mut harness = ToolHarness::on(scene);
    harness.session.selection.set(Item::Agent(AGENT));
    let ring = harness.work(|_, context| context.rings()[0].clone());
    let before = bits(&harness.session.scene);
    let direction = if by_handle {
        ring.handle_dir
    } else {
        -ring.handle_dir
    };
    let from = ring.center + direction * ring.radius;
    harness.drag(from, from + direction);
    harness.release(from + direction);
    bits(&harness.session.scene) != before
}

#[test]
fn a_ring_that_follows_the_pointer_is_grabbed_only_by_its_handle() {
    let follower = |leader_target: Target| {
        let mut scene = scene_with(Behavior::FollowLeader(Default::default()));
        Arc::make_mut(&mut scene.agents)[1].target = Some(leader_target);
        // Away from what can be hit instead of the ring.
        Arc::make_mut(&mut scene.agents)[1].position = at(30.0, 30.0);
        scene
    };
    let arriver = || {
        let mut scene = scene_with(Behavior::Arrive(Default::default()));
        let agent = &mut Arc::make_mut(&mut scene.agents)[0];
        (agent.target, agent.position) = (Some(Target::Pointer), at(30.0, 30.0));
        // The rings are around the pointer, which is at the origin.
        scene.paths.clear();
        Arc::make_mut(&mut scene.agents)[0].path = None;
        scene
    };
    let fixed = || follower(Target::Marker(MarkerId(1)));
    assert!(drag_changes(fixed(), true) && drag_changes(fixed(), false));
    for pointed_at in [follower(Target::Pointer), arriver()] {
        assert!(drag_changes(pointed_at.clone(), true), "by the handle");
        assert!(!drag_changes(pointed_at, false), "by the line");
    }
}

#[test]
fn a_scene_is_bounded_with_its_rings_unless_they_dwarf_it() {
    let arrive = Behavior::Arrive(Default::default());
    let scene = scene_with(arrive);
    let ring = |radius: f64, follows_pointer: bool| Ring {
        id: RingId::Behavior(PRESET, StateId(1), 0, "slow_radius"),
        label: "Slow radius",
        kind: RingKind::Target,
        center: at(9.0, 0.0),
        radius,
        handle_dir: at(1.0, 0.0),
        handle_outward: 0.0,
        follows_pointer,
    };
    let alone = scene_bounds::of(&scene).unwrap();
    let with_ring = scene_bounds::with_rings(&scene, &[ring(4.0, false)]).unwrap();
    let expected = Bounds {
        min: alone.min.min(at(5.0, -4.0)),
        max: alone.max.max(at(13.0, 4.0)),
    };
    assert_eq!(with_ring, expected);
    for ring in [ring(100.0, false), ring(4.0, true)] {
        assert_eq!(scene_bounds::with_rings(&scene, &[ring]), Some(alone));
    }
}

#[test]
fn a_box_with_bodies_holds_the_largest_one_at_the_edge() {
    let mut scene = scene_with(Behavior::Arrive(Default::default()));
    std::sync::Arc::make_mut(&mut scene.presets[0]).body.radius = 2.0;
    std::sync::Arc::make_mut(&mut scene.agents).truncate(1);
    let start = scene.agents[0].position;
    let around = |margin: f64| Bounds {
        min: start - margin,
        max: start + margin,
    };
    assert_eq!(scene_bounds::with_bodies(&scene, around(0.0)), around(2.0));
    let wide = around(5.0);
    assert_eq!(scene_bounds::with_bodies(&scene, wide), wide);
}
