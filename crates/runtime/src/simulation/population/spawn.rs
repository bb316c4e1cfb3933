//! How agents are added to a world, and which state they keep when its scene is edited.

use crate::geometry::{CellGrid, vector};
use crate::scene;
use crate::scene::{Motion, Preset, Scene};
use crate::simulation::population::Population;
use crate::simulation::random::Stream;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::senses;
use crate::simulation::senses::{SenseMemory, Translation};
use crate::simulation::states::{AgentStates, StateMemory, carry_state};
use crate::simulation::store::behavior_state;
use crate::simulation::store::behavior_state::Surroundings;
use crate::simulation::store::columns::HEADING_SPEED;
use crate::simulation::store::routes::AgentRoutes;
use crate::simulation::store::{AgentState, AgentStore};
use glam::DVec2;

/// The agents before an edit.
struct EarlierAgents {
    scene: Scene,
    resolved: ResolvedScene,
    store: AgentStore,
}

impl Population {
    /// Adds all agents of a new scene at their start positions.
    pub(crate) fn enter_all(&mut self) {
        for index in 0..self.resolved.agents.len() {
            let agent = &self.scene.agents[self.resolved.agents[index].authored as usize];
            let state = entering(&self.resolved, agent, index, None);
            self.store.insert(&self.resolved, agent, state);
            self.highest_id = self.highest_id.max(agent.id.0);
        }
    }

    /// Takes over a scene, agent by agent.
    pub(crate) fn rebuild(&mut self, scene: &Scene) {
        let resolved = ResolvedScene::new(scene, Some(&self.resolved));
        let state_of = |index| self.state_after(&resolved, index);
        let store = AgentStore::new(scene, &resolved, self.pointer, self.grows, state_of);
        let mut earlier = EarlierAgents {
            scene: std::mem::replace(&mut self.scene, scene.clone()),
            resolved: std::mem::replace(&mut self.resolved, resolved),
            store: std::mem::replace(&mut self.store, store),
        };
        self.keep_nets();
        for index in 0..self.resolved.agents.len() {
            let agent = &self.scene.agents[self.resolved.agents[index].authored as usize];
            let state = match earlier.state_of(agent) {
                Some(known) => {
                    let mut state = earlier.store.take(known, agent.id);
                    if let Some(memory) = &mut state.senses {
                        let translation = earlier.translation(&self.resolved);
                        memory.map_known(|known| translation.of(known));
                    }
                    let before = earlier.agent(known);
                    carried_over(&self.resolved, agent, index, state, &before)
                }
                None => entering(&self.resolved, agent, index, None),
            };
            self.store.insert(&self.resolved, agent, state);
            self.highest_id = self.highest_id.max(agent.id.0);
        }
    }
}

impl EarlierAgents {
    /// The previous index of an agent that continues: one that the game drives, or whose start
    /// position is the same.
    fn state_of(&self, agent: &scene::Agent) -> Option<usize> {
        let known = self.resolved.index_of(agent.id)?;
        let before = &self.scene.agents[self.resolved.agents[known].authored as usize];
        let driven = self.store.places.contains_key(&(known as u32));
        (driven || !starts_elsewhere(agent, before)).then_some(known)
    }

    /// How the agent with this index was authored.
    fn agent(&self, index: usize) -> EarlierAgent<'_> {
        let authored = &self.scene.agents[self.resolved.agents[index].authored as usize];
        EarlierAgent {
            preset: self.resolved.preset(index),
            agent: authored,
            seed: self.resolved.seed,
            grid: &self.resolved.grid,
        }
    }

    fn translation<'a>(&'a self, resolved: &'a ResolvedScene) -> Translation<'a> {
        Translation {
            earlier: &self.resolved,
            earlier_markers: &self.scene.markers,
            resolved,
        }
    }
}

/// The state of the agent with this index at its start. `stream`: its random stream, if numbers
/// were drawn already.
pub(crate) fn entering(
    resolved: &ResolvedScene,
    agent: &scene::Agent,
    index: usize,
    stream: Option<Stream>,
) -> AgentState {
    let preset = resolved.preset(index);
    let (position, start) = entry_position(resolved.seed, &resolved.grid, preset, agent);
    let mut stream = stream.unwrap_or(start);
    let (key, table) = (resolved.agents[index].preset, &resolved.states);
    let first = table.state(table.row(key, 0));
    let has_states = table.has_states(key);
    let memory = has_states.then(|| StateMemory::new(first, table.paths(key), &mut stream));
    let velocity = agent.velocity;
    let heading = if vector::length(velocity) > HEADING_SPEED {
        vector::direction(velocity)
    } else {
        let authored = agent.heading.map(vector::direction);
        let turned = authored.filter(|&heading| heading != DVec2::ZERO);
        turned.unwrap_or(DVec2::X)
    };
    AgentState {
        position,
        previous: position,
        velocity,
        heading,
        force: DVec2::ZERO,
        node: None,
        stream,
        driven: None,
        facing: None,
        senses: resolved
            .sense_rules(index)
            .filter(|rules| rules.remembers)
            .map(|_| Box::new(SenseMemory::at(position))),
        states: AgentStates {
            memory,
            ..AgentStates::default()
        },
        routes: AgentRoutes::default(),
        memories: behavior_state::initial(&preset.motion, surroundings(resolved, agent, position)),
    }
}

/// Where an agent with this preset enters, and its random stream afterwards.
pub(crate) fn entry_position(
    seed: u64,
    grid: &CellGrid,
    preset: &Preset,
    agent: &scene::Agent,
) -> (DVec2, Stream) {
    let mut stream = Stream::new(seed, agent.id);
    let mut position = agent.position;
    if let Some(scatter) = agent.scatter {
        position += scattered(&mut stream, scatter.min, scatter.max);
    }
    if let Motion::GridChase(_) = preset.motion {
        position = grid.center(grid.cell_at(position));
    }
    (position, stream)
}

/// How an agent was authored before an edit.
pub(crate) struct EarlierAgent<'a> {
    pub(crate) preset: &'a Preset,
    pub(crate) agent: &'a scene::Agent,
    pub(crate) seed: u64,
    pub(crate) grid: &'a CellGrid,
}

/// The state of the agent with this index after an edit, continued from `state`.
pub(crate) fn carried_over(
    resolved: &ResolvedScene,
    agent: &scene::Agent,
    index: usize,
    mut state: AgentState,
    before: &EarlierAgent,
) -> AgentState {
    if before.preset.has_facing() && !resolved.preset(index).has_facing() {
        state.facing = None;
    }
    state.senses = senses::carried_over(resolved, agent, index, state.senses.take(), before);
    carry_state(resolved, agent, index, &mut state, before);
    state
}

pub(crate) fn surroundings<'a>(
    resolved: &'a ResolvedScene,
    agent: &scene::Agent,
    position: DVec2,
) -> Surroundings<'a> {
    Surroundings {
        position,
        path: resolved.path(agent.path),
        resolved,
        grid: &resolved.grid,
    }
}

pub(crate) fn starts_elsewhere(now: &scene::Agent, before: &scene::Agent) -> bool {
    now.position != before.position
        || now.velocity != before.velocity
        || now.heading != before.heading
        || now.scatter != before.scatter
}

/// A point at a random distance from `min` to `max` in a random direction. The direction is drawn
/// by rejection from the square, then the distance.
pub(crate) fn scattered(stream: &mut Stream, min: f64, max: f64) -> DVec2 {
    const TRIES: usize = 64;
    let mut direction = DVec2::X;
    for _ in 0..TRIES {
        let p = DVec2::new(2.0 * stream.next_f64() - 1.0, 2.0 * stream.next_f64() - 1.0);
        let squared = p.x * p.x + p.y * p.y;
        if squared <= 1.0 && squared > 1e-6 {
            direction = vector::direction(p);
            break;
        }
    }
    direction * (min + (max - min) * stream.next_f64())
}
