//! Agents that change their program, and programs that need more slots.

use crate::scene::{AgentId, Preset};
use crate::simulation::agent_store::{AgentState, AgentStore};
use crate::simulation::columns::NONE;
use crate::simulation::program;
use crate::simulation::program::Program;
use crate::simulation::resolved_scene::ResolvedScene;

/// This many empty slots are never too many.
const SPARE_SLOTS: usize = 1024;

impl AgentStore {
    /// Whether more than half of the slots are empty, so that a rebuild is worth its time.
    pub(super) fn is_sparse(&self) -> bool {
        self.columns.agent.len() > 2 * self.len() + SPARE_SLOTS
    }

    /// Takes the agent with this index and id out of its slot. It keeps its index.
    pub(super) fn take_out(&mut self, index: usize, id: AgentId) -> AgentState {
        let state = self.take(index, id);
        self.leave_slot(index);
        state
    }

    /// Leaves the slot of the agent with this index to the last of its program.
    pub(super) fn leave_slot(&mut self, index: usize) {
        let slot = self.slot(index);
        let (program, row) = self.program_mut(index);
        program.agents -= 1;
        let last = program.first + program.agents;
        for memory in &mut program.memories {
            memory.move_row(last - program.first, row);
        }
        let has_leader = self.columns.leader.get(slot) != NONE;
        self.columns.move_row(last, slot);
        if last != slot {
            self.slots[self.columns.agent[slot] as usize] = slot as u32;
        }
        if has_leader || self.columns.leader.get(slot) != NONE {
            self.groups.make_stale();
        }
        self.neighborhood.make_stale();
    }

    /// Makes room for another agent of this preset. A full program moves behind all others, into half as many slots again: over many
    /// agents that costs a constant time each.
    pub(super) fn make_room(&mut self, preset: usize) {
        let at = self.program_of_preset[preset] as usize;
        let program = &self.programs[at];
        let agents = program.agents;
        if agents < program.slots {
            return;
        }
        let wanted = agents + agents / 2 + 1;
        let before = program.first;
        let is_last = at + 1 == self.programs.len();
        let first = if is_last {
            before
        } else {
            self.columns.agent.len()
        };
        let mut program = self.programs.remove(at);
        program.move_to(first, wanted);
        self.columns.resize(program.first + program.slots);
        for row in 0..if is_last { 0 } else { agents } {
            self.columns.move_row(before + row, first + row);
            self.slots[self.columns.agent[first + row] as usize] = (first + row) as u32;
        }
        self.programs.push(program);
        let last = self.programs.len() as u32 - 1;
        for program in &mut self.program_of_preset {
            *program = if *program as usize == at {
                last
            } else {
                *program - u32::from(*program as usize > at)
            };
        }
        self.groups.make_stale();
        self.neighborhood.make_stale();
    }

    /// Gives a preset that was replaced its program and its body. Its agents are still where they were.
    pub(super) fn replace_preset(&mut self, at: usize, preset: &Preset) {
        let key = program::key(preset);
        let known = self.programs.iter().position(|known| known.key == key);
        self.program_of_preset[at] = known.unwrap_or_else(|| self.add_program(preset)) as u32;
        let body_key = program::body_key(&preset.body);
        let same = |body| program::body_key(body) == body_key;
        let body = self.bodies.iter().position(same);
        self.body_of_preset[at] = body.unwrap_or_else(|| self.add_body(at, preset)) as u32;
    }

    /// Adds a program without slots. It replaces an unused one, if any.
    fn add_program(&mut self, preset: &Preset) -> usize {
        let mut new = Program::new(preset, program::key(preset));
        let is_empty = |at: usize| self.programs[at].agents == 0;
        let mut unused = unused(self.programs.len(), &self.program_of_preset);
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

    /// Adds the body of a preset, in the place of its earlier one if no other preset has that.
    fn add_body(&mut self, at: usize, preset: &Preset) -> usize {
        let earlier = self.body_of_preset[at];
        let users = self.body_of_preset.iter().filter(|&&body| body == earlier);
        if users.count() == 1 {
            self.bodies[earlier as usize] = preset.body;
            return earlier as usize;
        }
        self.bodies.push(preset.body);
        self.bodies.len() - 1
    }

    /// Gives the agent with this index the body of its preset.
    pub(super) fn update_body(&mut self, resolved: &ResolvedScene, index: usize) {
        let slot = self.slot(index);
        let preset = resolved.agents[index].preset as usize;
        self.columns.body[slot] = self.body_of_preset[preset];
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
