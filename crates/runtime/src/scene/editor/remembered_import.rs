//! Maps from which items were imported, so that importing one again updates them.

use crate::geometry::Cell;
use crate::scene::{AgentId, MarkerId, NodeId, PathId, Properties, WallId, xy};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A map that was imported into the scene, and what came from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RememberedImport {
    /// The map. A relative path starts at the folder of the scene file. Parts are separated by "/"
    /// on every system.
    pub file: String,
    /// The pixels of the map that became one unit, 0.000001 to 1,000,000.
    #[serde(default = "one")]
    pub pixels_per_unit: f64,
    /// Where the origin of the map is in the scene, u.
    #[serde(default, with = "xy")]
    #[cfg_attr(feature = "schema", schemars(with = "xy::PointSchema"))]
    pub at: DVec2,
    /// What the user chose for the items of the map, by their ids in the map.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub becomes: BTreeMap<String, Becomes>,
    /// The walls that came from the map.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub walls: BTreeMap<WallId, ImportedItem>,
    /// The paths that came from the map.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub paths: BTreeMap<PathId, ImportedItem>,
    /// The markers that came from the map.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub markers: BTreeMap<MarkerId, ImportedItem>,
    /// The agents that came from the map.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub agents: BTreeMap<AgentId, ImportedItem>,
    /// The blocked cells that came from the map, by the id of their layer.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cells: BTreeMap<String, Vec<Cell>>,
    /// The ids in the map of items that were deleted in the editor. Importing the map again leaves
    /// them out.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub deleted: BTreeSet<String>,
}

fn one() -> f64 {
    1.0
}

/// An item of the scene as it came from a map.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedItem {
    /// Its id in the map.
    pub source: String,
    /// The name that it got. A name that differs was given in the editor.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// A checksum of the places that it got, in hexadecimal digits. Places that differ were changed
    /// in the editor.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub places: String,
    /// A checksum of what agents do at the nodes of a path, as it got it, in hexadecimal digits.
    /// Empty: nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub at_nodes: String,
    /// The values of custom properties that it got. Values that differ were changed in the editor.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub property_values: Properties,
    /// The values of custom properties that the nodes of a path got.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub node_property_values: BTreeMap<NodeId, Properties>,
}

/// What an item of a map becomes in a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Becomes {
    /// A wall that blocks motion and sight.
    Wall,
    /// A door: a wall that a game can open. It is closed.
    Door,
    /// A path. A closed one is a loop.
    Path,
    /// A marker, at the center.
    Marker,
    /// An agent, at the center.
    Agent,
    /// Blocked cells of the grid.
    BlockedCells,
    /// It is not imported.
    #[default]
    Nothing,
}

impl Becomes {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::Wall,
        Self::Door,
        Self::Path,
        Self::Marker,
        Self::Agent,
        Self::BlockedCells,
        Self::Nothing,
    ];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Door => "door",
            Self::Path => "path",
            Self::Marker => "marker",
            Self::Agent => "agent",
            Self::BlockedCells => "cells",
            Self::Nothing => "nothing",
        }
    }
}

impl RememberedImport {
    /// Takes out the items that are no longer in the scene, and remembers that they were deleted.
    pub(super) fn prune(
        &mut self,
        has_path: impl Fn(PathId) -> bool,
        has_marker: impl Fn(MarkerId) -> bool,
        has_wall: impl Fn(WallId) -> bool,
        has_agent: impl Fn(AgentId) -> bool,
    ) {
        let deleted = &mut self.deleted;
        let mut keep = |is_there: bool, item: &ImportedItem| {
            if !is_there {
                deleted.insert(item.source.clone());
            }
            is_there
        };
        self.paths.retain(|&id, item| keep(has_path(id), item));
        self.markers.retain(|&id, item| keep(has_marker(id), item));
        self.walls.retain(|&id, item| keep(has_wall(id), item));
        self.agents.retain(|&id, item| keep(has_agent(id), item));
    }

    /// An import of `file` that has brought in nothing yet.
    pub fn new(file: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            pixels_per_unit: one(),
            at: DVec2::ZERO,
            becomes: BTreeMap::new(),
            walls: BTreeMap::new(),
            paths: BTreeMap::new(),
            markers: BTreeMap::new(),
            agents: BTreeMap::new(),
            cells: BTreeMap::new(),
            deleted: BTreeSet::new(),
        }
    }
}
