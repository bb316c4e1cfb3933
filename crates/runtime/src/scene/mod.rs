//! The scene model: what is authored and saved. The state of a run is in
//! [`World`](crate::simulation::World).
//!
//! A [`Scene`] has [`presets`](Scene::presets) (kinds of agents), [`agents`](Scene::agents) that
//! use them, and what agents refer to: [`paths`](Scene::paths), [`markers`](Scene::markers) and
//! other agents. Items refer to each other by id.
//!
//! A scene is cheap to clone: its parts are shared until they are changed.
//!
//! ```
//! use steerwright_runtime::glam::DVec2;
//! use steerwright_runtime::scene::{
//!     Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Preset, PresetId, Scene, Target,
//! };
//! use steerwright_runtime::steering::Arrive;
//!
//! let mut scene = Scene::default();
//! let guard = Preset::steered(PresetId(1), "Guard", [Behavior::Arrive(Arrive::default())]);
//! scene.presets.push(guard.into());
//! let goal = Marker::at(MarkerId(1), "Goal", MarkerKind::Target, DVec2::new(5.0, 0.0));
//! scene.markers = vec![goal].into();
//! let mut agent = Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO);
//! agent.target = Some(Target::Marker(MarkerId(1)));
//! scene.agents = vec![agent].into();
//! ```

pub mod agent;
mod behavior;
pub mod color;
pub mod editor;
pub mod export_options;
mod file;
pub mod id;
pub mod marker;
pub mod node_action;
pub mod path;
pub mod preset;
mod property;
mod property_items;
mod property_values;
mod randomness;
pub mod senses;
pub mod spawner;
pub mod state;
pub mod wall;
pub mod xy;

pub use crate::steering::description::Role;
pub use agent::{Agent, Scatter, Target};
pub use behavior::{Behavior, WeightedBehavior};
pub use color::Color;
pub use editor::EditorData;
pub use export_options::{ExportOptions, Plane};
pub use id::{
    AgentId, AreaId, ContactId, GroupId, MarkerId, NodeId, PathId, PictureId, PresetId, SpawnerId,
    StateId, TrackId, WallId,
};
pub use marker::{Marker, MarkerKind};
pub use node_action::{AlongAction, Choose, EventValue, LookAt, NextNode, NodeAction, NodeScript};
pub use path::{Node, PatrolPath};
pub use preset::{Motion, Preset, Steered};
pub use property::{
    PropertyDeclaration, PropertyOwner, PropertyOwners, PropertyType, ReferenceKind,
};
pub use property_items::PropertyItem;
pub use property_values::{Properties, PropertyValue};
pub use senses::{Alert, Hearing};
pub use spawner::{Contact, Despawn, SpawnEdge, SpawnPlace, SpawnWhen, Spawner, SpawnerTicks};
pub use state::{EnterAction, State, StateRules, StateView, Term, Transition};
pub use wall::{Wall, WallNode};

use crate::geometry::{Cell, CellGrid};
use crate::level::Nets;
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The largest distance of a coordinate from 0, in either direction, u.
pub const MAX_COORDINATE: f64 = 1e9;

/// A scene: everything that is authored and saved in one file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// The display name.
    #[serde(default)]
    pub name: String,
    /// Notes of the author.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The name of the unit of length ("u" in descriptions). Only labels use it.
    #[serde(default = "default_unit")]
    pub unit: String,
    /// The seed of all random streams, 0 to 999,999,999,999,999. The same scene with the same seed
    /// always moves the same.
    #[serde(default)]
    pub seed: u64,
    /// Simulation steps per second, 1 to 1000.
    #[serde(default = "default_rate")]
    pub ticks_per_second: f64,
    /// The initial position of the pointer, u.
    #[serde(default, with = "xy")]
    #[cfg_attr(feature = "schema", schemars(with = "xy::PointSchema"))]
    pub pointer: DVec2,
    /// The custom properties that items can have, in the order in which the editor shows them.
    #[serde(default, skip_serializing_if = "no_declarations")]
    pub declared_properties: Arc<Vec<PropertyDeclaration>>,
    /// The presets: kinds of agents.
    #[serde(default)]
    pub presets: Vec<Arc<Preset>>,
    /// The paths that agents follow.
    #[serde(default)]
    pub paths: Vec<Arc<PatrolPath>>,
    /// The markers that agents move toward or away from.
    #[serde(default)]
    pub markers: Arc<Vec<Marker>>,
    /// The agents.
    #[serde(default)]
    pub agents: Arc<Vec<Agent>>,
    /// The walls that stop bodies and sight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Arc<Wall>>,
    /// The distance that bodies keep from walls, u, 1e-9 to 1: a millionth of a unit as authored,
    /// which an export scales.
    #[serde(default = "default_skin", skip_serializing_if = "is_default_skin")]
    pub skin: f64,
    /// Bodies touch if they are this close to each other, u, 1e-9 to 1e9: 0.05 as authored, which
    /// an export scales.
    #[serde(
        default = "default_touch_margin",
        skip_serializing_if = "is_default_touch_margin"
    )]
    pub touch_margin: f64,
    /// A route is planned again when its goal has moved by more than this, u, 1e-9 to 1e9: 1 as
    /// authored, which an export scales.
    #[serde(
        default = "default_repath_distance",
        skip_serializing_if = "is_default_repath_distance"
    )]
    pub repath_distance: f64,
    /// A point of a route is passed when the body is this close to it, u, 1e-9 to 1e9: 0.1 as
    /// authored, which an export scales.
    #[serde(
        default = "default_route_tolerance",
        skip_serializing_if = "is_default_route_tolerance"
    )]
    pub route_tolerance: f64,
    /// The spawners, which add agents while the scene runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spawners: Vec<Arc<Spawner>>,
    /// What happens when agents touch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<Arc<Contact>>,
    /// The grid on which agents move that chase by cells. Blocked cells are walls for all.
    #[serde(default)]
    pub cells: Arc<CellMap>,
    /// What only the editor uses.
    #[serde(default, skip_serializing_if = "no_editor_data")]
    pub editor: Arc<EditorData>,
    /// The nets over which bodies find their way around walls, if they are known: those of an
    /// export, or [baked](Nets::baked) ones. They are in no scene file, and do not count when
    /// scenes are compared: they follow from the rest.
    #[serde(skip)]
    pub nets: Option<Arc<Nets>>,
}

fn no_declarations(declarations: &Arc<Vec<PropertyDeclaration>>) -> bool {
    declarations.is_empty()
}

fn no_editor_data(editor: &Arc<EditorData>) -> bool {
    editor.is_empty()
}

/// The defaults of lengths that exports scale.
macro_rules! default_length {
    ($default:ident, $is_default:ident, $length:expr) => {
        fn $default() -> f64 {
            $length
        }

        // The signature that serde calls.
        fn $is_default(length: &f64) -> bool {
            *length == $default()
        }
    };
}

default_length!(default_skin, is_default_skin, 1e-6);
default_length!(default_touch_margin, is_default_touch_margin, 0.05);
default_length!(default_repath_distance, is_default_repath_distance, 1.0);
default_length!(default_route_tolerance, is_default_route_tolerance, 0.1);

fn default_unit() -> String {
    "m".into()
}

fn default_rate() -> f64 {
    60.0
}

/// A grid of square cells, some of which are blocked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellMap {
    /// The side of a cell, 0.001 to 1,000,000 u. Cell (0, 0) has its lower left corner at the
    /// origin.
    #[serde(default = "default_cell_size")]
    pub size: f64,
    /// The cells that agents cannot enter.
    #[serde(default)]
    pub blocked: Vec<Cell>,
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
    /// The side of a cell as the grid uses it, u: 1 if [`size`](Self::size) is not positive and
    /// finite.
    #[must_use]
    pub fn grid_size(&self) -> f64 {
        CellGrid::new(self.size, Vec::new()).size()
    }

    /// The grid for lookups.
    #[must_use]
    pub fn grid(&self) -> CellGrid {
        CellGrid::new(self.size, self.blocked.clone())
    }
}

/// A part that two scenes share is the same without a look into it: an editor compares scenes
/// several times a frame.
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
            declared_properties,
            presets,
            paths,
            markers,
            agents,
            walls,
            skin,
            touch_margin,
            repath_distance,
            route_tolerance,
            spawners,
            contacts,
            cells,
            editor,
            nets: _,
        } = self;
        (name, notes, unit, seed) == (&other.name, &other.notes, &other.unit, &other.seed)
            && (ticks_per_second, pointer) == (&other.ticks_per_second, &other.pointer)
            && same(declared_properties, &other.declared_properties)
            && all_same(presets, &other.presets)
            && all_same(paths, &other.paths)
            && same(markers, &other.markers)
            && same(agents, &other.agents)
            && all_same(walls, &other.walls)
            && (skin, touch_margin) == (&other.skin, &other.touch_margin)
            && (repath_distance, route_tolerance)
                == (&other.repath_distance, &other.route_tolerance)
            && all_same(spawners, &other.spawners)
            && all_same(contacts, &other.contacts)
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
            pointer: DVec2::ZERO,
            declared_properties: Arc::default(),
            presets: Vec::new(),
            paths: Vec::new(),
            markers: Arc::default(),
            agents: Arc::default(),
            walls: Vec::new(),
            skin: default_skin(),
            touch_margin: default_touch_margin(),
            repath_distance: default_repath_distance(),
            route_tolerance: default_route_tolerance(),
            spawners: Vec::new(),
            contacts: Vec::new(),
            cells: Arc::default(),
            editor: Arc::default(),
            nets: None,
        }
    }
}

impl Scene {
    /// The duration of a simulation step, s.
    #[must_use]
    pub fn dt(&self) -> f64 {
        1.0 / self.ticks_per_second
    }

    /// The path with this id, if it exists.
    pub fn path(&self, id: PathId) -> Option<&PatrolPath> {
        let index = id::index_of(&self.paths, id, |path| path.id)?;
        self.paths.get(index).map(Arc::as_ref)
    }

    /// The path with this id, for editing.
    pub fn path_mut(&mut self, id: PathId) -> Option<&mut PatrolPath> {
        let index = id::index_of(&self.paths, id, |path| path.id)?;
        self.paths.get_mut(index).map(Arc::make_mut)
    }

    /// The node of a path, if both exist.
    #[must_use]
    pub fn node(&self, path: PathId, node: NodeId) -> Option<&Node> {
        let path = self.path(path)?;
        path.nodes.get(path.index_of(node)?)
    }

    /// The node of a path, for editing.
    pub fn node_mut(&mut self, path: PathId, node: NodeId) -> Option<&mut Node> {
        let path = self.path_mut(path)?;
        let index = path.index_of(node)?;
        path.nodes.get_mut(index)
    }

    /// The preset with this id, if it exists.
    pub fn preset(&self, id: PresetId) -> Option<&Preset> {
        let index = id::index_of(&self.presets, id, |preset| preset.id)?;
        self.presets.get(index).map(Arc::as_ref)
    }

    /// The preset with this id, for editing.
    pub fn preset_mut(&mut self, id: PresetId) -> Option<&mut Preset> {
        let index = id::index_of(&self.presets, id, |preset| preset.id)?;
        self.presets.get_mut(index).map(Arc::make_mut)
    }

    /// The agent with this id, if it exists.
    #[must_use]
    pub fn agent(&self, id: AgentId) -> Option<&Agent> {
        let index = id::index_of(&self.agents, id, |agent| agent.id)?;
        self.agents.get(index)
    }

    /// The agent with this id, for editing.
    pub fn agent_mut(&mut self, id: AgentId) -> Option<&mut Agent> {
        let index = id::index_of(&self.agents, id, |agent| agent.id)?;
        Arc::make_mut(&mut self.agents).get_mut(index)
    }

    /// The marker with this id, if it exists.
    #[must_use]
    pub fn marker(&self, id: MarkerId) -> Option<&Marker> {
        let index = id::index_of(&self.markers, id, |marker| marker.id)?;
        self.markers.get(index)
    }

    /// The marker with this id, for editing.
    pub fn marker_mut(&mut self, id: MarkerId) -> Option<&mut Marker> {
        let index = id::index_of(&self.markers, id, |marker| marker.id)?;
        Arc::make_mut(&mut self.markers).get_mut(index)
    }

    /// The wall with this id, if it exists.
    pub fn wall(&self, id: WallId) -> Option<&Wall> {
        let index = id::index_of(&self.walls, id, |wall| wall.id)?;
        self.walls.get(index).map(Arc::as_ref)
    }

    /// The wall with this id, for editing.
    pub fn wall_mut(&mut self, id: WallId) -> Option<&mut Wall> {
        let index = id::index_of(&self.walls, id, |wall| wall.id)?;
        self.walls.get_mut(index).map(Arc::make_mut)
    }

    /// The picture with this id, if it exists.
    #[must_use]
    pub fn picture(&self, id: PictureId) -> Option<&editor::Picture> {
        let index = id::index_of(&self.editor.pictures, id, |picture| picture.id)?;
        self.editor.pictures.get(index)
    }

    /// The picture with this id, for editing.
    pub fn picture_mut(&mut self, id: PictureId) -> Option<&mut editor::Picture> {
        let index = id::index_of(&self.editor.pictures, id, |picture| picture.id)?;
        self.editor_mut().pictures.get_mut(index)
    }

    /// The area with this id, if it exists.
    #[must_use]
    pub fn area(&self, id: AreaId) -> Option<&editor::Area> {
        let index = id::index_of(&self.editor.areas, id, |area| area.id)?;
        self.editor.areas.get(index)
    }

    /// The area with this id, for editing.
    pub fn area_mut(&mut self, id: AreaId) -> Option<&mut editor::Area> {
        let index = id::index_of(&self.editor.areas, id, |area| area.id)?;
        self.editor_mut().areas.get_mut(index)
    }

    /// An id that no wall has. The ids of deleted walls may be used again.
    #[must_use]
    pub fn next_wall_id(&self) -> WallId {
        id::next_free(self.walls.iter().map(|wall| wall.id.0))
    }

    /// An id that no path has. The ids of deleted paths may be used again.
    #[must_use]
    pub fn next_path_id(&self) -> PathId {
        id::next_free(self.paths.iter().map(|path| path.id.0))
    }

    /// An id that no preset has. The ids of deleted presets may be used again.
    #[must_use]
    pub fn next_preset_id(&self) -> PresetId {
        id::next_free(self.presets.iter().map(|preset| preset.id.0))
    }

    /// An id that no agent has, and that no track moves. The ids of other deleted agents may be
    /// used again.
    #[must_use]
    pub fn next_agent_id(&self) -> AgentId {
        let moved = self.editor.tracks.iter().map(|track| track.agent.0);
        id::next_free(self.agents.iter().map(|agent| agent.id.0).chain(moved))
    }

    /// An id that no marker has. The ids of deleted markers may be used again.
    #[must_use]
    pub fn next_marker_id(&self) -> MarkerId {
        id::next_free(self.markers.iter().map(|marker| marker.id.0))
    }

    /// The initial position of a target, u: of a marker, the start of an agent, or of the pointer.
    /// `None` if it does not exist.
    #[must_use]
    pub fn target_position(&self, target: Target) -> Option<DVec2> {
        match target {
            Target::Marker(id) => self.marker(id).map(|marker| marker.position),
            Target::Agent(id) => self.agent(id).map(|agent| agent.position),
            Target::Pointer => Some(self.pointer),
        }
    }

    /// Whether the scene has no paths, agents, markers, walls, blocked cells, pictures and areas.
    /// It may have presets.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
            && self.agents.is_empty()
            && self.markers.is_empty()
            && self.walls.is_empty()
            && self.spawners.is_empty()
            && self.cells.blocked.is_empty()
            && self.editor.pictures.is_empty()
            && self.editor.areas.is_empty()
    }
}
