//! What agents keep of what they remember and know when they or the scene change.

use crate::level::Sight;
use crate::scene::{Agent, Marker, Motion, Preset};
use crate::simulation::population::Population;
use crate::simulation::population::spawn::{EarlierAgent, entry_position, starts_elsewhere};
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::senses::known::Known;
use crate::simulation::senses::memory::{SenseMemory, SightMemory};
use crate::simulation::store::AgentStore;
use crate::simulation::store::columns::NONE;

impl Population {
    /// Reads the team of the agent with this index again.
    pub(crate) fn update_team(&mut self, index: usize) {
        let authored = self.resolved.agents[index].authored as usize;
        let team = self.resolved.senses.team_of(&self.scene.agents[authored]);
        self.store.set_team(index, team);
    }

    /// Reads the teams of all agents again, after presets watch other teams.
    pub(crate) fn update_teams(&mut self) {
        for index in 0..self.resolved.agents.len() {
            self.update_team(index);
        }
    }
}

impl AgentStore {
    /// Sets the number of the team of an agent.
    pub(crate) fn set_team(&mut self, index: usize, team: u32) {
        let (slot, slots) = (self.slot(index), self.columns.agent.len());
        self.columns.team.set(slot, team, slots);
    }

    /// Puts what the agent with this index remembers into a row.
    pub(crate) fn insert_senses(&mut self, index: usize, memory: SenseMemory) {
        let (slot, slots) = (self.slot(index), self.columns.agent.len());
        let column = &mut self.columns.senses;
        self.senses.rows.insert(index, column, slot, slots, memory);
    }

    /// The row of what the agent with this index remembers.
    pub(crate) fn sense_row(&self, index: usize) -> Option<usize> {
        let row = self.columns.senses.get(self.slot(index));
        (row != NONE).then_some(row as usize)
    }

    /// As [`sense_row`](Self::sense_row), with a new row for an agent, authored as `agent`, that
    /// had nothing to remember.
    pub(crate) fn sense_row_of(
        &mut self,
        resolved: &ResolvedScene,
        agent: &Agent,
        index: usize,
    ) -> usize {
        self.sense_row(index).unwrap_or_else(|| {
            let preset = resolved.preset(index);
            let (post, _) = entry_position(resolved.seed, &resolved.grid, preset, agent);
            self.insert_senses(index, SenseMemory::at(post));
            self.senses.rows.len() - 1
        })
    }

    /// What the agent with this index remembers, if it has a row.
    pub(crate) fn sense_memory(&self, index: usize) -> Option<SenseMemory> {
        let row = self.columns.senses.get(self.slot(index));
        (row != NONE).then(|| self.senses.rows.memory(row as usize))
    }

    /// Removes what the agent in a slot remembers.
    pub(crate) fn remove_senses(&mut self, slot: usize) {
        let column = &mut self.columns.senses;
        self.senses.rows.remove(column, slot, &self.slots);
    }

    /// Fits what the agent with this index, authored as `agent`, remembers to its preset.
    pub(crate) fn update_senses(
        &mut self,
        resolved: &ResolvedScene,
        agent: &Agent,
        index: usize,
        before: &EarlierAgent,
    ) {
        let row = self.columns.senses.get(self.slot(index));
        if row == NONE {
            if let Some(memory) = new_memory(resolved, agent, index, before) {
                self.insert_senses(index, memory);
            }
        } else if looks_otherwise(resolved.preset(index), agent, before) {
            self.senses.rows.states[row as usize].sight = SightMemory::default();
        }
    }
}

/// What an agent remembers after an edit or a change of its preset.
pub(crate) fn carried_over(
    resolved: &ResolvedScene,
    agent: &Agent,
    index: usize,
    memory: Option<Box<SenseMemory>>,
    before: &EarlierAgent,
) -> Option<Box<SenseMemory>> {
    let Some(mut memory) = memory else {
        return new_memory(resolved, agent, index, before).map(Box::new);
    };
    if looks_otherwise(resolved.preset(index), agent, before) {
        memory.state.sight = SightMemory::default();
    }
    Some(memory)
}

/// Whether an agent looks at something else than before, so that what it has noticed counts no
/// longer.
fn looks_otherwise(preset: &Preset, agent: &Agent, before: &EarlierAgent) -> bool {
    let look =
        |preset: &Preset| -> (Option<Sight>, bool) { (preset.sight, preset.watches.is_empty()) };
    look(preset) != look(before.preset)
        || preset.watches != before.preset.watches
        || preset.watches.is_empty() && agent.target != before.agent.target
}

/// What an agent remembers that had nothing to remember: only where it entered. `None` if there is
/// no need to store it.
fn new_memory(
    resolved: &ResolvedScene,
    agent: &Agent,
    index: usize,
    before: &EarlierAgent,
) -> Option<SenseMemory> {
    let remembers = resolved
        .sense_rules(index)
        .is_some_and(|rules| rules.remembers);
    let preset = resolved.preset(index);
    let is_cell_mover = |preset: &Preset| matches!(preset.motion, Motion::GridChase(_));
    let enters_alike = resolved.seed == before.seed
        && !starts_elsewhere(agent, before.agent)
        && is_cell_mover(preset) == is_cell_mover(before.preset)
        && (resolved.grid.size() == before.grid.size() || !is_cell_mover(preset));
    if enters_alike && !remembers {
        return None;
    }
    let (post, _) = entry_position(before.seed, before.grid, before.preset, before.agent);
    let is_stored =
        remembers || post != entry_position(resolved.seed, &resolved.grid, preset, agent).0;
    is_stored.then(|| SenseMemory::at(post))
}

/// Translates what agents know when a scene is taken over.
pub(crate) struct Translation<'a> {
    pub(crate) earlier: &'a ResolvedScene,
    pub(crate) earlier_markers: &'a [Marker],
    pub(crate) resolved: &'a ResolvedScene,
}

impl Translation<'_> {
    /// The same agent, marker or pointer in the new scene; none if it is not there.
    pub(crate) fn of(&self, known: Known) -> Known {
        let target = known.target(&self.earlier.agents, self.earlier_markers);
        target.map_or(Known::NONE, |target| {
            Known::of_target(target, self.resolved)
        })
    }
}
