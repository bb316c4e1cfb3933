//! The cells of a grid that a wall crosses.

use crate::geometry::Cell;
use crate::level::segment::Segment;
use crate::scene::Wall;
use glam::DVec2;
use std::sync::Arc;

/// The most cells that the walls of a scene may cross.
pub const MAX_CROSSED_CELLS: usize = 1_000_000;

/// The index of the first wall with which walls can cross more cells than [`MAX_CROSSED_CELLS`],
/// each counted for every edge that crosses it. A scene with such a wall cannot be run or exported:
/// some of its cells would not block. The sides of cells are `size` u long.
#[must_use]
pub fn first_beyond_limit(walls: &[Arc<Wall>], size: f64) -> Option<usize> {
    let mut cells = 0_u64;
    walls.iter().position(|wall| {
        if wall.blocks_motion {
            for edge in wall.edges() {
                let sides = (edge.b - edge.a).abs() / size;
                // `as` saturates.
                cells = cells.saturating_add((sides.x + sides.y + 2.0) as u64);
            }
        }
        cells > MAX_CROSSED_CELLS as u64
    })
}

/// Adds the cells whose interior the segment crosses to `cells`, until it has
/// [`MAX_CROSSED_CELLS`] or has come through as many columns. The sides of cells are `size` u
/// long. A segment along the edge between two cells crosses neither.
pub fn add_crossed_cells(segment: &Segment, size: f64, cells: &mut Vec<Cell>) {
    let (from, to) = if segment.a.x <= segment.b.x {
        (segment.a, segment.b)
    } else {
        (segment.b, segment.a)
    };
    if from.y == to.y && crossed(from.y, from.y, size).is_empty() {
        return;
    }
    let mut add_rows = |column: i32, y0: f64, y1: f64| {
        for row in crossed(y0.min(y1), y0.max(y1), size) {
            if cells.len() >= MAX_CROSSED_CELLS {
                return false;
            }
            cells.push(Cell::new(column, row));
        }
        true
    };
    for column in crossed(from.x, to.x, size).take(MAX_CROSSED_CELLS) {
        let (left, right) = (f64::from(column) * size, (f64::from(column) + 1.0) * size);
        let y0 = if from.x < left {
            y_at(from, to, left)
        } else {
            from.y
        };
        let y1 = if to.x > right {
            y_at(from, to, right)
        } else {
            to.y
        };
        if !add_rows(column, y0, y1) {
            return;
        }
    }
}

/// The columns or rows whose interior the interval from `low` to `high` meets. None for a point on
/// an edge.
fn crossed(low: f64, high: f64, size: f64) -> std::ops::Range<i32> {
    let (low, high) = (low / size, high / size);
    // `as` saturates.
    let (first, end) = (low.floor() as i32, high.ceil() as i32);
    first..end
}

/// The y coordinate of the line through `a` and `b` at `x`.
fn y_at(a: DVec2, b: DVec2, x: f64) -> f64 {
    a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(ax: f64, ay: f64, bx: f64, by: f64) -> Vec<(i32, i32)> {
        let mut cells = Vec::new();
        let segment = Segment::new(DVec2::new(ax, ay), DVec2::new(bx, by));
        add_crossed_cells(&segment, 1.0, &mut cells);
        cells
            .into_iter()
            .map(|cell| (cell.column, cell.row))
            .collect()
    }

    #[test]
    fn a_slanted_wall_crosses_the_cells_under_it() {
        assert_eq!(cells(0.5, 0.5, 2.5, 1.5), [(0, 0), (1, 0), (1, 1), (2, 1)]);
        assert_eq!(cells(2.5, 1.5, 0.5, 0.5), [(0, 0), (1, 0), (1, 1), (2, 1)]);
        assert_eq!(cells(0.0, 0.0, 2.0, 2.0), [(0, 0), (1, 1)]);
    }

    #[test]
    fn a_wall_along_the_edge_of_cells_crosses_none() {
        assert_eq!(cells(0.0, 1.0, 5.0, 1.0), []);
        assert_eq!(cells(1.0, 0.0, 1.0, 5.0), []);
    }

    #[test]
    fn an_upright_wall_crosses_a_column() {
        assert_eq!(cells(0.5, 2.5, 0.5, 0.5), [(0, 0), (0, 1), (0, 2)]);
        assert_eq!(cells(-3.5, 0.5, -1.5, 0.5), [(-4, 0), (-3, 0), (-2, 0)]);
    }

    #[test]
    fn a_wall_across_the_whole_world_ends_at_the_limit() {
        let mut cells = Vec::new();
        let far = Segment::new(DVec2::splat(-1e9), DVec2::splat(1e9));
        add_crossed_cells(&far, 0.001, &mut cells);
        assert_eq!(cells.len(), MAX_CROSSED_CELLS);
    }

    #[test]
    fn a_wall_across_the_whole_world_along_an_edge_takes_no_longer_than_another() {
        assert_eq!(cells(-2e9, 0.0, 2e9, 0.0), []);
        // It leaves the edge beyond the columns that are looked at.
        assert_eq!(cells(-2e9, 1e9, 2e9, 1e9 + 1e-7), []);
    }
}
