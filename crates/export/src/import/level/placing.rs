//! From the pixels of a map to the units of a scene.

use super::{FilledCells, Level};
use glam::DVec2;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::geometry::decimal::rounded;

/// Where a map is in the scene, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing {
    /// The pixels that become one unit.
    pub pixels_per_unit: f64,
    /// Where the origin of the map is, u.
    pub at: DVec2,
}

impl Placing {
    /// One tile is one unit, and the upper left corner of the map is the origin.
    #[must_use]
    pub fn of(level: &Level) -> Self {
        Self {
            pixels_per_unit: level.pixels_per_unit,
            at: DVec2::ZERO,
        }
    }

    /// The point of the scene, with nine decimals.
    #[must_use]
    pub fn point(&self, pixels: DVec2, y_up: bool) -> DVec2 {
        let units = upward(pixels, y_up) / self.pixels_per_unit + self.at;
        DVec2::new(rounded(units.x), rounded(units.y))
    }

    /// The direction in the scene, with nine decimals.
    pub(super) fn direction(pixels: DVec2, y_up: bool) -> DVec2 {
        let up = upward(pixels, y_up);
        DVec2::new(rounded(up.x), rounded(up.y))
    }

    /// The blocked cells of filled tiles, and the side of a cell, u. `None` if the tiles lie across
    /// the cells.
    pub(super) fn cells(&self, filled: &FilledCells) -> Option<(f64, Vec<Cell>)> {
        let size = rounded(filled.size / self.pixels_per_unit);
        let corner = self.point(filled.corner, false) / size;
        let is_whole = |x: f64| (x - x.round()).abs() < 1e-6 && x.abs() < 1e9;
        if size <= 0.0 || !is_whole(corner.x) || !is_whole(corner.y) {
            return None;
        }
        // `as` saturates.
        let (column, row) = (corner.x.round() as i32, corner.y.round() as i32);
        let cell = |&[x, y]: &[i32; 2]| {
            Cell::new(
                column.saturating_add(x),
                row.saturating_sub(y).saturating_sub(1),
            )
        };
        Some((size, filled.cells.iter().map(cell).collect()))
    }
}

/// With y up.
fn upward(pixels: DVec2, y_up: bool) -> DVec2 {
    DVec2::new(pixels.x, if y_up { pixels.y } else { -pixels.y })
}
