//! Patrol lint compared with simulated runs: every prediction comes true, and runs without
//! diagnostics have no problems.

mod advice;
mod bindings;
mod overlaps;
mod patrols;
mod properties;
mod responses;
mod routes;
mod states;
mod stopping;
mod walls;

use std::sync::Arc;
use steerwright_analysis::lint::{
    Diagnostic, Rule, Severity, Subject, braking_distance, damping_ratio, diagnostics,
};
use steerwright_analysis::probe::{Budget, critical_slow_radius};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::{Gait, GaitSpeeds, Movement, Track, TrackInput};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene, Steered, Target, TrackId, WeightedBehavior,
};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::arrive::Ramp;
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_runtime::steering::separation::Falloff;
use steerwright_runtime::steering::{
    Arrive, Body, FollowLeader, FollowPath, GridChase, HomingWalk, Idle, Leave, Separation,
};

/// A track of an agent that stands for half a second.
fn standing(agent: AgentId) -> Arc<Track> {
    Arc::new(Track {
        id: TrackId(1),
        name: "Stands".into(),
        agent,
        start_tick: 0,
        ticks_per_second: Scene::default().ticks_per_second,
        from: DVec2::ZERO,
        speeds: GaitSpeeds::of(&Body::default()),
        muted: false,
        with: Vec::new(),
        inputs: vec![TrackInput {
            ticks: 30,
            movement: Movement::Stand,
            gait: Gait::Walk,
        }],
        expectations: Vec::new(),
    })
}

fn patrol(corners: &[(f64, f64)], traversal: Traversal, radius: f64, body: Body) -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Yard");
    (path.traversal, path.radius) = (traversal, radius);
    path.nodes = corners
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32 + 1), DVec2::new(x, y)))
        .collect();
    let mut preset = Preset::steered(
        PresetId(1),
        "Guard",
        [Behavior::FollowPath(FollowPath::default())],
    );
    preset.body = body;
    let agent = Agent {
        path: Some(PathId(1)),
        ..Agent::at(AgentId(1), "Ann", PresetId(1), path.nodes[0].position)
    };
    Scene {
        presets: vec![Arc::new(preset)],
        paths: vec![Arc::new(path)],
        agents: Arc::new(vec![agent]),
        ..Scene::default()
    }
}

fn has(scene: &Scene, rule: Rule) -> bool {
    diagnostics(scene)
        .iter()
        .any(|finding| finding.rule == rule)
}

fn only(scene: &Scene, rule: Rule) -> Diagnostic {
    let mut found: Vec<Diagnostic> = diagnostics(scene)
        .into_iter()
        .filter(|finding| finding.rule == rule)
        .collect();
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

/// The laps of a run, and the largest number of misses before a node was reached.
fn watched(scene: &Scene, seconds: f64) -> (usize, usize) {
    let mut world = World::new(scene);
    let nodes = &scene.paths[0].nodes;
    let (mut laps, mut most, mut passes, mut way) = (0, 0, 0, None);
    let (mut before, mut nearest) = (f64::NAN, f64::NAN);
    for _ in 0..(seconds / scene.dt()) as u64 {
        let from = world.agent(AgentId(1)).expect("Ann").position;
        world.step();
        laps += usize::from(
            world
                .events()
                .iter()
                .any(|event| event.kind == EventKind::NodeReached(nodes.len() - 1)),
        );
        let node = world.agent(AgentId(1)).expect("Ann").node.expect("a node");
        if way != Some(node) {
            (way, passes, before, nearest) = (Some(node), 0, f64::NAN, f64::NAN);
        }
        let distance = from.distance(nodes[node as usize].position);
        passes += usize::from(nearest < before && distance > nearest);
        (before, nearest) = (nearest, distance);
        most = most.max(passes);
    }
    (laps, most)
}
