//! The cells that doors block, so that one can open and close without a look at all walls.

use crate::geometry::{Cell, CellGrid};
use crate::level::crossed_cells::add_crossed_cells;
use crate::scene::{CellMap, Wall};
use std::sync::Arc;

/// The blocked cells of a scene: those of each door, and all others.
#[derive(Clone, Debug)]
pub(crate) struct DoorCells {
    fixed: Vec<Cell>,
    /// By wall; empty for walls that are no doors.
    doors: Vec<Vec<Cell>>,
    /// The next list of blocked cells, kept so that a switch asks for no memory.
    next: Vec<Cell>,
}

impl DoorCells {
    pub(crate) fn new(walls: &[Arc<Wall>], cells: &CellMap) -> Self {
        let mut fixed = cells.blocked.clone();
        let mut doors = Vec::with_capacity(walls.len());
        for wall in walls {
            let mut crossed = Vec::new();
            if wall.blocks_motion {
                for edge in wall.edges().filter(|edge| !edge.is_point()) {
                    add_crossed_cells(&edge, cells.grid_size(), &mut crossed);
                }
            }
            if wall.open.is_none() {
                fixed.append(&mut crossed);
            }
            doors.push(crossed);
        }
        let most = fixed.len() + doors.iter().map(Vec::len).sum::<usize>();
        Self {
            fixed,
            doors,
            next: Vec::with_capacity(most),
        }
    }

    /// Blocks the cells of the walls that are closed. Returns whether other cells are blocked than
    /// before.
    pub(crate) fn update(&mut self, walls: &[Arc<Wall>], grid: &mut CellGrid) -> bool {
        let Self { fixed, doors, next } = self;
        next.clear();
        next.extend_from_slice(fixed);
        for (wall, cells) in walls.iter().zip(doors) {
            if !wall.is_open() {
                next.extend_from_slice(cells);
            }
        }
        grid.swap_blocked(next)
    }
}
