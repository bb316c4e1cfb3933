//! Senses: what agents watch, hear and touch, how alert they are, and what they know.

mod alert;
mod changes;
mod goals;
mod hearing;
mod reading;
mod reasons;
mod touching;
mod watching;

use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Hearing, Motion, Preset, PresetId, Scene, Steered, Target, Wall,
    WallId, WeightedBehavior,
};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::{Body, Goal};

const GUARD: AgentId = AgentId(1);
const THIEF: AgentId = AgentId(2);
const OTHER: AgentId = AgentId(3);

/// A guard at the origin that looks to the right and watches thieves, with these senses, and
/// thieves at some places.
fn scene(guard: Preset, thieves: &[(f64, f64)]) -> Scene {
    let thief = Preset {
        body: Body {
            radius: 0.25,
            ..Body::default()
        },
        ..Preset::steered(PresetId(2), "Thief", [])
    };
    let mut agents = vec![Agent::at(GUARD, "Guard", PresetId(1), DVec2::ZERO)];
    agents.extend((2..).zip(thieves).map(|(id, &(x, y))| Agent {
        team: Some("thieves".into()),
        ..Agent::at(AgentId(id), "Thief", PresetId(2), DVec2::new(x, y))
    }));
    Scene {
        presets: vec![Arc::new(guard), Arc::new(thief)],
        agents: Arc::new(agents),
        ..Scene::default()
    }
}

/// A guard with sight that stands and watches thieves.
fn guard() -> Preset {
    Preset {
        sight: Some(Sight::default()),
        ..listener()
    }
}

/// A guard without sight, whose touch counts.
fn blind() -> Preset {
    Preset {
        watches: vec!["thieves".into()],
        ..Preset::steered(PresetId(1), "Guard", [])
    }
}

/// A guard without sight that hears thieves.
fn listener() -> Preset {
    Preset {
        hearing: Some(Hearing::default()),
        ..blind()
    }
}

/// The preset with one behavior that has a goal.
fn with_goal(preset: Preset, behavior: Behavior, goal: Goal) -> Preset {
    let weighted = WeightedBehavior {
        goal,
        ..behavior.into()
    };
    Preset {
        motion: Motion::Steered(Steered {
            behaviors: vec![weighted],
            ..Steered::default()
        }),
        ..preset
    }
}

fn wall(from: (f64, f64), to: (f64, f64)) -> Wall {
    Wall::through(WallId(1), "", [DVec2::from(from), DVec2::from(to)])
}

fn with_wall(mut scene: Scene, wall: Wall) -> Scene {
    scene.walls.push(Arc::new(wall));
    scene
}

/// The kinds of events of the guard in so many ticks, each with its tick.
fn events(world: &mut World, ticks: u64) -> Vec<(u64, EventKind)> {
    let mut happened = Vec::new();
    for _ in 0..ticks {
        world.step();
        let of_guard = world.events().iter().filter(|event| event.agent == GUARD);
        happened.extend(of_guard.map(|event| (event.tick, event.kind.clone())));
    }
    happened
}

fn perceived(world: &World) -> Option<Target> {
    world.senses(GUARD).expect("the guard").perceived
}

fn meter(world: &World) -> f64 {
    world.senses(GUARD).expect("the guard").meter
}

/// Puts an agent somewhere, and keeps it there.
fn put(world: &mut World, id: AgentId, x: f64, y: f64) {
    world.drive(id, DVec2::new(x, y)).expect("an agent");
}
