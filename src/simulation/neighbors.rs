//! Who is near whom, through a grid of cells instead of all pairs.
//!
//! Cells hash into buckets (a counting sort, no allocation once it has grown), so a scene may be as wide as it likes. The sums
//! made over neighbours are exact, so the order in which they are found does not matter to the bits.

use glam::DVec2;

/// Agents by cell.
#[derive(Clone, Debug, Default)]
pub struct Neighbors {
    cell_size: f64,
    mask: u32,
    /// Where each bucket begins in `entries`; one more than there are buckets.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    buckets: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    position: DVec2,
    column: i32,
    row: i32,
    index: u32,
}

fn bucket(column: i32, row: i32, mask: u32) -> u32 {
    let hash = (column as u32).wrapping_mul(0x9E37_79B1) ^ (row as u32).wrapping_mul(0x85EB_CA77);
    (hash ^ (hash >> 15)) & mask
}

impl Neighbors {
    /// Sorts `positions` into cells as wide as the largest radius that will be asked for.
    pub fn rebuild(&mut self, positions: &[DVec2], largest_radius: f64) {
        self.cell_size = if largest_radius > 0.0 { largest_radius } else { 1.0 };
        let buckets = (positions.len() * 2).next_power_of_two().max(16);
        self.mask = buckets as u32 - 1;
        self.starts.clear();
        self.starts.resize(buckets + 1, 0);
        self.buckets.clear();
        for &position in positions {
            let (column, row) = self.cell(position);
            let bucket = bucket(column, row, self.mask);
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
            let (column, row) = self.cell(position);
            let end = &mut self.starts[self.buckets[index] as usize + 1];
            *end -= 1;
            self.entries[*end as usize] = Entry { position, column, row, index: index as u32 };
        }
        self.starts.rotate_left(1);
        if let Some(last) = self.starts.last_mut() {
            *last = positions.len() as u32;
        }
    }

    fn cell(&self, p: DVec2) -> (i32, i32) {
        ((p.x / self.cell_size).floor() as i32, (p.y / self.cell_size).floor() as i32)
    }

    /// Calls `visit(index, position)` for at least every agent within `radius` of `p`, each one once.
    #[inline]
    pub fn for_each_near(&self, p: DVec2, radius: f64, mut visit: impl FnMut(usize, DVec2)) {
        if self.entries.is_empty() {
            return;
        }
        // Wider by more than the rounding of the sums, so that no neighbour at the edge is missed.
        let reach = radius * (1.0 + 1e-9) + (p.x.abs() + p.y.abs()) * 1e-15;
        let (left, bottom) = self.cell(p - DVec2::splat(reach));
        let (right, top) = self.cell(p + DVec2::splat(reach));
        for row in bottom..=top {
            for column in left..=right {
                let bucket = bucket(column, row, self.mask) as usize;
                let (from, to) = (self.starts[bucket] as usize, self.starts[bucket + 1] as usize);
                for entry in &self.entries[from..to] {
                    if entry.column == column && entry.row == row {
                        visit(entry.index as usize, entry.position);
                    }
                }
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
        for (n, width, radius) in [(0, 1.0, 1.0), (1, 1.0, 1.0), (300, 20.0, 1.5), (200, 1e9, 3e7), (50, 0.0, 0.5)] {
            let positions: Vec<DVec2> = (0..n).map(|_| DVec2::new((draw() - 0.5) * width, (draw() - 0.5) * width)).collect();
            let mut neighbors = Neighbors::default();
            neighbors.rebuild(&positions, radius);
            for &p in &positions {
                let near = |q: DVec2| (q - p).length_squared() <= radius * radius;
                let mut found = Vec::new();
                neighbors.for_each_near(p, radius, |index, q| {
                    assert_eq!(positions[index], q);
                    if near(q) {
                        found.push(index);
                    }
                });
                found.sort_unstable();
                let wanted: Vec<usize> = (0..n).filter(|&i| near(positions[i])).collect();
                assert_eq!(found, wanted);
            }
        }
    }
}
