//! Tuning to a goal: finds values of chosen parameters with which every seed meets limits on the
//! metrics of an agent.
//!
//! The search first changes single parameters, then looks near the present values, then all over
//! the ranges and ever nearer to the best values. What it finds is moved back toward the present
//! values as far as the goals allow, and rounded. Every value it reports was measured.

mod measurement;
mod parameter;
mod search;
mod simplex;
mod simplify;

pub use measurement::{Goal, GoalResult, Trial};
pub use parameter::{ParameterPlace, TunedParameter, tunable_parameters};
pub use search::{TuneProgress, max_trials, tune};

use steerwright_runtime::scene::{AgentId, Preset, PresetId};

/// What to tune.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneOptions {
    /// The preset whose parameters are tuned.
    pub preset: PresetId,
    /// The agents that have to meet the goals, in every run.
    pub agents: Vec<AgentId>,
    /// The goals.
    pub goals: Vec<Goal>,
    /// The parameters, with the range of each.
    pub parameters: Vec<TunedParameter>,
    /// The number of seeds, from 1 up.
    pub seeds: u64,
    /// The length of each run, in ticks.
    pub ticks: u64,
    /// The number of threads. It changes no result.
    pub threads: usize,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The present values meet all goals.
    AlreadyMet,
    /// Other values meet all goals.
    Met,
    /// No values that were tried meet all goals.
    NotMet,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// How it ended.
    pub ending: Ending,
    /// The values found, one for each parameter; if the goals were not met, the closest ones.
    pub best: Trial,
    /// What the present values give.
    pub before: Trial,
    /// The preset with the values found.
    pub preset: Preset,
    /// How many sets of values were tried.
    pub trials: usize,
}
