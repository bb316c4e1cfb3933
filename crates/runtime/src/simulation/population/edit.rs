//! What an edit of the scene changes in a running world, without a visit to what it leaves alone.

use crate::level::walls::Walls;
use crate::scene::{Agent, Preset, Scene};
use crate::simulation::population::Population;
use crate::simulation::population::spawn::{
    EarlierAgent, carried_over, entering, starts_elsewhere, surroundings,
};
use crate::simulation::program;
use crate::simulation::resolved::ResolvedAgent;
use crate::simulation::resolved::path_scripts::is_scripted;
use crate::simulation::spawners::Spawners;
use crate::simulation::states::have_same_states;
use crate::simulation::store::columns::NONE;
use crate::simulation::store::memory::Memory;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Population {
    /// Applies an edited scene, which may be checked.
    pub(crate) fn apply(&mut self, scene: &Scene, spawners: &mut Spawners) {
        if let Some(agents) = self.agents_in_place(scene)
            && !self.store.is_sparse()
        {
            self.apply_in_place(scene, &agents);
        } else {
            self.rebuild(scene);
        }
        spawners.update(&self.scene, &self.resolved);
    }

    /// The agents of `scene` that are authored differently, by their place in its list, if the edit
    /// can be applied in place.
    fn agents_in_place(&self, scene: &Scene) -> Option<Vec<u32>> {
        let (resolved, known) = (&self.resolved, &self.scene);
        let same_presets = scene.presets.len() == resolved.presets.len()
            && same_ids(&scene.presets, &resolved.presets, |preset| {
                (preset.id, preset.states.len())
            });
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

    /// Changes the scene in a way that has been checked.
    pub(crate) fn change_scene(
        &mut self,
        spawners: &mut Spawners,
        change: impl FnOnce(&mut Scene),
    ) {
        let mut scene = self.scene.clone();
        change(&mut scene);
        self.apply(&scene, spawners);
    }

    /// Applies a scene that has the items of this world in the same order, and perhaps new agents
    /// at the end. `changed` lists the agents that are authored differently.
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
        self.resolved.touch_margin = scene.touch_margin;
        self.resolved.route_tolerance = scene.route_tolerance;
        self.resolved.repath_distance = scene.repath_distance;
        self.resolved.update_nets(scene);
        self.keep_nets();
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
            let state = entering(&self.resolved, agent, index, None);
            self.store.insert(&self.resolved, agent, state);
        }
    }

    /// Applies the presets of the scene, and the new settings of the agents in `changed`. `before`
    /// are the agents before the edit.
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

    /// Updates the agent with this index, which was authored as `before` and moved by the preset
    /// `earlier`.
    pub(crate) fn update_agent(&mut self, index: usize, before: &Agent, earlier: &Preset) {
        let agents = Arc::clone(&self.scene.agents);
        let agent = &agents[self.resolved.agents[index].authored as usize];
        let Self {
            resolved, store, ..
        } = self;
        store.forget_routes_of(index);
        let is_driven = store.places.contains_key(&(index as u32));
        // An edit in place keeps the seed and the size of the cells.
        let earlier_agent = EarlierAgent {
            preset: earlier,
            agent: before,
            seed: resolved.seed,
            grid: &resolved.grid,
        };
        if !is_driven && starts_elsewhere(agent, before) {
            store.leave_slot(index);
            let state = entering(resolved, agent, index, None);
            store.settle(resolved, agent, index, state);
        } else if have_same_states(resolved.preset(index), earlier) {
            store.update_body(resolved, index);
            let had_facing = earlier.has_facing();
            store.update_facing(resolved, index, had_facing);
            store.update_senses(resolved, agent, index, &earlier_agent);
            if agent.path != before.path {
                store.start_path(resolved, agent, index);
            }
            store.bind(resolved, agent, index);
        } else {
            let state = store.take_out(index, agent.id);
            let state = carried_over(resolved, agent, index, state, &earlier_agent);
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
                changed[index] |= is_scripted(path) || resolved.scripts.has(index as u32);
            }
        }
        // Junctions lead from path to path.
        let is_new = scene.paths.len() > changed.len();
        let was_scripted = !resolved.scripts.is_empty();
        if (is_new || changed.contains(&true))
            && (was_scripted || scene.paths.iter().any(|path| is_scripted(path)))
        {
            resolved.update_scripts();
            self.store.prepare_for_scripts(&self.resolved);
            self.fit_to_scripted(&changed);
        }
        if changed.contains(&true) {
            self.fit_left_paths();
        }
        // One after the other, by comparisons that compile to vector instructions: few paths change
        // at once.
        const BLOCK: usize = 256;
        for (changed, _) in changed.iter().enumerate().filter(|(_, changed)| **changed) {
            let is_on_it = |slot_route: u32| slot_route == changed as u32;
            for first in (0..self.store.columns.route.len()).step_by(BLOCK) {
                let end = (first + BLOCK).min(self.store.columns.route.len());
                let block = &self.store.columns.route[first..end];
                if block.iter().fold(false, |any, &on| any | is_on_it(on)) {
                    for slot in first..end {
                        if is_on_it(self.store.columns.route[slot]) {
                            self.fit_to_paths(slot);
                        }
                    }
                }
            }
        }
    }

    /// Fits the agents to edited paths that a junction has led there. `changed` tells which paths
    /// were edited.
    fn fit_to_scripted(&mut self, changed: &[bool]) {
        let mut slots = Vec::new();
        for program in &self.store.programs {
            for script in program.memories.iter().flat_map(Memory::scripts) {
                if changed.get(script.script.route as usize) == Some(&true) {
                    slots.push(program.first + script.row as usize);
                }
            }
        }
        for slot in slots {
            self.fit_to_paths(slot);
        }
    }

    /// Fits where agents have left paths for other states.
    fn fit_left_paths(&mut self) {
        for at in 0..self.store.states.agents().len() {
            let index = self.store.states.agents()[at] as usize;
            let Some(path) = self.resolved.path(self.authored(index).path) else {
                continue;
            };
            let Self {
                resolved, store, ..
            } = self;
            if let Some(memory) = store.states.get_mut(index) {
                for left in &mut memory.left {
                    left.take_if(|progress| !progress.fit(resolved, path));
                }
            }
        }
    }

    /// Fits the agent in a slot to edited paths.
    fn fit_to_paths(&mut self, slot: usize) {
        let agent = self.store.columns.agent[slot];
        if agent == NONE {
            return;
        }
        if self.store.columns.node[slot] != NONE {
            self.store.earlier_nodes.push(agent);
        }
        let (resolved, index) = (&self.resolved, agent as usize);
        let around = surroundings(
            resolved,
            self.authored(index),
            self.store.columns.position(slot),
        );
        let behaviors = self.store.motion(resolved, index).behaviors();
        let (program, row) = self.store.program_mut(index);
        for (memory, weighted) in program.memories.iter_mut().zip(behaviors) {
            memory.fit(row, &weighted.behavior, around);
        }
    }

    /// Applies the presets of the scene. Returns the previous versions, by index, of those that now
    /// move agents differently.
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
                    || preset.facing != before.facing
                    || preset.state != before.state
                    || preset.states != before.states
                    || senses_otherwise(preset, &before)
                {
                    earlier.insert(index as u32, before);
                }
            }
        }
        if earlier.is_empty() {
            return earlier;
        }
        let has_other_teams = resolved.update_presets();
        for &preset in earlier.keys() {
            self.store.replace_preset(&self.resolved, preset as usize);
        }
        if has_other_teams {
            self.update_teams();
        }
        earlier
    }

    /// Replaces a preset by one with the same id, by its index.
    pub(crate) fn replace_preset_at(
        &mut self,
        index: usize,
        preset: Preset,
        spawners: &mut Spawners,
    ) {
        if preset.states.len() != self.resolved.presets[index].states.len() {
            self.change_scene(spawners, |scene| scene.presets[index] = Arc::new(preset));
        } else {
            self.scene.presets[index] = Arc::new(preset);
            let agents = Arc::clone(&self.scene.agents);
            self.update_agents(&agents, &[]);
        }
        // Also if nothing of it moves them differently.
        for agent in 0..self.resolved.agents.len() {
            if self.resolved.agents[agent].preset as usize == index {
                self.store.forget_routes_of(agent);
            }
        }
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

fn senses_otherwise(preset: &Preset, before: &Preset) -> bool {
    preset.sight != before.sight
        || preset.watches != before.watches
        || preset.hearing != before.hearing
        || preset.alert != before.alert
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
    bindings(agent) != bindings(before)
        || agent.team != before.team
        || starts_elsewhere(agent, before)
}
