//! What behaviors move toward or away from, if it is not the target or danger of the agent.

use crate::simulation::resolved::ResolvedScene;
use crate::simulation::senses::known::{Known, KnownKind};
use crate::simulation::senses::memory::SenseRows;
use crate::simulation::store::AgentStore;
use crate::simulation::store::columns::NONE;
use crate::simulation::store::row_column::RowColumn;
use crate::steering::Goal;
use glam::DVec2;

/// Where a goal is, and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GoalState {
    pub(crate) position: DVec2,
    pub(crate) velocity: DVec2,
}

/// What all agents know at the start of a tick.
#[derive(Clone, Copy)]
pub(crate) struct Knowledge<'a> {
    pub(crate) rows: &'a SenseRows,
    /// The row of the agent in each slot.
    pub(crate) of_slot: &'a RowColumn,
    /// What the one that each row perceives does.
    pub(crate) perceived: &'a [Option<GoalState>],
}

impl Knowledge<'_> {
    /// A goal of the agent in a slot, other than its target or danger. `None` if it does not know
    /// one.
    pub(crate) fn goal(&self, goal: Goal, slot: usize) -> Option<GoalState> {
        let row = self.of_slot.get(slot);
        if row == NONE {
            return None;
        }
        let row = row as usize;
        if goal == Goal::Perceived {
            return self.perceived.get(row).copied().flatten();
        }
        known_place(self.rows, row, goal).map(GoalState::at_rest)
    }
}

impl GoalState {
    fn at_rest(position: DVec2) -> Self {
        Self {
            position,
            velocity: DVec2::ZERO,
        }
    }
}

/// The place of a goal that the agent of a row knows, other than the perceived one.
fn known_place(rows: &SenseRows, row: usize, goal: Goal) -> Option<DVec2> {
    let state = &rows.states[row];
    match goal {
        Goal::LastSeen => state.last_seen.map(|seen| seen.place),
        Goal::LastSeenAhead { ahead } => state.last_seen.map(|seen| {
            let there = seen.place + seen.velocity * ahead;
            if there.is_finite() { there } else { seen.place }
        }),
        Goal::LastNoise => state.last_noise.map(|noise| noise.place),
        Goal::LeftPath => state.left_path,
        Goal::Post => Some(state.post),
        Goal::Reference | Goal::Perceived => None,
    }
}

impl AgentStore {
    /// Looks at all that are perceived, at the start of a tick.
    pub(crate) fn look_at_perceived(&mut self, resolved: &ResolvedScene) {
        if !resolved.senses.has_perceived_goals {
            return;
        }
        let mut perceived = std::mem::take(&mut self.senses.perceived);
        perceived.clear();
        let known = self.senses.rows.perceived.iter();
        perceived.extend(known.map(|&known| self.known_state(known)));
        self.senses.perceived = perceived;
    }

    /// Where one that an agent knows of is now, and how it moves.
    pub(crate) fn known_state(&self, known: Known) -> Option<GoalState> {
        Some(match known.kind()? {
            KnownKind::Agent(index) => {
                let slot = self.slot(index);
                GoalState {
                    position: self.columns.position(slot),
                    velocity: self.columns.velocity(slot),
                }
            }
            KnownKind::Place(row) => GoalState::at_rest(self.observed.states()[row].position),
        })
    }

    /// The present place of a goal of the agent with this index, which for [`Goal::Reference`] is
    /// its target.
    pub(crate) fn goal_position(&self, goal: Goal, index: usize) -> Option<DVec2> {
        if goal.is_reference() {
            return self.target_position(index);
        }
        let row = self.columns.senses.get(self.slot(index));
        if row == NONE {
            return None;
        }
        let (rows, row) = (&self.senses.rows, row as usize);
        if goal == Goal::Perceived {
            let state = self.known_state(rows.perceived[row]);
            return state.map(|state| state.position);
        }
        known_place(rows, row, goal)
    }

    /// The place to which an agent turns that faces its target.
    pub(crate) fn faced_position(&self, resolved: &ResolvedScene, index: usize) -> Option<DVec2> {
        if resolved.preset(index).watches.is_empty() {
            return self.target_position(index);
        }
        self.goal_position(Goal::Perceived, index)
    }
}
