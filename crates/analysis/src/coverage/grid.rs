//! The cells of a coverage.

use glam::DVec2;

/// Square cells over a level. Their borders are at multiples of their size, so that grids of one
/// size share their cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoverageGrid {
    /// The side of a cell, u.
    pub size: f64,
    /// The column of the left cells, counted from the origin of the scene.
    first_column: i64,
    /// The row of the lowest cells.
    first_row: i64,
    /// How many columns there are.
    pub columns: usize,
    /// How many rows there are.
    pub rows: usize,
}

/// The cells of which the extent of a grid is a multiple, so that a small edit does not change it.
const STEP: f64 = 4.0;

impl CoverageGrid {
    /// Cells of this size around the box from `min` to `max`, u. `None` if they are too many to
    /// count.
    pub fn around(min: DVec2, max: DVec2, size: f64) -> Option<Self> {
        let step = size * STEP;
        let first = (min / step).floor() * STEP;
        let end = ((max / step).ceil() * STEP).max(first + STEP);
        let counts = end - first;
        let fits = |v: DVec2| v.is_finite() && v.abs().max_element() < 1e9;
        (size > 0.0 && fits(first) && fits(end)).then_some(Self {
            size,
            first_column: first.x as i64,
            first_row: first.y as i64,
            columns: counts.x as usize,
            rows: counts.y as usize,
        })
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// The x of the centers of a column, u.
    #[inline]
    pub fn x(&self, column: usize) -> f64 {
        ((self.first_column + column as i64) as f64 + 0.5) * self.size
    }

    /// The y of the centers of a row, counted upward, u.
    #[inline]
    pub fn y(&self, row: usize) -> f64 {
        ((self.first_row + row as i64) as f64 + 0.5) * self.size
    }

    /// The center of a cell, u.
    #[inline]
    pub fn center(&self, column: usize, row: usize) -> DVec2 {
        DVec2::new(self.x(column), self.y(row))
    }

    /// The lower left and the upper right corner, u.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let min = DVec2::new(self.first_column as f64, self.first_row as f64) * self.size;
        (
            min,
            min + DVec2::new(self.columns as f64, self.rows as f64) * self.size,
        )
    }

    /// The column and the row of the cell at `p`.
    pub fn cell_at(&self, p: DVec2) -> Option<(usize, usize)> {
        let (min, max) = self.bounds();
        let inside = p.cmpge(min).all() && p.cmplt(max).all();
        let cell = (p - min) / self.size;
        let within = |v: f64, count: usize| (v as usize).min(count - 1);
        inside.then(|| (within(cell.x, self.columns), within(cell.y, self.rows)))
    }

    /// The place of a cell in lists of all cells: by row from low to high, then by column.
    #[inline]
    pub fn index(&self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// The words of a row in sets of cells.
    pub(super) fn row_words(&self) -> usize {
        self.columns.div_ceil(64)
    }

    /// The place of `x` among the columns: the center of column `i` is at `i`.
    #[inline]
    pub(super) fn column_of(&self, x: f64) -> f64 {
        x / self.size - 0.5 - self.first_column as f64
    }

    /// The place of `y` among the rows: the center of row `i` is at `i`.
    #[inline]
    pub(super) fn row_of(&self, y: f64) -> f64 {
        y / self.size - 0.5 - self.first_row as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_covers_its_box_and_finds_its_cells() {
        let (min, max) = (DVec2::new(-3.1, 0.2), DVec2::new(5.3, 2.9));
        let grid = CoverageGrid::around(min, max, 0.5).unwrap();
        let (low, high) = grid.bounds();
        assert!(low.cmple(min).all() && high.cmpge(max).all());
        assert_eq!((grid.columns, grid.rows), (20, 8));
        for (column, row) in [(0, 0), (19, 7), (3, 5)] {
            let center = grid.center(column, row);
            assert_eq!(grid.cell_at(center), Some((column, row)));
            assert_eq!(grid.column_of(center.x), column as f64);
            assert_eq!(grid.row_of(center.y), row as f64);
        }
        assert_eq!(grid.cell_at(high), None);
        assert_eq!(CoverageGrid::around(min, max, 1e-300), None);
    }
}
