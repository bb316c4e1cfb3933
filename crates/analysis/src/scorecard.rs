//! The scorecard of a scene: the metrics of its agents over many seeds, as percentiles with the
//! worst seed.

use crate::measure::{Metric, RunMetrics};
use crate::seeds;
use crate::seeds::Progress;
use steerwright_runtime::scene::{AgentId, PresetId, Scene};

/// The most seeds of a scorecard.
pub const MAX_SEEDS: u64 = 100_000;

/// The most values per metric, agents times seeds: some 160 MB in all.
pub const MAX_VALUES: u64 = 2_000_000;

/// What a scorecard is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreOptions {
    /// The first seed.
    pub first_seed: u64,
    /// The number of seeds, from the first one up.
    pub seeds: u64,
    /// The length of each run, in ticks.
    pub ticks: u64,
    /// The rows that agents share.
    pub grouping: Grouping,
    /// The agents to measure. `None` for all.
    pub agents: Option<Vec<AgentId>>,
    /// The number of threads. It changes no result.
    pub threads: usize,
}

/// The rows that agents share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Each agent has its own.
    Agent,
    /// Agents with the same preset share them.
    Preset,
}

/// Above this many agents a table with rows for each of them is too long to read.
const MAX_OWN_ROWS: usize = 8;

impl Grouping {
    /// A grouping for this many agents.
    pub fn suitable_for(agents: usize) -> Self {
        if agents <= MAX_OWN_ROWS {
            Self::Agent
        } else {
            Self::Preset
        }
    }
}

/// The metrics of a scene over many seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Scorecard {
    /// The first seed.
    pub first_seed: u64,
    /// The number of seeds that were simulated: one if nothing in the scene depends on the seed.
    pub runs: u64,
    /// Whether anything in the scene depends on the seed.
    pub depends_on_seed: bool,
    /// The length of each run, s.
    pub seconds: f64,
    /// The rows, in the order of the agents or presets in the scene.
    pub groups: Vec<Group>,
}

/// The rows of an agent, or of the agents with one preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The name of the agent or preset.
    pub name: String,
    /// The agents.
    pub agents: Vec<AgentId>,
    /// One row for each metric that applies.
    pub rows: Vec<Row>,
}

/// The distribution of one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The metric.
    pub metric: Metric,
    /// Its values at [`Percentile::ALL`]. `None` if it never happened in that run.
    pub percentiles: [Option<f64>; 5],
    /// How many values there are, those that never happened included.
    pub values: usize,
    /// How many of them never happened.
    pub never: usize,
    /// The seed with the highest value, and the agent that has it there. The first one, if several
    /// do.
    pub worst: Worst,
}

/// Where a metric is highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worst {
    /// The seed.
    pub seed: u64,
    /// The agent.
    pub agent: AgentId,
}

/// A percentile of a [`Row`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Percentile {
    /// The lowest value.
    Min,
    /// 5 % of the values are not above it.
    P5,
    /// Half of the values are not above it.
    Median,
    /// 95 % of the values are not above it.
    P95,
    /// The highest value.
    Max,
}

impl Percentile {
    /// All percentiles, from low to high.
    pub const ALL: [Self; 5] = [Self::Min, Self::P5, Self::Median, Self::P95, Self::Max];

    /// Its name in tables and JSON.
    pub fn label(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::P5 => "p5",
            Self::Median => "median",
            Self::P95 => "p95",
            Self::Max => "max",
        }
    }

    /// The index of its value among `count` sorted ones: the smallest value that enough values are
    /// not above, so one that occurred.
    fn index(self, count: usize) -> usize {
        let percent = match self {
            Self::Min => 0,
            Self::P5 => 5,
            Self::Median => 50,
            Self::P95 => 95,
            Self::Max => 100,
        };
        (count * percent).div_ceil(100).saturating_sub(1)
    }
}

impl Scorecard {
    /// Whether there is nothing to measure in the scene.
    pub fn is_empty(&self) -> bool {
        self.groups.iter().all(|group| group.rows.is_empty())
    }
}

/// How many runs a scorecard needs: the seeds, or one if nothing in the scene depends on the seed.
pub fn runs(scene: &Scene, seeds: u64) -> u64 {
    seeds::runs_with_seeds(scene, seeds.min(MAX_SEEDS))
}

/// Runs `scene` with every seed and summarizes the metrics. Each finished run advances `progress`.
/// `None` if it was canceled.
pub fn score(scene: &Scene, options: &ScoreOptions, progress: &Progress) -> Option<Scorecard> {
    let groups = grouped(scene, options);
    let agents: Vec<AgentId> = groups.iter().flat_map(|(_, ids)| ids.clone()).collect();
    let runs = runs(scene, options.seeds);
    let measured = seeds::in_order(runs as usize, options.threads, progress, |index| {
        let scene = seeds::with_seed(scene, options.first_seed + index as u64);
        let metrics = seeds::metrics_of_run(&scene, &agents, options.ticks, progress)?;
        progress.advance();
        Some(metrics)
    })?;
    let mut first = 0;
    let groups = groups
        .into_iter()
        .map(|(name, ids)| {
            let columns = first..first + ids.len();
            first = columns.end;
            let rows = Metric::ALL
                .into_iter()
                .filter_map(|metric| {
                    let measured_agents: Vec<(usize, AgentId)> = columns
                        .clone()
                        .zip(ids.iter().copied())
                        .filter(|(_, agent)| metric.applies_to(scene, *agent))
                        .collect();
                    let values = measured.iter().enumerate().flat_map(|(run, metrics)| {
                        let seed = options.first_seed + run as u64;
                        measured_agents.iter().filter_map(move |&(column, agent)| {
                            let found = metrics.get(column).copied().flatten()?;
                            Some((found, Worst { seed, agent }))
                        })
                    });
                    row(metric, values)
                })
                .collect();
            Group {
                name,
                agents: ids,
                rows,
            }
        })
        .collect();
    Some(Scorecard {
        first_seed: options.first_seed,
        runs,
        depends_on_seed: seeds::depends_on_seed(scene),
        seconds: options.ticks as f64 * scene.dt(),
        groups,
    })
}

/// The names of the groups and their agents.
fn grouped(scene: &Scene, options: &ScoreOptions) -> Vec<(String, Vec<AgentId>)> {
    let agents = scene.agents.iter().filter(|agent| {
        options
            .agents
            .as_ref()
            .is_none_or(|chosen| chosen.contains(&agent.id))
    });
    match options.grouping {
        Grouping::Agent => agents
            .map(|agent| (agent.name.clone(), vec![agent.id]))
            .collect(),
        Grouping::Preset => {
            let chosen: Vec<(PresetId, AgentId)> =
                agents.map(|agent| (agent.preset, agent.id)).collect();
            let of = |preset: PresetId| -> Vec<AgentId> {
                chosen
                    .iter()
                    .filter(|(id, _)| *id == preset)
                    .map(|(_, agent)| *agent)
                    .collect()
            };
            scene
                .presets
                .iter()
                .map(|preset| (preset.name.clone(), of(preset.id)))
                .filter(|(_, agents)| !agents.is_empty())
                .collect()
        }
    }
}

/// The distribution of a metric over runs. `None` if it has no value.
fn row(metric: Metric, runs: impl Iterator<Item = (RunMetrics, Worst)>) -> Option<Row> {
    let mut values: Vec<(Option<f64>, Worst)> = runs
        .map(|(metrics, place)| (metric.of(&metrics), place))
        .filter(|(value, _)| value.is_some() || metric.may_never_happen())
        .collect();
    // What never happened is above every number. The sort is stable, so equal values stay in the
    // order of the seeds.
    values.sort_by(|(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) => a.total_cmp(b),
        (a, b) => a.is_none().cmp(&b.is_none()),
    });
    let highest = values.last()?.0;
    let worst = values.iter().find(|(value, _)| *value == highest)?.1;
    Some(Row {
        metric,
        percentiles: Percentile::ALL.map(|percentile| values[percentile.index(values.len())].0),
        values: values.len(),
        never: values.iter().filter(|(value, _)| value.is_none()).count(),
        worst,
    })
}
