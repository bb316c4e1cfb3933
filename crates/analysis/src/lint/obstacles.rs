//! What always stops bodies: walls that are no doors, and blocked cells.

use glam::DVec2;
use steerwright_runtime::level::Barrier;
use steerwright_runtime::level::cell_outline::outline;
use steerwright_runtime::scene::{Scene, Wall};

/// All of it.
pub(super) fn lasting_walls(scene: &Scene) -> Barrier {
    let edges = lasting(scene).flat_map(|wall| wall.edges().collect::<Vec<_>>());
    Barrier::new(edges.chain(outline(&scene.cells.blocked, scene.cells.grid_size())))
}

/// The walls that are no doors.
pub(super) fn lasting(scene: &Scene) -> impl Iterator<Item = &Wall> {
    let walls = scene.walls.iter().map(AsRef::as_ref);
    walls.filter(|wall| wall.blocks_motion && wall.open.is_none())
}

/// What always stops bodies, by what it is called.
pub(super) struct Obstacles {
    pub walls: Barrier,
    pub cells: Barrier,
}

impl Obstacles {
    pub fn of(scene: &Scene) -> Self {
        let edges = lasting(scene).flat_map(|wall| wall.edges().collect::<Vec<_>>());
        Self {
            walls: Barrier::new(edges),
            cells: Barrier::new(outline(&scene.cells.blocked, scene.cells.grid_size())),
        }
    }

    pub fn are_none(&self) -> bool {
        self.walls.is_empty() && self.cells.is_empty()
    }

    pub fn touch(&self, from: DVec2, to: DVec2) -> bool {
        self.walls.touches(from, to) || self.cells.touches(from, to)
    }

    /// The distance of a way to what is nearest, u, and what that is, if it is nearer than
    /// `radius`.
    pub fn nearest(&self, from: DVec2, to: DVec2, radius: f64) -> Option<(f64, &'static str)> {
        let wall = self.walls.clearance(from, to, radius);
        let cell = self.cells.clearance(from, to, wall.unwrap_or(radius));
        cell.map(|distance| (distance, "blocked cell"))
            .or(wall.map(|distance| (distance, "wall")))
    }
}
