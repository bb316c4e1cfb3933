//! Degenerate input: coincident positions, missing targets, limits of zero. Each case has a defined
//! motion.

mod behaviors;
mod grid_chases;
mod homing_walks;
mod paths;
mod references;
mod stacks;

use std::sync::Arc;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scatter, Scene, Target,
};
use steerwright_runtime::simulation::{AgentView, EventKind, World};
use steerwright_runtime::steering;
use steerwright_runtime::steering::arrive::{Ramp, Stop};
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_runtime::steering::grid_chase::{ChaseMode, Method};
use steerwright_runtime::steering::leave;
use steerwright_runtime::steering::leave::LeaveRamp;
use steerwright_runtime::steering::separation::{Falloff, SeparationAccumulator};
use steerwright_runtime::steering::{
    Arrive, Body, Flee, FollowLeader, FollowPath, GridChase, HomingWalk, Leave, Pursue, Separation,
    arrive, pursue, seek,
};

const ANN: AgentId = AgentId(1);

const TRAVERSALS: [Traversal; 3] = [Traversal::Once, Traversal::Loop, Traversal::PingPong];

/// One agent at `at` that goes for and runs from the marker at (5, 0), with `behaviors`.
fn alone(at: DVec2, behaviors: impl IntoIterator<Item = Behavior>, body: Body) -> Scene {
    let preset = Preset {
        body,
        ..Preset::steered(PresetId(1), "", behaviors)
    };
    let mark = Some(Target::Marker(MarkerId(1)));
    let agent = Agent {
        target: mark,
        danger: mark,
        ..Agent::at(ANN, "Ann", PresetId(1), at)
    };
    let marker = Marker::at(
        MarkerId(1),
        "Mark",
        MarkerKind::Target,
        DVec2::new(5.0, 0.0),
    );
    Scene {
        presets: vec![Arc::new(preset)],
        agents: Arc::new(vec![agent]),
        markers: Arc::new(vec![marker]),
        ..Scene::default()
    }
}

/// [`alone`] at the origin, on a path with these nodes.
fn walker(traversal: Traversal, nodes: &[(f64, f64)]) -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Yard");
    path.traversal = traversal;
    path.nodes = nodes
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32 + 1), DVec2::new(x, y)))
        .collect();
    let mut scene = alone(
        DVec2::ZERO,
        [Behavior::FollowPath(FollowPath::default())],
        Body::default(),
    );
    scene.agent_mut(ANN).expect("Ann").path = Some(PathId(1));
    scene.paths = vec![Arc::new(path)];
    scene
}

/// A cell mover in cell (0, 0) after the prey at `prey`.
fn hunter(chase: GridChase, prey: DVec2, blocked: Vec<[i32; 2]>) -> Scene {
    let mut scene = alone(DVec2::new(0.5, 0.5), [], Body::default());
    scene.preset_mut(PresetId(1)).expect("a preset").motion = Motion::GridChase(chase);
    let marker = scene.marker_mut(MarkerId(1)).expect("a marker");
    marker.position = prey;
    scene.cells = Arc::new(CellMap {
        size: 1.0,
        blocked: blocked.into_iter().map(Cell::from).collect(),
    });
    scene
}

fn after(scene: &Scene, ticks: u32) -> (World, Vec<(u64, EventKind)>) {
    assert_eq!(
        steerwright_format::validate::scene_errors(scene),
        [],
        "the scene of the case is valid"
    );
    let mut world = World::new(scene);
    let mut happened = Vec::new();
    for _ in 0..ticks {
        world.step();
        happened.extend(
            world
                .events()
                .iter()
                .filter(|event| event.agent == ANN)
                .map(|event| (event.tick, event.kind.clone())),
        );
        for agent in world.agents() {
            assert!(
                agent.position.is_finite()
                    && agent.velocity.is_finite()
                    && agent.force.is_finite()
                    && agent.heading.is_finite()
            );
        }
    }
    (world, happened)
}

fn ann(scene: &Scene, ticks: u32) -> AgentView {
    after(scene, ticks).0.agent(ANN).expect("Ann")
}

fn reached(happened: &[(u64, EventKind)]) -> Vec<(u64, usize)> {
    happened
        .iter()
        .filter_map(|(tick, what)| {
            if let EventKind::NodeReached(node) = what {
                Some((*tick, *node))
            } else {
                None
            }
        })
        .collect()
}
