//! A sample scene, and helpers to inspect it in a window.

use crate::window::{Window, at};
use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene, Target,
};
use steerwright_runtime::steering::{Arrive, Body, FollowPath};

pub const PATH: PathId = PathId(1);
pub const GUARD: AgentId = AgentId(1);
pub const SEEKER: AgentId = AgentId(2);

/// A guard on a path along the x axis, and two seekers with the same preset that move toward a
/// target.
pub fn sample_scene() -> Scene {
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = (0..4)
        .map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 0.0)))
        .collect();
    let body = Body {
        max_speed: 4.0,
        max_force: 20.0,
        ..Body::default()
    };
    let preset = |id, name: &str, behavior: Behavior| {
        Arc::new(Preset {
            body,
            ..Preset::steered(PresetId(id), name, [behavior])
        })
    };
    let seeker = |id, name: &str, y| Agent {
        target: Some(Target::Marker(MarkerId(1))),
        ..Agent::at(AgentId(id), name, PresetId(2), at(-4.0, y))
    };
    Scene {
        name: "Sample".into(),
        presets: vec![
            preset(1, "Walks", Behavior::FollowPath(FollowPath::default())),
            preset(
                2,
                "Seeks",
                Behavior::Arrive(Arrive {
                    slow_radius: 3.0,
                    ..Arrive::default()
                }),
            ),
        ],
        paths: vec![Arc::new(path)],
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Gate",
            MarkerKind::Target,
            DVec2::new(8.0, 6.0),
        )]),
        agents: Arc::new(vec![
            Agent {
                path: Some(PATH),
                ..Agent::at(GUARD, "Guard", PresetId(1), at(0.0, 3.0))
            },
            seeker(2, "Seeker", 8.0),
            seeker(3, "Other", 5.0),
        ]),
        ..Scene::default()
    }
}

pub fn bits(scene: &Scene) -> String {
    format!("{scene:?}")
}

pub fn node(window: &Window, index: usize) -> DVec2 {
    window.scene().path(PATH).unwrap().nodes[index].position
}

pub fn slow_radius(window: &Window) -> f64 {
    let Motion::Steered(steered) = &window.scene().preset(PresetId(2)).unwrap().motion else {
        panic!("steered")
    };
    let Behavior::Arrive(arrive) = steered.behaviors[0].behavior else {
        panic!("arrive")
    };
    arrive.slow_radius
}

pub fn speed_of(window: &Window, agent: AgentId) -> f64 {
    window
        .playback()
        .recording()
        .sample(window.playback().tick(), agent)
        .unwrap()
        .speed()
}
