//! Who may come near whom: lists that hold for some ticks, because nobody moves further than a margin in them.
//!
//! There is one list for the agents of a vector, of everyone within reach of one of them. The reach is the radius of their
//! separation and the *skin*, which is twice what an agent may move until the lists are made again.

use crate::simulation::cells::{Cells, Runs};
use crate::simulation::columns::{Columns, Scratch};
use crate::simulation::lanes::{Pair, Simd, WIDEST};
use crate::simulation::program::{Program, SlotOrder};
use crate::simulation::threads;
use std::ops::Range;

/// Lists are made again after so many ticks, even if nobody moves.
const MOST_TICKS: u32 = 12;
/// The widest skin, as a part of the radius.
const WIDEST_SKIN: f64 = 0.25;

/// A vector with more than so many agents around it per lane has no list: it looks at all of them.
const CROWD_PER_LANE: usize = 128;

/// Agents whose surroundings are no wider than so many reaches are searched for together.
const COMPACT: f64 = 6.0;

/// The agents of a program are listed in chunks of so many, which threads share.
const CHUNK_ROWS: usize = 4096;

/// Neighbors of the agents of one program.
#[derive(Clone, Debug, Default)]
pub(super) struct NeighborLists {
    chunks: Vec<ListChunk>,
}

/// Neighbors of the agents in [`CHUNK_ROWS`] rows of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct ListChunk {
    /// How many agents share a list.
    lanes: usize,
    /// Where the list of each vector begins in `slots`; one more than there are vectors.
    starts: Vec<u32>,
    slots: Vec<u32>,
    /// The same of the runs of [`Cells`] that a vector in a crowd looks at instead.
    run_starts: Vec<u32>,
    runs: Vec<(u32, u32)>,
}

/// Who may be near the agents of a vector: a list of slots, or in a crowd runs of cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near<'a> {
    pub(super) slots: &'a [u32],
    pub(super) runs: &'a [(u32, u32)],
}

/// The lists of all programs, and how long they hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighborhood {
    cells: Cells,
    skin: f64,
    /// How far agents have moved at most since the lists were made.
    moved: f64,
    /// The ticks the lists have served; `None` if they do not hold.
    ticks: Option<u32>,
    /// How many rows of each program are ordered.
    filled: Vec<u32>,
}

impl NeighborLists {
    /// Those who may be near the agents of the vector that begins in this row of the program.
    #[inline(always)]
    pub(super) fn of(&self, row: usize) -> Near<'_> {
        self.chunks[row / CHUNK_ROWS].of(row % CHUNK_ROWS)
    }

    /// Whether some vector is in a crowd.
    pub(super) fn has_crowds(&self) -> bool {
        self.chunks.iter().any(|chunk| !chunk.runs.is_empty())
    }

    /// Calls `list` with each chunk of the agents in these slots, and its slots; several at a time if `is_shared`.
    pub(super) fn for_each_chunk(
        &mut self,
        slots: Range<usize>,
        is_shared: bool,
        list: &(impl Fn(&mut ListChunk, Range<usize>) + Sync),
    ) {
        let count = slots.len().div_ceil(CHUNK_ROWS);
        self.chunks.resize_with(count, ListChunk::default);
        for_each_of(&mut self.chunks, slots, is_shared, list);
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
            runs: &self.runs[part(&self.run_starts)],
        }
    }

    /// Lists everyone within `reach` of each vector of the agents in `slots`.
    #[inline(always)]
    pub(super) fn fill<S: Simd>(
        &mut self,
        s: S,
        cells: &Cells,
        slots: Range<usize>,
        [xs, ys]: [&[f64]; 2],
        reach: f64,
    ) {
        let (first, agents) = (slots.start, slots.len());
        self.lanes = S::LANES;
        self.starts.clear();
        self.run_starts.clear();
        self.runs.clear();
        let mut len = 0;
        let mut runs = Runs::new();
        for row in (0..agents.next_multiple_of(WIDEST)).step_by(S::LANES) {
            self.starts.push(len as u32);
            self.run_starts.push(self.runs.len() as u32);
            // Lanes without an agent are near nobody.
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
                    let near = s.less_or_equal(offset.squared(), squared_reach);
                    listed += usize::from(s.any(near));
                }
                len += listed;
            }
        }
        self.starts.push(len as u32);
        self.run_starts.push(self.runs.len() as u32);
    }
}

impl Neighborhood {
    /// Notes that the slots have other agents.
    pub(super) fn make_stale(&mut self) {
        self.ticks = None;
    }

    /// Notes a tick in which nobody has moved further than `distance`.
    pub(super) fn note_tick(&mut self, distance: f64) {
        self.moved += distance * (1.0 + 1e-9);
        self.ticks = self.ticks.map(|ticks| ticks + 1);
    }

    /// Whether the lists have to be made again before the next tick.
    pub(super) fn is_due(&self) -> bool {
        !self
            .ticks
            .is_some_and(|ticks| ticks < MOST_TICKS && 2.0 * self.moved <= self.skin)
    }

    /// Finds the different positions of this tick, if any program has agents in a crowd.
    pub(super) fn update_crowds(&mut self, programs: &[Program], position: [&[f64]; 2]) {
        if programs
            .iter()
            .any(|program| program.neighbors.has_crowds())
        {
            self.cells.find_places(position);
        }
    }

    pub(super) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// How far from an agent those may be, now, that come within `radius` of it before the lists are made again.
    pub(super) fn reach(&self, radius: f64) -> f64 {
        radius + self.skin
    }

    /// Sorts all agents by cell, for lists of those who look for neighbors within `radius` at most, and move at most `step` in a
    /// tick. Programs whose agents look for neighbors are put into the order of cells; `moved` is called with the slots of each.
    pub(super) fn sort(
        &mut self,
        programs: &mut [Program],
        columns: &mut Columns,
        (radius, step): (f64, f64),
        scratch: &mut Scratch,
        mut moved: impl FnMut(&Columns, Range<usize>),
    ) {
        let skin = 2.0 * step * f64::from(MOST_TICKS - 1) * (1.0 + 1e-6);
        let widest = WIDEST_SKIN * radius;
        self.skin = if skin < widest {
            skin
        } else if 2.0 * step < widest {
            widest
        } else {
            0.0
        };
        self.moved = 0.0;
        self.ticks = Some(0);
        let [xs, ys] = &columns.position;
        let slots = programs.iter().flat_map(Program::occupied);
        self.cells.sort(slots, [xs, ys], self.reach(radius));

        self.order_slots(programs, columns.agent.len());
        for program in programs.iter_mut() {
            let occupied = program.occupied();
            if program.order == SlotOrder::ByCell && !occupied.is_empty() {
                scratch.order.clear();
                scratch
                    .order
                    .extend_from_slice(&self.cells.order[occupied.clone()]);
                columns.gather(program.first, scratch);
                program.gather(scratch);
                moved(columns, occupied);
            }
        }
    }

    /// Finds the rows of each program in the order of cells, and gives the cells the slots where they are going to be.
    fn order_slots(&mut self, programs: &[Program], slots: usize) {
        self.cells.order.clear();
        self.cells.order.resize(slots, 0);
        self.filled.clear();
        self.filled.resize(programs.len(), 0);
        for slot in &mut self.cells.slots {
            let before = programs.partition_point(|program| program.first <= *slot as usize);
            let (program, filled) = (&programs[before - 1], &mut self.filled[before - 1]);
            if program.order == SlotOrder::ByCell {
                let to = program.first as u32 + *filled;
                self.cells.order[to as usize] = *slot - program.first as u32;
                *filled += 1;
                *slot = to;
            }
        }
    }
}
