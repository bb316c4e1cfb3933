//! What agents see of a level during a run, and what they never see.
//!
//! A run of the scene is sampled every few ticks. At every sample, a cell is *watched* if any
//! chosen agent sees its center
//! ([`SightCone::sees_point`](steerwright_runtime::level::SightCone::sees_point)). From this follow
//! the share of time that a cell is watched, its longest gap, and the time since it was last
//! watched.
//!
//! ```
//! use steerwright_analysis::coverage::{Coverage, CoverageError, CoverageOptions};
//! use steerwright_analysis::seeds::Progress;
//! use steerwright_runtime::scene::Scene;
//!
//! let options = CoverageOptions::default();
//! let result = Coverage::measure(&Scene::default(), &options, None, &Progress::default());
//! assert_eq!(result.unwrap_err(), CoverageError::NoSight);
//! ```

mod agent_sight;
mod area_check;
mod area_report;
mod cell_bits;
mod enclosed;
mod error;
mod extent;
mod grid;
mod layer;
mod picture;
mod sampled_run;
mod since;
mod table;
mod tally;
mod visible_cells;
mod whole_loop;

pub use area_check::{AreaError, AreaFigures};
pub use area_report::{AreaReport, AreaReports, check_areas, requirement_text};
pub use error::CoverageError;
pub use grid::CoverageGrid;
pub use layer::{CoverageLayer, Scale, color_at};
pub use picture::{Picture, picture};
pub use since::{Moment, SinceWatched};
pub use table::csv;
pub use whole_loop::Stretch;

use crate::seeds::Progress;
use agent_sight::{AgentSight, PART};
use sampled_run::SampledRun;
use std::sync::Arc;
use steerwright_format::limits::{COVERAGE_BITS, COVERAGE_CELLS};
use steerwright_runtime::level::Segment;
use steerwright_runtime::scene::{AgentId, Scene};
use tally::Tally;

/// The longest run, s.
pub const MAX_SECONDS: f64 = 600.0;
/// The smallest cells, u.
pub const MIN_CELL: f64 = 0.001;
/// How often a run is sampled per second of its own time.
pub const SAMPLES_PER_SECOND: f64 = 10.0;

/// What to measure.
#[derive(Clone, Debug, PartialEq)]
pub struct CoverageOptions {
    /// The agents. Those without sight see nothing. `None` for all.
    pub agents: Option<Vec<AgentId>>,
    /// The length of the run, s.
    pub seconds: f64,
    /// The side of a cell, u. `None` for one that suits the size of the level.
    pub cell: Option<f64>,
    /// Whether to count only one whole loop, if the run repeats itself.
    pub whole_loop: bool,
    /// The number of threads, which changes no result.
    pub threads: usize,
}

impl Default for CoverageOptions {
    fn default() -> Self {
        Self {
            agents: None,
            seconds: 120.0,
            cell: None,
            whole_loop: true,
            threads: 1,
        }
    }
}

impl CoverageOptions {
    /// The agents to measure, in the order of the scene.
    pub fn watching(&self, scene: &Scene) -> Vec<AgentId> {
        let is_chosen = |id: &AgentId| self.agents.as_ref().is_none_or(|ids| ids.contains(id));
        let agents = agents_with_sight(scene);
        agents.filter(is_chosen).collect()
    }

    /// How many parts the measurement reports to its progress.
    pub fn parts(&self, scene: &Scene) -> usize {
        let samples = self.seconds.clamp(0.0, MAX_SECONDS) / sample_seconds(scene);
        self.watching(scene).len() * (samples.round() as usize).max(1).div_ceil(PART)
    }
}

/// The agents whose preset has sight, in the order of the scene.
pub fn agents_with_sight(scene: &Scene) -> impl Iterator<Item = AgentId> + '_ {
    let agents = scene.agents.iter();
    let sees = |id| {
        scene
            .preset(id)
            .is_some_and(|preset| preset.sight.is_some())
    };
    agents
        .filter(move |agent| sees(agent.preset))
        .map(|agent| agent.id)
}

/// The ticks from one sample to the next.
pub fn sample_ticks(scene: &Scene) -> u64 {
    ((scene.ticks_per_second / SAMPLES_PER_SECOND).round() as u64).max(1)
}

fn sample_seconds(scene: &Scene) -> f64 {
    sample_ticks(scene) as f64 * scene.dt()
}

/// What agents see of a level during a run.
#[derive(Clone, Debug)]
pub struct Coverage {
    grid: CoverageGrid,
    stretch: Stretch,
    sample_ticks: u64,
    dt: f64,
    /// How many samples the run has.
    samples: usize,
    sights: Vec<Arc<AgentSight>>,
    walls: Vec<Segment>,
    /// By sample, the cells that any agent sees.
    union: Vec<u64>,
    tally: Tally,
    /// By index of the grid, whether a cell is enclosed by walls. Empty if none is.
    enclosed: Vec<bool>,
}

impl Coverage {
    /// Measures a scene. What is the same as in `known` is not computed again; the result is the
    /// same without it. `None` if it was canceled.
    ///
    /// # Errors
    ///
    /// If no chosen agent has sight, or the measurement would be too large.
    pub fn measure(
        scene: &Scene,
        options: &CoverageOptions,
        known: Option<&Self>,
        progress: &Progress,
    ) -> Result<Option<Self>, CoverageError> {
        let agents = options.watching(scene);
        let samples = samples_of(scene, options)?;
        if agents.is_empty() {
            return Err(CoverageError::NoSight);
        }
        // Cells are at least as many as this, so that a run that cannot be measured is not
        // simulated.
        check_bits(agents.len(), samples, 1)?;
        let Some(run) = SampledRun::simulate(scene, &agents, samples, progress) else {
            return Ok(None);
        };
        let grid = extent::grid(scene, &run, options.cell)?;
        check_bits(agents.len(), samples, grid.cells())?;
        let barrier = scene.sight_barrier();
        let walls: Vec<Segment> = barrier.closed_segments().collect();
        let usable = known.filter(|known| known.grid == grid && known.walls == walls);
        let known_sights = usable.map_or(&[][..], |known| &known.sights);
        let threads = options.threads;
        let watches = run.watches;
        let stretch = options
            .whole_loop
            .then(|| whole_loop::find(&watches, grid.size));
        let stretch = stretch.flatten().unwrap_or(Stretch {
            first: 0,
            samples,
            repeats: false,
        });
        let seen = agent_sight::see(watches, &grid, &barrier, known_sights, threads, progress);
        let Some(sights) = seen else {
            return Ok(None);
        };
        let words = grid.rows * grid.row_words();
        let mut union = vec![0; words * samples];
        for (sample, cells) in union.chunks_mut(words).enumerate() {
            for sight in &sights {
                sight.add_to(sample, grid.row_words(), cells);
            }
        }
        Ok(Some(Self {
            tally: tally::tally(&union, words, stretch),
            enclosed: enclosed::enclosed_cells(scene, &grid),
            grid,
            stretch,
            sample_ticks: sample_ticks(scene),
            dt: scene.dt(),
            samples,
            sights,
            walls,
            union,
        }))
    }

    /// The cells.
    pub fn grid(&self) -> &CoverageGrid {
        &self.grid
    }

    /// The samples that are counted.
    pub fn stretch(&self) -> Stretch {
        self.stretch
    }

    /// The agents that were measured.
    pub fn agents(&self) -> impl Iterator<Item = AgentId> + '_ {
        self.sights.iter().map(|sight| sight.watch.agent)
    }

    /// The segments that hide, without those of open doors.
    pub fn walls(&self) -> &[Segment] {
        &self.walls
    }

    /// The time of a number of samples, s.
    pub fn seconds(&self, samples: u32) -> f64 {
        f64::from(samples) * self.sample_ticks as f64 * self.dt
    }

    /// The start and the end of the counted samples, s.
    pub fn counted_seconds(&self) -> (f64, f64) {
        let Stretch { first, samples, .. } = self.stretch;
        let end = first + samples;
        (self.seconds(first as u32), self.seconds(end as u32))
    }

    /// At how many of the counted samples a cell is watched.
    pub fn watched_samples(&self, column: usize, row: usize) -> u32 {
        self.tally.watched[self.bit(column, row)]
    }

    /// The share of the counted samples at which a cell is watched, 0 to 1.
    pub fn share(&self, column: usize, row: usize) -> f64 {
        f64::from(self.watched_samples(column, row)) / self.stretch.samples as f64
    }

    /// The longest run of counted samples at which a cell is not watched, around the end of the
    /// stretch if that repeats.
    pub fn longest_gap_samples(&self, column: usize, row: usize) -> u32 {
        self.tally.longest_gap[self.bit(column, row)]
    }

    /// The longest time for which a cell is not watched, s.
    pub fn longest_gap(&self, column: usize, row: usize) -> f64 {
        self.seconds(self.longest_gap_samples(column, row))
    }

    /// Whether a cell is a part of the level: walls do not enclose it. Where walls enclose a place
    /// and nothing is in it, nobody can be.
    pub fn is_counted(&self, column: usize, row: usize) -> bool {
        let index = self.grid.index(column, row);
        !self.enclosed.get(index).copied().unwrap_or(false)
    }

    /// Whether no chosen agent ever sees a cell of the level.
    pub fn is_never_watched(&self, column: usize, row: usize) -> bool {
        self.is_counted(column, row) && self.watched_samples(column, row) == 0
    }

    /// The columns and rows of the cells of the level, by row.
    pub fn counted_cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let cells = self.each_cell();
        cells.filter(|&(column, row)| self.is_counted(column, row))
    }

    /// The share of the cells of the level that are never watched, 0 to 1.
    pub fn never_watched_share(&self) -> f64 {
        let never = self.counted_cells();
        let never = never.filter(|&(column, row)| self.is_never_watched(column, row));
        never.count() as f64 / self.counted_cells().count().max(1) as f64
    }

    /// The columns and rows of all cells, by row.
    pub fn each_cell(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.grid.columns;
        (0..self.grid.rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    /// The words of the set of cells of a sample.
    fn words(&self) -> usize {
        self.grid.rows * self.grid.row_words()
    }

    /// The place of a cell in sets of cells.
    fn bit(&self, column: usize, row: usize) -> usize {
        row * self.grid.row_words() * 64 + column
    }
}

fn samples_of(scene: &Scene, options: &CoverageOptions) -> Result<usize, CoverageError> {
    let seconds = options.seconds;
    if !(seconds > 0.0 && seconds <= MAX_SECONDS) {
        return Err(CoverageError::Seconds { seconds });
    }
    Ok(((seconds / sample_seconds(scene)).round() as usize).max(1))
}

fn check_bits(agents: usize, samples: usize, cells: usize) -> Result<(), CoverageError> {
    let bits = (agents as u64 + 1)
        .saturating_mul(samples as u64)
        .saturating_mul(cells as u64);
    if cells as u64 > COVERAGE_CELLS.max {
        return Err(CoverageError::Limit(&COVERAGE_CELLS));
    }
    if bits > COVERAGE_BITS.max {
        return Err(CoverageError::Limit(&COVERAGE_BITS));
    }
    Ok(())
}
