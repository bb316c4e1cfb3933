//! What was measured when an agent noticed, heard or lost others, or changed its state.
//!
//! Reasons explain a run to those who watch it. They have no effect on it: they are neither saved
//! nor part of the hash.

pub(crate) mod measure;

use crate::scene::{AgentId, Target};
use crate::steering::Goal;
use std::sync::Arc;

/// One reason why something happened to an agent.
/// [`World::reasons`](crate::simulation::World::reasons) returns those of the last step.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The tick in which it happened.
    pub tick: u64,
    /// The agent.
    pub agent: AgentId,
    /// What happened.
    pub of: ReasonOf,
    /// What was measured. A change of the state has a reason for each condition of the transition
    /// that held, in their order.
    pub fact: Fact,
}

/// The kind of event that a [`Reason`] is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonOf {
    /// [`SightGained`](crate::simulation::EventKind::SightGained) or `SightLost`.
    Sight,
    /// [`NoiseHeard`](crate::simulation::EventKind::NoiseHeard).
    Noise,
    /// [`StateEntered`](crate::simulation::EventKind::StateEntered) by a transition.
    State,
}

/// What was measured at the end of a tick, after all agents had moved and before states changed.
/// Distances are in u, from center to center.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// It has noticed someone.
    Sees {
        /// The one that it perceives.
        who: Option<Target>,
        /// How far away, if it sees this one now.
        distance: Option<f64>,
        /// For how many ticks it has seen this one without a break. `None` if it does not see it
        /// now, or if that began before a save was loaded.
        ticks: Option<u64>,
    },
    /// It sees no one.
    Unseen {
        /// The one that it saw last.
        who: Option<Target>,
        /// For how many ticks it has seen no one.
        ticks: u32,
    },
    /// It hears a noise.
    Hears {
        /// The agent that made it; `None` for noises of the game.
        who: Option<AgentId>,
        /// How far away.
        distance: f64,
    },
    /// Another agent of its team shared what it saw.
    Told {
        /// Who was seen.
        who: Option<Target>,
        /// How far away the place is where this one was seen.
        distance: Option<f64>,
    },
    /// It touches someone.
    Touches {
        /// The one that it touches.
        who: Option<Target>,
    },
    /// Its alert meter is as high or as low as a transition asks.
    Alert {
        /// The meter, 0 to 1.
        meter: f64,
        /// For how many ticks it has been in the state.
        ticks: u32,
    },
    /// The time in its state is over.
    Time {
        /// For how many ticks it has been in the state.
        ticks: u32,
    },
    /// A behavior has arrived.
    Arrived,
    /// It has followed its path to the end.
    PathFinished,
    /// It is near a place.
    Near {
        /// The place.
        goal: Goal,
        /// How far away.
        distance: f64,
    },
    /// It got an event.
    Event {
        /// The name of the event.
        name: Arc<str>,
        /// Whether the game sent it, and not an action on its path.
        by_game: bool,
    },
    /// The search is finished.
    SearchFinished,
    /// There is no way around walls to its goal.
    NoRoute,
}
