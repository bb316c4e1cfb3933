//! The shipped scenes move as their notes describe.

mod every_scene;
mod groups;
mod paths;
mod targets;
mod walls;

use std::collections::{BTreeMap, BTreeSet};
use steerwright_analysis::lint;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{AgentId, Behavior, Motion, Preset, Scene};
use steerwright_runtime::simulation::{Event, EventKind, World};
use steerwright_testing::shipped::{every_scene, scene};

const SECONDS: u64 = 60;

/// The id of the agent called `name`.
fn id(scene: &Scene, name: &str) -> AgentId {
    scene
        .agents
        .iter()
        .find(|agent| agent.name == name)
        .unwrap_or_else(|| panic!("no agent is called {name}"))
        .id
}

fn place(world: &World, id: AgentId) -> DVec2 {
    world.agent(id).expect("an agent").position
}

/// Runs for `seconds` and returns the events.
fn run(world: &mut World, seconds: u64, mut see: impl FnMut(&World)) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..seconds * 60 {
        world.step();
        events.extend_from_slice(world.events());
        see(world);
    }
    events
}

fn happened(events: &[Event], agent: AgentId) -> Vec<(u64, EventKind)> {
    events
        .iter()
        .filter(|event| event.agent == agent)
        .map(|event| (event.tick, event.kind.clone()))
        .collect()
}
