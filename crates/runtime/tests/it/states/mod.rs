//! States: when agents change from one to another, and what they do then.

mod changes;
mod edits;
mod paths;
mod random;
mod random_times;
mod reference;
mod search;
mod sensing;

use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Preset, PresetId, Scene, State, StateId, StateRules, Steered,
    Term, Transition, WeightedBehavior,
};
use steerwright_runtime::simulation::{Event, EventKind, World};
use steerwright_runtime::steering::{BlendMode, Goal};

/// The only guard of many tests.
const ANN: AgentId = AgentId(1);

/// A transition to the state `to` if all of these hold.
fn when(to: u32, terms: impl IntoIterator<Item = Term>) -> Transition {
    Transition {
        to: StateId(to),
        any: false,
        terms: terms.into_iter().collect(),
    }
}

/// Holds if the game sends this name.
fn told_by_game(name: &str) -> Term {
    Term::Event { name: name.into() }
}

fn after(ticks: u32) -> Term {
    between(ticks, ticks)
}

fn between(min: u32, max: u32) -> Term {
    let seconds = |ticks: u32| f64::from(ticks) / 60.0;
    Term::For {
        min: seconds(min),
        max: seconds(max),
    }
}

fn steered(behaviors: impl IntoIterator<Item = Behavior>) -> Motion {
    Motion::Steered(Steered {
        blend_mode: BlendMode::WeightedSum,
        behaviors: behaviors.into_iter().map(Into::into).collect(),
    })
}

/// Seeks a goal of its own.
fn seek(goal: Goal) -> Motion {
    Motion::Steered(Steered {
        blend_mode: BlendMode::WeightedSum,
        behaviors: vec![WeightedBehavior {
            goal,
            ..Behavior::Seek {}.into()
        }],
    })
}

fn rules(id: u32, transitions: impl IntoIterator<Item = Transition>) -> StateRules {
    StateRules {
        id: StateId(id),
        name: format!("state {id}"),
        transitions: transitions.into_iter().collect(),
        ..StateRules::default()
    }
}

fn state(id: u32, motion: Motion, transitions: impl IntoIterator<Item = Transition>) -> State {
    State {
        rules: rules(id, transitions),
        motion,
        ..State::default()
    }
}

/// A preset with these states; the first has no motion of its own.
fn guard(states: impl IntoIterator<Item = State>) -> Preset {
    let mut states = states.into_iter();
    let first = states.next().expect("a state");
    Preset {
        state: first.rules,
        motion: first.motion,
        facing: first.facing,
        states: states.collect(),
        ..Preset::steered(PresetId(1), "Guard", [])
    }
}

/// A scene of Ann alone, at the origin.
fn scene(preset: Preset) -> Scene {
    Scene {
        presets: vec![Arc::new(preset)],
        agents: Arc::new(vec![Agent::at(ANN, "Ann", PresetId(1), DVec2::ZERO)]),
        ..Scene::default()
    }
}

fn state_of(world: &World, id: AgentId) -> u32 {
    world.state(id).expect("the agent").id.0
}

fn position(world: &World, id: AgentId) -> DVec2 {
    world.agent(id).expect("the agent").position
}

fn steps(world: &mut World, ticks: u32) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..ticks {
        world.step();
        events.extend_from_slice(world.events());
    }
    events
}

/// The ticks in which states were entered, with their names and the transitions.
fn entered(events: &[Event]) -> Vec<(u64, &str, Option<u32>)> {
    let entered = events.iter().filter_map(|event| match &event.kind {
        EventKind::StateEntered { name, reason } => Some((event.tick, name.as_ref(), *reason)),
        _ => None,
    });
    entered.collect()
}
