//! All agents by cell, to find those near a place without a look at the others.
//!
//! Cells are narrower than a search, so that it visits little more than it needs, and the cells of
//! a row lie side by side, so that it reads a few runs. Where the agents are too far apart for a
//! table of all cells, cells share the places of a hash table.

use glam::DVec2;
use std::ops::Range;

/// Cells across the width of a search.
const ACROSS: f64 = 4.0;
/// More runs than this are not worth telling apart: a search then visits everyone.
pub(crate) const MAX_RUNS: usize = 64;
/// A search that spans more rows than this visits everyone.
const MAX_ROWS: i64 = 16;

/// The slots of all agents, sorted by cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    origin: [f64; 2],
    /// The number of cells per unit, to the right and upward.
    density: [f64; 2],
    layout: Layout,
    /// Where the slots of each place of the table begin; one more than there are places.
    starts: Vec<u32>,
    /// The slots, cell by cell.
    pub(crate) slots: Vec<u32>,
    /// While agents are sorted, the place of each. Then free for others: by slot, which row of its
    /// program moves there.
    pub(crate) order: Vec<u32>,
    /// The different positions, cell by cell, and which is the first of the cell that begins at an
    /// index of `slots`.
    crowd: Vec<CrowdPosition>,
    first_positions: Vec<u32>,
    /// The indices of the agents at each position, in order.
    crowd_agents: Vec<u32>,
}

/// A position and the number of agents at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CrowdPosition {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) agents: u32,
    /// Where its agents begin in the list of all.
    pub(crate) first: u32,
}

/// How the cells are stored.
#[derive(Clone, Copy, Debug)]
enum Layout {
    /// A place for each cell of a rectangle.
    Dense { columns: i64, rows: i64 },
    /// A power of two of entries; the next row is `stride` further on, wrapping.
    Hashed { mask: u64, stride: u64 },
}

impl Default for Layout {
    fn default() -> Self {
        Self::Dense {
            columns: 1,
            rows: 1,
        }
    }
}

impl Cells {
    /// Sorts the agents in `slots` for searches within `reach`, which is above 0.
    pub(crate) fn sort(
        &mut self,
        slots: impl Iterator<Item = usize> + Clone,
        [xs, ys]: [&[f64]; 2],
        reach: f64,
    ) {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let mut agents: usize = 0;
        for slot in slots.clone() {
            for (axis, x) in [xs[slot], ys[slot]].into_iter().enumerate() {
                low[axis] = low[axis].min(x);
                high[axis] = high[axis].max(x);
            }
            agents += 1;
        }
        self.origin = low;
        self.density = [ACROSS / reach, 1.0 / reach];
        let [columns, rows] =
            [0, 1].map(|axis| ((high[axis] - low[axis]) * self.density[axis]).floor() + 1.0);
        let places = if columns * rows <= (8 * agents + 1024) as f64 {
            self.layout = Layout::Dense {
                columns: columns as i64,
                rows: rows as i64,
            };
            (columns * rows) as usize
        } else {
            let places = (2 * agents).next_power_of_two().max(1024);
            self.layout = Layout::Hashed {
                mask: places as u64 - 1,
                // The golden section of all places, which keeps rows near each other far apart;
                // odd, so that no column folds up.
                stride: ((places as u128 * 0x9E37_79B9_7F4A_7C15) >> 64) as u64 | 1,
            };
            places
        };
        self.starts.clear();
        self.starts.resize(places + 1, 0);
        self.order.clear();
        for slot in slots.clone() {
            let place = self.place(self.column(xs[slot]), self.row(ys[slot]));
            self.order.push(place as u32);
            self.starts[place] += 1;
        }
        let mut begin = 0;
        for start in &mut self.starts {
            begin += std::mem::replace(start, begin);
        }
        self.slots.clear();
        self.slots.resize(agents, 0);
        for (slot, &place) in slots.zip(&self.order) {
            let at = &mut self.starts[place as usize];
            self.slots[*at as usize] = slot as u32;
            *at += 1;
        }
        // Each start has moved to the next one.
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// The column of cells. What counts is only that it never falls as `x` rises: that the columns
    /// beside the origin are one, and the far ones another, does no harm.
    fn column(&self, x: f64) -> i64 {
        ((x - self.origin[0]) * self.density[0]) as i64
    }

    fn row(&self, y: f64) -> i64 {
        ((y - self.origin[1]) * self.density[1]) as i64
    }

    fn place(&self, column: i64, row: i64) -> usize {
        match self.layout {
            Layout::Dense { columns, rows } => {
                (row.clamp(0, rows - 1) * columns + column.clamp(0, columns - 1)) as usize
            }
            Layout::Hashed { mask, stride } => {
                ((column as u64).wrapping_add((row as u64).wrapping_mul(stride)) & mask) as usize
            }
        }
    }

    /// Adds the runs of [`slots`](Self::slots) that hold everyone within `reach` of the place to
    /// `runs`.
    pub(crate) fn search(&self, x: f64, y: f64, reach: f64, runs: &mut Runs) {
        self.search_box([x - reach, y - reach], [x + reach, y + reach], runs);
    }

    /// Adds the runs of [`slots`](Self::slots) that hold everyone in the box to `runs`.
    pub(crate) fn search_box(&self, low: [f64; 2], high: [f64; 2], runs: &mut Runs) {
        let everyone = 0..self.slots.len();
        let (left, right) = (self.column(low[0]), self.column(high[0]));
        let (bottom, top) = (self.row(low[1]), self.row(high[1]));
        if top.saturating_sub(bottom) >= MAX_ROWS {
            return runs.add(everyone);
        }
        for row in bottom..=top {
            match self.layout {
                Layout::Dense { rows, .. } => {
                    if (0..rows).contains(&row) {
                        runs.add(self.run(self.place(left, row), self.place(right, row) + 1));
                    }
                }
                Layout::Hashed { mask, .. } => {
                    let across = right.saturating_sub(left).saturating_add(1) as u64;
                    if across > mask {
                        return runs.add(everyone);
                    }
                    let (first, places) = (self.place(left, row), mask as usize + 1);
                    let end = first + across as usize;
                    runs.add(self.run(first, end.min(places)));
                    if end > places {
                        runs.add(self.run(0, end - places));
                    }
                }
            }
        }
    }

    /// Finds the different positions in each cell. Those at the same place push alike, so a crowd
    /// in one spot costs no more than one agent.
    pub(crate) fn find_places(&mut self, [xs, ys]: [&[f64]; 2], agent: &[u32]) {
        self.crowd.clear();
        self.crowd_agents.clear();
        self.first_positions.clear();
        self.first_positions.resize(self.slots.len() + 1, 0);
        for cell in self.starts.windows(2) {
            let (from, to) = (cell[0] as usize, cell[1] as usize);
            let first = self.crowd.len();
            self.first_positions[from] = first as u32;
            // Until they are sorted, `first` is the agent. Zeros lose their sign, so that equal
            // positions are side by side.
            self.crowd
                .extend(self.slots[from..to].iter().map(|&slot| CrowdPosition {
                    x: xs[slot as usize] + 0.0,
                    y: ys[slot as usize] + 0.0,
                    agents: 1,
                    first: agent[slot as usize],
                }));
            self.crowd[first..].sort_unstable_by(|a, b| {
                let places = a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y));
                places.then(a.first.cmp(&b.first))
            });
            for position in &mut self.crowd[first..] {
                let at = self.crowd_agents.len() as u32;
                self.crowd_agents
                    .push(std::mem::replace(&mut position.first, at));
            }
            let mut last = first;
            for at in first + 1..self.crowd.len() {
                let position = self.crowd[at];
                let same = &mut self.crowd[last];
                if (same.x, same.y) == (position.x, position.y) {
                    same.agents += 1;
                } else {
                    last += 1;
                    self.crowd[last] = position;
                }
            }
            self.crowd.truncate((last + 1).min(self.crowd.len()));
        }
        if let Some(end) = self.first_positions.last_mut() {
            *end = self.crowd.len() as u32;
        }
    }

    /// The different positions in a run of a search.
    #[inline(always)]
    pub(crate) fn positions_in(&self, (from, to): (u32, u32)) -> &[CrowdPosition] {
        let first = |index: u32| self.first_positions[index as usize] as usize;
        &self.crowd[first(from)..first(to)]
    }

    /// How many agents at exactly this position, in a run, have a higher index than `own`, less
    /// those with a lower one.
    pub(crate) fn balance_in(&self, run: (u32, u32), own: u32, position: DVec2) -> i64 {
        let positions = self.positions_in(run).iter();
        let here = positions.filter(|at| (at.x, at.y) == (position.x, position.y));
        here.map(|at| {
            let first = at.first as usize;
            let agents = &self.crowd_agents[first..first + at.agents as usize];
            let lower = agents.partition_point(|&agent| agent < own);
            let up_to = agents.partition_point(|&agent| agent <= own);
            (agents.len() - up_to) as i64 - lower as i64
        })
        .sum()
    }

    fn run(&self, first: usize, end: usize) -> Range<usize> {
        self.starts[first] as usize..self.starts[end] as usize
    }
}

/// Runs of slots, for one search after the other.
#[derive(Clone, Debug)]
pub(crate) struct Runs {
    runs: [(u32, u32); MAX_RUNS],
    len: usize,
}

impl Runs {
    pub(crate) fn new() -> Self {
        Self {
            runs: [(0, 0); MAX_RUNS],
            len: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    fn add(&mut self, run: Range<usize>) {
        if run.is_empty() {
            return;
        }
        if self.len == MAX_RUNS {
            self.merge();
        }
        if self.len == MAX_RUNS {
            // Joins the last two; the gap between them is visited needlessly.
            self.len -= 1;
            self.runs[self.len - 1].1 = self.runs[self.len].1;
        }
        self.runs[self.len] = (run.start as u32, run.end as u32);
        self.len += 1;
    }

    /// The runs in ascending order, each slot in one only.
    pub(crate) fn merge(&mut self) -> &[(u32, u32)] {
        self.runs[..self.len].sort_unstable();
        let mut merged = 0;
        for at in 0..self.len {
            let run = self.runs[at];
            if merged > 0 && run.0 <= self.runs[merged - 1].1 {
                let end = &mut self.runs[merged - 1].1;
                *end = run.1.max(*end);
            } else {
                self.runs[merged] = run;
                merged += 1;
            }
        }
        self.len = merged;
        &self.runs[..merged]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_visits_every_agent_within_reach_once() {
        let mut state = 1u32;
        let mut draw = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            f64::from(state) / 4_294_967_296.0
        };
        for (agents, width, reach) in [
            (1, 1.0, 1.0),
            (300, 20.0, 1.5),
            (200, 1e9, 3e7),
            (50, 0.0, 0.5),
            (200, 1e12, 0.5),
            (200, 1e12, 1e-9),
            (100, 1e-3, 9.0),
        ] {
            let column = |draw: &mut dyn FnMut() -> f64| -> Vec<f64> {
                (0..agents).map(|_| (draw() - 0.5) * width).collect()
            };
            let (xs, ys) = (column(&mut draw), column(&mut draw));
            let mut cells = Cells::default();
            cells.sort(0..agents, [&xs, &ys], reach);
            for a in 0..agents {
                let mut runs = Runs::new();
                cells.search(xs[a], ys[a], reach, &mut runs);
                // A second search close by, as of the next lane.
                cells.search(xs[a] + 0.3 * reach, ys[a] - 0.3 * reach, reach, &mut runs);
                let mut found = Vec::new();
                for &(from, to) in runs.merge() {
                    found.extend_from_slice(&cells.slots[from as usize..to as usize]);
                }
                found.sort_unstable();
                let visits = found.len();
                found.dedup();
                assert_eq!(found.len(), visits, "each one once");
                for b in 0..agents {
                    let (dx, dy) = (xs[b] - xs[a], ys[b] - ys[a]);
                    if dx * dx + dy * dy <= reach * reach {
                        assert!(found.binary_search(&(b as u32)).is_ok());
                    }
                }
            }
        }
    }
}
