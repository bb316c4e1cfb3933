//! Patrol paths and their nodes.

use crate::scene::file::{is_zero, shrunk};
use crate::scene::node_action::{AlongAction, Choose, NextNode, NodeAction, NodeScript};
use crate::scene::{Color, NodeId, PathId, Properties};
use crate::steering::follow_path::{Route, RouteNode, Shape, Traversal};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A path that agents follow: an ordered list of nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatrolPath {
    /// The id of the path, unique within the scene. It never changes.
    pub id: PathId,
    /// The display name. It need not be unique.
    #[serde(default)]
    pub name: String,
    /// The color in which the editor draws the path. Absent: that of its group, or the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// What agents do at the ends. `loop` closes the path.
    #[serde(default)]
    pub traversal: Traversal,
    /// How the nodes are connected.
    #[serde(default)]
    pub shape: Shape,
    /// A node counts as reached within this distance, u. Nodes can have a radius of their own.
    #[serde(default = "default_radius")]
    pub radius: f64,
    /// How far the points of the polyline that agents follow may lie from the curve, u. Straight
    /// paths ignore it.
    #[serde(default = "default_tolerance")]
    pub tolerance: f64,
    /// The values of custom properties.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub properties: Properties,
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

/// A node of a patrol path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "NodeFields", into = "NodeFields")]
pub struct Node {
    /// The id of the node, unique within its path. It never changes.
    pub id: NodeId,
    /// The position, u.
    pub position: DVec2,
    /// The node counts as reached within this distance, u. `None`: [`PatrolPath::radius`].
    pub radius: Option<f64>,
    /// How long an agent waits here, s.
    pub wait: f64,
    /// The highest speed on the way to the node, u/s. `None`: the maximum speed of the agent.
    pub speed: Option<f64>,
    /// What agents do here and on the segment after it, and where they go next. `None` for a node
    /// without any of it, as nearly all are; never an empty one.
    pub script: Option<Arc<NodeScript>>,
    /// The values of custom properties.
    pub properties: Properties,
}

impl Node {
    /// A node at `position`, u, without a wait, a radius or a speed limit of its own.
    #[must_use]
    pub fn at(id: NodeId, position: DVec2) -> Self {
        Self {
            id,
            position,
            radius: None,
            wait: 0.0,
            speed: None,
            script: None,
            properties: Properties::default(),
        }
    }

    /// What an agent does when it reaches the node, after the wait.
    #[must_use]
    pub fn actions(&self) -> &[NodeAction] {
        self.script.as_ref().map_or(&[], |script| &script.actions)
    }

    /// What an agent does on the segment that leads on from the node, in the order of the file; see
    /// [`along_in_order`](Self::along_in_order).
    #[must_use]
    pub fn along(&self) -> &[AlongAction] {
        self.script.as_ref().map_or(&[], |script| &script.along)
    }

    /// What an agent does on the segment that leads on from the node, by distance, as it comes to
    /// it.
    #[must_use]
    pub fn along_in_order(&self) -> Vec<&AlongAction> {
        let mut along: Vec<&AlongAction> = self.along().iter().collect();
        along.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        along
    }

    /// The nodes to which an agent can go on. Empty: the next node of the path.
    #[must_use]
    pub fn next(&self) -> &[NextNode] {
        self.script.as_ref().map_or(&[], |script| &script.next)
    }

    /// Replaces the script. An empty one is removed.
    pub fn set_script(&mut self, script: NodeScript) {
        self.script = (!script.is_empty()).then(|| Arc::new(script));
    }

    /// Changes the script. A node without one starts with an empty one, and an empty one is
    /// removed.
    pub fn edit_script<R>(&mut self, change: impl FnOnce(&mut NodeScript) -> R) -> R {
        let mut script = self.script.take().unwrap_or_default();
        let result = change(Arc::make_mut(&mut script));
        self.script = (!script.is_empty()).then_some(script);
        result
    }
}

impl PatrolPath {
    /// A straight path without nodes. Agents follow it back and forth.
    pub fn new(id: PathId, name: impl Into<String>) -> Self {
        Self {
            id,
            name: name.into(),
            color: None,
            traversal: Traversal::default(),
            shape: Shape::default(),
            radius: default_radius(),
            tolerance: default_tolerance(),
            properties: Properties::default(),
            nodes: Vec::new(),
        }
    }

    /// Whether a segment leads from the last node back to the first.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.traversal == Traversal::Loop
    }

    /// Whether agents can go on from any of the nodes to others than the next, which may be on
    /// other paths.
    #[must_use]
    pub fn has_junctions(&self) -> bool {
        self.nodes.iter().any(|node| !node.next().is_empty())
    }

    /// The index of a node, or `None` if the path has no such node.
    #[must_use]
    pub fn index_of(&self, id: NodeId) -> Option<usize> {
        super::id::index_of(&self.nodes, id, |node| node.id)
    }

    /// An id that no node of this path has. The ids of deleted nodes may be used again.
    #[must_use]
    pub fn next_node_id(&self) -> NodeId {
        super::id::next_free(self.nodes.iter().map(|node| node.id.0))
    }

    /// The radius within which `node` counts as reached, u: its own, or that of the path.
    #[must_use]
    pub fn radius_of(&self, node: &Node) -> f64 {
        node.radius.unwrap_or(self.radius)
    }

    /// The geometry of the path, as agents follow it.
    #[must_use]
    pub fn route(&self) -> Route {
        let nodes = self
            .nodes
            .iter()
            .map(|node| RouteNode {
                position: node.position,
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

/// A node of a path.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Node")]
struct NodeFields {
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
    /// What an agent does when it reaches the node, one action after another, after the wait.
    #[serde(
        default,
        deserialize_with = "shrunk",
        skip_serializing_if = "Vec::is_empty"
    )]
    actions: Vec<NodeAction>,
    /// What an agent does on the segment that leads on from the node.
    #[serde(
        default,
        deserialize_with = "shrunk",
        skip_serializing_if = "Vec::is_empty"
    )]
    along: Vec<AlongAction>,
    /// The nodes to which an agent can go on. Absent: the next node of the path.
    #[serde(
        default,
        deserialize_with = "shrunk",
        skip_serializing_if = "Vec::is_empty"
    )]
    next: Vec<NextNode>,
    /// How an agent chooses from `next`.
    #[serde(default, skip_serializing_if = "is_random")]
    choose: Choose,
    /// Whether an agent does not go back to where it came from, unless there is no other way.
    #[serde(default, skip_serializing_if = "is_false")]
    not_back: bool,
    /// The values of custom properties.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    properties: Properties,
}

fn is_random(choose: &Choose) -> bool {
    *choose == Choose::Random
}

fn is_false(not_back: &bool) -> bool {
    !not_back
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
            actions,
            along,
            next,
            choose,
            not_back,
            properties,
        } = fields;
        let script = NodeScript {
            actions,
            along,
            next,
            choose,
            not_back,
        };
        Self {
            id,
            position: DVec2::new(x, y),
            radius,
            wait,
            speed,
            script: (!script.is_empty()).then(|| Arc::new(script)),
            properties,
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
            script,
            properties,
        } = node;
        let NodeScript {
            actions,
            along,
            next,
            choose,
            not_back,
        } = script.map(Arc::unwrap_or_clone).unwrap_or_default();
        Self {
            id,
            x,
            y,
            radius,
            wait,
            speed,
            actions,
            along,
            next,
            choose,
            not_back,
            properties,
        }
    }
}
