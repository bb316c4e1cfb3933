//! Agents that come and go one at a time, without a rebuild of the store.

use crate::scene::{Agent, Target};
use crate::simulation::population::Population;
use crate::simulation::population::spawn::{entering, surroundings};
use crate::simulation::random::Stream;
use crate::simulation::resolved::{ResolvedAgent, ResolvedScene};
use crate::simulation::spawners::Spawners;
use crate::simulation::store::AgentStore;
use crate::simulation::store::behavior_state::BehaviorState;
use crate::simulation::store::columns::NONE;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Population {
    /// Adds an agent whose id is not taken, and whose references lead somewhere.
    pub(crate) fn add_agent(&mut self, agent: Agent, spawners: &mut Spawners) {
        self.add_agent_with(agent, None, spawners);
    }

    /// As [`add_agent`](Self::add_agent), with numbers drawn from its random stream already.
    pub(crate) fn add_agent_with(
        &mut self,
        agent: Agent,
        stream: Option<Stream>,
        spawners: &mut Spawners,
    ) {
        self.grows = true;
        if let Some(preset) = self.resolved.preset_index(agent.preset) {
            self.add_net_of(preset);
        }
        let id = agent.id;
        let resolved = &mut self.resolved;
        let is_last = resolved.agents.last().is_none_or(|last| last.id < agent.id);
        match resolved.preset_index(agent.preset) {
            Some(preset)
                if is_last
                    && resolved.has_all_agents
                    && !self.store.has_missing_agents
                    && !self.store.is_sparse() =>
            {
                let index = resolved.agents.len();
                resolved.agents.push(ResolvedAgent {
                    id: agent.id,
                    authored: self.scene.agents.len() as u32,
                    preset: preset as u32,
                });
                let state = entering(resolved, &agent, index, stream);
                self.store.insert(resolved, &agent, state);
                self.highest_id = self.highest_id.max(agent.id.0);
                Arc::make_mut(&mut self.scene.agents).push(agent);
            }
            Some(_) | None => {
                self.change_scene(spawners, |scene| {
                    Arc::make_mut(&mut scene.agents).push(agent)
                });
                if let (Some(stream), Some(index)) = (stream, self.resolved.index_of(id)) {
                    self.enter_again(index, stream);
                }
            }
        }
    }

    /// Lets the agent with this index, which has just entered, enter with another random stream.
    fn enter_again(&mut self, index: usize, stream: Stream) {
        let Self {
            resolved,
            scene,
            store,
            ..
        } = self;
        let agent = &scene.agents[resolved.agents[index].authored as usize];
        store.leave_slot(index);
        let state = entering(resolved, agent, index, Some(stream));
        store.settle(resolved, agent, index, state);
    }

    /// Removes the agent with this index, and every reference to it.
    pub(crate) fn remove_agent(&mut self, index: usize, spawners: &mut Spawners) {
        let id = self.resolved.agents[index].id;
        spawners.forget(id, &self.scene);
        for spawner in &mut self.scene.spawners {
            if spawner.names(Target::Agent(id)) {
                Arc::make_mut(spawner).forget(Target::Agent(id));
            }
        }
        let agents = Arc::make_mut(&mut self.scene.agents);
        if self.store.observed.has_agent(index) || !self.resolved.has_all_agents {
            for agent in agents.iter_mut() {
                agent.forget(id);
            }
        }
        if !self.resolved.has_all_agents {
            return self.change_scene(spawners, |scene| {
                Arc::make_mut(&mut scene.agents).retain(|agent| agent.id != id);
            });
        }
        let authored = self.resolved.agents.remove(index).authored as usize;
        // The last agent of the list takes the place: all behind it would have to move up
        // otherwise.
        agents.swap_remove(authored);
        if let Some(moved) = agents.get(authored).map(|agent| agent.id)
            && let Some(moved) = self.resolved.index_of(moved)
        {
            self.resolved.agents[moved].authored = authored as u32;
        }
        self.store.remove(index);
    }

    /// Binds the agent with this index to the path that `authored` names now: it starts as its
    /// behaviors say.
    pub(crate) fn start_path(&mut self, index: usize) {
        let Self {
            resolved,
            scene,
            store,
            ..
        } = self;
        let agent = &scene.agents[resolved.agents[index].authored as usize];
        store.start_path(resolved, agent, index);
    }
}

impl AgentStore {
    /// Removes the agent with this index; those behind it move up by one.
    fn remove(&mut self, index: usize) {
        self.leave_slot(index);
        self.slots.remove(index);
        let removed = index as u32;
        for agent in &mut self.columns.agent {
            *agent -= u32::from(*agent != NONE && *agent > removed);
        }
        let moved_up = |index: u32| index - u32::from(index > removed);
        remove_index(&mut self.places, removed);
        remove_index(&mut self.facings, removed);
        self.senses.rows.forget(removed);
        self.states.forget(index);
        self.earlier_nodes.retain(|&index| index != removed);
        for index in &mut self.earlier_nodes {
            *index = moved_up(*index);
        }
        if let Some(row) = self.observed.remove_agent(removed) {
            let columns = &mut self.columns;
            for column in [
                &mut columns.target,
                &mut columns.danger,
                &mut columns.leader,
            ] {
                column.remove(row);
            }
        }
    }

    /// Binds the agent with this index, authored as `agent`, to its path.
    pub(crate) fn start_path(&mut self, resolved: &ResolvedScene, agent: &Agent, index: usize) {
        let slot = self.slot(index);
        self.columns.route[slot] = resolved.route_row(agent);
        if self.columns.node[slot] != NONE {
            self.earlier_nodes.push(index as u32);
        }
        let around = surroundings(resolved, agent, self.columns.position(slot));
        if let Some(memory) = self.states.get_mut(index) {
            memory.left.fill(None);
        }
        let behaviors = self.motion(resolved, index).behaviors();
        let (program, row) = self.program_mut(index);
        for (memory, weighted) in program.memories.iter_mut().zip(behaviors) {
            if weighted.behavior.follow_path().is_some() {
                memory.insert(row, BehaviorState::new(&weighted.behavior, around));
            }
        }
    }
}

/// Removes the entry of an agent; those of the agents behind it move up by one.
fn remove_index<T>(entries: &mut BTreeMap<u32, T>, removed: u32) {
    let behind = entries.split_off(&removed);
    let behind = behind.into_iter().filter(|&(index, _)| index != removed);
    entries.extend(behind.map(|(index, entry)| (index - 1, entry)));
}
