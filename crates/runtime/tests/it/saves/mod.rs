//! Hashes and saves: what tells two worlds apart, and how a world goes on from a text.

mod going_on;
mod hashes;
mod refused;
mod text;

use std::sync::Arc;
use steerwright_format::export_file::{Exported, read_export};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Preset, PresetId, Scene, SpawnPlace,
    SpawnWhen, Spawner, SpawnerId, Target, Wall, WallId,
};
use steerwright_runtime::simulation::World;
use steerwright_testing::cases::{SUITE, case_files, run_exports};

const ANN: AgentId = AgentId(1);
const BOB: AgentId = AgentId(2);
const GOAL: MarkerId = MarkerId(1);
const DOOR: WallId = WallId(1);
const GUARD: PresetId = PresetId(1);

/// The exports of conformance cases about saves, searches, states and routes, with the names of the
/// cases.
fn guards() -> Vec<(String, Exported)> {
    let mut guards = Vec::new();
    for (path, file) in case_files(SUITE) {
        let folder = path.split('/').next().unwrap_or_default();
        if ["saves", "search", "states", "routes"].contains(&folder) {
            let exports = run_exports(&file);
            guards.extend(exports.map(|(name, text)| {
                let exported = read_export(text).expect("a valid export");
                (name.to_owned(), exported)
            }));
        }
    }
    assert!(guards.len() > 20);
    guards
}

/// Two agents, a marker, a door, and a spawner of agents that wait for the name "wave".
fn scene() -> Scene {
    let ann = Agent {
        target: Some(Target::Marker(GOAL)),
        danger: Some(Target::Agent(BOB)),
        ..Agent::at(ANN, "Ann", GUARD, DVec2::ZERO)
    };
    let bob = Agent::at(BOB, "Bob", GUARD, DVec2::new(3.0, -2.0));
    let goal = Marker::at(GOAL, "Goal", MarkerKind::Target, DVec2::new(5.0, 1.0));
    let mut door = Wall::through(DOOR, "Door", [DVec2::new(9.0, 0.0), DVec2::new(9.0, 4.0)]);
    door.open = Some(false);
    let mut nest = Spawner::at(SpawnerId(1), "Nest", GUARD, SpawnPlace::Agent(BOB));
    nest.when = SpawnWhen::Trigger("wave".into());
    nest.target = Some(Target::Agent(BOB));
    Scene {
        presets: vec![Preset::steered(GUARD, "Guard", [Behavior::Seek {}]).into()],
        agents: Arc::new(vec![ann, bob]),
        markers: Arc::new(vec![goal]),
        walls: vec![door.into()],
        spawners: vec![nest.into()],
        ..Scene::default()
    }
}

fn steps(world: &mut World, ticks: usize) {
    (0..ticks).for_each(|_| world.step());
}

/// A new world of `scene` that goes on from the save of `world`.
fn reloaded(world: &World, scene: &Scene) -> World {
    let mut loaded = World::new(scene);
    loaded.load_save(&world.save()).expect("its own save");
    loaded
}
