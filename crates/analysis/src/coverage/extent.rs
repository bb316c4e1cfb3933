//! The part of a level that is measured, and the size of its cells.

use super::grid::CoverageGrid;
use super::sampled_run::SampledRun;
use super::{CoverageError, MIN_CELL};
use glam::DVec2;
use steerwright_format::limits::COVERAGE_CELLS;
use steerwright_runtime::scene::Scene;

/// The number of cells that a level has about, if their size is not chosen.
const USUAL_CELLS: usize = 40_000;

/// A growing box.
#[derive(Clone, Copy)]
struct Extent {
    min: DVec2,
    max: DVec2,
}

impl Extent {
    const EMPTY: Self = Self {
        min: DVec2::INFINITY,
        max: DVec2::NEG_INFINITY,
    };

    fn with(self, p: DVec2, margin: f64) -> Self {
        Self {
            min: self.min.min(p - margin),
            max: self.max.max(p + margin),
        }
    }

    fn contains(&self, p: DVec2) -> bool {
        p.cmpge(self.min).all() && p.cmple(self.max).all()
    }
}

/// The cells over the level: over walls, blocked cells, paths and areas, and over all that agents
/// could see who leave the box around the walls.
pub(super) fn grid(
    scene: &Scene,
    run: &SampledRun,
    cell: Option<f64>,
) -> Result<CoverageGrid, CoverageError> {
    let extent = extent(scene, run);
    let Some(cell) = cell else {
        let sizes = (-3..9).flat_map(|power| [1.0, 2.0, 2.5, 5.0].map(|step| (step, power)));
        let mut sizes = sizes.map(|(step, power)| step * 10_f64.powi(power));
        let usual = sizes.find_map(|size| {
            let grid = CoverageGrid::around(extent.min, extent.max, size)?;
            (grid.columns.saturating_mul(grid.rows) <= USUAL_CELLS).then_some(grid)
        });
        return usual.ok_or(CoverageError::Limit(&COVERAGE_CELLS));
    };
    if !(cell >= MIN_CELL) {
        return Err(CoverageError::Cell { cell });
    }
    let grid = CoverageGrid::around(extent.min, extent.max, cell);
    let fits =
        |grid: &CoverageGrid| grid.columns.saturating_mul(grid.rows) as u64 <= COVERAGE_CELLS.max;
    grid.filter(fits)
        .ok_or(CoverageError::Limit(&COVERAGE_CELLS))
}

fn extent(scene: &Scene, run: &SampledRun) -> Extent {
    let mut walls = Extent::EMPTY;
    for node in scene.walls.iter().flat_map(|wall| &wall.nodes) {
        walls = walls.with(node.position, 0.0);
    }
    let cells = scene.cells.grid();
    for &cell in &scene.cells.blocked {
        walls = walls.with(cells.center(cell), cells.size() / 2.0);
    }
    let mut all = walls;
    for node in scene.paths.iter().flat_map(|path| &path.nodes) {
        all = all.with(node.position, 0.0);
    }
    for node in scene.editor.areas.iter().flat_map(|area| &area.nodes) {
        all = all.with(node.position, 0.0);
    }
    for watch in &run.watches {
        let range = watch.cone.range;
        for pose in watch.poses.iter().filter(|pose| pose.eye.is_finite()) {
            if !walls.contains(pose.eye) {
                all = all.with(pose.eye, range);
            }
        }
    }
    all
}
