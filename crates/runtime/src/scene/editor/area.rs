//! Areas of a level, and what is required of those who watch them.

use crate::level::Segment;
use crate::scene::{AreaId, NodeId, WallNode};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// A part of the level, inside of a polygon, that must be watched in some way. It has no effect on
/// the simulation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Area {
    /// The id of the area, unique within the scene. It never changes.
    pub id: AreaId,
    /// The display name. It need not be unique.
    #[serde(default)]
    pub name: String,
    /// What is required.
    pub requirement: AreaRequirement,
    /// How much of it must be seen, so that it counts as watched.
    #[serde(default)]
    pub watched_if: WatchedIf,
    /// The corners, in order. An edge leads from the last one back to the first.
    #[serde(default)]
    pub nodes: Vec<WallNode>,
}

/// How much of an area must be seen at once, so that it counts as watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WatchedIf {
    /// At least half of it.
    #[default]
    Half,
    /// Any place.
    Any,
    /// Every place.
    Every,
}

/// How an area must be watched.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AreaRequirement {
    /// It is never unwatched for longer than this, 0 to 600 s.
    NoGapOver(f64),
    /// It is watched for at least this share of the time, 0 to 100 %.
    WatchedAtLeast(f64),
    /// It is watched at all times.
    AlwaysWatched,
    /// It is watched at no time.
    NeverWatched,
}

impl Area {
    /// An area with corners at `points`, u, which is watched if half of it is seen.
    pub fn through(
        id: AreaId,
        name: impl Into<String>,
        requirement: AreaRequirement,
        points: impl IntoIterator<Item = DVec2>,
    ) -> Self {
        let node = |(id, position)| WallNode {
            id: NodeId(id),
            position,
        };
        Self {
            id,
            name: name.into(),
            requirement,
            watched_if: WatchedIf::default(),
            nodes: (1..).zip(points).map(node).collect(),
        }
    }

    /// The edges, in order; that from the last corner to the first is the last one.
    pub fn edges(&self) -> impl Iterator<Item = Segment> + '_ {
        let pairs = self.nodes.windows(2).map(|pair| (pair[0], pair[1]));
        let closing = match self.nodes.as_slice() {
            [first, .., last] => Some((*last, *first)),
            _ => None,
        };
        pairs
            .chain(closing)
            .map(|(a, b)| Segment::new(a.position, b.position))
    }

    /// Whether `p` is inside: where a polygon crosses itself, an odd number of its edges is to the
    /// right.
    #[must_use]
    pub fn contains(&self, p: DVec2) -> bool {
        let is_crossed = |Segment { a, b }: Segment| {
            (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))
        };
        self.edges().filter(|&edge| is_crossed(edge)).count() % 2 == 1
    }

    /// The index of a corner, or `None` if the area has no such corner.
    #[must_use]
    pub fn index_of(&self, id: NodeId) -> Option<usize> {
        self.nodes.iter().position(|node| node.id == id)
    }

    /// An id that no corner of this area has. The ids of deleted corners may be used again.
    #[must_use]
    pub fn next_node_id(&self) -> NodeId {
        crate::scene::id::next_free(self.nodes.iter().map(|node| node.id.0))
    }
}
