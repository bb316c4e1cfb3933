//! Grids of square cells, and lines of cells.

use glam::DVec2;
use serde::{Deserialize, Serialize};

/// The column and row of a cell. The lower left corner of cell (0, 0) is the origin. Files contain
/// `[column, row]`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
pub struct Cell {
    /// The column, counted to the right.
    pub column: i32,
    /// The row, counted upward.
    pub row: i32,
}

impl Cell {
    /// The cell at (`column`, `row`).
    #[must_use]
    pub const fn new(column: i32, row: i32) -> Self {
        Self { column, row }
    }

    /// The cell `columns` to the right and `rows` up. Saturates at the limits of `i32`.
    #[must_use]
    pub const fn offset(self, columns: i32, rows: i32) -> Self {
        Self {
            column: self.column.saturating_add(columns),
            row: self.row.saturating_add(rows),
        }
    }
}

/// A grid of square cells that covers the plane, with a set of blocked cells.
#[derive(Clone, Debug, PartialEq)]
pub struct CellGrid {
    size: f64,
    blocked: Vec<Cell>,
}

impl CellGrid {
    /// A grid of cells with sides of `size` u. A size that is not positive and finite is replaced
    /// by 1.
    #[must_use]
    pub fn new(size: f64, mut blocked: Vec<Cell>) -> Self {
        blocked.sort_unstable();
        blocked.dedup();
        let size = if size > 0.0 && size < f64::INFINITY {
            size
        } else {
            1.0
        };
        Self { size, blocked }
    }

    /// Replaces the blocked cells, and puts the ones from before into `blocked`. Returns whether
    /// they are others.
    pub(crate) fn swap_blocked(&mut self, blocked: &mut Vec<Cell>) -> bool {
        blocked.sort_unstable();
        blocked.dedup();
        std::mem::swap(&mut self.blocked, blocked);
        self.blocked != *blocked
    }

    /// The side of a cell, u.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.size
    }

    /// The cell that contains `p`. A point on an edge belongs to the cell to the right of it, or
    /// above it.
    #[must_use]
    pub fn cell_at(&self, p: DVec2) -> Cell {
        // `as` saturates, so a far point lands in the outermost cell.
        Cell::new(
            (p.x / self.size).floor() as i32,
            (p.y / self.size).floor() as i32,
        )
    }

    /// The center of a cell, u.
    #[must_use]
    pub fn center(&self, cell: Cell) -> DVec2 {
        DVec2::new(
            (f64::from(cell.column) + 0.5) * self.size,
            (f64::from(cell.row) + 0.5) * self.size,
        )
    }

    /// Whether agents cannot enter `cell`.
    #[must_use]
    pub fn is_blocked(&self, cell: Cell) -> bool {
        self.blocked.binary_search(&cell).is_ok()
    }

    /// Whether an agent can step from `from` to the adjacent cell `to`: `to` is not blocked and,
    /// for a diagonal step, neither are the two cells that share an edge with both. `from` may be
    /// blocked.
    #[must_use]
    pub fn can_step(&self, from: Cell, to: Cell) -> bool {
        let diagonal = from.column != to.column && from.row != to.row;
        !self.is_blocked(to)
            && !(diagonal
                && (self.is_blocked(Cell::new(to.column, from.row))
                    || self.is_blocked(Cell::new(from.column, to.row))))
    }
}

/// Bresenham's line of cells, without `from` and including `to`. It is computed lazily.
///
/// Source: Bourg & Seemann, *AI for Game Developers*, ch. 2, with the standard initial error
/// instead of the printed one, which is twice as large and bends the line.
pub fn line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (dx, dy) = (
        i64::from(to.column) - i64::from(from.column),
        i64::from(to.row) - i64::from(from.row),
    );
    let (step_x, step_y) = (dx.signum() as i32, dy.signum() as i32);
    let (dx, dy) = (dx.abs(), dy.abs());
    let (long, short) = if dx >= dy { (dx, dy) } else { (dy, dx) };
    let mut error = 2 * short - long;
    let mut cell = from;
    (0..long).map(move |_| {
        let aside = error >= 0;
        if aside {
            error -= 2 * long;
        }
        error += 2 * short;
        if dx >= dy || aside {
            cell.column += step_x;
        }
        if dy > dx || aside {
            cell.row += step_y;
        }
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_points_go_round() {
        let grid = CellGrid::new(2.0, vec![]);
        for cell in [Cell::new(0, 0), Cell::new(-1, 3), Cell::new(7, -9)] {
            assert_eq!(grid.cell_at(grid.center(cell)), cell);
        }
        assert_eq!(grid.cell_at(DVec2::new(-0.001, 2.0)), Cell::new(-1, 1));
        assert_eq!(
            grid.cell_at(DVec2::new(f64::NAN, f64::INFINITY)),
            Cell::new(0, i32::MAX)
        );
    }

    #[test]
    fn corners_are_not_cut() {
        let grid = CellGrid::new(1.0, vec![Cell::new(1, 0)]);
        assert!(!grid.can_step(Cell::new(0, 0), Cell::new(1, 0)));
        assert!(!grid.can_step(Cell::new(0, 0), Cell::new(1, 1)));
        assert!(grid.can_step(Cell::new(0, 0), Cell::new(0, 1)));
        assert!(grid.can_step(Cell::new(0, 1), Cell::new(1, 1)));
    }

    #[test]
    fn a_line_across_the_whole_range_does_not_overflow() {
        let far = line(Cell::new(i32::MIN, i32::MIN), Cell::new(i32::MAX, i32::MAX))
            .take(3)
            .collect::<Vec<_>>();
        assert_eq!(
            far,
            [
                Cell::new(i32::MIN + 1, i32::MIN + 1),
                Cell::new(i32::MIN + 2, i32::MIN + 2),
                Cell::new(i32::MIN + 3, i32::MIN + 3)
            ]
        );
        assert_eq!(line(Cell::default(), Cell::default()).count(), 0);
    }
}
