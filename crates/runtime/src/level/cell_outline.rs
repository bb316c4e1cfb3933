//! The outline of blocked cells, as the edges of walls.

use crate::geometry::Cell;
use crate::level::segment::Segment;
use glam::DVec2;

/// The edges of the union of `cells`, whose sides are `size` u long: horizontal edges by row upward
/// and in it from left to right, then vertical ones by column to the right and in it upward. Each
/// runs to the right or upward.
///
/// An edge ends where the blocked side changes, or where an edge of the other direction meets it.
///
/// ```
/// use steerwright_runtime::geometry::Cell;
/// use steerwright_runtime::level::cell_outline::outline;
/// let two = outline(&[Cell::new(0, 0), Cell::new(1, 0)], 2.0);
/// assert_eq!(two.len(), 4); // a rectangle, 4 u wide and 2 u high
/// assert_eq!((two[0].a.x, two[0].b.x), (0.0, 4.0));
/// ```
#[must_use]
pub fn outline(cells: &[Cell], size: f64) -> Vec<Segment> {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    // (line, place along it, whether the blocked cell is behind the line: above, or to the right)
    let mut horizontal: Vec<(i64, i64, bool)> = Vec::new();
    let mut vertical: Vec<(i64, i64, bool)> = Vec::new();
    let is_blocked =
        |cell: Option<Cell>| cell.is_some_and(|cell| sorted.binary_search(&cell).is_ok());
    for &cell in &sorted {
        let (column, row) = (i64::from(cell.column), i64::from(cell.row));
        let beside = |columns: i32, rows: i32| {
            let column = cell.column.checked_add(columns)?;
            let row = cell.row.checked_add(rows)?;
            Some(Cell::new(column, row))
        };
        if !is_blocked(beside(0, -1)) {
            horizontal.push((row, column, true));
        }
        if !is_blocked(beside(0, 1)) {
            horizontal.push((row + 1, column, false));
        }
        if !is_blocked(beside(-1, 0)) {
            vertical.push((column, row, true));
        }
        if !is_blocked(beside(1, 0)) {
            vertical.push((column + 1, row, false));
        }
    }
    horizontal.sort_unstable();
    vertical.sort_unstable();
    let at = |index: i64| index as f64 * size;
    let meets = |edges: &[(i64, i64, bool)], line: i64, place: i64| {
        // An edge of the other direction that starts or ends here.
        let starts = edges.partition_point(|&(l, p, _)| (l, p) < (line, place));
        let is_at = |index: usize, p: i64| {
            edges
                .get(index)
                .is_some_and(|&(l, q, _)| (l, q) == (line, p))
        };
        is_at(starts, place) || starts > 0 && is_at(starts - 1, place - 1)
    };
    let mut segments = Vec::new();
    for run in runs(&horizontal, |line, place| meets(&vertical, place, line)) {
        segments.push(Segment::new(
            DVec2::new(at(run.start), at(run.line)),
            DVec2::new(at(run.end), at(run.line)),
        ));
    }
    for run in runs(&vertical, |line, place| meets(&horizontal, place, line)) {
        segments.push(Segment::new(
            DVec2::new(at(run.line), at(run.start)),
            DVec2::new(at(run.line), at(run.end)),
        ));
    }
    segments
}

/// Edges of one line, joined.
struct Run {
    line: i64,
    start: i64,
    end: i64,
}

/// Joins edges that follow one another, unless `is_met` between them.
fn runs(edges: &[(i64, i64, bool)], is_met: impl Fn(i64, i64) -> bool) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut last_side = false;
    for &(line, place, side) in edges {
        match runs.last_mut() {
            Some(run)
                if run.line == line
                    && run.end == place
                    && last_side == side
                    && !is_met(line, place) =>
            {
                run.end = place + 1;
            }
            Some(_) | None => runs.push(Run {
                line,
                start: place,
                end: place + 1,
            }),
        }
        last_side = side;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(cells: &[(i32, i32)]) -> Vec<[f64; 4]> {
        let cells: Vec<Cell> = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
        let segments = outline(&cells, 1.0);
        segments
            .iter()
            .map(|s| [s.a.x, s.a.y, s.b.x, s.b.y])
            .collect()
    }

    #[test]
    fn the_outline_of_a_block_has_four_edges_in_order() {
        assert_eq!(
            edges(&[(1, 1), (0, 0), (1, 0), (0, 1), (0, 0)]),
            [
                [0.0, 0.0, 2.0, 0.0],
                [0.0, 2.0, 2.0, 2.0],
                [0.0, 0.0, 0.0, 2.0],
                [2.0, 0.0, 2.0, 2.0],
            ]
        );
    }

    #[test]
    fn edges_end_where_cells_meet_at_a_corner() {
        // Two cells that share only a corner: each has its own four edges.
        assert_eq!(edges(&[(0, 0), (1, 1)]).len(), 8);
    }

    #[test]
    fn cells_at_the_limits_do_not_overflow() {
        let far = [Cell::new(i32::MAX, i32::MAX), Cell::new(i32::MIN, i32::MIN)];
        assert_eq!(outline(&far, 1e6).len(), 8);
    }
}
