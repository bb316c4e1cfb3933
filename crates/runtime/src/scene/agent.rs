//! Agents placed in a scene.

use crate::scene::file::is_zero;
use crate::scene::{AgentId, MarkerId, PathId, PresetId, Properties};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// An agent: a preset, a start position, and what its behaviors refer to.
///
/// A behavior that lacks what it needs, such as a path, contributes nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "AgentFields", into = "AgentFields")]
pub struct Agent {
    /// The id of the agent, unique within the scene. It never changes, and is part of the seed of
    /// the agent's random stream.
    pub id: AgentId,
    /// The display name. It need not be unique.
    pub name: String,
    /// The preset that defines how the agent moves.
    pub preset: PresetId,
    /// The position at the start, u. With [`scatter`](Self::scatter), the center of the possible
    /// positions.
    pub position: DVec2,
    /// The velocity at the start, u/s.
    pub velocity: DVec2,
    /// The direction in which the agent faces at the start if it is at rest: a vector that is not
    /// zero. Absent: along x.
    pub heading: Option<DVec2>,
    /// The path that [`Behavior::FollowPath`](crate::scene::Behavior::FollowPath) follows.
    pub path: Option<PathId>,
    /// What the agent moves toward, for behaviors that need a
    /// [`Role::Target`](crate::scene::Role::Target).
    pub target: Option<Target>,
    /// What the agent moves away from, for behaviors that need a
    /// [`Role::Danger`](crate::scene::Role::Danger).
    pub danger: Option<Target>,
    /// The agent that [`Behavior::FollowLeader`](crate::scene::Behavior::FollowLeader) follows.
    pub leader: Option<AgentId>,
    /// If present, the agent starts at a random distance and direction from
    /// [`position`](Self::position).
    pub scatter: Option<Scatter>,
    /// The team that the agent is in, 1 to 64 letters. Absent: none.
    pub team: Option<String>,
    /// The values of custom properties.
    pub properties: Properties,
}

/// What an agent moves toward or away from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A marker.
    Marker(MarkerId),
    /// Another agent.
    Agent(AgentId),
    /// The pointer: the mouse in the editor, and in a game the position that it passes to
    /// [`World::set_pointer`](crate::simulation::World::set_pointer).
    Pointer,
}

/// A random start position: a uniformly drawn direction and distance, from the random stream of the
/// agent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scatter {
    /// The smallest distance, 0 to [`max`](Self::max) u.
    #[serde(default)]
    pub min: f64,
    /// The largest distance, up to [`MAX_COORDINATE`](crate::scene::MAX_COORDINATE) u.
    pub max: f64,
}

impl Agent {
    /// Clears the target, danger and leader if they are the agent `id`.
    pub(crate) fn forget(&mut self, id: AgentId) {
        let gone = |target: &mut Target| *target == Target::Agent(id);
        self.target.take_if(gone);
        self.danger.take_if(gone);
        self.leader.take_if(|leader| *leader == id);
    }

    /// The heading with these coordinates. If only one is given, the other is 0.
    #[must_use]
    pub fn heading_of(hx: Option<f64>, hy: Option<f64>) -> Option<DVec2> {
        let is_given = hx.is_some() || hy.is_some();
        is_given.then(|| DVec2::new(hx.unwrap_or_default(), hy.unwrap_or_default()))
    }

    /// An agent at rest that refers to nothing but its preset.
    pub fn at(id: AgentId, name: impl Into<String>, preset: PresetId, position: DVec2) -> Self {
        Self {
            id,
            name: name.into(),
            preset,
            position,
            velocity: DVec2::ZERO,
            heading: None,
            path: None,
            target: None,
            danger: None,
            leader: None,
            scatter: None,
            team: None,
            properties: Properties::default(),
        }
    }
}

/// An agent: a preset, a start position, and what its behaviors refer to.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Agent")]
struct AgentFields {
    /// The id of the agent. It never changes, and is part of the seed of the agent's random stream.
    id: AgentId,
    /// The display name.
    #[serde(default)]
    name: String,
    /// The preset that defines how the agent moves.
    preset: PresetId,
    /// The x coordinate at the start, to the right, u.
    x: f64,
    /// The y coordinate at the start, upward, u.
    y: f64,
    /// The velocity along x at the start, u/s.
    #[serde(default, skip_serializing_if = "is_zero")]
    vx: f64,
    /// The velocity along y at the start, u/s.
    #[serde(default, skip_serializing_if = "is_zero")]
    vy: f64,
    /// The direction in which the agent faces at the start if it is at rest, along x. Absent: to
    /// the right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hx: Option<f64>,
    /// The same direction along y.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hy: Option<f64>,
    /// The path that the agent follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<PathId>,
    /// What the agent moves toward.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<Target>,
    /// What the agent moves away from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    danger: Option<Target>,
    /// The agent that this one follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leader: Option<AgentId>,
    /// Present: the agent starts at a random distance and direction from (x, y).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scatter: Option<Scatter>,
    /// The team that the agent is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    team: Option<String>,
    /// The values of custom properties.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    properties: Properties,
}

impl From<AgentFields> for Agent {
    fn from(fields: AgentFields) -> Self {
        let AgentFields {
            id,
            name,
            preset,
            x,
            y,
            vx,
            vy,
            hx,
            hy,
            path,
            target,
            danger,
            leader,
            scatter,
            team,
            properties,
        } = fields;
        Self {
            id,
            name,
            preset,
            position: DVec2::new(x, y),
            velocity: DVec2::new(vx, vy),
            heading: Agent::heading_of(hx, hy),
            path,
            target,
            danger,
            leader,
            scatter,
            team,
            properties,
        }
    }
}

impl From<Agent> for AgentFields {
    fn from(agent: Agent) -> Self {
        let Agent {
            id,
            name,
            preset,
            position: DVec2 { x, y },
            velocity: DVec2 { x: vx, y: vy },
            heading,
            path,
            target,
            danger,
            leader,
            scatter,
            team,
            properties,
        } = agent;
        Self {
            id,
            name,
            preset,
            x,
            y,
            vx,
            vy,
            hx: heading.map(|heading| heading.x),
            hy: heading.map(|heading| heading.y),
            path,
            target,
            danger,
            leader,
            scatter,
            team,
            properties,
        }
    }
}
