//! The scene as the world reads it: agents in id order, references turned into indices.

use crate::geometry::CellGrid;
use crate::scene::{Agent, AgentId, Behavior, MarkerId, Motion, PatrolPath, Preset, Scene, Target};
use crate::steering::follow_path::Route;
use glam::DVec2;
use std::sync::Arc;

/// A scene made ready for a run. Rebuilding it after an edit reuses what did not change.
#[derive(Clone, Debug)]
pub struct ResolvedScene {
    /// Seconds a tick.
    pub dt: f64,
    /// The scene's seed.
    pub seed: u64,
    /// The presets.
    pub presets: Vec<Arc<Preset>>,
    /// The paths, made ready for walking.
    pub routes: Vec<(Arc<PatrolPath>, Arc<Route>)>,
    /// Where the markers are, u; same order as in the scene.
    pub markers: Vec<DVec2>,
    /// The cells.
    pub grid: CellGrid,
    /// What each agent is bound to, by id.
    pub bindings: Vec<AgentBindings>,
    /// The agents as authored, by id; same order as `bindings`.
    pub agents: Vec<Agent>,
    /// The widest radius that any behavior looks for neighbors in; 0 where none does.
    pub widest_separation: f64,
}

/// What an agent is bound to, by index.
#[derive(Clone, Copy, Debug)]
pub struct AgentBindings {
    /// Into [`ResolvedScene::presets`].
    pub preset: usize,
    /// Into [`ResolvedScene::routes`].
    pub route: Option<usize>,
    /// Its target.
    pub target: Option<ResolvedTarget>,
    /// Its danger.
    pub danger: Option<ResolvedTarget>,
    /// Its leader, if its preset follows one: an index into [`ResolvedScene::agents`].
    pub leader: Option<usize>,
}

/// A target or danger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ResolvedTarget {
    /// A marker, by index.
    Marker(usize),
    /// An agent, by index.
    Agent(usize),
    /// The pointer.
    Pointer,
}

impl ResolvedScene {
    /// Reads `scene`, taking unchanged routes over from an earlier reading. Agents without a preset are left out.
    pub fn new(scene: &Scene, earlier: Option<&Self>) -> Self {
        let mut agents: Vec<Agent> = scene
            .agents
            .iter()
            .filter(|agent| scene.preset(agent.preset).is_some())
            .cloned()
            .collect();
        agents.sort_by_key(|agent| agent.id);
        agents.dedup_by_key(|agent| agent.id);

        let routes = scene
            .paths
            .iter()
            .map(|path| (Arc::clone(path), route_of(path, earlier)))
            .collect::<Vec<_>>();
        let lookup = Lookup {
            scene,
            agents: &agents,
        };
        let bindings = agents.iter().map(|agent| lookup.bindings(agent)).collect();
        let widest_separation = scene
            .presets
            .iter()
            .flat_map(|preset| preset.behaviors())
            .map(separation_radius)
            .fold(
                0.0,
                |widest, radius| if radius > widest { radius } else { widest },
            );
        Self {
            dt: scene.dt(),
            seed: scene.seed,
            presets: scene.presets.clone(),
            routes,
            markers: scene.markers.iter().map(|marker| marker.position).collect(),
            grid: scene.cells.grid(),
            bindings,
            agents,
            widest_separation,
        }
    }

    /// Looks up again what the agent with this index is bound to.
    pub fn bind(&mut self, scene: &Scene, index: usize) {
        self.bindings[index] = Lookup {
            scene,
            agents: &self.agents,
        }
        .bindings(&self.agents[index]);
    }

    /// The preset of the agent with this index.
    pub fn preset(&self, agent: usize) -> &Preset {
        &self.presets[self.bindings[agent].preset]
    }

    /// The route of the agent with this index.
    pub fn route(&self, agent: usize) -> Option<&Route> {
        self.bindings[agent]
            .route
            .map(|index| self.routes[index].1.as_ref())
    }

    /// The index of an agent.
    pub fn index_of(&self, id: AgentId) -> Option<usize> {
        self.agents.binary_search_by_key(&id, |agent| agent.id).ok()
    }
}

/// The radius in which a behavior looks for neighbors; 0 if it does not.
fn separation_radius(behavior: &Behavior) -> f64 {
    match behavior {
        Behavior::Separation(separation) => separation.radius,
        Behavior::FollowLeader(follow) => follow.separation_radius,
        Behavior::Seek {}
        | Behavior::Flee(_)
        | Behavior::Arrive(_)
        | Behavior::Leave(_)
        | Behavior::Pursue(_)
        | Behavior::Evade(_)
        | Behavior::FollowPath(_)
        | Behavior::HomingWalk(_) => 0.0,
    }
}

fn route_of(path: &Arc<PatrolPath>, earlier: Option<&ResolvedScene>) -> Arc<Route> {
    let known = earlier.and_then(|earlier| {
        earlier
            .routes
            .iter()
            .find(|(known, _)| Arc::ptr_eq(known, path))
    });
    match known {
        Some((_, route)) => Arc::clone(route),
        None => Arc::new(path.route()),
    }
}

struct Lookup<'a> {
    scene: &'a Scene,
    agents: &'a [Agent],
}

impl Lookup<'_> {
    fn bindings(&self, agent: &Agent) -> AgentBindings {
        let preset = self
            .scene
            .presets
            .iter()
            .position(|preset| preset.id == agent.preset)
            .unwrap_or(0);
        let follows = match &self.scene.presets[preset].motion {
            Motion::Steered(_) => self.scene.presets[preset]
                .behaviors()
                .any(|b| matches!(b, Behavior::FollowLeader(_))),
            Motion::GridChase(_) => false,
        };
        AgentBindings {
            preset,
            route: agent
                .path
                .and_then(|id| self.scene.paths.iter().position(|path| path.id == id)),
            target: agent.target.and_then(|target| self.target(target, agent)),
            danger: agent.danger.and_then(|target| self.target(target, agent)),
            leader: agent
                .leader
                .filter(|&id| follows && id != agent.id)
                .and_then(|id| self.index(id)),
        }
    }

    fn target(&self, target: Target, own: &Agent) -> Option<ResolvedTarget> {
        match target {
            Target::Marker(id) => self.marker(id).map(ResolvedTarget::Marker),
            Target::Agent(id) if id == own.id => None,
            Target::Agent(id) => self.index(id).map(ResolvedTarget::Agent),
            Target::Pointer => Some(ResolvedTarget::Pointer),
        }
    }

    fn marker(&self, id: MarkerId) -> Option<usize> {
        self.scene.markers.iter().position(|marker| marker.id == id)
    }

    fn index(&self, id: AgentId) -> Option<usize> {
        self.agents.binary_search_by_key(&id, |agent| agent.id).ok()
    }
}
