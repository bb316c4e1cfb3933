//! What the senses of agents remember, in rows: one for each agent whose preset senses or has
//! goals, or had once.

use crate::level::Sight;
use crate::simulation::event::EventKind;
use crate::simulation::senses::known::Known;
use crate::simulation::store::columns::NONE;
use crate::simulation::store::row_column::RowColumn;
use glam::DVec2;

/// Whether an agent has noticed one of those it watches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SightMemory {
    pub(crate) has_noticed: bool,
    /// For how many ticks in a row it has seen someone without having noticed anyone, or the
    /// reverse.
    pub(crate) ticks: u32,
}

impl SightMemory {
    /// Takes a look. Returns the event, if it noticed or lost someone.
    pub(super) fn update(&mut self, sees: bool, sight: &Sight) -> Option<EventKind> {
        if sees == self.has_noticed {
            self.ticks = 0;
            return None;
        }
        let (needed, kind) = if sees {
            (sight.notice_ticks, EventKind::SightGained)
        } else {
            (sight.forget_ticks, EventKind::SightLost)
        };
        self.ticks = self.ticks.saturating_add(1);
        if self.ticks < needed {
            return None;
        }
        *self = Self {
            has_noticed: sees,
            ticks: 0,
        };
        Some(kind)
    }
}

/// Where and when the perceived one was last seen; who it was is in a column of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sighting {
    pub(crate) place: DVec2,
    pub(crate) velocity: DVec2,
    pub(crate) tick: u64,
}

/// Where and when a noise was last heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HeardNoise {
    pub(crate) place: DVec2,
    pub(crate) tick: u64,
}

/// What one agent remembers, besides references to others.
#[derive(Clone, Debug, Default)]
pub(crate) struct SenseState {
    pub(crate) sight: SightMemory,
    /// For how many ticks it has seen no one.
    pub(crate) unseen: u32,
    /// How alert it is, 0 to 1.
    pub(crate) meter: f64,
    pub(crate) last_seen: Option<Sighting>,
    pub(crate) last_noise: Option<HeardNoise>,
    /// Where it left its path.
    pub(crate) left_path: Option<DVec2>,
    /// Where it entered.
    pub(crate) post: DVec2,
}

/// All that one agent remembers, while it is in no row.
#[derive(Clone, Debug, Default)]
pub(crate) struct SenseMemory {
    pub(crate) perceived: Known,
    pub(crate) touched: Known,
    /// Of `last_seen`.
    pub(crate) who: Known,
    /// The tick since which the perceived one has been seen without a break. It explains events,
    /// and has no effect.
    pub(crate) seen_since: Option<u64>,
    pub(crate) state: SenseState,
}

impl SenseMemory {
    /// That of an agent that enters at `post`.
    pub(crate) fn at(post: DVec2) -> Self {
        Self {
            state: SenseState {
                post,
                ..SenseState::default()
            },
            ..Self::default()
        }
    }

    /// Replaces the agents and markers that it refers to.
    pub(crate) fn map_known(&mut self, map: impl Fn(Known) -> Known) {
        for known in [&mut self.perceived, &mut self.touched, &mut self.who] {
            *known = map(*known);
        }
    }
}

/// A row per agent that remembers something. The references are in columns, to be forgotten fast.
#[derive(Clone, Debug, Default)]
pub(crate) struct SenseRows {
    /// The agent of each row, by index.
    pub(crate) agent: Vec<u32>,
    pub(crate) perceived: Vec<Known>,
    pub(crate) touched: Vec<Known>,
    pub(crate) who: Vec<Known>,
    pub(crate) seen_since: Vec<Option<u64>>,
    pub(crate) states: Vec<SenseState>,
}

impl SenseRows {
    pub(crate) fn len(&self) -> usize {
        self.agent.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.agent.is_empty()
    }

    /// Adds the agent with this index. `column` has the row of each slot, of which there are
    /// `slots`.
    pub(crate) fn insert(
        &mut self,
        index: usize,
        column: &mut RowColumn,
        slot: usize,
        slots: usize,
        memory: SenseMemory,
    ) {
        let SenseMemory {
            perceived,
            touched,
            who,
            seen_since,
            state,
        } = memory;
        column.set(slot, self.len() as u32, slots);
        self.agent.push(index as u32);
        self.perceived.push(perceived);
        self.touched.push(touched);
        self.who.push(who);
        self.seen_since.push(seen_since);
        self.states.push(state);
    }

    /// What the agent of a row remembers.
    pub(crate) fn memory(&self, row: usize) -> SenseMemory {
        SenseMemory {
            perceived: self.perceived[row],
            touched: self.touched[row],
            who: self.who[row],
            seen_since: self.seen_since[row],
            state: self.states[row].clone(),
        }
    }

    /// Removes the row of the agent in a slot, if it has one. `slots` has the slot of each agent.
    pub(crate) fn remove(&mut self, column: &mut RowColumn, slot: usize, slots: &[u32]) {
        let row = column.get(slot);
        if row == NONE {
            return;
        }
        column.replace(slot, NONE);
        let row = row as usize;
        self.agent.swap_remove(row);
        self.perceived.swap_remove(row);
        self.touched.swap_remove(row);
        self.who.swap_remove(row);
        self.seen_since.swap_remove(row);
        self.states.swap_remove(row);
        if let Some(&moved) = self.agent.get(row) {
            column.replace(slots[moved as usize] as usize, row as u32);
        }
    }

    /// Forgets the agent with this index, which is removed and has no row; those behind it move up
    /// by one.
    pub(crate) fn forget(&mut self, removed: u32) {
        for agent in &mut self.agent {
            *agent -= u32::from(*agent > removed);
        }
        for column in [&mut self.perceived, &mut self.touched, &mut self.who] {
            for known in column {
                known.forget(removed);
            }
        }
    }
}
