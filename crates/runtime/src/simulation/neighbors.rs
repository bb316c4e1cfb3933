//! Finds the neighbors of agents with a grid, without comparing all pairs. For games that call the
//! behaviors themselves; a [`World`](crate::simulation::World) has its own.
//!
//! Cells are hashed into buckets by a counting sort, which does not allocate once its buffers have
//! grown, so a scene can be of any extent. The buckets of a row of cells are adjacent, so a search
//! reads few ranges of memory. Sums over neighbors are exact (see
//! [`SeparationAccumulator`](crate::steering::separation::SeparationAccumulator)), so the order of
//! the neighbors does not affect them.

use crate::geometry::Cell;
use glam::DVec2;

/// The positions of agents, sorted by cell.
///
/// ```
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::simulation::neighbors::Neighbors;
/// let positions = [DVec2::ZERO, DVec2::new(1.0, 0.0), DVec2::new(50.0, 0.0)];
/// let mut neighbors = Neighbors::default();
/// neighbors.rebuild(&positions, 2.0); // once per tick
/// let mut found = Vec::new();
/// neighbors.for_each_near(positions[0], 2.0, |index, _| found.push(index));
/// assert!(found.contains(&0) && found.contains(&1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Neighbors {
    cell_size: f64,
    mask: u32,
    /// The distance in buckets from a row of cells to the next, wrapping.
    row_stride: u32,
    /// The start of each bucket in `entries`, and the end of the last.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    buckets: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    position: DVec2,
    index: u32,
}

/// The least number of buckets: enough that the rows of a search never share one.
const FEWEST_BUCKETS: usize = 256;
/// A search that spans more cells than this in either direction visits all agents.
const WIDEST_SEARCH: i64 = 8;

impl Neighbors {
    /// Sorts `positions` into cells whose side is `largest_radius`, u: the largest radius that will
    /// be searched. With a radius of 0 or less, no agent has neighbors.
    pub fn rebuild(&mut self, positions: &[DVec2], largest_radius: f64) {
        if !(largest_radius > 0.0) {
            self.entries.clear();
            return;
        }
        self.cell_size = largest_radius;
        let buckets = (positions.len() * 2)
            .next_power_of_two()
            .max(FEWEST_BUCKETS);
        self.mask = buckets as u32 - 1;
        // The golden section of all buckets, which keeps rows near each other far apart; odd, so
        // that no column folds up.
        self.row_stride = ((buckets as u64 * 0x9E37_79B9) >> 32) as u32 | 1;
        self.starts.clear();
        self.starts.resize(buckets + 1, 0);
        self.buckets.clear();
        for &position in positions {
            let bucket = self.bucket(self.cell(position));
            self.buckets.push(bucket);
            self.starts[bucket as usize + 1] += 1;
        }
        for i in 1..self.starts.len() {
            self.starts[i] += self.starts[i - 1];
        }
        self.entries.clear();
        self.entries.resize(positions.len(), Entry::default());
        // Filled from the back, each start ends up where its bucket begins.
        for (index, &position) in positions.iter().enumerate().rev() {
            let end = &mut self.starts[self.buckets[index] as usize + 1];
            *end -= 1;
            self.entries[*end as usize] = Entry {
                position,
                index: index as u32,
            };
        }
        self.starts.rotate_left(1);
        if let Some(last) = self.starts.last_mut() {
            *last = positions.len() as u32;
        }
    }

    #[inline]
    fn cell(&self, p: DVec2) -> Cell {
        Cell {
            column: (p.x / self.cell_size).floor() as i32,
            row: (p.y / self.cell_size).floor() as i32,
        }
    }

    #[inline]
    fn bucket(&self, Cell { column, row }: Cell) -> u32 {
        (column as u32).wrapping_add((row as u32).wrapping_mul(self.row_stride)) & self.mask
    }

    /// Calls `visit(index, position)` once for each agent within `radius` (u) of `p`, and possibly
    /// for some that are further away. An agent at `p` itself is visited too.
    #[inline]
    pub fn for_each_near(&self, p: DVec2, radius: f64, mut visit: impl FnMut(usize, DVec2)) {
        if self.entries.is_empty() {
            return;
        }
        // Wider by more than the rounding of the sums, so that no neighbor at the edge is missed.
        let reach = radius * (1.0 + 1e-9) + (p.x.abs() + p.y.abs()) * 1e-15;
        let low = self.cell(p - DVec2::splat(reach));
        let high = self.cell(p + DVec2::splat(reach));
        let mut visit_run = |from: usize, to: usize| {
            for entry in &self.entries[self.starts[from] as usize..self.starts[to] as usize] {
                visit(entry.index as usize, entry.position);
            }
        };
        let buckets = self.starts.len() - 1;
        if i64::from(high.column) - i64::from(low.column) >= WIDEST_SEARCH
            || i64::from(high.row) - i64::from(low.row) >= WIDEST_SEARCH
        {
            return visit_run(0, buckets);
        }
        for row in low.row..=high.row {
            let first = self.bucket(Cell::new(low.column, row)) as usize;
            let end = first + (high.column - low.column + 1) as usize;
            visit_run(first, end.min(buckets));
            if end > buckets {
                visit_run(0, end - buckets);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_exactly_the_pairs_that_a_search_of_all_pairs_finds() {
        let mut state = 1u32;
        let mut draw = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            f64::from(state) / 4_294_967_296.0
        };
        for (n, width, radius) in [
            (0, 1.0, 1.0),
            (1, 1.0, 1.0),
            (300, 20.0, 1.5),
            (200, 1e9, 3e7),
            (50, 0.0, 0.5),
            (200, 1e12, 0.5),
            (100, 1e-3, 9.0),
        ] {
            let positions: Vec<DVec2> = (0..n)
                .map(|_| DVec2::new((draw() - 0.5) * width, (draw() - 0.5) * width))
                .collect();
            let mut neighbors = Neighbors::default();
            neighbors.rebuild(&positions, radius);
            for &p in &positions {
                let near = |q: DVec2| (q - p).length_squared() <= radius * radius;
                let mut found = Vec::new();
                neighbors.for_each_near(p, radius, |index, q| {
                    assert_eq!(positions[index], q);
                    found.push(index);
                });
                found.sort_unstable();
                let visits = found.len();
                found.dedup();
                assert_eq!(found.len(), visits, "each agent once");
                found.retain(|&index| near(positions[index]));
                let expected: Vec<usize> = (0..n).filter(|&i| near(positions[i])).collect();
                assert_eq!(found, expected);
            }
        }
    }
}
