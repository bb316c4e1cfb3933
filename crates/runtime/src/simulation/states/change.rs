//! How an agent changes its state in a running world.

use crate::scene::{Agent, AgentId, Behavior, Motion};
use crate::simulation::population::spawn::surroundings;
use crate::simulation::random::Stream;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::states::memory::StateMemory;
use crate::simulation::store::AgentStore;
use crate::simulation::store::behavior_state::{BehaviorState, GridChaseState, Surroundings};
use crate::simulation::store::columns::{NONE, set_pair};
use crate::simulation::store::memory::Memory;
use crate::simulation::store::path_progress::PathProgress;
use crate::steering::follow_path::{FollowPath, Resume, Start};

impl AgentStore {
    /// Lets the agent with this index, authored as `agent`, enter the state of its preset with the
    /// index `to`. Its behaviors start with their initial memory.
    pub(super) fn enter_state(
        &mut self,
        resolved: &ResolvedScene,
        agent: &Agent,
        index: usize,
        to: u32,
    ) {
        let (table, preset) = (&resolved.states, resolved.agents[index].preset);
        let (from_row, to_row) = (self.state_row(resolved, index), table.row(preset, to));
        let (from, state) = (table.state(from_row), table.state(to_row));
        let Some(authored) = resolved.presets[preset as usize].state_at(to as usize) else {
            return;
        };
        let position = self.columns.position(self.slot(index));
        if from.paths > 0 {
            self.set_left_path(resolved, agent, index, position);
        }
        self.keep_progress(index, from.first_path as usize);
        let chase = match self.program(index) {
            (program, row) if state.is_grid_chase => followed_chase(&program.memories, row),
            _ => None,
        };
        self.move_to_program(index, self.program_of_state[to_row] as usize);
        let slot = self.slot(index);
        self.columns.body[slot] = self.body_of_state[to_row];
        let mut position = position;
        if state.is_grid_chase {
            self.columns.node[slot] = NONE;
            if chase.is_none() {
                position = resolved.grid.center(resolved.grid.cell_at(position));
                set_pair(&mut self.columns.position, slot, position);
                self.neighborhood.make_stale();
            }
        } else if self.columns.node[slot] != NONE {
            self.earlier_nodes.push(index as u32);
        }
        if let Some(routes) = self.columns.routes.get_mut(slot) {
            routes.forget();
            routes.has_none = false;
        }
        let around = surroundings(resolved, agent, position);
        self.restart_behaviors(
            index,
            state.first_path as usize,
            authored.motion,
            chase,
            around,
        );
        if let Some(memory) = self.states.get_mut(index) {
            (memory.state, memory.ticks, memory.is_entering) = (to, 0, false);
            match self.columns.stream.get_mut(slot) {
                Some(stream) => memory.draw_times(state, stream),
                // It draws nothing.
                None => memory.draw_times(state, &mut Stream::new(0, AgentId(0))),
            }
        }
        if from.follows_leader != state.follows_leader {
            self.bind(resolved, agent, index);
        }
    }

    /// Keeps where the agent with this index leaves the paths of its state, of which `first_path`
    /// is the first.
    fn keep_progress(&mut self, index: usize, first_path: usize) {
        let slot = self.slot(index);
        let at = self.program_at(slot);
        let program = &mut self.programs[at];
        let row = slot - program.first;
        let Some(StateMemory { left, .. }) = self.states.get_mut(index) else {
            return;
        };
        let memories = program.memories.iter_mut();
        let progresses = memories.filter_map(|memory| memory.take_progress(row));
        for (left, progress) in left.iter_mut().skip(first_path).zip(progresses) {
            *left = Some(progress);
        }
    }

    /// Sets the memory of all behaviors of the agent with this index, whose paths begin with
    /// `first_path` of all of its preset.
    fn restart_behaviors(
        &mut self,
        index: usize,
        first_path: usize,
        motion: &Motion,
        chase: Option<GridChaseState>,
        around: Surroundings,
    ) {
        let slot = self.slot(index);
        let at = self.program_at(slot);
        let program = &mut self.programs[at];
        let (row, slots) = (slot - program.first, program.slots);
        let memories = &mut program.memories;
        let restart = |memories: &mut Vec<Memory>, at: usize, state: BehaviorState| {
            if at == memories.len() {
                memories.push(Memory::like(&state, slots));
            }
            memories[at].restart(row, state);
        };
        if let Motion::GridChase(_) = motion {
            let chase = chase.unwrap_or_else(|| GridChaseState::new(around));
            return restart(memories, 0, BehaviorState::GridChase(chase));
        }
        let known = self.states.get_mut(index);
        let mut left = known.map(|memory| memory.left[first_path..].iter_mut());
        for (at, weighted) in motion.behaviors().iter().enumerate() {
            let state = if let Behavior::FollowPath(follow) = &weighted.behavior {
                let left = match &mut left {
                    Some(left) => left.next().and_then(Option::take),
                    // It has only this state, and enters it again.
                    None => memories
                        .get_mut(at)
                        .and_then(|memory| memory.take_progress(row)),
                };
                BehaviorState::FollowPath(follow.enter(left, around))
            } else {
                BehaviorState::new(&weighted.behavior, around)
            };
            restart(memories, at, state);
        }
    }
}

/// The memory of a grid chase that follows the one of an agent in this row, if it has one.
fn followed_chase(memories: &[Memory], row: usize) -> Option<GridChaseState> {
    match memories {
        [Memory::GridChase(rows)] => Some(rows[row].followed()),
        _ => None,
    }
}

impl FollowPath {
    /// The progress with which an agent enters a state that follows a path, and which left it with
    /// the progress `left`.
    fn enter(&self, left: Option<PathProgress>, around: Surroundings) -> PathProgress {
        let start = match (&left, self.resume) {
            (Some(_), Resume::Same) => None,
            (Some(_), Resume::Nearest) => Some(Start::Nearest),
            (Some(_), Resume::First) => Some(Start::First),
            (None, _) => Some(self.start),
        };
        let left = left.unwrap_or_default();
        match start {
            Some(start) => left.restarted(around.resolved, around.path, around.position, start),
            None => left.resumed(),
        }
    }
}
