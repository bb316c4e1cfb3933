//! How agents share their time among the branches of a junction: as its rules lead to expect, and
//! as measured in a long walk.
//!
//! A *branch* is the way from the moment in which an agent goes on from a junction by one of its
//! choices to the moment in which it reaches a junction, the same or another. Waits and actions on
//! the way belong to it, those at junctions to none. The shares of all branches of a junction are 1
//! together.

mod chain;
mod places;
mod reached;
mod rules;
mod walk;

use crate::seeds::Progress;
use chain::{Chain, NoChain};
use places::Way;
pub use reached::reached_from;
use rules::Rules;
use std::collections::BTreeMap;
use steerwright_runtime::scene::{AgentId, NodeAction, NodeId, PathId, Scene};

/// A branch with less than this share of the passages is rare. Walks that come to the junction
/// often enough take all others.
const RARE: f64 = 1e-3;

/// A node of a path.
pub type Stop = (PathId, NodeId);

/// How long walks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of passages of the junction after which a walk ends.
    pub passages: u64,
    /// The number of ticks after which a walk ends at the latest.
    pub ticks: u64,
}

impl Default for Limits {
    /// Enough that chance changes a share of a half by less than 0.5 % of the whole in 19 of 20
    /// walks, if passages take less than five seconds: some seconds of work.
    fn default() -> Self {
        Self {
            passages: 40_000,
            ticks: 12_000_000,
        }
    }
}

/// The time on each branch of a junction.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchTimes {
    /// The agent that walked, without others.
    pub agent: AgentId,
    /// How long it walked, s of simulated time.
    pub seconds: f64,
    /// How often it left the junction and reached the next.
    pub passages: u64,
    /// The branches by where they lead, in the order of the choices.
    pub branches: Vec<BranchTime>,
}

/// The time on one branch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BranchTime {
    /// The node to which it leads first.
    pub to: Stop,
    /// The expected share of all passages of the junction, 0 to 1.
    pub choices: f64,
    /// The expected share of the time, 0 to 1.
    pub expected: f64,
    /// The measured share of the time, 0 to 1.
    pub measured: f64,
    /// How long a passage takes on average, s.
    pub seconds: f64,
}

/// Why there are no shares of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTimes {
    /// No agent gets to the junction by its path.
    NoAgent,
    /// The agent leaves the junction for the last time: its way ends, or it stays on other paths.
    NotForLong,
    /// Agents meet on the way, so the time depends on others.
    Meeting,
    /// There are too many different ways to come to the junctions.
    TooMany,
    /// The walk of the longest allowed time had too few passages.
    TooSlow,
    /// A branch is chosen so rarely that no walk took it.
    RareBranch,
}

/// The time on each branch of the junction at a node. `None` if it is canceled.
///
/// Expected is, in the long run, how often each way through the junction is taken, by the rules of
/// all junctions (a Markov chain), times how long a passage of that way takes on average in a first
/// walk; for a way that no walk took, how long one of its branch takes. Measured is the share of
/// time in a second walk with other random numbers. Both are of the first agent that gets to the
/// junction, which walks alone, without senses, in its state that follows the path.
pub fn branch_times(
    scene: &Scene,
    junction: Stop,
    limits: Limits,
    progress: &Progress,
) -> Option<Result<BranchTimes, NoTimes>> {
    let found = scene.agents.iter().find_map(|agent| {
        let trial = walk::Trial::of(scene, agent.id)?;
        let reaches = Rules::new(&trial.scene).reaches(&trial, junction);
        reaches.then_some(trial)
    });
    let Some(trial) = found else {
        return Some(Err(NoTimes::NoAgent));
    };
    let rules = Rules::new(&trial.scene);
    if rules.visits(&trial, |script| {
        let mut actions = script.actions.iter();
        actions.any(|action| matches!(action, NodeAction::Meet { count, .. } if *count > 1))
    }) {
        return Some(Err(NoTimes::Meeting));
    }
    let chain = match Chain::of(&rules, &trial, progress) {
        Ok(chain) => chain,
        Err(NoChain::TooLarge) => return Some(Err(NoTimes::TooMany)),
        Err(NoChain::Canceled) => return None,
    };
    let ways = chain.ways_through(junction);
    if ways.is_empty() {
        return Some(Err(NoTimes::NotForLong));
    }
    let first = Limits {
        passages: limits.passages / 4,
        ticks: limits.ticks / 4,
    };
    let trained = trial.walk(0, junction, first, progress)?;
    progress.advance();
    let measured = trial.walk(1, junction, limits, progress)?;
    progress.advance();
    if trained.passages < 1 || measured.passages < 1 {
        return Some(Err(NoTimes::TooSlow));
    }
    Some(times(&rules, &trial, junction, &ways, &trained, &measured))
}

/// Puts the shares together.
fn times(
    rules: &Rules,
    trial: &walk::Trial,
    junction: Stop,
    ways: &BTreeMap<Way, f64>,
    trained: &walk::Walk,
    measured: &walk::Walk,
) -> Result<BranchTimes, NoTimes> {
    let mut branches: Vec<BranchTime> = Vec::new();
    for to in rules.destinations(junction) {
        if branches.iter().all(|known| known.to != to) {
            branches.push(BranchTime {
                to,
                choices: 0.0,
                expected: 0.0,
                measured: measured.seconds_to(to),
                seconds: (measured.mean_to(to))
                    .or_else(|| trained.mean_to(to))
                    .unwrap_or(0.0),
            });
        }
    }
    for (way, frequency) in ways {
        let seconds = (trained.mean_of(way))
            .or_else(|| measured.mean_of(way))
            .or_else(|| trained.mean_to(way.to))
            .or_else(|| measured.mean_to(way.to));
        let branch = branches.iter_mut().find(|branch| branch.to == way.to);
        let (Some(seconds), Some(branch)) = (seconds, branch) else {
            let of_branch = ways.iter().filter(|(other, _)| other.to == way.to);
            let share = of_branch.map(|(_, of)| of).sum::<f64>() / ways.values().sum::<f64>();
            return Err(if share < RARE {
                NoTimes::RareBranch
            } else {
                NoTimes::TooSlow
            });
        };
        branch.choices += frequency;
        branch.expected += frequency * seconds;
    }
    let sum = |of: fn(&BranchTime) -> f64| branches.iter().map(of).sum::<f64>();
    let sums = [
        sum(|branch| branch.choices),
        sum(|branch| branch.expected),
        sum(|branch| branch.measured),
    ];
    if sums.iter().any(|sum| !(*sum > 0.0)) {
        return Err(NoTimes::TooSlow);
    }
    for branch in &mut branches {
        branch.choices /= sums[0];
        branch.expected /= sums[1];
        branch.measured /= sums[2];
    }
    Ok(BranchTimes {
        agent: trial.agent,
        seconds: measured.seconds,
        passages: measured.passages,
        branches,
    })
}
