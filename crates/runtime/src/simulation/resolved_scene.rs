//! The scene as the world reads it: agents in id order, references turned into indices.

use crate::geometry::CellGrid;
use crate::level::SightCone;
use crate::level::walls::Walls;
use crate::scene::{
    Agent, AgentId, Behavior, MarkerId, Motion, PathId, PatrolPath, Preset, PresetId, Scene, Target,
};
use crate::simulation::columns::NONE;
use crate::steering::facing::Turn;
use crate::steering::follow_path::Route;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A scene made ready for a run. Rebuilding it after an edit reuses what did not change.
#[derive(Clone, Debug)]
pub(super) struct ResolvedScene {
    /// Seconds a tick.
    pub(super) dt: f64,
    pub(super) seed: u64,
    pub(super) presets: Vec<Arc<Preset>>,
    pub(super) paths: Vec<Arc<PatrolPath>>,
    /// The paths, made ready for walking.
    pub(super) routes: Vec<Arc<Route>>,
    pub(super) grid: CellGrid,
    pub(super) walls: Walls,
    /// What the agents of each preset see.
    cones: Vec<Option<SightCone>>,
    /// How far the agents of each preset turn in a tick.
    turns: Vec<Turn>,
    /// The distance that bodies keep from walls, u.
    pub(super) skin: f64,
    /// The agents that have a preset, by id.
    pub(super) agents: Vec<ResolvedAgent>,
    /// Whether these are all agents of the scene: each has a preset and a unique id.
    pub(super) has_all_agents: bool,
    /// Whether any preset has a field of view: sight, or a homing walk.
    pub(super) has_fov: bool,
    preset_indices: Indices<PresetId>,
    path_indices: Indices<PathId>,
    marker_indices: Indices<MarkerId>,
}

/// An agent, by where its parts are.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResolvedAgent {
    pub(super) id: AgentId,
    /// Into the agents of the scene.
    pub(super) authored: u32,
    /// Into the presets.
    pub(super) preset: u32,
}

/// A target or danger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ResolvedTarget {
    /// A marker, by index.
    Marker(usize),
    /// An agent, by index.
    Agent(usize),
    /// The pointer.
    Pointer,
}

/// The indices of items, by id; of several with the same id, of the first.
#[derive(Clone, Debug)]
struct Indices<Id>(Vec<(Id, u32)>);

impl<Id: Copy + Ord> Indices<Id> {
    fn new(ids: impl Iterator<Item = Id>) -> Self {
        let mut indices: Vec<(Id, u32)> = ids.zip(0..).collect();
        indices.sort_unstable();
        Self(indices)
    }

    fn insert(&mut self, id: Id, index: u32) {
        let at = self.0.partition_point(|&known| known < (id, index));
        self.0.insert(at, (id, index));
    }

    fn find(&self, id: Id) -> Option<usize> {
        let at = self.0.partition_point(|&(known, _)| known < id);
        self.0
            .get(at)
            .filter(|&&(known, _)| known == id)
            .map(|&(_, index)| index as usize)
    }
}

impl ResolvedScene {
    /// Reads `scene`, taking unchanged routes over from an earlier reading. Agents without a preset are left out.
    pub(super) fn new(scene: &Scene, earlier: Option<&Self>) -> Self {
        let preset_indices = Indices::new(scene.presets.iter().map(|preset| preset.id));
        let mut agents: Vec<ResolvedAgent> = Vec::with_capacity(scene.agents.len());
        for (authored, agent) in scene.agents.iter().enumerate() {
            if let Some(preset) = preset_indices.find(agent.preset) {
                agents.push(ResolvedAgent {
                    id: agent.id,
                    authored: authored as u32,
                    preset: preset as u32,
                });
            }
        }
        agents.sort_by_key(|agent| agent.id);
        agents.dedup_by_key(|agent| agent.id);
        Self {
            dt: scene.dt(),
            seed: scene.seed,
            presets: scene.presets.clone(),
            paths: scene.paths.clone(),
            routes: routes(scene, earlier),
            grid: Walls::grid(&scene.walls, &scene.cells),
            walls: walls(scene, earlier),
            cones: cones(&scene.presets),
            turns: turns(&scene.presets, scene.dt()),
            skin: scene.skin,
            has_all_agents: agents.len() == scene.agents.len(),
            agents,
            has_fov: have_fov(&scene.presets),
            preset_indices,
            path_indices: Indices::new(scene.paths.iter().map(|path| path.id)),
            marker_indices: Indices::new(scene.markers.iter().map(|marker| marker.id)),
        }
    }

    /// Reads again what presets see and how they turn, and whether any has a field of view.
    pub(super) fn update_presets(&mut self) {
        self.cones = cones(&self.presets);
        self.turns = turns(&self.presets, self.dt);
        self.has_fov = have_fov(&self.presets);
    }

    /// Adds a path behind the others.
    pub(super) fn add_path(&mut self, path: &Arc<PatrolPath>) {
        self.path_indices.insert(path.id, self.paths.len() as u32);
        self.paths.push(Arc::clone(path));
        self.routes.push(Arc::new(path.route()));
    }

    /// The preset of the agent with this index.
    pub(super) fn preset(&self, agent: usize) -> &Preset {
        &self.presets[self.agents[agent].preset as usize]
    }

    /// What the agent with this index sees; nothing without sight.
    pub(super) fn cone(&self, agent: usize) -> SightCone {
        let cone = self.cones[self.agents[agent].preset as usize];
        cone.unwrap_or(SightCone {
            range: 0.0,
            near: 0.0,
            fov_deg: 0.0,
            cos2: 1.0,
        })
    }

    /// How far the agent with this index can turn in a tick.
    pub(super) fn turn(&self, agent: usize) -> Turn {
        self.turns[self.agents[agent].preset as usize]
    }

    /// The index of an agent.
    pub(super) fn index_of(&self, id: AgentId) -> Option<usize> {
        self.agents.binary_search_by_key(&id, |agent| agent.id).ok()
    }

    /// The index of a path and its route.
    pub(super) fn path(&self, id: Option<PathId>) -> Option<usize> {
        self.path_indices.find(id?)
    }

    /// The index of the path of an agent, as a word of its column.
    pub(super) fn route_row(&self, agent: &Agent) -> u32 {
        self.path(agent.path).map_or(NONE, |index| index as u32)
    }

    /// The index of a preset.
    pub(super) fn preset_index(&self, id: PresetId) -> Option<usize> {
        self.preset_indices.find(id)
    }

    /// The index of a marker.
    pub(super) fn marker(&self, id: MarkerId) -> Option<usize> {
        self.marker_indices.find(id)
    }

    /// The target or danger of `own`; none if it refers to `own` or does not exist.
    pub(super) fn target(&self, target: Option<Target>, own: AgentId) -> Option<ResolvedTarget> {
        match target? {
            Target::Marker(id) => self.marker(id).map(ResolvedTarget::Marker),
            Target::Agent(id) if id == own => None,
            Target::Agent(id) => self.index_of(id).map(ResolvedTarget::Agent),
            Target::Pointer => Some(ResolvedTarget::Pointer),
        }
    }

    /// The index of the leader of the agent with this index, authored as `agent`, if its preset follows one.
    pub(super) fn leader(&self, agent: &Agent, index: usize) -> Option<usize> {
        let follows = match &self.preset(index).motion {
            Motion::Steered(_) => self
                .preset(index)
                .behaviors()
                .any(|behavior| matches!(behavior, Behavior::FollowLeader(_))),
            Motion::GridChase(_) => false,
        };
        agent
            .leader
            .filter(|&id| follows && id != agent.id)
            .and_then(|id| self.index_of(id))
    }
}

fn cones(presets: &[Arc<Preset>]) -> Vec<Option<SightCone>> {
    let sights = presets.iter().map(|preset| preset.sight.as_ref());
    sights
        .map(|sight| sight.map(|sight| sight.cone()))
        .collect()
}

fn turns(presets: &[Arc<Preset>], dt: f64) -> Vec<Turn> {
    let facings = presets.iter().map(|preset| preset.facing);
    facings
        .map(|facing| facing.map_or(Turn::AT_ONCE, |facing| facing.turn(dt)))
        .collect()
}

/// The walls of a scene; barriers that an edit leaves alone are those of the earlier one.
fn walls(scene: &Scene, earlier: Option<&ResolvedScene>) -> Walls {
    match earlier {
        Some(earlier) => {
            let mut walls = earlier.walls.clone();
            walls.update(&scene.walls, &scene.cells);
            walls
        }
        None => Walls::new(&scene.walls, &scene.cells),
    }
}

fn have_fov(presets: &[Arc<Preset>]) -> bool {
    presets
        .iter()
        .any(|preset| preset.sight.is_some() || preset.homing_walks().next().is_some())
}

/// The routes of all paths; those of paths that are shared with an earlier scene are its own.
fn routes(scene: &Scene, earlier: Option<&ResolvedScene>) -> Vec<Arc<Route>> {
    let known: BTreeMap<*const PatrolPath, &Arc<Route>> = earlier
        .into_iter()
        .flat_map(|earlier| earlier.paths.iter().zip(&earlier.routes))
        .map(|(path, route)| (Arc::as_ptr(path), route))
        .collect();
    scene
        .paths
        .iter()
        .map(|path| match known.get(&Arc::as_ptr(path)) {
            Some(&route) => Arc::clone(route),
            None => Arc::new(path.route()),
        })
        .collect()
}
