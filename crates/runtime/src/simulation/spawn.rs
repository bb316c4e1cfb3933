//! How agents are added to a world, and which state they keep when its scene is edited.

use crate::geometry::{CellGrid, vector};
use crate::scene;
use crate::scene::{Motion, PathId, Preset, Scene, Target};
use crate::simulation::World;
use crate::simulation::agent_store::{AgentState, AgentStore};
use crate::simulation::behavior_state;
use crate::simulation::behavior_state::{BehaviorState, Earlier, GridChaseState, Surroundings};
use crate::simulation::columns::HEADING_SPEED;
use crate::simulation::random::Stream;
use crate::simulation::resolved_scene::ResolvedScene;
use crate::simulation::watch::SightMemory;
use glam::DVec2;

/// The agents before an edit.
struct EarlierAgents {
    scene: Scene,
    resolved: ResolvedScene,
    store: AgentStore,
}

impl World {
    /// Adds all agents of a new scene at their start positions.
    pub(super) fn enter_all(&mut self) {
        for index in 0..self.resolved.agents.len() {
            let agent = &self.scene.agents[self.resolved.agents[index].authored as usize];
            let state = entering(&self.resolved, agent, index);
            self.store.insert(&self.resolved, agent, state);
            self.highest_id = self.highest_id.max(agent.id.0);
        }
    }

    /// Takes over a scene, agent by agent.
    pub(super) fn rebuild(&mut self, scene: &Scene) {
        let resolved = ResolvedScene::new(scene, Some(&self.resolved));
        let store = AgentStore::new(scene, &resolved, self.pointer, self.grows);
        let mut earlier = EarlierAgents {
            scene: std::mem::replace(&mut self.scene, scene.clone()),
            resolved: std::mem::replace(&mut self.resolved, resolved),
            store: std::mem::replace(&mut self.store, store),
        };
        for index in 0..self.resolved.agents.len() {
            let agent = &self.scene.agents[self.resolved.agents[index].authored as usize];
            let state = match earlier.state_of(agent) {
                Some(known) => {
                    let state = earlier.store.take(known, agent.id);
                    let before = earlier.agent(known);
                    carried_over(&self.resolved, agent, index, state, &before)
                }
                None => entering(&self.resolved, agent, index),
            };
            self.store.insert(&self.resolved, agent, state);
            self.highest_id = self.highest_id.max(agent.id.0);
        }
    }

    /// Applies a scene whose coordinates have another meaning, for example after a change of its axes or unit: like
    /// [`apply_scene`](World::apply_scene), but every agent begins at its start position, and the pointer is at `pointer` (u).
    pub fn reset_with_scene(&mut self, scene: &Scene, pointer: DVec2) {
        self.is_checked = false;
        self.resolved = ResolvedScene::new(scene, None);
        self.scene = scene.clone();
        self.pointer = pointer;
        self.store = AgentStore::new(scene, &self.resolved, pointer, self.grows);
        self.enter_all();
        self.spawners.restart(scene);
    }
}

impl EarlierAgents {
    /// The previous index of an agent that continues: one that the game drives, or whose start position is the same.
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
            path: authored.path,
            target: authored.target,
            grid: &self.resolved.grid,
        }
    }
}

/// The state of the agent with this index at its start.
pub(super) fn entering(resolved: &ResolvedScene, agent: &scene::Agent, index: usize) -> AgentState {
    let preset = resolved.preset(index);
    let mut stream = Stream::new(resolved.seed, agent.id);
    let mut position = agent.position;
    if let Some(scatter) = agent.scatter {
        position += scattered(&mut stream, scatter.min, scatter.max);
    }
    if let Motion::GridChase(_) = preset.motion {
        position = resolved.grid.center(resolved.grid.cell_at(position));
    }
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
        sight: SightMemory::default(),
        memories: behavior_state::initial(preset, surroundings(resolved, agent, position)),
    }
}

/// How an agent was authored before an edit.
pub(super) struct EarlierAgent<'a> {
    pub(super) preset: &'a Preset,
    pub(super) path: Option<PathId>,
    pub(super) target: Option<Target>,
    pub(super) grid: &'a CellGrid,
}

/// The state of the agent with this index after an edit, continued from `state`.
pub(super) fn carried_over(
    resolved: &ResolvedScene,
    agent: &scene::Agent,
    index: usize,
    mut state: AgentState,
    before: &EarlierAgent,
) -> AgentState {
    let preset = resolved.preset(index);
    if preset.sight != before.preset.sight || agent.target != before.target {
        state.sight = SightMemory::default();
    }
    let was_cell_mover = matches!(before.preset.motion, Motion::GridChase(_));
    state.memories = behavior_state::carried_over(
        preset,
        surroundings(resolved, agent, state.position),
        &Earlier {
            preset: before.preset,
            grid: before.grid,
            states: &state.memories,
            same_path: agent.path == before.path,
        },
    );
    match preset.motion {
        Motion::Steered(_) => {}
        Motion::GridChase(_) => state.node = None,
    }
    if let [BehaviorState::GridChase(GridChaseState { mover, .. })] = state.memories.as_slice()
        && !(was_cell_mover && resolved.grid.size() == before.grid.size())
    {
        state.position = resolved.grid.center(mover.cell());
    }
    state
}

pub(super) fn surroundings<'a>(
    resolved: &'a ResolvedScene,
    agent: &scene::Agent,
    position: DVec2,
) -> Surroundings<'a> {
    Surroundings {
        position,
        route: resolved
            .path(agent.path)
            .map(|index| resolved.routes[index].as_ref()),
        grid: &resolved.grid,
    }
}

pub(super) fn starts_elsewhere(now: &scene::Agent, before: &scene::Agent) -> bool {
    now.position != before.position
        || now.velocity != before.velocity
        || now.heading != before.heading
        || now.scatter != before.scatter
}

/// A point at a random distance from `min` to `max` in a random direction. The direction is drawn by rejection from the square, then
/// the distance.
pub(super) fn scattered(stream: &mut Stream, min: f64, max: f64) -> DVec2 {
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
