//! The walls of a scene as barriers.

use crate::geometry::CellGrid;
use crate::level::barrier::Barrier;
use crate::level::cell_outline::outline;
use crate::level::crossed_cells::add_crossed_cells;
use crate::scene::{CellMap, Scene, Wall};
use std::sync::Arc;

/// What blocks motion and what blocks sight in a scene: the edges of its walls by id, and the outline of its blocked cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walls {
    pub(crate) motion: Barrier,
    pub(crate) sight: Barrier,
    /// The walls, by id.
    walls: Vec<Arc<Wall>>,
    cells: Arc<CellMap>,
}

impl Walls {
    pub(crate) fn new(walls: &[Arc<Wall>], cells: &Arc<CellMap>) -> Self {
        let walls = by_id(walls);
        let outline = outline(&cells.blocked, cells.size);
        let barrier = |blocks: fn(&Wall) -> bool| {
            let edges = walls.iter().zip(0..).filter(|(wall, _)| blocks(wall));
            let edges = edges.flat_map(|(wall, index)| wall.edges().map(move |edge| (edge, index)));
            // Cells are of no door.
            let edges = edges.chain(outline.iter().map(|&edge| (edge, u32::MAX)));
            Barrier::with_doors(
                edges.collect(),
                walls.iter().map(|wall| wall.is_open()).collect(),
            )
        };
        Self {
            motion: barrier(|wall| wall.blocks_motion),
            sight: barrier(|wall| wall.blocks_sight),
            walls,
            cells: Arc::clone(cells),
        }
    }

    /// Takes the walls and cells of an edited scene. If only doors were opened and closed, the barriers are kept.
    pub(crate) fn update(&mut self, walls: &[Arc<Wall>], cells: &Arc<CellMap>) {
        let sorted = by_id(walls);
        let same_cells = Arc::ptr_eq(&self.cells, cells) || self.cells == *cells;
        let same_edges = self.walls.len() == sorted.len()
            && self
                .walls
                .iter()
                .zip(&sorted)
                .all(|(before, now)| same_edges(before, now));
        if !(same_cells && same_edges) {
            *self = Self::new(walls, cells);
            return;
        }
        for barrier in [&mut self.motion, &mut self.sight] {
            barrier.set_open(sorted.iter().map(|wall| wall.is_open()));
        }
        self.walls = sorted;
    }

    /// The grid of agents that move by cells: the blocked cells, and those that closed walls cross.
    pub(crate) fn grid(walls: &[Arc<Wall>], cells: &CellMap) -> CellGrid {
        let mut blocked = cells.blocked.clone();
        let mut crossed = Vec::new();
        let barring = by_id(walls);
        for wall in barring
            .iter()
            .filter(|wall| wall.blocks_motion && !wall.is_open())
        {
            for edge in wall.edges().filter(|edge| !edge.is_point()) {
                add_crossed_cells(&edge, cells.grid_size(), &mut crossed);
            }
        }
        blocked.append(&mut crossed);
        CellGrid::new(cells.size, blocked)
    }
}

impl Scene {
    /// What blocks motion at the start: the edges of walls other than open doors, and the outline of blocked cells.
    #[must_use]
    pub fn motion_barrier(&self) -> Barrier {
        Walls::new(&self.walls, &self.cells).motion
    }

    /// What blocks sight at the start: the edges of walls other than open doors, and the outline of blocked cells.
    #[must_use]
    pub fn sight_barrier(&self) -> Barrier {
        Walls::new(&self.walls, &self.cells).sight
    }
}

fn by_id(walls: &[Arc<Wall>]) -> Vec<Arc<Wall>> {
    let mut walls = walls.to_vec();
    walls.sort_by_key(|wall| wall.id);
    walls.dedup_by_key(|wall| wall.id);
    walls
}

fn same_edges(a: &Arc<Wall>, b: &Arc<Wall>) -> bool {
    let shape = |wall: &Wall| (wall.id, wall.closed, wall.blocks_motion, wall.blocks_sight);
    Arc::ptr_eq(a, b) || shape(a) == shape(b) && a.nodes == b.nodes
}
