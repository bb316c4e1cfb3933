//! Lists of possible neighbors. They are valid for several ticks, in which no agent moves further
//! than a margin.
//!
//! There is one list for the agents of a vector, of everyone within reach of one of them. The reach
//! is the radius of their separation and the *skin*, which is twice what an agent may move until
//! the lists are made again.

use crate::lanes::{Pair, Simd, WIDEST, for_each_row};
use crate::simulation::neighborhood::cells::{Cells, Runs};
use crate::simulation::tick::threads;
use std::ops::Range;

/// A vector with more agents around it, per lane, has no list and visits all of them.
const CROWD_PER_LANE: usize = 128;

/// Agents whose surroundings are at most this many reaches wide are searched for together.
const COMPACT: f64 = 6.0;

/// The number of agents of a program per chunk; threads share chunks.
const CHUNK_ROWS: usize = 4096;

/// Neighbors of the agents of one program.
#[derive(Clone, Debug, Default)]
pub(crate) struct NeighborLists {
    chunks: Vec<ListChunk>,
}

/// Neighbors of the agents in [`CHUNK_ROWS`] rows of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListChunk {
    /// How many agents share a list.
    lanes: usize,
    /// Where the list of each vector begins in `slots`; one more than there are vectors.
    starts: Vec<u32>,
    slots: Vec<u32>,
    /// The same of the pairs of an agent of the vector and another that may be at one position
    /// before the lists are made again.
    close_starts: Vec<u32>,
    close: Vec<(u32, u32)>,
    /// The same of the runs of [`Cells`] that a vector in a crowd looks at instead.
    run_starts: Vec<u32>,
    runs: Vec<(u32, u32)>,
}

/// Who may be near the agents of a vector: a list of slots, or in a crowd runs of cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near<'a> {
    pub(crate) slots: &'a [u32],
    /// The slots of an agent of the vector and of another in the list that may be at its position.
    pub(crate) close: &'a [(u32, u32)],
    pub(crate) runs: &'a [(u32, u32)],
}

impl NeighborLists {
    /// The possible neighbors of the agents in the vector that starts at this row of the program.
    #[inline(always)]
    pub(crate) fn of(&self, row: usize) -> Near<'_> {
        self.chunks[row / CHUNK_ROWS].of(row % CHUNK_ROWS)
    }

    /// Whether some vector is in a crowd.
    pub(crate) fn has_crowds(&self) -> bool {
        self.chunks.iter().any(|chunk| !chunk.runs.is_empty())
    }

    /// Calls `list` with each chunk of the agents in these slots, and its slots; several at a time
    /// if `is_shared`.
    pub(crate) fn for_each_chunk(
        &mut self,
        slots: Range<usize>,
        is_shared: bool,
        list: &(impl Fn(&mut ListChunk, Range<usize>) + Sync),
    ) {
        let count = slots.len().div_ceil(CHUNK_ROWS);
        // A program that its agents have left keeps the memory for those that come.
        if self.chunks.len() < count {
            self.chunks.resize_with(count, ListChunk::default);
        }
        for_each_of(&mut self.chunks[..count], slots, is_shared, list);
    }
}

fn for_each_of(
    chunks: &mut [ListChunk],
    slots: Range<usize>,
    is_shared: bool,
    list: &(impl Fn(&mut ListChunk, Range<usize>) + Sync),
) {
    if let [chunk] = chunks {
        return list(chunk, slots);
    }
    let half = chunks.len() / 2;
    let (chunks, rest) = chunks.split_at_mut(half);
    if rest.is_empty() {
        return;
    }
    let middle = slots.start + half * CHUNK_ROWS;
    let mut before = || for_each_of(chunks, slots.start..middle, is_shared, list);
    let mut behind = || for_each_of(rest, middle..slots.end, is_shared, list);
    if is_shared {
        threads::join(before, behind);
    } else {
        before();
        behind();
    }
}

impl ListChunk {
    #[inline(always)]
    fn of(&self, row: usize) -> Near<'_> {
        let vector = row / self.lanes;
        let part = |starts: &[u32]| starts[vector] as usize..starts[vector + 1] as usize;
        Near {
            slots: &self.slots[part(&self.starts)],
            close: &self.close[part(&self.close_starts)],
            runs: &self.runs[part(&self.run_starts)],
        }
    }

    /// Lists all agents within `reach` of each vector of those in `slots`. No agent moves further
    /// than half of `skin` before the lists are made again.
    #[inline(always)]
    pub(crate) fn fill<S: Simd>(
        &mut self,
        s: S,
        cells: &Cells,
        slots: Range<usize>,
        [xs, ys]: [&[f64]; 2],
        (reach, skin): (f64, f64),
    ) {
        let (first, agents) = (slots.start, slots.len());
        self.lanes = S::LANES;
        self.starts.clear();
        self.close_starts.clear();
        self.close.clear();
        self.run_starts.clear();
        self.runs.clear();
        let mut len = 0;
        let mut runs = Runs::new();
        for row in (0..agents.next_multiple_of(WIDEST)).step_by(S::LANES) {
            self.starts.push(len as u32);
            self.close_starts.push(self.close.len() as u32);
            self.run_starts.push(self.runs.len() as u32);
            // Lanes without an agent have no neighbors.
            let (mut x, mut y) = ([f64::NAN; WIDEST], [f64::NAN; WIDEST]);
            let lanes = S::LANES.min(agents.saturating_sub(row));
            let mut widest = 0.0;
            let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
            for lane in 0..lanes {
                let slot = first + row + lane;
                (x[lane], y[lane]) = (xs[slot], ys[slot]);
                // Wider by more than the rounding of positions and distances.
                let reach = reach * (1.0 + 1e-9) + (x[lane].abs() + y[lane].abs()) * 1e-13;
                for (axis, at) in [x[lane], y[lane]].into_iter().enumerate() {
                    low[axis] = f64::min(low[axis], at - reach);
                    high[axis] = f64::max(high[axis], at + reach);
                }
                widest = f64::max(widest, reach);
            }
            runs.clear();
            let is_compact = |axis: usize| high[axis] - low[axis] <= COMPACT * widest;
            if is_compact(0) && is_compact(1) {
                cells.search_box(low, high, &mut runs);
            } else {
                for lane in 0..lanes {
                    cells.search(x[lane], y[lane], widest, &mut runs);
                }
            }
            let runs = runs.merge();
            let around: usize = runs.iter().map(|&(from, to)| (to - from) as usize).sum();
            if around > CROWD_PER_LANE * S::LANES {
                self.runs.extend_from_slice(runs);
                continue;
            }
            let position = Pair::load(s, [&x, &y], 0);
            let squared_reach = s.splat(widest * widest);
            let widest_skin = widest - reach + skin;
            let squared_skin = s.splat(widest_skin * widest_skin);
            for &(from, to) in runs {
                let candidates = &cells.slots[from as usize..to as usize];
                if self.slots.len() < len + candidates.len() {
                    let room = len + len / 4 + candidates.len() + 64;
                    self.slots.reserve_exact(room - self.slots.len());
                    self.slots.resize(room, 0);
                }
                let list = &mut self.slots[len..len + candidates.len()];
                let mut listed = 0;
                for &slot in candidates {
                    let offset = Pair {
                        x: s.splat(xs[slot as usize]),
                        y: s.splat(ys[slot as usize]),
                    } - position;
                    list[listed] = slot;
                    let squared = offset.squared();
                    listed += usize::from(s.any(s.less_or_equal(squared, squared_reach)));
                    for_each_row(s.bits(s.less_or_equal(squared, squared_skin)), |lane| {
                        let listing = (first + row + lane) as u32;
                        if listing != slot {
                            self.close.push((listing, slot));
                        }
                    });
                }
                len += listed;
            }
        }
        self.starts.push(len as u32);
        self.close_starts.push(self.close.len() as u32);
        self.run_starts.push(self.runs.len() as u32);
    }
}
