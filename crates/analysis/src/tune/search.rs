//! The search for values that meet the goals: one parameter at a time, near the present values,
//! then over the whole ranges, nearer and nearer to the best values.

use super::measurement::{Measurement, Trial};
use super::{Ending, TuneOptions, Tuned, simplex};
use crate::seeds::{Progress, runs_with_seeds};
use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};
use steerwright_runtime::scene::Scene;

/// The range of the maximum number of trials.
const MAX_TRIALS_RANGE: (u64, u64) = (400, 3000);
/// Within this range, the maximum is what simulates this many ticks of agents, which takes some
/// seconds.
const AGENT_TICKS: u64 = 3_000_000;
/// How many trials are reserved for simplifying the result: moving it back, resetting single
/// parameters, and rounding.
const TRIALS_TO_FINISH: usize = 60;
/// The factors by which a single parameter is lowered and raised.
const FACTORS: [f64; 4] = [2.0, 4.0, 8.0, 16.0];
/// Values nearer to 0 than this fraction of their range count as this far from it: no factor leads
/// to or from 0.
const NEAR_ZERO: f64 = 0.01;
/// The first step of a local search, as a fraction of the range.
const STEP: f64 = 0.12;
/// The first steps of the local searches from the best values.
const FINER_STEPS: [f64; 3] = [0.05, 0.02, 0.005];
/// The number of steps of a local search.
const ITERATIONS: u64 = 40;
/// The number of points spread over the ranges that are tried in a round, for each parameter.
const POINTS_PER_PARAMETER: usize = 20;
/// The number of these points, best first, from which a local search starts.
const STARTS: usize = 3;

/// The progress of a search.
#[derive(Debug, Default)]
pub struct TuneProgress {
    /// Counts the sets of values that were tried, and cancels.
    pub progress: Progress,
    best: Mutex<Option<Trial>>,
}

impl TuneProgress {
    /// The best set of values so far.
    pub fn best(&self) -> Option<Trial> {
        self.best
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn set_best(&self, trial: &Trial) {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner) = Some(trial.clone());
    }
}

/// Searches for values with which every run meets all goals, and which change as little as
/// possible. `None` if it was canceled, or if the preset is not in the scene.
pub fn tune(scene: &Scene, options: &TuneOptions, progress: &TuneProgress) -> Option<Tuned> {
    let measurement = Measurement::new(scene, options)?;
    let search = Search::new(measurement, max_trials(scene, options), progress);
    let present = search.measurement.present_values();
    let before = search.try_values(&present)?;
    let best = if before.meets_all() || options.parameters.is_empty() {
        before.clone()
    } else {
        search.find(&present)?;
        let found = search.state.borrow().best.clone()?;
        if found.meets_all() {
            search.simplified(&before, found)?
        } else {
            search.rounded(&before, found)?
        }
    };
    Some(Tuned {
        ending: match (before.meets_all(), best.meets_all()) {
            (true, _) => Ending::AlreadyMet,
            (false, true) => Ending::Met,
            (false, false) => Ending::NotMet,
        },
        preset: search.measurement.preset_with(&best.values),
        before,
        best,
        trials: search.state.borrow().trials,
    })
}

/// How many sets of values a search tries at most. A scene that is simulated quickly is searched
/// more closely.
#[must_use]
pub fn max_trials(scene: &Scene, options: &TuneOptions) -> usize {
    let spawned = scene.spawners.iter().map(|spawner| {
        let all = || spawner.count.saturating_mul(spawner.times.unwrap_or(1));
        u64::from(spawner.max_alive.unwrap_or_else(all))
    });
    let agents = scene.agents.len() as u64 + spawned.sum::<u64>();
    let runs = runs_with_seeds(scene, options.seeds);
    let ticks = runs.saturating_mul(options.ticks).saturating_mul(agents);
    (AGENT_TICKS / ticks.max(1)).clamp(MAX_TRIALS_RANGE.0, MAX_TRIALS_RANGE.1) as usize
}

/// A search: what it measures, and what it has found.
pub(super) struct Search<'a> {
    pub(super) measurement: Measurement<'a>,
    progress: &'a TuneProgress,
    max_trials: usize,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    trials: usize,
    best: Option<Trial>,
}

impl<'a> Search<'a> {
    fn new(measurement: Measurement<'a>, max_trials: usize, progress: &'a TuneProgress) -> Self {
        Self {
            measurement,
            progress,
            max_trials,
            state: RefCell::default(),
        }
    }

    /// Measures values. `None` if it was canceled.
    pub(super) fn try_values(&self, values: &[f64]) -> Option<Trial> {
        let trial = self.measurement.measure(values, &self.progress.progress)?;
        self.progress.progress.advance();
        let mut state = self.state.borrow_mut();
        state.trials += 1;
        let is_better = state
            .best
            .as_ref()
            .is_none_or(|best| trial.cost < best.cost);
        if is_better {
            self.progress.set_best(&trial);
            state.best = Some(trial.clone());
        }
        Some(trial)
    }

    /// How many trials are left.
    pub(super) fn trials_left(&self) -> usize {
        self.max_trials.saturating_sub(self.state.borrow().trials)
    }

    /// Whether the search is over: canceled, done, or out of trials.
    fn is_over(&self) -> bool {
        let state = self.state.borrow();
        self.progress.progress.is_canceled()
            || state.trials >= self.max_trials - TRIALS_TO_FINISH
            || state.best.as_ref().is_some_and(Trial::meets_all)
    }

    /// Searches for values that meet the goals. `None` if it was canceled.
    fn find(&self, present: &[f64]) -> Option<()> {
        self.change_one(present)?;
        self.descend(&self.fractions(present), STEP);
        let mut round = 0;
        while !self.is_over() {
            self.look_around(round, present)?;
            for step in FINER_STEPS {
                self.descend(&self.fractions(&self.best_values()), step);
            }
            round += 1;
        }
        (!self.progress.progress.is_canceled()).then_some(())
    }

    fn best_values(&self) -> Vec<f64> {
        let state = self.state.borrow();
        let best = state.best.as_ref();
        best.map_or_else(Vec::new, |best| best.values.clone())
    }

    /// Tries points that are spread over the ranges, other ones in each round, and searches around
    /// the best of them.
    fn look_around(&self, round: usize, present: &[f64]) -> Option<()> {
        // The first point that meets the goals is one that changes little.
        let axes = present.len();
        let count = POINTS_PER_PARAMETER * axes;
        let mut points: Vec<Vec<f64>> = (round * count..(round + 1) * count)
            .map(|index| spread_point(1 + index, axes))
            .collect();
        let change = |point: &[f64]| self.change(&self.values(point), present);
        points.sort_by(|a, b| change(a).total_cmp(&change(b)));
        let mut starts: Vec<(f64, Vec<f64>)> = Vec::new();
        for point in points {
            if self.is_over() {
                break;
            }
            let trial = self.try_values(&self.values(&point))?;
            starts.push((trial.cost, point));
        }
        starts.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        for (_, start) in starts.iter().take(STARTS) {
            self.descend(start, STEP);
        }
        Some(())
    }

    /// Changes single parameters by a factor, in both directions, until the goals are met: by the
    /// small factors first. `None` if it was canceled.
    fn change_one(&self, present: &[f64]) -> Option<()> {
        for factor in FACTORS {
            for (index, parameter) in self.measurement.options.parameters.iter().enumerate() {
                let (low, high) = parameter.range;
                let size = NEAR_ZERO * (high - low);
                let value = present[index];
                let around = if value.abs() < size { size } else { value };
                for other in [around / factor, around * factor] {
                    let inside = other.min(high).max(low);
                    if inside == value || self.is_over() {
                        continue;
                    }
                    let mut values = present.to_vec();
                    values[index] = inside;
                    self.try_values(&values)?;
                }
            }
        }
        Some(())
    }

    /// How much values change: the factor of each parameter, so that a tenth of a value is a large
    /// change however small it is in its range.
    fn change(&self, values: &[f64], present: &[f64]) -> f64 {
        (0..present.len())
            .map(|index| self.change_of(index, values[index], present[index]))
            .sum()
    }

    fn change_of(&self, index: usize, value: f64, present: f64) -> f64 {
        let (low, high) = self.measurement.options.parameters[index].range;
        let size = (NEAR_ZERO * (high - low)).max(f64::MIN_POSITIVE);
        let (a, b) = (value.abs() + size, present.abs() + size);
        if (value < 0.0) == (present < 0.0) {
            a.max(b) / a.min(b) - 1.0
        } else {
            (a + b) / size
        }
    }

    /// The parameters that differ from the present values, those that change most first.
    pub(super) fn changed(&self, values: &[f64], present: &[f64]) -> Vec<usize> {
        let change = |&index: &usize| self.change_of(index, values[index], present[index]);
        let mut changed: Vec<usize> = (0..present.len())
            .filter(|&index| values[index] != present[index])
            .collect();
        changed.sort_by(|a, b| change(b).total_cmp(&change(a)));
        changed
    }

    /// A local search from a point.
    fn descend(&self, start: &[f64], step: f64) {
        if self.is_over() {
            return;
        }
        // `try_values` keeps the best values.
        simplex::minimize(start, step, ITERATIONS, |point| {
            if self.is_over() {
                return 0.0;
            }
            let inside: Vec<f64> = point.iter().map(|x| x.clamp(0.0, 1.0)).collect();
            let outside: f64 = point.iter().zip(&inside).map(|(x, y)| (x - y).abs()).sum();
            self.try_values(&self.values(&inside))
                .map_or(0.0, |trial| trial.cost * (1.0 + outside) + outside)
        });
    }

    /// Values as fractions of their ranges.
    fn fractions(&self, values: &[f64]) -> Vec<f64> {
        let parameters = self.measurement.options.parameters.iter();
        parameters
            .zip(values)
            .map(|(parameter, value)| {
                let (low, high) = parameter.range;
                if high > low {
                    ((value - low) / (high - low)).clamp(0.0, 1.0)
                } else {
                    0.0
                }
            })
            .collect()
    }

    /// The values at these fractions of their ranges.
    fn values(&self, fractions: &[f64]) -> Vec<f64> {
        let parameters = self.measurement.options.parameters.iter();
        parameters
            .zip(fractions)
            .map(|(parameter, fraction)| {
                let (low, high) = parameter.range;
                low + fraction * (high - low)
            })
            .collect()
    }
}

/// Points that cover a cube evenly: a Halton sequence, with a prime base for each axis.
fn spread_point(index: usize, axes: usize) -> Vec<f64> {
    const PRIMES: [usize; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    (0..axes)
        .map(|axis| {
            let base = PRIMES[axis % PRIMES.len()];
            // With more axes than primes, a prime is used again, from a later point of its
            // sequence.
            let mut rest = index + 97 * (axis / PRIMES.len());
            let (mut fraction, mut digit) = (0.0, 1.0);
            while rest > 0 {
                digit /= base as f64;
                fraction += digit * (rest % base) as f64;
                rest /= base;
            }
            fraction
        })
        .collect()
}
