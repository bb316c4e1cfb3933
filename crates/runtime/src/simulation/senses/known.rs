//! What an agent knows of: another agent, a marker or the pointer, in one word.

use crate::scene::{AgentId, Marker, Target};
use crate::simulation::resolved::{ResolvedAgent, ResolvedScene};
use crate::simulation::store::columns::NONE;
use crate::simulation::store::observed::{Observed, ObservedKind};

/// Words from here on are rows of the observed table: the pointer and markers.
const FIRST_PLACE: u32 = 1 << 31;

/// An agent, by index, or a marker or the pointer, by row of the observed table, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known(u32);

/// What a [`Known`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownKind {
    /// The agent with this index.
    Agent(usize),
    /// The row of the pointer or a marker.
    Place(usize),
}

impl Default for Known {
    fn default() -> Self {
        Self::NONE
    }
}

impl Known {
    pub(crate) const NONE: Self = Self(NONE);

    /// The agent with this index.
    pub(crate) fn agent(index: usize) -> Self {
        Self(index as u32)
    }

    /// What is in a row of the observed table.
    pub(crate) fn of_row(observed: &Observed, row: u32) -> Self {
        match observed.kind(row) {
            None => Self::NONE,
            Some(ObservedKind::Place(_)) => Self(FIRST_PLACE + row),
            Some(ObservedKind::Agent(index)) => Self::agent(index),
        }
    }

    /// The agent, marker or pointer with this id; none if it does not exist.
    pub(crate) fn of_target(target: Target, resolved: &ResolvedScene) -> Self {
        match target {
            Target::Agent(id) => resolved.index_of(id).map_or(Self::NONE, Self::agent),
            Target::Marker(id) => resolved.marker(id).map_or(Self::NONE, |index| {
                Self(FIRST_PLACE + Observed::marker_row(index))
            }),
            Target::Pointer => Self(FIRST_PLACE + Observed::pointer_row()),
        }
    }

    pub(crate) fn is_none(self) -> bool {
        self == Self::NONE
    }

    pub(crate) fn kind(self) -> Option<KnownKind> {
        match self.0 {
            NONE => None,
            row if row >= FIRST_PLACE => Some(KnownKind::Place((row - FIRST_PLACE) as usize)),
            index => Some(KnownKind::Agent(index as usize)),
        }
    }

    /// By id.
    pub(crate) fn target(self, agents: &[ResolvedAgent], markers: &[Marker]) -> Option<Target> {
        Some(match self.kind()? {
            KnownKind::Agent(index) => Target::Agent(agents[index].id),
            KnownKind::Place(row) => match Observed::marker_of_row(row) {
                Some(index) => Target::Marker(markers[index].id),
                None => Target::Pointer,
            },
        })
    }

    /// The id of the agent that it is.
    pub(crate) fn agent_id(self, agents: &[ResolvedAgent]) -> Option<AgentId> {
        match self.kind()? {
            KnownKind::Agent(index) => Some(agents[index].id),
            KnownKind::Place(_) => None,
        }
    }

    /// Forgets the agent with this index, which is removed; those behind it move up by one.
    pub(crate) fn forget(&mut self, removed: u32) {
        let index = self.0;
        self.0 = if index == removed {
            NONE
        } else {
            index - u32::from(index > removed && index < FIRST_PLACE)
        };
    }
}
