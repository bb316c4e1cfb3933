//! The outliner of the editor: groups, and which items are hidden or locked.

use crate::scene::{
    AgentId, AreaId, Color, GroupId, MarkerId, PathId, PictureId, SpawnerId, WallId,
};
use serde::{Deserialize, Serialize};

/// Groups are nested at most this deep.
pub const MAX_GROUP_DEPTH: usize = 16;

/// An item of the scene that can be grouped, hidden and locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutlinerItem {
    /// A path, with its nodes.
    Path(PathId),
    /// An agent.
    Agent(AgentId),
    /// A marker.
    Marker(MarkerId),
    /// A wall, with its nodes.
    Wall(WallId),
    /// A picture underneath the scene.
    Picture(PictureId),
    /// An area, with its corners.
    Area(AreaId),
    /// A spawner.
    Spawner(SpawnerId),
}

impl From<PathId> for OutlinerItem {
    fn from(id: PathId) -> Self {
        Self::Path(id)
    }
}

impl From<AgentId> for OutlinerItem {
    fn from(id: AgentId) -> Self {
        Self::Agent(id)
    }
}

impl From<MarkerId> for OutlinerItem {
    fn from(id: MarkerId) -> Self {
        Self::Marker(id)
    }
}

impl From<WallId> for OutlinerItem {
    fn from(id: WallId) -> Self {
        Self::Wall(id)
    }
}

impl From<AreaId> for OutlinerItem {
    fn from(id: AreaId) -> Self {
        Self::Area(id)
    }
}

impl From<SpawnerId> for OutlinerItem {
    fn from(id: SpawnerId) -> Self {
        Self::Spawner(id)
    }
}

impl From<PictureId> for OutlinerItem {
    fn from(id: PictureId) -> Self {
        Self::Picture(id)
    }
}

/// What the outliner stores about an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutlinerProps {
    /// The group that contains the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupId>,
    /// The item is neither drawn nor selectable on the canvas. It still moves.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub hidden: bool,
    /// The item is drawn, but not selectable on the canvas.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub locked: bool,
}

/// A named group of items and other groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Group {
    /// The id of the group. It never changes.
    pub id: GroupId,
    /// The display name.
    #[serde(default)]
    pub name: String,
    /// The group that contains this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<GroupId>,
    /// Hides everything in the group.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub hidden: bool,
    /// Locks everything in the group.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub locked: bool,
    /// The color of its paths, walls and markers that have none of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
}
