//! The path that an agent follows, and its progress on it.

use crate::line_distance::LineDistance;
use crate::recording::follows;
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::scene::{AgentId, PatrolPath, Preset, Scene};
use steerwright_runtime::steering::follow_path::Traversal;

/// The path that an agent follows, and its progress.
#[derive(Clone, Debug)]
pub(super) struct FollowedPath {
    pub line: LineDistance,
    path: Arc<PatrolPath>,
    /// Where the agent starts. An edit moves a running agent with it.
    start: DVec2,
    traversal: Traversal,
    /// Whether it is followed, by the index of the state.
    followed_in: Vec<bool>,
    /// The tick at which each node was last reached.
    visits: Vec<Option<u64>>,
    /// Whether a node was reached since the agent began to follow the path, or to follow it again.
    has_reached_node: bool,
}

/// What happened when a node was reached.
pub(super) struct NodeVisit {
    /// How many ticks a lap took that ended there.
    pub lap_ticks: Option<u64>,
    /// Whether the end of an open path comes next.
    pub is_before_end: bool,
}

/// Whether agents with a preset follow their path in any state.
pub(super) fn is_followed(preset: &Preset) -> bool {
    preset.all_states().any(|state| follows(&state))
}

/// Whether agents with a preset follow their path in the state in which they start.
pub(super) fn is_followed_first(preset: &Preset) -> bool {
    follows(&preset.first_state())
}

impl FollowedPath {
    /// `None` for an agent that follows no path, or one with junctions: there are neither laps nor
    /// one line to stay on.
    pub fn of_agent(scene: &Scene, agent: AgentId) -> Option<Self> {
        let agent = scene.agent(agent)?;
        let preset = scene
            .preset(agent.preset)
            .filter(|preset| is_followed(preset))?;
        let path = scene
            .paths
            .iter()
            .find(|path| Some(path.id) == agent.path)
            .filter(|path| !path.nodes.is_empty() && !path.has_junctions())?;
        Some(Self {
            line: LineDistance::new(&Polyline::new(path.route().points(), path.is_closed())),
            path: Arc::clone(path),
            start: agent.position,
            traversal: path.traversal,
            followed_in: preset.all_states().map(|state| follows(&state)).collect(),
            visits: vec![None; path.nodes.len()],
            has_reached_node: false,
        })
    }

    /// Whether what was read about the other belongs to this one.
    pub fn continues(&self, other: &Self) -> bool {
        self.is_same_path(other)
            && (self.start, &self.followed_in) == (other.start, &other.followed_in)
    }

    /// Whether this is the path of the other.
    pub fn is_same_path(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.path, &other.path) || self.path == other.path
    }

    /// About how many distances are computed for a place, once the line is indexed.
    pub fn cost(&self) -> u64 {
        self.line.cost()
    }

    /// Forgets the nodes of the lap that has begun. After another state the agent may come back to
    /// its path anywhere: such a lap is not one way around the path.
    pub fn reset_lap(&mut self) {
        self.visits.fill(None);
    }

    /// Notes the state in which the agent is. One that does not follow the path leads away from it.
    pub fn enter_state(&mut self, state: Option<u8>) {
        let state = usize::from(state.unwrap_or(0));
        self.has_reached_node &= self.followed_in.get(state).copied().unwrap_or(false);
    }

    /// Notes that a node was reached. `None` if there is no such node.
    pub fn reached(&mut self, node: usize, tick: u64) -> Option<NodeVisit> {
        self.has_reached_node = true;
        let nodes = self.visits.len();
        let visit = self.visits.get_mut(node)?;
        // A ping-pong path passes its inner nodes twice per round trip.
        let once_per_lap = match self.traversal {
            Traversal::Loop => nodes > 1,
            Traversal::PingPong => nodes > 1 && (node == 0 || node + 1 == nodes),
            Traversal::Once => false,
        };
        let before = visit.replace(tick);
        Some(NodeVisit {
            lap_ticks: before.filter(|_| once_per_lap).map(|before| tick - before),
            is_before_end: node + 2 == nodes,
        })
    }

    /// Whether the agent follows the path, and has reached a node since it began to. On its way
    /// back from elsewhere, its distance says nothing about how it follows the path.
    pub fn is_on_path(&self) -> bool {
        self.has_reached_node
    }
}
