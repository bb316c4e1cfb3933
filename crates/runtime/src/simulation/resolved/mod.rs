//! The scene as the world reads it: agents in id order, references turned into indices.

pub(crate) mod check;
pub(crate) mod path_scripts;

use crate::geometry::CellGrid;
use crate::level::Nets;
use crate::level::net::RouteNets;
use crate::level::walls::Walls;
use crate::scene::{Agent, AgentId, MarkerId, PathId, PatrolPath, Preset, PresetId, Scene, Target};
use crate::simulation::resolved::path_scripts::{PathScripts, ScriptContext};
use crate::simulation::senses::{SenseRules, SenseTable};
use crate::simulation::states::StateTable;
use crate::simulation::store::columns::NONE;
use crate::steering::follow_path::Route;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A scene made ready for a run. Rebuilding it after an edit reuses what did not change.
#[derive(Clone, Debug)]
pub(crate) struct ResolvedScene {
    /// Seconds a tick.
    pub(crate) dt: f64,
    pub(crate) seed: u64,
    pub(crate) presets: Vec<Arc<Preset>>,
    pub(crate) paths: Vec<Arc<PatrolPath>>,
    /// The paths, made ready for walking.
    pub(crate) routes: Vec<Arc<Route>>,
    /// What agents do at the nodes of the paths.
    pub(crate) scripts: PathScripts,
    pub(crate) grid: CellGrid,
    pub(crate) walls: Walls,
    /// What the agents of each preset sense.
    pub(crate) senses: SenseTable,
    /// The states of all presets.
    pub(crate) states: StateTable,
    /// The distance that bodies keep from walls, u.
    pub(crate) skin: f64,
    /// The distance between bodies that still touch, u.
    pub(crate) touch_margin: f64,
    /// How far from the points of their way bodies may be, u.
    pub(crate) route_tolerance: f64,
    /// How far a goal moves until a route to it is planned again, u.
    pub(crate) repath_distance: f64,
    pub(crate) nets: Arc<Nets>,
    /// The nets, made ready for plans.
    pub(crate) route_nets: Arc<RouteNets>,
    /// The agents that have a preset, by id.
    pub(crate) agents: Vec<ResolvedAgent>,
    /// Whether these are all agents of the scene: each has a preset and a unique id.
    pub(crate) has_all_agents: bool,
    /// Whether any preset has a field of view: sight, or a homing walk.
    pub(crate) has_fov: bool,
    preset_indices: Indices<PresetId>,
    path_indices: Indices<PathId>,
    marker_indices: Indices<MarkerId>,
}

/// An agent, by where its parts are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResolvedAgent {
    pub(crate) id: AgentId,
    /// Into the agents of the scene.
    pub(crate) authored: u32,
    /// Into the presets.
    pub(crate) preset: u32,
}

/// A target or danger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ResolvedTarget {
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
    /// Reads `scene`, taking unchanged routes over from an earlier reading. Agents without a preset
    /// are left out.
    pub(crate) fn new(scene: &Scene, earlier: Option<&Self>) -> Self {
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
        let walls = walls(scene, earlier);
        let nets = Nets::of(scene, earlier.map(|earlier| &earlier.nets));
        let known_nets = earlier.filter(|earlier| {
            Arc::ptr_eq(&nets, &earlier.nets) && earlier.route_nets.are_for(scene.route_tolerance)
        });
        let route_nets = match known_nets {
            Some(earlier) => Arc::clone(&earlier.route_nets),
            None => Arc::new(RouteNets::new(&nets, scene.route_tolerance, |id| {
                walls.index_of(id)
            })),
        };
        let mut resolved = Self {
            dt: scene.dt(),
            seed: scene.seed,
            presets: scene.presets.clone(),
            paths: scene.paths.clone(),
            routes: routes(scene, earlier),
            scripts: PathScripts::default(),
            grid: Walls::grid(&scene.walls, &scene.cells),
            walls,
            senses: SenseTable::new(&scene.presets),
            states: StateTable::new(&scene.presets, scene.dt()),
            skin: scene.skin,
            touch_margin: scene.touch_margin,
            route_tolerance: scene.route_tolerance,
            repath_distance: scene.repath_distance,
            nets,
            route_nets,
            has_all_agents: agents.len() == scene.agents.len(),
            agents,
            has_fov: have_fov(&scene.presets),
            preset_indices,
            path_indices: Indices::new(scene.paths.iter().map(|path| path.id)),
            marker_indices: Indices::new(scene.markers.iter().map(|marker| marker.id)),
        };
        resolved.update_scripts();
        resolved
    }

    /// Takes the nets of an edited scene, whose walls are known already.
    pub(crate) fn update_nets(&mut self, scene: &Scene) {
        let nets = Nets::of(scene, Some(&self.nets));
        if !Arc::ptr_eq(&nets, &self.nets) || !self.route_nets.are_for(self.route_tolerance) {
            self.set_nets(nets);
        }
    }

    pub(crate) fn set_nets(&mut self, nets: Arc<Nets>) {
        let tolerance = self.route_tolerance;
        let route_nets = RouteNets::new(&nets, tolerance, |id| self.walls.index_of(id));
        self.route_nets = Arc::new(route_nets);
        self.nets = nets;
    }

    /// Reads again what agents do at the nodes of the paths.
    pub(crate) fn update_scripts(&mut self) {
        self.scripts = PathScripts::new(ScriptContext {
            paths: &self.paths,
            routes: &self.routes,
            path_index: &|id| self.path_indices.find(id),
            marker_index: &|id| self.marker_indices.find(id),
            dt: self.dt,
        });
    }

    /// Reads again what presets sense and the states, and whether any has a field of view. Returns
    /// whether other teams are watched.
    pub(crate) fn update_presets(&mut self) -> bool {
        let senses = SenseTable::new(&self.presets);
        let other_teams = !senses.has_same_teams(&self.senses);
        self.senses = senses;
        self.states = StateTable::new(&self.presets, self.dt);
        self.has_fov = have_fov(&self.presets);
        other_teams
    }

    /// Adds a path behind the others.
    pub(crate) fn add_path(&mut self, path: &Arc<PatrolPath>) {
        self.path_indices.insert(path.id, self.paths.len() as u32);
        self.paths.push(Arc::clone(path));
        self.routes.push(Arc::new(path.route()));
    }

    /// The preset of the agent with this index.
    pub(crate) fn preset(&self, agent: usize) -> &Preset {
        &self.presets[self.agents[agent].preset as usize]
    }

    /// What the agent with this index senses. `None` in a scene in which none senses anything or
    /// has goals.
    #[inline]
    pub(crate) fn sense_rules(&self, agent: usize) -> Option<&SenseRules> {
        self.senses.of(self.agents[agent].preset)
    }

    /// The index of an agent.
    pub(crate) fn index_of(&self, id: AgentId) -> Option<usize> {
        self.agents.binary_search_by_key(&id, |agent| agent.id).ok()
    }

    /// The index of a path and its route.
    pub(crate) fn path(&self, id: Option<PathId>) -> Option<usize> {
        self.path_indices.find(id?)
    }

    /// The index of the path of an agent, as a word of its column.
    pub(crate) fn route_row(&self, agent: &Agent) -> u32 {
        self.path(agent.path).map_or(NONE, |index| index as u32)
    }

    /// The index of a preset.
    pub(crate) fn preset_index(&self, id: PresetId) -> Option<usize> {
        self.preset_indices.find(id)
    }

    /// The index of a marker.
    pub(crate) fn marker(&self, id: MarkerId) -> Option<usize> {
        self.marker_indices.find(id)
    }

    /// The target or danger of `own`; none if it refers to `own` or does not exist.
    pub(crate) fn target(&self, target: Option<Target>, own: AgentId) -> Option<ResolvedTarget> {
        match target? {
            Target::Marker(id) => self.marker(id).map(ResolvedTarget::Marker),
            Target::Agent(id) if id == own => None,
            Target::Agent(id) => self.index_of(id).map(ResolvedTarget::Agent),
            Target::Pointer => Some(ResolvedTarget::Pointer),
        }
    }

    /// The index of the leader of an agent, authored as `agent`, if its state, which is in this
    /// row, follows one.
    pub(crate) fn leader(&self, agent: &Agent, state: usize) -> Option<usize> {
        let follows = self.states.state(state).follows_leader;
        agent
            .leader
            .filter(|&id| follows && id != agent.id)
            .and_then(|id| self.index_of(id))
    }
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
