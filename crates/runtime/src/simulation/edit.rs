//! What an edit of the scene changes in a running world, without a visit to what it leaves alone.

use crate::level::walls::Walls;
use crate::scene::{Agent, Preset, Scene};
use crate::simulation::World;
use crate::simulation::columns::NONE;
use crate::simulation::program;
use crate::simulation::resolved_scene::ResolvedAgent;
use crate::simulation::spawn::{EarlierAgent, carried_over, entering, starts_elsewhere};
use crate::steering::follow_path::Route;
use std::collections::BTreeMap;
use std::sync::Arc;

impl World {
    /// Applies an edited scene while the world runs. Agents that are still in the scene continue from their position with the state of
    /// their behaviors. New agents, and those whose start position has changed, begin at their start, unless the game drives them.
    ///
    /// Changes that the game has made to the previous scene are lost: moved markers, targets, and spawned agents. To change the current
    /// scene instead, use [`edit`](World::edit). The scene is not validated; `steerwright-format` validates the scenes that it reads.
    ///
    /// The cost follows the edit: parts that `scene` shares with the scene of the world (the same [`Arc`]) are not looked into, and
    /// agents that the edit does not affect are not touched. All agents are when items are removed or reordered, when presets or
    /// markers are added, and when cells, ticks per second or the seed change.
    pub fn apply_scene(&mut self, scene: &Scene) {
        self.is_checked = false;
        self.spawners.forget_agents();
        self.apply(scene);
    }

    /// Applies an edited scene, which may be checked.
    pub(super) fn apply(&mut self, scene: &Scene) {
        if let Some(agents) = self.agents_in_place(scene)
            && !self.store.is_sparse()
        {
            self.apply_in_place(scene, &agents);
        } else {
            self.rebuild(scene);
        }
        self.spawners.update(&self.scene, &self.resolved);
    }

    /// The agents of `scene` that are authored differently, by their place in its list, if the edit can be applied in place.
    fn agents_in_place(&self, scene: &Scene) -> Option<Vec<u32>> {
        let (resolved, known) = (&self.resolved, &self.scene);
        let same_presets = scene.presets.len() == resolved.presets.len()
            && same_ids(&scene.presets, &resolved.presets, |preset| preset.id);
        let same_paths = same_ids(&scene.paths, &resolved.paths, |path| path.id)
            && (scene.paths.len() == resolved.paths.len() || !self.store.has_missing_paths);
        let same_markers = Arc::ptr_eq(&scene.markers, &known.markers)
            || scene.markers.len() == known.markers.len()
                && scene
                    .markers
                    .iter()
                    .zip(&*known.markers)
                    .all(|(a, b)| a.id == b.id);
        let same_cells = Arc::ptr_eq(&scene.cells, &known.cells) || scene.cells == known.cells;
        let same_grid = same_cells
            && (walls_are_shared(scene, known)
                || Walls::grid(&scene.walls, &scene.cells) == resolved.grid);
        let is_possible = scene.dt() == resolved.dt
            && scene.seed == resolved.seed
            && resolved.has_all_agents
            && same_presets
            && same_paths
            && same_markers
            && same_grid;
        if !is_possible {
            return None;
        }
        if Arc::ptr_eq(&scene.agents, &known.agents) {
            return Some(Vec::new());
        }
        let (agents, known) = (&scene.agents, &known.agents);
        let mut last = resolved.agents.last().map(|agent| agent.id);
        let mut changed = Vec::new();
        for (authored, agent) in agents.iter().enumerate() {
            match known.get(authored) {
                Some(before) if before.id != agent.id => return None,
                Some(before) if !moves_differently(agent, before) => continue,
                Some(_) => {}
                // A new agent, that no other names already.
                None if last < Some(agent.id) && !self.store.has_missing_agents => {
                    last = Some(agent.id);
                }
                None => return None,
            }
            resolved.preset_index(agent.preset)?;
            changed.push(authored as u32);
        }
        (agents.len() >= known.len()).then_some(changed)
    }

    /// Applies a scene that has the items of this world in the same order, and perhaps new agents at the end. `changed` lists the agents
    /// that are authored differently.
    fn apply_in_place(&mut self, scene: &Scene, changed: &[u32]) {
        let before = std::mem::replace(&mut self.scene, scene.clone());
        if !Arc::ptr_eq(&before.markers, &scene.markers) {
            for (index, marker) in scene.markers.iter().enumerate() {
                self.store.observed.set_marker(index, marker.position);
            }
        }
        if !walls_are_shared(scene, &before) {
            self.resolved.walls.update(&scene.walls, &scene.cells);
        }
        self.resolved.skin = scene.skin;
        self.update_paths();
        // All must exist before one refers to another.
        let first_new = self.resolved.agents.len();
        for (authored, agent) in scene.agents.iter().enumerate().skip(first_new) {
            let preset = self.resolved.preset_index(agent.preset).unwrap_or_default();
            self.resolved.agents.push(ResolvedAgent {
                id: agent.id,
                authored: authored as u32,
                preset: preset as u32,
            });
            self.highest_id = self.highest_id.max(agent.id.0);
        }
        self.update_agents(&before.agents, changed);
        for index in first_new..self.resolved.agents.len() {
            let agent = &scene.agents[index];
            let state = entering(&self.resolved, agent, index);
            self.store.insert(&self.resolved, agent, state);
        }
    }

    /// Applies the presets of the scene, and the new settings of the agents in `changed`. `before` are the agents before the edit.
    fn update_agents(&mut self, before: &[Agent], changed: &[u32]) {
        let earlier = self.update_presets();
        let mut agents: Vec<u32> = changed
            .iter()
            .filter(|&&authored| (authored as usize) < before.len())
            .filter_map(|&authored| self.resolved.index_of(before[authored as usize].id))
            .map(|index| index as u32)
            .collect();
        if !earlier.is_empty() {
            let concerned = |agent: &ResolvedAgent| earlier.contains_key(&agent.preset);
            let indices = self.resolved.agents.iter().zip(0..self.store.len() as u32);
            agents.extend(
                indices
                    .filter(|(agent, _)| concerned(agent))
                    .map(|(_, index)| index),
            );
            agents.sort_unstable();
            agents.dedup();
        }
        for index in agents {
            let index = index as usize;
            let known = self.resolved.agents[index];
            let preset = self.resolved.preset_index(self.authored(index).preset);
            self.resolved.agents[index].preset = preset.unwrap_or_default() as u32;
            let unchanged = || Arc::clone(&self.resolved.presets[known.preset as usize]);
            let preset = earlier
                .get(&known.preset)
                .cloned()
                .unwrap_or_else(unchanged);
            self.update_agent(index, &before[known.authored as usize], &preset);
        }
    }

    /// Updates the agent with this index, which was authored as `before` and moved by the preset `earlier`.
    pub(super) fn update_agent(&mut self, index: usize, before: &Agent, earlier: &Preset) {
        let agents = Arc::clone(&self.scene.agents);
        let agent = &agents[self.resolved.agents[index].authored as usize];
        let Self {
            resolved, store, ..
        } = self;
        let is_driven = store.places.contains_key(&(index as u32));
        if !is_driven && starts_elsewhere(agent, before) {
            store.leave_slot(index);
            let state = entering(resolved, agent, index);
            store.settle(resolved, agent, index, state);
        } else if resolved.preset(index).motion == earlier.motion {
            store.update_body(resolved, index);
            store.update_facing(resolved, index);
            store.update_sight(
                resolved,
                index,
                earlier.sight.as_ref(),
                agent.target == before.target,
            );
            if agent.path != before.path {
                store.start_path(resolved, agent, index);
            }
            store.bind(resolved, agent, index);
        } else {
            let before = EarlierAgent {
                preset: earlier,
                path: before.path,
                target: before.target,
                grid: &resolved.grid,
            };
            let state = store.take_out(index, agent.id);
            let state = carried_over(resolved, agent, index, state, &before);
            store.settle(resolved, agent, index, state);
        }
    }

    /// Applies the paths of the scene. Agents continue along those that changed.
    fn update_paths(&mut self) {
        let (resolved, scene) = (&mut self.resolved, &self.scene);
        let mut changed = vec![false; resolved.paths.len()];
        for (index, path) in scene.paths.iter().enumerate() {
            let Some(known) = resolved.paths.get_mut(index) else {
                resolved.add_path(path);
                continue;
            };
            if !Arc::ptr_eq(known, path) {
                *known = Arc::clone(path);
                let route = path.route();
                if route != *resolved.routes[index] {
                    resolved.routes[index] = Arc::new(route);
                    changed[index] = true;
                }
            }
        }
        // One after the other, by comparisons that compile to vector instructions: few paths change at once.
        const BLOCK: usize = 256;
        for (changed, _) in changed.iter().enumerate().filter(|(_, changed)| **changed) {
            let route = Arc::clone(&self.resolved.routes[changed]);
            let is_on_it = |slot_route: u32| slot_route == changed as u32;
            for first in (0..self.store.columns.route.len()).step_by(BLOCK) {
                let end = (first + BLOCK).min(self.store.columns.route.len());
                let block = &self.store.columns.route[first..end];
                if block.iter().fold(false, |any, &on| any | is_on_it(on)) {
                    for slot in first..end {
                        if is_on_it(self.store.columns.route[slot]) {
                            self.fit_to_route(slot, &route);
                        }
                    }
                }
            }
        }
    }

    /// Fits the agent in a slot to its edited route.
    fn fit_to_route(&mut self, slot: usize, route: &Route) {
        let store = &mut self.store;
        let agent = store.columns.agent[slot];
        if agent == NONE {
            return;
        }
        if store.columns.node[slot] != NONE {
            store.earlier_nodes.push(agent);
        }
        let (program, row) = store.program_mut(agent as usize);
        for memory in &mut program.memories {
            memory.fit(row, route);
        }
    }

    /// Applies the presets of the scene. Returns the previous versions, by index, of those that now move agents differently.
    fn update_presets(&mut self) -> BTreeMap<u32, Arc<Preset>> {
        let mut earlier = BTreeMap::new();
        let resolved = &mut self.resolved;
        for (index, preset) in self.scene.presets.iter().enumerate() {
            let known = &mut resolved.presets[index];
            if !Arc::ptr_eq(preset, known) {
                let before = std::mem::replace(known, Arc::clone(preset));
                let same_body = program::body_key(&preset.body) == program::body_key(&before.body);
                if preset.motion != before.motion
                    || !same_body
                    || preset.sight != before.sight
                    || preset.facing != before.facing
                {
                    self.store.replace_preset(index, preset);
                    earlier.insert(index as u32, before);
                }
            }
        }
        if !earlier.is_empty() {
            resolved.update_presets();
        }
        earlier
    }

    /// Replaces a preset by one with the same id, by its index.
    pub(super) fn replace_preset_at(&mut self, index: usize, preset: Preset) {
        self.scene.presets[index] = Arc::new(preset);
        let agents = Arc::clone(&self.scene.agents);
        self.update_agents(&agents, &[]);
    }
}

fn walls_are_shared(a: &Scene, b: &Scene) -> bool {
    a.walls.len() == b.walls.len() && a.walls.iter().zip(&b.walls).all(|(a, b)| Arc::ptr_eq(a, b))
}

/// Whether the items start with the known ones.
fn same_ids<T, Id: PartialEq>(items: &[Arc<T>], known: &[Arc<T>], id: impl Fn(&T) -> Id) -> bool {
    items.len() >= known.len()
        && items
            .iter()
            .zip(known)
            .all(|(item, known)| Arc::ptr_eq(item, known) || id(item) == id(known))
}

fn moves_differently(agent: &Agent, before: &Agent) -> bool {
    let bindings = |agent: &Agent| {
        (
            agent.preset,
            agent.path,
            agent.target,
            agent.danger,
            agent.leader,
        )
    };
    bindings(agent) != bindings(before) || starts_elsewhere(agent, before)
}
