//! Patrol paths and their nodes.

use crate::scene::{Color, NodeId, OutlinerProps, PathId};
use crate::steering::follow_path::{Route, RouteNode, Shape, Traversal};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// An ordered list of nodes to walk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatrolPath {
    /// Names the path; never changes.
    pub id: PathId,
    /// What people call it.
    #[serde(default)]
    pub name: String,
    /// The color it is drawn in; absent: that of all paths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Its place in the outline.
    #[serde(default, skip_serializing_if = "OutlinerProps::is_plain")]
    pub outline: OutlinerProps,
    /// What happens at its ends; `loop` closes it.
    #[serde(default)]
    pub traversal: Traversal,
    /// How its nodes are joined.
    #[serde(default)]
    pub shape: Shape,
    /// Within this distance (u) a node is reached, unless it has its own radius.
    #[serde(default = "default_radius")]
    pub radius: f64,
    /// How far (u) the points of a curve may lie off it.
    #[serde(default = "default_tolerance")]
    pub tolerance: f64,
    /// The nodes, in order.
    #[serde(default)]
    pub nodes: Vec<Node>,
}

fn default_radius() -> f64 {
    0.5
}

fn default_tolerance() -> f64 {
    0.02
}

/// A corner of a patrol path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    /// Names the node within its path; never changes.
    pub id: NodeId,
    /// To the right, u.
    pub x: f64,
    /// Upward, u.
    pub y: f64,
    /// Within this distance (u) it is reached; absent: the path's radius.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    /// How long an agent stays, s.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wait: f64,
    /// Highest speed on the way to it, u/s; absent: the agent's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
}

fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

impl Node {
    /// A plain node at `position`.
    pub fn at(id: NodeId, position: DVec2) -> Self {
        Self {
            id,
            x: position.x,
            y: position.y,
            radius: None,
            wait: 0.0,
            speed: None,
        }
    }

    /// Where it lies, u.
    pub fn position(&self) -> DVec2 {
        DVec2::new(self.x, self.y)
    }
}

impl PatrolPath {
    /// A path without nodes.
    pub fn new(id: PathId, name: impl Into<String>) -> Self {
        Self {
            id,
            name: name.into(),
            color: None,
            outline: OutlinerProps::default(),
            traversal: Traversal::default(),
            shape: Shape::default(),
            radius: default_radius(),
            tolerance: default_tolerance(),
            nodes: Vec::new(),
        }
    }

    /// Whether the last node leads back to the first.
    pub fn is_closed(&self) -> bool {
        self.traversal == Traversal::Loop
    }

    /// The index of a node.
    pub fn index_of(&self, id: NodeId) -> Option<usize> {
        super::id::index_of(&self.nodes, id, |node| node.id)
    }

    /// An id no node of this path has.
    pub fn next_node_id(&self) -> NodeId {
        super::id::next_free(self.nodes.iter().map(|node| node.id.0))
    }

    /// The radius that holds for `node`, u.
    pub fn radius_of(&self, node: &Node) -> f64 {
        node.radius.unwrap_or(self.radius)
    }

    /// The path made ready for walking.
    pub fn route(&self) -> Route {
        let nodes = self
            .nodes
            .iter()
            .map(|node| RouteNode {
                position: node.position(),
                radius: self.radius_of(node),
                wait: node.wait,
                speed_limit: node.speed.unwrap_or(f64::INFINITY),
            })
            .collect();
        Route::new(
            nodes,
            self.traversal,
            self.shape,
            self.tolerance,
            self.radius,
        )
    }
}
