//! How long the neighbor lists of all programs hold, and the order of slots in which they are made.

pub(crate) mod cells;
pub(crate) mod lists;

use crate::simulation::neighborhood::cells::Cells;
use crate::simulation::program::Program;
use crate::simulation::store::columns::{Columns, PairColumn, Scratch};
use crate::steering::description::Neighbors;
use std::ops::Range;

/// Lists are rebuilt after this many ticks, even if no agent moves.
const MAX_TICKS: u32 = 12;
/// The widest skin, as a part of the radius.
const WIDEST_SKIN: f64 = 0.25;

/// The lists of all programs, and how long they hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Neighborhood {
    cells: Cells,
    skin: f64,
    /// How far agents have moved at most since the lists were made.
    moved: f64,
    /// The ticks the lists have served; `None` if they do not hold.
    ticks: Option<u32>,
    /// How many rows of each program are ordered.
    filled: Vec<u32>,
    /// By slot, at the start of the tick: the velocities of agents change while others look at
    /// them.
    velocities: PairColumn,
}

impl Neighborhood {
    /// Notes that the slots have other agents.
    pub(crate) fn make_stale(&mut self) {
        self.ticks = None;
    }

    /// Records a tick in which no agent has moved further than `distance`.
    pub(crate) fn note_tick(&mut self, distance: f64) {
        self.moved += distance * (1.0 + 1e-9);
        self.ticks = self.ticks.map(|ticks| ticks + 1);
    }

    /// Whether the lists have to be made again before the next tick.
    pub(crate) fn is_due(&self) -> bool {
        !self
            .ticks
            .is_some_and(|ticks| ticks < MAX_TICKS && 2.0 * self.moved <= self.skin)
    }

    /// Finds the different positions of this tick, if any program has agents in a crowd.
    pub(crate) fn update_crowds(
        &mut self,
        programs: &[Program],
        position: [&[f64]; 2],
        agent: &[u32],
    ) {
        if programs
            .iter()
            .any(|program| program.neighbors.has_crowds())
        {
            self.cells.find_places(position, agent);
        }
    }

    /// Notes the velocities of this tick, if the agents of any program look at them.
    pub(crate) fn update_velocities(&mut self, programs: &[Program], velocity: &PairColumn) {
        if programs.iter().any(Program::looks_at_velocities) {
            for (kept, column) in self.velocities.iter_mut().zip(velocity) {
                kept.clone_from(column);
            }
        }
    }

    /// The velocities of this tick, by slot. Only up to date if the agents of a program look at
    /// them.
    pub(crate) fn velocities(&self) -> [&[f64]; 2] {
        let [x, y] = &self.velocities;
        [x, y]
    }

    pub(crate) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Twice what an agent may move before the lists are made again.
    pub(crate) fn skin(&self) -> f64 {
        self.skin
    }

    /// How far from an agent those may be, now, that come within `radius` of it before the lists
    /// are made again.
    pub(crate) fn reach(&self, radius: f64) -> f64 {
        radius + self.skin
    }

    /// Sorts all agents by cell, for neighbor lists with a radius of at most `radius` and agents
    /// that move at most `step` per tick. Programs with separation are sorted into the order of
    /// cells; `moved` is called with the slots of each.
    pub(crate) fn sort(
        &mut self,
        programs: &mut [Program],
        columns: &mut Columns,
        (radius, step): (f64, f64),
        scratch: &mut Scratch,
        mut moved: impl FnMut(&Columns, Range<usize>),
    ) {
        let skin = 2.0 * step * f64::from(MAX_TICKS - 1) * (1.0 + 1e-6);
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
        columns.lend_forces(scratch);
        for program in programs.iter_mut() {
            let occupied = program.occupied();
            if program.looks_at == Neighbors::Near && !occupied.is_empty() {
                let order = &self.cells.order[occupied.clone()];
                columns.gather(program.first, order, scratch);
                program.gather(order, scratch);
                moved(columns, occupied);
            }
        }
        columns.lend_forces(scratch);
    }

    /// Finds the rows of each program in the order of cells, and gives the cells the slots where
    /// they are going to be.
    fn order_slots(&mut self, programs: &[Program], slots: usize) {
        self.cells.order.clear();
        self.cells.order.resize(slots, 0);
        self.filled.clear();
        self.filled.resize(programs.len(), 0);
        for slot in &mut self.cells.slots {
            let before = programs.partition_point(|program| program.first <= *slot as usize);
            let (program, filled) = (&programs[before - 1], &mut self.filled[before - 1]);
            if program.looks_at == Neighbors::Near {
                let to = program.first as u32 + *filled;
                self.cells.order[to as usize] = *slot - program.first as u32;
                *filled += 1;
                *slot = to;
            }
        }
    }
}
