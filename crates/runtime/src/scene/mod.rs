//! The scene model: what is authored and saved. No live state.
//!
//! A [`Scene`] is cheap to clone: its parts are shared until they are changed, so an undo step costs what it changed.

pub mod agent;
pub mod color;
pub mod editor;
pub mod export_options;
pub mod id;
pub mod marker;
pub mod path;
pub mod preset;

pub use agent::{Agent, Scatter, Target};
pub use color::Color;
pub use editor::EditorData;
pub use export_options::{ExportOptions, Plane};
pub use id::{AgentId, GroupId, MarkerId, NodeId, PathId, PresetId};
pub use marker::{Marker, MarkerKind};
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
    /// What only the editor uses.
    #[serde(default, skip_serializing_if = "no_editor_data")]
    pub editor: Arc<EditorData>,
}

fn no_editor_data(editor: &Arc<EditorData>) -> bool {
    editor.is_empty()
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
            editor,
        } = self;
        (name, notes, unit, seed) == (&other.name, &other.notes, &other.unit, &other.seed)
            && (ticks_per_second, pointer) == (&other.ticks_per_second, &other.pointer)
            && all_same(presets, &other.presets)
            && all_same(paths, &other.paths)
            && same(markers, &other.markers)
            && same(agents, &other.agents)
            && same(cells, &other.cells)
            && same(editor, &other.editor)
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
            editor: Arc::default(),
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
        self.paths
            .iter()
            .find(|path| path.id == id)
            .map(Arc::as_ref)
    }

    /// A path by its id, to change.
    pub fn path_mut(&mut self, id: PathId) -> Option<&mut PatrolPath> {
        self.paths
            .iter_mut()
            .find(|path| path.id == id)
            .map(Arc::make_mut)
    }

    /// A node by its path's id and its own.
    pub fn node(&self, path: PathId, node: NodeId) -> Option<&Node> {
        self.path(path)?.nodes.iter().find(|n| n.id == node)
    }

    /// A node by its path's id and its own, to change.
    pub fn node_mut(&mut self, path: PathId, node: NodeId) -> Option<&mut Node> {
        self.path_mut(path)?.nodes.iter_mut().find(|n| n.id == node)
    }

    /// A preset by its id.
    pub fn preset(&self, id: PresetId) -> Option<&Preset> {
        self.presets
            .iter()
            .find(|preset| preset.id == id)
            .map(Arc::as_ref)
    }

    /// A preset by its id, to change.
    pub fn preset_mut(&mut self, id: PresetId) -> Option<&mut Preset> {
        self.presets
            .iter_mut()
            .find(|preset| preset.id == id)
            .map(Arc::make_mut)
    }

    /// An agent by its id.
    pub fn agent(&self, id: AgentId) -> Option<&Agent> {
        self.agents.iter().find(|agent| agent.id == id)
    }

    /// An agent by its id, to change.
    pub fn agent_mut(&mut self, id: AgentId) -> Option<&mut Agent> {
        Arc::make_mut(&mut self.agents)
            .iter_mut()
            .find(|agent| agent.id == id)
    }

    /// A marker by its id.
    pub fn marker(&self, id: MarkerId) -> Option<&Marker> {
        self.markers.iter().find(|marker| marker.id == id)
    }

    /// A marker by its id, to change.
    pub fn marker_mut(&mut self, id: MarkerId) -> Option<&mut Marker> {
        Arc::make_mut(&mut self.markers)
            .iter_mut()
            .find(|marker| marker.id == id)
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
