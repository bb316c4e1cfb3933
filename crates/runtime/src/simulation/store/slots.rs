//! Agents that change their program, and programs that need more slots.

use crate::lanes::WIDEST;
use crate::scene::{AgentId, Motion};
use crate::simulation::program;
use crate::simulation::program::Program;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::store::columns::NONE;
use crate::simulation::store::{AgentState, AgentStore};
use crate::steering::Body;

/// This many empty slots are never too many.
const SPARE_SLOTS: usize = 1024;

impl AgentStore {
    /// Whether more than half of the slots are empty, so that a rebuild is worth its time.
    pub(crate) fn is_sparse(&self) -> bool {
        self.columns.agent.len() > 2 * self.len() + SPARE_SLOTS
    }

    /// Takes the agent with this index and id out of its slot. It keeps its index.
    pub(crate) fn take_out(&mut self, index: usize, id: AgentId) -> AgentState {
        let state = self.take(index, id);
        self.leave_slot(index);
        state
    }

    /// Leaves the slot of the agent with this index to the last of its program.
    pub(crate) fn leave_slot(&mut self, index: usize) {
        let slot = self.slot(index);
        self.remove_senses(slot);
        if self.columns.leader.get(slot) != NONE {
            self.groups.make_stale();
        }
        self.close_gap(slot);
    }

    /// Moves the agent with this index to the next free slot of another program, where its memory
    /// is still to be set.
    pub(crate) fn move_to_program(&mut self, index: usize, to: usize) {
        if self.programs[to].occupied().contains(&self.slot(index)) {
            return;
        }
        let to = self.make_room(to);
        let (before, program) = (self.slot(index), &mut self.programs[to]);
        let slot = program.first + program.agents;
        program.agents += 1;
        self.columns.move_row(before, slot);
        self.slots[index] = slot as u32;
        if self.columns.leader.get(slot) != NONE {
            self.groups.make_stale();
        }
        self.close_gap(before);
    }

    /// Moves the last agent of a program into a slot of it whose agent has left.
    fn close_gap(&mut self, slot: usize) {
        let at = self.program_at(slot);
        let program = &mut self.programs[at];
        program.agents -= 1;
        let last = program.first + program.agents;
        for memory in &mut program.memories {
            memory.move_row(last - program.first, slot - program.first);
        }
        self.columns.move_row(last, slot);
        if last != slot {
            self.slots[self.columns.agent[slot] as usize] = slot as u32;
        }
        if self.columns.leader.get(slot) != NONE {
            self.groups.make_stale();
        }
        self.neighborhood.make_stale();
    }

    /// The index of the program that a slot belongs to.
    #[inline]
    pub(crate) fn program_at(&self, slot: usize) -> usize {
        self.programs
            .partition_point(|program| program.first <= slot)
            - 1
    }

    /// Makes room for another agent of the program with this index. A full program gets half as
    /// many slots again, so that over many agents they cost a constant time each. Returns its index
    /// afterwards.
    pub(crate) fn make_room(&mut self, at: usize) -> usize {
        let program = &self.programs[at];
        let (agents, before) = (program.agents, program.first);
        if agents < program.slots {
            return at;
        }
        let wanted = (agents + agents / 2 + 1).next_multiple_of(WIDEST);
        let (first, to) = self.find_slots(at, wanted);
        let mut program = self.programs.remove(at);
        program.move_to(first, wanted);
        if self.columns.agent.len() < first + wanted {
            self.columns.resize(first + wanted);
        }
        for row in 0..if first == before { 0 } else { agents } {
            self.columns.move_row(before + row, first + row);
            self.slots[self.columns.agent[first + row] as usize] = (first + row) as u32;
        }
        self.programs.insert(to, program);
        for program in &mut self.program_of_state {
            let index = *program as usize;
            let rest = index - usize::from(index > at);
            *program = if index == at {
                to
            } else {
                rest + usize::from(rest >= to)
            } as u32;
        }
        self.groups.make_stale();
        self.neighborhood.make_stale();
        to
    }

    /// Where the program with this index can have `wanted` slots: their first, and the index that
    /// it has there. It stays where it is if the slots behind it are free.
    fn find_slots(&self, at: usize, wanted: usize) -> (usize, usize) {
        let program = &self.programs[at];
        let behind = self.programs.get(at + 1);
        if behind.is_none_or(|next| next.first >= program.first + wanted) {
            return (program.first, at);
        }
        let mut end = 0;
        for (index, program) in self.programs.iter().enumerate() {
            if program.first >= end + wanted {
                return (end, index - usize::from(index > at));
            }
            end = program.first + program.slots;
        }
        (end, self.programs.len() - 1)
    }

    /// Gives the states of a preset that was replaced by one with as many their programs and
    /// bodies. Its agents are still where they were.
    pub(crate) fn replace_preset(&mut self, resolved: &ResolvedScene, at: usize) {
        let first = resolved.states.row(at as u32, 0);
        for (row, state) in (first..).zip(resolved.presets[at].all_states()) {
            let key = program::key(state.motion);
            let known = self.programs.iter().position(|known| known.key == key);
            let program = known.unwrap_or_else(|| self.add_program(state.motion, key));
            self.program_of_state[row] = program as u32;
            let body = resolved.states.state(row).body;
            let body_key = program::body_key(&body);
            let same = |body| program::body_key(body) == body_key;
            let known = self.bodies.iter().position(same);
            self.body_of_state[row] = known.unwrap_or_else(|| self.add_body(row, body)) as u32;
        }
    }

    /// Adds a program without slots. It replaces an unused one, if any.
    fn add_program(&mut self, motion: &Motion, key: String) -> usize {
        let mut new = Program::new(motion, key);
        let is_empty = |at: usize| self.programs[at].agents == 0;
        let mut unused = unused(self.programs.len(), &self.program_of_state);
        if let Some(at) = unused.find(|&at| is_empty(at)) {
            let program = &mut self.programs[at];
            (new.first, new.slots) = (program.first, program.slots);
            *program = new;
            return at;
        }
        new.first = self.columns.agent.len();
        self.programs.push(new);
        self.programs.len() - 1
    }

    /// Adds the body of a state, in the place of its earlier one if no other state has that.
    fn add_body(&mut self, row: usize, body: Body) -> usize {
        let earlier = self.body_of_state[row];
        let users = self.body_of_state.iter().filter(|&&body| body == earlier);
        if users.count() == 1 {
            self.bodies[earlier as usize] = body;
            return earlier as usize;
        }
        self.bodies.push(body);
        self.bodies.len() - 1
    }

    /// Gives the agent with this index the body of its state.
    pub(crate) fn update_body(&mut self, resolved: &ResolvedScene, index: usize) {
        let (slot, row) = (self.slot(index), self.state_row(resolved, index));
        self.columns.body[slot] = self.body_of_state[row];
        let (program, row) = self.program_mut(index);
        for memory in &mut program.memories {
            memory.forget_aim(row);
        }
    }
}

/// The indices below `len` that are not among `used`.
fn unused(len: usize, used: &[u32]) -> impl Iterator<Item = usize> + use<> {
    let mut is_used = vec![false; len];
    for &index in used {
        is_used[index as usize] = true;
    }
    (0..len).filter(move |&index| !is_used[index])
}
