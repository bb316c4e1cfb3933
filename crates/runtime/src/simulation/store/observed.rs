//! What agents look at: the pointer, markers, and other agents as they were at the start of the
//! tick.

use crate::simulation::store::columns::{Columns, NONE};
use glam::DVec2;
use std::collections::BTreeMap;

/// The row of the pointer.
const POINTER: usize = 0;
/// The row of the first marker.
const FIRST_MARKER: usize = 1;

/// A row for everything that is some agent's target, danger or leader.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observed {
    states: Vec<ObservedState>,
    /// How many rows are the pointer and markers; agents come after them.
    places: usize,
    /// The rows of the agents, by index.
    rows: BTreeMap<u32, u32>,
}

/// What is seen of a target, danger or leader.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObservedState {
    pub(crate) position: DVec2,
    pub(crate) velocity: DVec2,
    /// Only known of leaders.
    pub(crate) heading: DVec2,
    leads: bool,
    /// The index of the agent; [`NONE`] for a place.
    pub(crate) agent: u32,
}

/// What a row represents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ObservedKind {
    /// The pointer or a marker, with its position.
    Place(DVec2),
    /// The agent with this index.
    Agent(usize),
}

impl ObservedState {
    fn new(position: DVec2, agent: u32) -> Self {
        Self {
            position,
            velocity: DVec2::ZERO,
            heading: DVec2::X,
            leads: false,
            agent,
        }
    }
}

impl Observed {
    /// A table of the pointer and all markers.
    pub(crate) fn new(pointer: DVec2, markers: impl Iterator<Item = DVec2>) -> Self {
        let states: Vec<ObservedState> = std::iter::once(pointer)
            .chain(markers)
            .map(|position| ObservedState::new(position, NONE))
            .collect();
        Self {
            places: states.len(),
            states,
            rows: BTreeMap::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn states(&self) -> &[ObservedState] {
        &self.states
    }

    /// The row of the pointer.
    pub(crate) fn pointer_row() -> u32 {
        POINTER as u32
    }

    /// The row of the marker with this index.
    pub(crate) fn marker_row(index: usize) -> u32 {
        (FIRST_MARKER + index) as u32
    }

    /// The index of the marker in a row of a place. `None` for the pointer.
    pub(crate) fn marker_of_row(row: usize) -> Option<usize> {
        row.checked_sub(FIRST_MARKER)
    }

    /// The row of the agent with this index, which is added if it does not exist yet.
    pub(crate) fn agent_row(&mut self, index: usize, leads: bool) -> u32 {
        let row = *self.rows.entry(index as u32).or_insert_with(|| {
            let row = self.states.len() as u32;
            self.states
                .push(ObservedState::new(DVec2::ZERO, index as u32));
            row
        });
        self.states[row as usize].leads |= leads;
        row
    }

    /// Whether some agent may name the agent with this index.
    pub(crate) fn has_agent(&self, index: usize) -> bool {
        self.rows.contains_key(&(index as u32))
    }

    /// Removes the agent with this index; those behind it move up by one. Returns the row that it
    /// had.
    pub(crate) fn remove_agent(&mut self, index: u32) -> Option<u32> {
        let removed = self.rows.remove(&index);
        if let Some(row) = removed {
            // Its row remains, but is no longer read.
            self.states[row as usize].agent = NONE;
        }
        self.rows.clear();
        for (state, row) in self.states[self.places..]
            .iter_mut()
            .zip(self.places as u32..)
        {
            if state.agent != NONE {
                state.agent -= u32::from(state.agent > index);
                self.rows.insert(state.agent, row);
            }
        }
        removed
    }

    pub(crate) fn set_pointer(&mut self, position: DVec2) {
        self.states[POINTER].position = position;
    }

    pub(crate) fn set_marker(&mut self, index: usize, position: DVec2) {
        self.states[FIRST_MARKER + index].position = position;
    }

    /// What the row represents; `None` for [`NONE`].
    pub(crate) fn kind(&self, row: u32) -> Option<ObservedKind> {
        if row == NONE {
            return None;
        }
        let state = &self.states[row as usize];
        Some(match state.agent {
            NONE => ObservedKind::Place(state.position),
            agent => ObservedKind::Agent(agent as usize),
        })
    }

    /// Takes the state of the observed agents from `columns`, where the agent with index i is in
    /// slot `slots[i]`.
    pub(crate) fn refresh(&mut self, columns: &Columns, slots: &[u32]) {
        for state in &mut self.states[self.places..] {
            if state.agent == NONE {
                continue;
            }
            let slot = slots[state.agent as usize] as usize;
            state.position = columns.position(slot);
            state.velocity = columns.velocity(slot);
            if state.leads {
                state.heading = columns.heading(slot);
            }
        }
    }
}
