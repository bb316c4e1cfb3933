//! Walls: what stops bodies and sight.

use crate::level::Segment;
use crate::scene::{Color, NodeId, Properties, WallId};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// A wall: a polyline, or the outline of a polygon. Only its edges block; what is inside of a
/// polygon is as free as what is outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wall {
    /// The id of the wall, unique within the scene. It never changes.
    pub id: WallId,
    /// The display name. It need not be unique.
    #[serde(default)]
    pub name: String,
    /// The color in which the editor draws the wall. Absent: that of its group, or the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Whether an edge leads from the last node back to the first.
    #[serde(default)]
    pub closed: bool,
    /// Whether bodies cannot pass. False for a bush.
    #[serde(default = "yes")]
    pub blocks_motion: bool,
    /// Whether agents cannot see past it. False for glass and for low cover.
    #[serde(default = "yes")]
    pub blocks_sight: bool,
    /// For a door, whether it is open: then it blocks nothing. Absent: the wall is not a door.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
    /// The values of custom properties.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub properties: Properties,
    /// The nodes, in order.
    #[serde(default)]
    pub nodes: Vec<WallNode>,
}

fn yes() -> bool {
    true
}

/// A corner or an end of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "WallNodeFields", into = "WallNodeFields")]
pub struct WallNode {
    /// The id of the node, unique within its wall. It never changes.
    pub id: NodeId,
    /// The position, u.
    pub position: DVec2,
}

impl Wall {
    /// A wall through `points`, u, that blocks motion and sight.
    pub fn through(
        id: WallId,
        name: impl Into<String>,
        points: impl IntoIterator<Item = DVec2>,
    ) -> Self {
        let node = |(id, position)| WallNode {
            id: NodeId(id),
            position,
        };
        Self {
            id,
            name: name.into(),
            color: None,
            closed: false,
            blocks_motion: true,
            blocks_sight: true,
            open: None,
            properties: Properties::default(),
            nodes: (1..).zip(points).map(node).collect(),
        }
    }

    /// Whether the wall is a door that is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open == Some(true)
    }

    /// The edges, in order; that from the last node to the first is the last one.
    pub fn edges(&self) -> impl Iterator<Item = Segment> + '_ {
        let pairs = self.nodes.windows(2).map(|pair| (pair[0], pair[1]));
        let closing = match self.nodes.as_slice() {
            [first, .., last] if self.closed => Some((*last, *first)),
            _ => None,
        };
        pairs
            .chain(closing)
            .map(|(a, b)| Segment::new(a.position, b.position))
    }

    /// The index of a node, or `None` if the wall has no such node.
    #[must_use]
    pub fn index_of(&self, id: NodeId) -> Option<usize> {
        super::id::index_of(&self.nodes, id, |node| node.id)
    }

    /// An id that no node of this wall has. The ids of deleted nodes may be used again.
    #[must_use]
    pub fn next_node_id(&self) -> NodeId {
        super::id::next_free(self.nodes.iter().map(|node| node.id.0))
    }
}

/// A corner or an end of a wall.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "WallNode")]
struct WallNodeFields {
    /// The id of the node, unique within its wall. It never changes.
    id: NodeId,
    /// The x coordinate, to the right, u.
    x: f64,
    /// The y coordinate, upward, u.
    y: f64,
}

impl From<WallNodeFields> for WallNode {
    fn from(WallNodeFields { id, x, y }: WallNodeFields) -> Self {
        Self {
            id,
            position: DVec2::new(x, y),
        }
    }
}

impl From<WallNode> for WallNodeFields {
    fn from(node: WallNode) -> Self {
        let WallNode {
            id,
            position: DVec2 { x, y },
        } = node;
        Self { id, x, y }
    }
}
