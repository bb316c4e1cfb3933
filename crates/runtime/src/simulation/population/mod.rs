//! The agents of a run.

pub(crate) mod door_switches;
pub(crate) mod edit;
pub(crate) mod roster;
pub(crate) mod spawn;

use crate::scene::{Agent, AgentId, Scene};
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::store::AgentStore;
use glam::DVec2;
use std::sync::Arc;

/// The agents of a run: as their scene says, with what it refers to resolved, and as they are now.
#[derive(Clone, Debug)]
pub(crate) struct Population {
    pub(crate) scene: Scene,
    pub(crate) resolved: ResolvedScene,
    pub(crate) store: AgentStore,
    /// The position of the pointer, u.
    pub(crate) pointer: DVec2,
    /// The highest id that an agent ever had here.
    pub(crate) highest_id: u32,
    /// Whether agents are added while it runs: then there is room for more.
    pub(crate) grows: bool,
}

impl Population {
    /// The agents of a scene at their start positions.
    pub(crate) fn new(scene: &Scene) -> Self {
        let resolved = ResolvedScene::new(scene, None);
        let mut population = Self {
            store: AgentStore::new(scene, &resolved, scene.pointer, false, |_| 0),
            scene: scene.clone(),
            resolved,
            pointer: scene.pointer,
            highest_id: 0,
            grows: false,
        };
        population.keep_nets();
        population.enter_all();
        population
    }

    /// Begins again with the agents of another scene.
    pub(crate) fn reset(&mut self, scene: &Scene, pointer: DVec2) {
        self.resolved = ResolvedScene::new(scene, None);
        self.scene = scene.clone();
        self.keep_nets();
        self.pointer = pointer;
        self.store = AgentStore::new(scene, &self.resolved, pointer, self.grows, |_| 0);
        self.enter_all();
    }

    /// The id that the next agent gets.
    pub(crate) fn next_agent_id(&self) -> AgentId {
        AgentId(self.highest_id.saturating_add(1))
    }

    /// Resolves the references of one agent again, without visiting the others.
    pub(crate) fn bind(&mut self, index: usize) {
        let authored = self.resolved.agents[index].authored as usize;
        let agent = &self.scene.agents[authored];
        self.store.bind(&self.resolved, agent, index);
    }

    /// The agent with this index as authored.
    pub(crate) fn authored(&self, index: usize) -> &Agent {
        &self.scene.agents[self.resolved.agents[index].authored as usize]
    }

    /// The agent with this index as authored, to change.
    pub(crate) fn authored_mut(&mut self, index: usize) -> &mut Agent {
        let authored = self.resolved.agents[index].authored as usize;
        &mut Arc::make_mut(&mut self.scene.agents)[authored]
    }
}
