//! Measuring one set of values against the goals.

use super::TuneOptions;
use super::parameter::with_values;
use crate::measure::{Metric, RunMetrics};
use crate::seeds;
use crate::seeds::Progress;
use std::sync::Arc;
use steerwright_runtime::scene::{Preset, Scene};

/// A limit on a metric that no run may exceed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The metric.
    pub metric: Metric,
    /// Its highest permitted value.
    pub limit: f64,
}

/// How far one goal is met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoalResult {
    /// The goal.
    pub goal: Goal,
    /// The highest value in all runs. `None` if it did not happen in one of them.
    pub worst: Option<f64>,
    /// The seed with the highest value. The first one, if several have it.
    pub worst_seed: u64,
    /// In how many runs all agents meet it.
    pub met: usize,
}

/// A set of values, and what it gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// One value for each parameter.
    pub values: Vec<f64>,
    /// One result for each goal.
    pub goals: Vec<GoalResult>,
    /// How many runs were measured.
    pub runs: usize,
    /// In how many runs all goals are met.
    pub met: usize,
    /// How far it is from the goals; 0 if all are met.
    pub(super) cost: f64,
}

impl Trial {
    /// Whether all goals are met in all runs.
    pub fn meets_all(&self) -> bool {
        self.met == self.runs
    }
}

/// Measures sets of values in a scene.
pub(super) struct Measurement<'a> {
    scene: &'a Scene,
    pub(super) preset: &'a Preset,
    pub(super) options: &'a TuneOptions,
    runs: usize,
}

impl<'a> Measurement<'a> {
    /// `None` if the preset is not in the scene.
    pub(super) fn new(scene: &'a Scene, options: &'a TuneOptions) -> Option<Self> {
        let preset = scene.preset(options.preset)?;
        Some(Self {
            scene,
            preset,
            options,
            runs: seeds::runs_with_seeds(scene, options.seeds) as usize,
        })
    }

    /// The values that the scene has.
    pub(super) fn present_values(&self) -> Vec<f64> {
        self.values_of(self.preset)
    }

    /// The preset with other values.
    pub(super) fn preset_with(&self, values: &[f64]) -> Preset {
        with_values(self.preset, &self.options.parameters, values)
    }

    /// Runs the scene with other values and every seed. `None` if it was canceled.
    pub(super) fn measure(&self, values: &[f64], progress: &Progress) -> Option<Trial> {
        let preset = self.preset_with(values);
        let values = self.values_of(&preset);
        let scene = self.scene_with(preset);
        let TuneOptions {
            agents,
            goals,
            ticks,
            threads,
            ..
        } = self.options;
        let runs = seeds::in_order(self.runs, *threads, progress, |run| {
            let scene = seeds::with_seed(&scene, 1 + run as u64);
            seeds::metrics_of_run(&scene, agents, *ticks, progress)
        })?;
        let seconds = *ticks as f64 * scene.dt();
        let met_all = |run: &Vec<Option<RunMetrics>>| {
            let mut goals = goals.iter();
            goals.all(|goal| is_met(*goal, value_in_run(goal.metric, run)))
        };
        Some(Trial {
            values,
            runs: runs.len(),
            met: runs.iter().filter(|run| met_all(run)).count(),
            cost: goals.iter().map(|goal| cost(*goal, &runs, seconds)).sum(),
            goals: goals.iter().map(|goal| result(*goal, &runs)).collect(),
        })
    }

    fn values_of(&self, preset: &Preset) -> Vec<f64> {
        let parameters = self.options.parameters.iter();
        parameters
            .map(|parameter| parameter.place.get(preset).unwrap_or(parameter.range.0))
            .collect()
    }

    fn scene_with(&self, preset: Preset) -> Scene {
        let mut scene = self.scene.clone();
        if let Some(place) = scene.presets.iter_mut().find(|p| p.id == preset.id) {
            *place = Arc::new(preset);
        }
        scene
    }
}

/// The highest value among the agents of a run. `None` if one of them has none: what never happens
/// cannot be within a limit.
fn value_in_run(metric: Metric, run: &[Option<RunMetrics>]) -> Option<f64> {
    let mut values = run
        .iter()
        .map(|metrics| metrics.and_then(|metrics| metric.of(&metrics)));
    let first = values.next()??;
    values.try_fold(first, |highest, value| {
        value.map(|value| highest.max(value))
    })
}

fn is_met(goal: Goal, value: Option<f64>) -> bool {
    value.is_some_and(|value| value <= goal.limit)
}

/// How far the runs are from a goal: the farthest run, and a little of all runs, so that better and
/// worse can be told apart where the farthest stays as it is.
fn cost(goal: Goal, runs: &[Vec<Option<RunMetrics>>], seconds: f64) -> f64 {
    // A limit of 0 still has a scale.
    let scale = goal.limit.abs().max(0.01);
    // What never happened is farther than all that did.
    let never = (2.0 * seconds / scale).max(100.0);
    let excess = |run: &Vec<Option<RunMetrics>>| match value_in_run(goal.metric, run) {
        Some(value) if value <= goal.limit => 0.0,
        Some(value) => (value - goal.limit) / scale,
        None => never,
    };
    let (mut farthest, mut sum) = (0.0_f64, 0.0);
    for run in runs {
        let excess = excess(run);
        farthest = farthest.max(excess);
        sum += excess;
    }
    farthest + 0.2 * sum / runs.len().max(1) as f64
}

fn result(goal: Goal, runs: &[Vec<Option<RunMetrics>>]) -> GoalResult {
    let mut result = GoalResult {
        goal,
        worst: Some(f64::NEG_INFINITY),
        worst_seed: 1,
        met: 0,
    };
    for (run, seed) in runs.iter().zip(1..) {
        let value = value_in_run(goal.metric, run);
        result.met += usize::from(is_met(goal, value));
        let is_worse = match (value, result.worst) {
            (Some(value), Some(worst)) => value > worst,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if is_worse {
            (result.worst, result.worst_seed) = (value, seed);
        }
    }
    result
}
