//! The shapes in which points and items are written to files: with `x` and `y` beside their other fields.

use crate::geometry::Cell;
use crate::scene::{
    Agent, AgentId, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PresetId, Scatter, Target,
};
use glam::DVec2;
use serde::{Deserialize, Serialize};

fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

/// A point.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Point")]
pub(super) struct PointFields {
    /// The x coordinate, to the right, u.
    x: f64,
    /// The y coordinate, upward, u.
    y: f64,
}

impl From<PointFields> for DVec2 {
    fn from(PointFields { x, y }: PointFields) -> Self {
        Self::new(x, y)
    }
}

impl From<DVec2> for PointFields {
    fn from(DVec2 { x, y }: DVec2) -> Self {
        Self { x, y }
    }
}

/// A cell is written as `[column, row]`.
impl From<[i32; 2]> for Cell {
    fn from([column, row]: [i32; 2]) -> Self {
        Self { column, row }
    }
}

impl From<Cell> for [i32; 2] {
    fn from(Cell { column, row }: Cell) -> Self {
        [column, row]
    }
}

/// A node of a path.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Node")]
pub(super) struct NodeFields {
    /// The id of the node, unique within its path. It never changes.
    id: NodeId,
    /// The x coordinate, to the right, u.
    x: f64,
    /// The y coordinate, upward, u.
    y: f64,
    /// The node counts as reached within this distance, u. Absent: the radius of the path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    radius: Option<f64>,
    /// How long an agent waits here, s.
    #[serde(default, skip_serializing_if = "is_zero")]
    wait: f64,
    /// The highest speed on the way to the node, u/s. Absent: the maximum speed of the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    speed: Option<f64>,
}

impl From<NodeFields> for Node {
    fn from(fields: NodeFields) -> Self {
        let NodeFields {
            id,
            x,
            y,
            radius,
            wait,
            speed,
        } = fields;
        Self {
            id,
            position: DVec2::new(x, y),
            radius,
            wait,
            speed,
        }
    }
}

impl From<Node> for NodeFields {
    fn from(node: Node) -> Self {
        let Node {
            id,
            position: DVec2 { x, y },
            radius,
            wait,
            speed,
        } = node;
        Self {
            id,
            x,
            y,
            radius,
            wait,
            speed,
        }
    }
}

/// A named point.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Marker")]
pub(super) struct MarkerFields {
    /// The id of the marker. It never changes.
    id: MarkerId,
    /// The display name.
    #[serde(default)]
    name: String,
    /// What the marker stands for.
    #[serde(default)]
    kind: MarkerKind,
    /// The x coordinate, to the right, u.
    x: f64,
    /// The y coordinate, upward, u.
    y: f64,
}

impl From<MarkerFields> for Marker {
    fn from(fields: MarkerFields) -> Self {
        let MarkerFields {
            id,
            name,
            kind,
            x,
            y,
        } = fields;
        Self {
            id,
            name,
            kind,
            position: DVec2::new(x, y),
        }
    }
}

impl From<Marker> for MarkerFields {
    fn from(marker: Marker) -> Self {
        let Marker {
            id,
            name,
            kind,
            position: DVec2 { x, y },
        } = marker;
        Self {
            id,
            name,
            kind,
            x,
            y,
        }
    }
}

/// An agent: a preset, a start position, and what its behaviors refer to.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Agent")]
pub(super) struct AgentFields {
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
            path,
            target,
            danger,
            leader,
            scatter,
        } = fields;
        Self {
            id,
            name,
            preset,
            position: DVec2::new(x, y),
            velocity: DVec2::new(vx, vy),
            path,
            target,
            danger,
            leader,
            scatter,
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
            path,
            target,
            danger,
            leader,
            scatter,
        } = agent;
        Self {
            id,
            name,
            preset,
            x,
            y,
            vx,
            vy,
            path,
            target,
            danger,
            leader,
            scatter,
        }
    }
}
