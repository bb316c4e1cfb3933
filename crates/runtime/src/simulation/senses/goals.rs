//! What behaviors move toward or away from, if it is not the target or danger of the agent.

use crate::simulation::agent_store::AgentStore;
use crate::simulation::columns::NONE;
use crate::simulation::resolved_scene::ResolvedScene;
use crate::simulation::row_column::RowColumn;
use crate::simulation::senses::known::{Known, KnownKind};
use crate::simulation::senses::memory::SenseRows;
use crate::steering::Goal;
use glam::DVec2;

/// Where a goal is, and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::simulation) struct GoalState {
    pub(in crate::simulation) position: DVec2,
    pub(in crate::simulation) velocity: DVec2,
}

/// What all agents know at the start of a tick.
#[derive(Clone, Copy)]
pub(in crate::simulation) struct Knowledge<'a> {
    pub(in crate::simulation) rows: &'a SenseRows,
    /// The row of the agent in each slot.
    pub(in crate::simulation) of_slot: &'a RowColumn,
    /// What the one that each row perceives does.
    pub(in crate::simulation) perceived: &'a [Option<GoalState>],
}

impl Knowledge<'_> {
    /// A goal of the agent in a slot, other than its target or danger. `None` if it does not know
    /// one.
    pub(in crate::simulation) fn goal(&self, goal: Goal, slot: usize) -> Option<GoalState> {
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
    pub(in crate::simulation) fn look_at_perceived(&mut self, resolved: &ResolvedScene) {
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
    pub(in crate::simulation) fn known_state(&self, known: Known) -> Option<GoalState> {
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
    pub(in crate::simulation) fn goal_position(&self, goal: Goal, index: usize) -> Option<DVec2> {
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
    pub(in crate::simulation) fn faced_position(
        &self,
        resolved: &ResolvedScene,
        index: usize,
    ) -> Option<DVec2> {
        if resolved.preset(index).watches.is_empty() {
            return self.target_position(index);
        }
        self.goal_position(Goal::Perceived, index)
    }
}
