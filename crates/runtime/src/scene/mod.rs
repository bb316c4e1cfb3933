//! The scene model: what is authored and saved. No live state.
//!
//! A [`Scene`] is cheap to clone: its parts are shared until they are changed, so an undo step costs what it changed.

pub mod agent;
pub mod color;
pub mod export_setup;
pub mod id;
pub mod marker;
pub mod outliner;
pub mod path;
pub mod preset;

pub use agent::{Agent, Scatter, Target};
pub use color::Color;
pub use export_setup::{ExportOptions, ExportSetup, Plane};
pub use id::{AgentId, GroupId, MarkerId, NodeId, PathId, PresetId};
pub use marker::{Marker, MarkerKind};
pub use outliner::{Group, OutlinerProps};
pub use path::{Node, PatrolPath};
pub use preset::{Behavior, Motion, Preset, Role, Steered, WeightedBehavior};

use crate::geometry::{Cell, CellGrid};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// No coordinate is further from the origin, u.
pub const MAX_COORDINATE: f64 = 1e9;

/// Everything that is authored and saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// What people call it.
    #[serde(default)]
    pub name: String,
    /// What it shows, in a few sentences.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The unit of length, for labels only.
    #[serde(default = "default_unit")]
    pub unit: String,
    /// Where every agent's random stream starts from; at most 999999999999999.
    #[serde(default)]
    pub seed: u64,
    /// Ticks per second; a tick lasts 1 divided by this, s.
    #[serde(default = "default_rate")]
    pub ticks_per_second: f64,
    /// Where the pointer rests until it is moved.
    #[serde(default)]
    pub pointer: Point,
    /// The kinds of agents.
    #[serde(default)]
    pub presets: Vec<Arc<Preset>>,
    /// The paths.
    #[serde(default)]
    pub paths: Vec<Arc<PatrolPath>>,
    /// The markers.
    #[serde(default)]
    pub markers: Arc<Vec<Marker>>,
    /// The agents.
    #[serde(default)]
    pub agents: Arc<Vec<Agent>>,
    /// The cells of the grid chase.
    #[serde(default)]
    pub cells: Arc<CellMap>,
    /// The groups of the outline, in the order they are listed.
    #[serde(default, skip_serializing_if = "no_groups")]
    pub groups: Arc<Vec<Group>>,
    /// What it is exported to.
    #[serde(default, skip_serializing_if = "no_exports")]
    pub exports: Arc<Vec<ExportSetup>>,
}

fn no_groups(groups: &Arc<Vec<Group>>) -> bool {
    groups.is_empty()
}

fn no_exports(exports: &Arc<Vec<ExportSetup>>) -> bool {
    exports.is_empty()
}

fn default_unit() -> String {
    "m".into()
}

fn default_rate() -> f64 {
    60.0
}

/// A point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// To the right, u.
    pub x: f64,
    /// Upward, u.
    pub y: f64,
}

/// The cells of the grid chase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellMap {
    /// The side of a cell, u; cell (0, 0) has its lower left corner at the origin.
    #[serde(default = "default_cell_size")]
    pub size: f64,
    /// Cells nothing may enter, as [column, row].
    #[serde(default)]
    pub blocked: Vec<[i32; 2]>,
}

fn default_cell_size() -> f64 {
    1.0
}

impl Default for CellMap {
    fn default() -> Self {
        Self {
            size: default_cell_size(),
            blocked: Vec::new(),
        }
    }
}

impl CellMap {
    /// The cells made ready for walking.
    pub fn grid(&self) -> CellGrid {
        CellGrid::new(
            self.size,
            self.blocked
                .iter()
                .map(|&[column, row]| Cell::new(column, row))
                .collect(),
        )
    }
}

/// A part that two scenes share is the same without a look into it: an editor compares scenes several times a frame.
impl PartialEq for Scene {
    fn eq(&self, other: &Self) -> bool {
        fn same<T: PartialEq + ?Sized>(a: &Arc<T>, b: &Arc<T>) -> bool {
            Arc::ptr_eq(a, b) || a == b
        }
        fn all_same<T: PartialEq>(a: &[Arc<T>], b: &[Arc<T>]) -> bool {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        let Self {
            name,
            notes,
            unit,
            seed,
            ticks_per_second,
            pointer,
            presets,
            paths,
            markers,
            agents,
            cells,
            groups,
            exports,
        } = self;
        (name, notes, unit, seed) == (&other.name, &other.notes, &other.unit, &other.seed)
            && (ticks_per_second, pointer) == (&other.ticks_per_second, &other.pointer)
            && all_same(presets, &other.presets)
            && all_same(paths, &other.paths)
            && same(markers, &other.markers)
            && same(agents, &other.agents)
            && same(cells, &other.cells)
            && same(groups, &other.groups)
            && same(exports, &other.exports)
    }
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            name: "Untitled".into(),
            notes: String::new(),
            unit: default_unit(),
            seed: 1,
            ticks_per_second: default_rate(),
            pointer: Point::default(),
            presets: Vec::new(),
            paths: Vec::new(),
            markers: Arc::default(),
            agents: Arc::default(),
            cells: Arc::default(),
            groups: Arc::default(),
            exports: Arc::default(),
        }
    }
}

impl Scene {
    /// How long a tick lasts, s.
    pub fn dt(&self) -> f64 {
        1.0 / self.ticks_per_second
    }

    /// A path by its id.
    pub fn path(&self, id: PathId) -> Option<&PatrolPath> {
        let index = id::index_of(&self.paths, id, |path| path.id)?;
        self.paths.get(index).map(Arc::as_ref)
    }

    /// A path by its id, to change.
    pub fn path_mut(&mut self, id: PathId) -> Option<&mut PatrolPath> {
        let index = id::index_of(&self.paths, id, |path| path.id)?;
        self.paths.get_mut(index).map(Arc::make_mut)
    }

    /// A node by its path's id and its own.
    pub fn node(&self, path: PathId, node: NodeId) -> Option<&Node> {
        let path = self.path(path)?;
        path.nodes.get(path.index_of(node)?)
    }

    /// A node by its path's id and its own, to change.
    pub fn node_mut(&mut self, path: PathId, node: NodeId) -> Option<&mut Node> {
        let path = self.path_mut(path)?;
        let index = path.index_of(node)?;
        path.nodes.get_mut(index)
    }

    /// A preset by its id.
    pub fn preset(&self, id: PresetId) -> Option<&Preset> {
        let index = id::index_of(&self.presets, id, |preset| preset.id)?;
        self.presets.get(index).map(Arc::as_ref)
    }

    /// A preset by its id, to change.
    pub fn preset_mut(&mut self, id: PresetId) -> Option<&mut Preset> {
        let index = id::index_of(&self.presets, id, |preset| preset.id)?;
        self.presets.get_mut(index).map(Arc::make_mut)
    }

    /// An agent by its id.
    pub fn agent(&self, id: AgentId) -> Option<&Agent> {
        let index = id::index_of(&self.agents, id, |agent| agent.id)?;
        self.agents.get(index)
    }

    /// An agent by its id, to change.
    pub fn agent_mut(&mut self, id: AgentId) -> Option<&mut Agent> {
        let index = id::index_of(&self.agents, id, |agent| agent.id)?;
        Arc::make_mut(&mut self.agents).get_mut(index)
    }

    /// A marker by its id.
    pub fn marker(&self, id: MarkerId) -> Option<&Marker> {
        let index = id::index_of(&self.markers, id, |marker| marker.id)?;
        self.markers.get(index)
    }

    /// A marker by its id, to change.
    pub fn marker_mut(&mut self, id: MarkerId) -> Option<&mut Marker> {
        let index = id::index_of(&self.markers, id, |marker| marker.id)?;
        Arc::make_mut(&mut self.markers).get_mut(index)
    }

    /// A group by its id.
    pub fn group(&self, id: GroupId) -> Option<&Group> {
        let index = id::index_of(&self.groups, id, |group| group.id)?;
        self.groups.get(index)
    }

    /// A group by its id, to change.
    pub fn group_mut(&mut self, id: GroupId) -> Option<&mut Group> {
        let index = id::index_of(&self.groups, id, |group| group.id)?;
        Arc::make_mut(&mut self.groups).get_mut(index)
    }

    /// An id no group has.
    pub fn next_group_id(&self) -> GroupId {
        id::next_free(self.groups.iter().map(|group| group.id.0))
    }

    /// An id no path has.
    pub fn next_path_id(&self) -> PathId {
        id::next_free(self.paths.iter().map(|path| path.id.0))
    }

    /// An id no preset has.
    pub fn next_preset_id(&self) -> PresetId {
        id::next_free(self.presets.iter().map(|preset| preset.id.0))
    }

    /// An id no agent has.
    pub fn next_agent_id(&self) -> AgentId {
        id::next_free(self.agents.iter().map(|agent| agent.id.0))
    }

    /// An id no marker has.
    pub fn next_marker_id(&self) -> MarkerId {
        id::next_free(self.markers.iter().map(|marker| marker.id.0))
    }

    /// Where a target starts: a marker's place, an agent's start, the pointer's rest.
    pub fn target_position(&self, target: Target) -> Option<DVec2> {
        match target {
            Target::Marker(id) => self.marker(id).map(Marker::position),
            Target::Agent(id) => self.agent(id).map(Agent::position),
            Target::Pointer => Some(DVec2::new(self.pointer.x, self.pointer.y)),
        }
    }

    /// Whether nothing has been authored yet.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
            && self.agents.is_empty()
            && self.markers.is_empty()
            && self.cells.blocked.is_empty()
    }
}
