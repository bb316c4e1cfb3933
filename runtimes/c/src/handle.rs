//! The handle of a world: the simulation, and how the export placed its axes.

use crate::status::{Failure, SwStatus};
use std::sync::Arc;
use steerwright_format::export_file::{Exported, Placement};
use steerwright_link::Receiver;
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{ExportOptions, PathId, Plane};
use steerwright_runtime::simulation;

/// `sw_world`.
#[derive(Debug)]
pub struct SwWorld {
    pub(crate) run: simulation::World,
    /// The runtime's y points up; the game's may point down.
    placement: Placement,
    plane: Plane,
    /// The lines of the paths, measured once.
    pub(crate) lines: Arc<[(PathId, Polyline)]>,
    /// The live link to the editor, if there is one.
    pub(crate) link: Option<Receiver>,
    /// Whether a panic has left it half changed.
    pub(crate) broken: bool,
}

/// `sw_snapshot`: a state of a world, with its scene and how that is placed.
#[derive(Debug)]
pub struct SwSnapshot {
    run: simulation::World,
    placement: Placement,
    plane: Plane,
    lines: Arc<[(PathId, Polyline)]>,
}

/// Worlds and snapshots may move between threads, and be read by several.
const _: fn() = || {
    fn holds<T: Send + Sync>() {}
    holds::<SwWorld>();
    holds::<SwSnapshot>();
};

impl SwWorld {
    pub(crate) fn new(exported: &Exported) -> Self {
        let run = exported.world();
        Self {
            lines: lines(&run),
            run,
            placement: exported.placement(),
            plane: exported.plane,
            link: None,
            broken: false,
        }
    }

    /// The export options with which the editor places its scenes as this one was placed.
    pub(crate) fn options(&self) -> ExportOptions {
        let Placement {
            scale,
            origin,
            y_down,
        } = self.placement;
        ExportOptions {
            y_down,
            plane: self.plane,
            scale,
            origin,
            with_trace: None,
        }
    }

    pub(crate) fn apply_scene(&mut self, edited: &Exported) {
        edited.apply_to(&mut self.run, self.placement);
        (self.placement, self.plane) = (edited.placement(), edited.plane);
        self.lines = lines(&self.run);
    }

    /// The state of the world, to go back to.
    pub(crate) fn snapshot(&self) -> SwSnapshot {
        SwSnapshot {
            run: self.run.clone(),
            placement: self.placement,
            plane: self.plane,
            lines: Arc::clone(&self.lines),
        }
    }

    /// Goes back to a state.
    pub(crate) fn restore(&mut self, snapshot: &SwSnapshot) {
        self.run.clone_from(&snapshot.run);
        (self.placement, self.plane) = (snapshot.placement, snapshot.plane);
        self.lines = Arc::clone(&snapshot.lines);
    }

    /// Rejects a world that a panic has left half changed.
    pub(crate) fn check_not_broken(&self) -> Result<(), Failure> {
        if self.broken {
            Err(Failure::new(
                SwStatus::Panic,
                "the world is broken since an earlier bug; free it",
            ))
        } else {
            Ok(())
        }
    }

    /// Converts a y between the runtime and the game, in either direction.
    pub(crate) fn y(&self, y: f64) -> f64 {
        self.placement.upward(DVec2::new(0.0, y)).y
    }

    /// Converts a row of cells between the runtime and the game, in either direction.
    pub(crate) fn row(&self, row: i32) -> i32 {
        if self.placement.y_down { -1 - row } else { row }
    }

    /// Converts a position of the game to the runtime.
    pub(crate) fn place(&self, x: f64, y: f64) -> DVec2 {
        self.placement.upward(DVec2::new(x, y))
    }
}

fn lines(run: &simulation::World) -> Arc<[(PathId, Polyline)]> {
    run.scene()
        .paths
        .iter()
        .filter_map(|path| Some((path.id, run.path_line(path.id)?)))
        .collect()
}
