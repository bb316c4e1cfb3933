//! Each behavior has its own memory, and an agent whose behaviors have no effect is idle.

use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene, Target,
};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::follow_path::{Start, Traversal};
use steerwright_runtime::steering::{Arrive, FollowPath, GridChase, Idle, Leave};

const ANN: AgentId = AgentId(1);

/// Ann at the first node of a loop, with a marker 6 u away.
fn scene(behaviors: Vec<Behavior>) -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Loop");
    path.traversal = Traversal::Loop;
    path.nodes = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32 + 1), DVec2::new(x, y)))
        .collect();
    let marker = Marker::at(
        MarkerId(1),
        "Post",
        MarkerKind::Target,
        DVec2::new(6.0, 0.0),
    );
    Scene {
        presets: vec![Arc::new(Preset::steered(PresetId(1), "Walker", behaviors))],
        paths: vec![Arc::new(path)],
        markers: Arc::new(vec![marker]),
        agents: Arc::new(vec![Agent {
            path: Some(PathId(1)),
            target: Some(Target::Marker(MarkerId(1))),
            danger: Some(Target::Marker(MarkerId(1))),
            ..Agent::at(ANN, "Ann", PresetId(1), DVec2::ZERO)
        }]),
        ..Scene::default()
    }
}

fn events(world: &mut World, ticks: u32) -> Vec<(usize, EventKind)> {
    let mut seen = Vec::new();
    for _ in 0..ticks {
        world.step();
        seen.extend(
            world
                .events()
                .iter()
                .map(|event| (event.behavior.unwrap_or(usize::MAX), event.kind.clone())),
        );
    }
    seen
}

fn follow(start: Start) -> Behavior {
    Behavior::FollowPath(FollowPath {
        start,
        ..FollowPath::default()
    })
}

#[test]
fn two_path_followers_of_one_agent_walk_the_path_on_their_own() {
    let one = World::new(&scene(vec![follow(Start::First)]));
    let two = World::new(&scene(vec![follow(Start::First), follow(Start::First)]));
    let reached = |mut world: World, behavior| {
        let seen = events(&mut world, 400);
        let own = seen.into_iter().filter(|(index, _)| *index == behavior);
        own.map(|(_, kind)| kind).take(4).collect::<Vec<_>>()
    };
    let expected: Vec<EventKind> = (0..4).map(EventKind::NodeReached).collect();
    assert_eq!(reached(one, 0), expected);
    assert_eq!(reached(two.clone(), 0), expected);
    assert_eq!(reached(two, 1), expected);
}

#[test]
fn two_arrives_of_one_agent_report_their_own_arrival() {
    let arrive = |target_radius| {
        Behavior::Arrive(Arrive {
            target_radius,
            ..Arrive::default()
        })
    };
    let seen = events(&mut World::new(&scene(vec![arrive(0.2), arrive(1.5)])), 600);
    assert_eq!(seen, [(1, EventKind::Arrived), (0, EventKind::Arrived)]);
}

#[test]
fn a_heavy_leaver_stops_beyond_its_danger_radius_unless_it_coasts() {
    for (idle, stops) in [(Idle::Brake, true), (Idle::Coast, false)] {
        let mut scene = scene(vec![Behavior::Leave(Leave {
            danger_radius: 5.0,
            ..Leave::default()
        })]);
        let body = &mut scene.preset_mut(PresetId(1)).expect("the preset").body;
        (body.mass, body.idle) = (4.0, idle);
        scene.agent_mut(ANN).expect("Ann").velocity.x = -2.0;
        let mut world = World::new(&scene);
        events(&mut world, 1200);
        let ann = world.agent(ANN).expect("Ann");
        assert_eq!(ann.velocity.length() < 1e-6, stops, "{idle:?}");
        assert_eq!(ann.position.x > -3.0, stops, "{idle:?}: {}", ann.position);
    }
}

#[test]
fn a_behavior_inserted_before_others_does_not_change_their_memory() {
    let before = scene(vec![follow(Start::First)]);
    let mut world = World::new(&before);
    events(&mut world, 150);
    let node = world.agent(ANN).expect("Ann").node;
    assert!(node > Some(0));
    let arrive = Behavior::Arrive(Arrive::default());
    world.apply_scene(&scene(vec![arrive, follow(Start::First)]));
    world.step();
    assert_eq!(world.agent(ANN).expect("Ann").node, node);
}

#[test]
fn an_agent_that_becomes_a_cell_mover_has_no_node_from_then_on() {
    let mut scene = scene(vec![follow(Start::First)]);
    let mut world = World::new(&scene);
    events(&mut world, 30);
    assert!(world.agent(ANN).expect("Ann").node.is_some());
    scene.preset_mut(PresetId(1)).expect("the preset").motion =
        Motion::GridChase(GridChase::default());
    world.apply_scene(&scene);
    assert_eq!(world.agent(ANN).expect("Ann").node, None);
}
