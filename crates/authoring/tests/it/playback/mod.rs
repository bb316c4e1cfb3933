//! Editing a scene during playback: no jumps, reproducible runs, and scrubbing.

mod edits;
mod presses;
mod repeating;
mod time;

use std::sync::Arc;
use steerwright_analysis::recording::Replay;
use steerwright_analysis::{Recording, Run};
use steerwright_authoring::edit;
use steerwright_authoring::playback::{Repeat, SPEEDS};
use steerwright_authoring::sample;
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{Item, Line, Playback, Selection};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scatter,
    Scene, Target, Wall, WallId,
};
use steerwright_runtime::steering::{Arrive, Body, FollowLeader, FollowPath};

const GUARD: AgentId = AgentId(1);

const FOLLOWER: AgentId = AgentId(2);

const SEEKER: AgentId = AgentId(3);

const PATH: PathId = PathId(1);

/// A guard on a path, an agent that follows it from a random start, and one that follows the
/// pointer.
fn scene() -> Scene {
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = [(0.0, 0.0), (8.0, 0.0), (8.0, 6.0)]
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32 + 1), DVec2::new(x, y)))
        .collect();
    let body = Body {
        max_speed: 4.0,
        max_force: 20.0,
        ..Body::default()
    };
    let preset = |id, name: &str, behavior: Behavior| {
        let mut preset = Preset::steered(PresetId(id), name, [behavior]);
        preset.body = body;
        Arc::new(preset)
    };
    Scene {
        presets: vec![
            preset(1, "Guard", Behavior::FollowPath(FollowPath::default())),
            preset(
                2,
                "Follower",
                Behavior::FollowLeader(FollowLeader::default()),
            ),
            preset(3, "Seeker", Behavior::Arrive(Arrive::default())),
        ],
        paths: vec![Arc::new(path)],
        agents: Arc::new(vec![
            Agent {
                path: Some(PATH),
                ..Agent::at(GUARD, "Guard", PresetId(1), DVec2::ZERO)
            },
            Agent {
                leader: Some(GUARD),
                scatter: Some(Scatter { min: 1.0, max: 3.0 }),
                ..Agent::at(FOLLOWER, "Follower", PresetId(2), DVec2::new(-3.0, 0.0))
            },
            Agent {
                target: Some(Target::Pointer),
                ..Agent::at(SEEKER, "Seeker", PresetId(3), DVec2::new(0.0, -5.0))
            },
        ]),
        ..Scene::default()
    }
}

fn ticks(playback: &mut Playback, count: u32) {
    for _ in 0..count {
        playback.play();
        playback.advance(playback.recording().dt() / playback.speed() * 1.000_001);
    }
}

/// A playing run of `scene` after `count` ticks.
fn playing(scene: &Scene, count: u32) -> Playback {
    let mut playback = Playback::new(scene);
    playback.play();
    ticks(&mut playback, count);
    assert_eq!(playback.tick(), u64::from(count));
    playback
}

fn paused(scene: &Scene, count: u32) -> Playback {
    let mut playback = playing(scene, count);
    playback.pause();
    playback
}

fn assert_same_bits(a: &Recording, b: &Recording) {
    assert_eq!(
        (a.first_tick(), a.last_tick()),
        (b.first_tick(), b.last_tick())
    );
    let (mut replay_a, mut replay_b) = (Replay::default(), Replay::default());
    for tick in a.first_tick()..=a.last_tick() {
        let bits = |recording: &Recording, replay: &mut Replay| -> Vec<[u64; 4]> {
            let agents = recording.at(tick).iter().map(|sample| sample.agent);
            agents
                .map(|agent| replay.sample(recording, tick, agent).unwrap())
                .map(|s| [s.position.x, s.position.y, s.velocity.x, s.velocity.y].map(f64::to_bits))
                .collect()
        };
        assert_eq!(
            bits(a, &mut replay_a),
            bits(b, &mut replay_b),
            "at tick {tick}"
        );
    }
    assert_eq!(a.events(), b.events());
}

fn fresh(scene: &Scene, count: u64) -> Run {
    let mut run = Run::new(scene);
    (0..count).for_each(|_| run.step());
    run
}

fn set_max_speed(scene: &mut Scene, preset: u32, speed: f64) {
    scene.preset_mut(PresetId(preset)).unwrap().body.max_speed = speed;
}

/// A scene in which one agent walks 4 u to the pointer and stops there.
fn arrival() -> Scene {
    let mut scene = scene();
    scene.agents = Arc::new(vec![Agent {
        target: Some(Target::Pointer),
        ..Agent::at(SEEKER, "Seeker", PresetId(3), DVec2::new(-4.0, 0.0))
    }]);
    scene
}
