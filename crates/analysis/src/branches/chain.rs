//! How often agents take each way through the junctions in the long run: a Markov chain.

use super::Stop;
use super::places::{At, Way};
use super::rules::{Choice, Junction, Rules};
use super::walk::Trial;
use crate::seeds::Progress;
use std::collections::BTreeMap;
use steerwright_runtime::scene::Choose;

/// The most states of the chain.
const MAX_STATES: usize = 20_000;
/// The most steps from state to state until the frequencies must have settled.
const MAX_STEPS: usize = 100_000_000;
/// How many states are added between two checks whether it was canceled.
const STATES_BETWEEN_CHECKS: usize = 64;
/// Frequencies that change less have settled.
const SETTLED: f64 = 1e-15;
/// States that are rarer than this are left for good.
const LEFT: f64 = 1e-9;

/// An agent at a junction, and what its choice depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    at: At,
    came_from: Option<Stop>,
    /// How often it has chosen in turn at each junction, as far as that matters for the next
    /// choice.
    turns: BTreeMap<Stop, u32>,
}

/// A choice that an agent may take in a state.
struct Step {
    chance: f64,
    way: Way,
    /// The state at the next junction. `None` if the agent reaches none.
    to: Option<usize>,
}

/// The states at junctions, and the choices in each.
pub(super) struct Chain {
    steps: Vec<Vec<Step>>,
    frequencies: Vec<f64>,
}

/// Why there is no chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoChain {
    /// It is too large.
    TooLarge,
    /// Its result is no longer wanted.
    Canceled,
}

impl Chain {
    /// The chain of an agent.
    pub(super) fn of(rules: &Rules, trial: &Trial, progress: &Progress) -> Result<Self, NoChain> {
        let mut builder = Builder {
            rules,
            numbers: BTreeMap::new(),
            open: Vec::new(),
        };
        let mut steps: Vec<Vec<Step>> = Vec::new();
        let first = trial.start.and_then(|at| {
            let came_from = None;
            builder.reach(at, came_from, BTreeMap::new())
        });
        if first.is_some() {
            while let Some(state) = builder.open.get(steps.len()).cloned() {
                if steps.len() >= MAX_STATES {
                    return Err(NoChain::TooLarge);
                }
                if steps.len().is_multiple_of(STATES_BETWEEN_CHECKS) && progress.is_canceled() {
                    return Err(NoChain::Canceled);
                }
                steps.push(builder.steps(&state));
            }
        }
        let mut chain = Self {
            frequencies: vec![0.0; steps.len()],
            steps,
        };
        if let Some(first) = chain.frequencies.first_mut() {
            *first = 1.0;
            chain.settle(progress)?;
        }
        Ok(chain)
    }

    /// Iterates until the frequencies are those of the long run. Every other time the agent stays
    /// where it is, so that they also settle where agents return after the same number of steps.
    fn settle(&mut self, progress: &Progress) -> Result<(), NoChain> {
        let per_round = self
            .steps
            .iter()
            .map(|steps| steps.len() + 1)
            .sum::<usize>();
        for _ in 0..MAX_STEPS / per_round {
            if progress.is_canceled() {
                return Err(NoChain::Canceled);
            }
            let mut next: Vec<f64> = self.frequencies.iter().map(|of| of / 2.0).collect();
            for (steps, frequency) in self.steps.iter().zip(&self.frequencies) {
                for step in steps {
                    if let Some(to) = step.to {
                        next[to] += frequency / 2.0 * step.chance;
                    }
                }
            }
            let changes = next.iter().zip(&self.frequencies);
            let change = changes.map(|(next, before)| (next - before).abs());
            let change = change.fold(0.0, f64::max);
            self.frequencies = next;
            if change < SETTLED {
                return Ok(());
            }
        }
        Err(NoChain::TooLarge)
    }

    /// How often each way through a junction is taken; only ways that are taken again and again.
    pub(super) fn ways_through(&self, junction: Stop) -> BTreeMap<Way, f64> {
        let mut ways = BTreeMap::new();
        for (steps, frequency) in self.steps.iter().zip(&self.frequencies) {
            for step in steps {
                let is_lasting = step.to.is_some() && *frequency > LEFT;
                if step.way.junction == junction && is_lasting {
                    *ways.entry(step.way).or_insert(0.0) += frequency * step.chance;
                }
            }
        }
        ways
    }
}

struct Builder<'a> {
    rules: &'a Rules<'a>,
    numbers: BTreeMap<State, usize>,
    open: Vec<State>,
}

impl Builder<'_> {
    /// The number of the state at the first junction from here on.
    fn reach(
        &mut self,
        mut at: At,
        mut came_from: Option<Stop>,
        turns: BTreeMap<Stop, u32>,
    ) -> Option<usize> {
        let mut passed = std::collections::BTreeSet::new();
        while self.rules.junction(at).is_none() {
            if !passed.insert(at) {
                return None;
            }
            came_from = Some(self.rules.stop_at(at));
            at = self.rules.next(at)?;
        }
        let state = State {
            at,
            came_from,
            turns,
        };
        if let Some(&known) = self.numbers.get(&state) {
            return Some(known);
        }
        let number = self.open.len();
        self.numbers.insert(state.clone(), number);
        self.open.push(state);
        Some(number)
    }

    fn steps(&mut self, state: &State) -> Vec<Step> {
        let Some(junction) = self.rules.junction(state.at) else {
            return Vec::new();
        };
        let here = self.rules.stop_at(state.at);
        let stop = |choice: &Choice| self.rules.stop(choice.path, choice.node);
        let leads_on =
            |choice: &&Choice| !(junction.not_back && Some(stop(choice)) == state.came_from);
        let on: Vec<Choice> = junction.options.iter().filter(leads_on).copied().collect();
        let choices = if on.is_empty() {
            junction.options.clone()
        } else {
            on
        };
        let mut turns = state.turns.clone();
        let chances = chances(&junction, &choices, &mut turns, here);
        let mut steps = Vec::new();
        for (choice, chance) in choices.into_iter().zip(chances) {
            if chance > 0.0 {
                let way = Way {
                    came_from: state.came_from,
                    junction: here,
                    to: self.rules.stop(choice.path, choice.node),
                };
                let next = self.rules.take(state.at, choice);
                let to = self.reach(next, Some(here), turns.clone());
                steps.push(Step { chance, way, to });
            }
        }
        steps
    }
}

/// The chance of each of the choices that lead on from a junction. Counts a turn.
fn chances(
    junction: &Junction,
    choices: &[Choice],
    turns: &mut BTreeMap<Stop, u32>,
    here: Stop,
) -> Vec<f64> {
    match junction.choose {
        Choose::InTurn if choices.len() > 1 => {
            let turn = turns.entry(here).or_insert(0);
            let taken = *turn as usize % choices.len();
            // After so many turns, the choices are the same again, with and without one that leads
            // back.
            let all = junction.options.len() as u32;
            let again: u32 = match junction.not_back {
                true => (1..=all).fold(1, least_common),
                false => all,
            };
            *turn = (*turn + 1) % again;
            let chance = |index| if index == taken { 1.0 } else { 0.0 };
            (0..choices.len()).map(chance).collect()
        }
        Choose::Random | Choose::InTurn => {
            let sum: f64 = choices.iter().map(|next| f64::from(next.weight)).sum();
            let chance = |next: &Choice| f64::from(next.weight) / sum;
            choices.iter().map(chance).collect()
        }
    }
}

fn least_common(a: u32, b: u32) -> u32 {
    let (mut greatest, mut rest) = (a, b);
    while rest > 0 {
        (greatest, rest) = (rest, greatest % rest);
    }
    (a / greatest).saturating_mul(b)
}
