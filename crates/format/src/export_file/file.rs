//! The fields of `NAME.steer.json` from which a scene is read. The schema is generated from the
//! same types.

use super::exported_behavior::ExportedBehavior;
use super::exported_field::{not_empty, present};
use super::exported_node::ExportedNode;
use super::exported_spawner::{ExportedContact, ExportedSpawner};
use super::exported_state::{ExportedFirstState, ExportedMotion, ExportedState};
use super::exported_target::ExportedTarget;
use super::nets::ExportedNet;
use glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    AgentId, Alert, CellMap, Color, Hearing, MarkerId, MarkerKind, PathId, Plane, Properties,
    PropertyDeclaration, Scatter, Scene, WallId, xy,
};
use steerwright_runtime::steering::facing::Facing;
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_runtime::steering::{BlendMode, Body};

/// A scene exported for a game: paths, markers, and agents with their behaviors. Lengths are in
/// game units (u), times in seconds. Unknown fields are ignored.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ExportFile {
    /// The plane of the game in which the scene lies. In `xz`, the scene's y axis is the game's z
    /// axis.
    #[serde(default)]
    pub plane: Plane,
    /// The authored position that is (0, 0) in this file, in the authored unit.
    #[serde(default, with = "xy")]
    #[cfg_attr(feature = "schema", schemars(with = "xy::PointSchema"))]
    pub origin: DVec2,
    /// The name of the scene.
    #[serde(default)]
    pub name: String,
    /// The authored unit of length.
    #[serde(default)]
    pub unit: String,
    /// Whether y points down in the game.
    #[serde(default)]
    pub y_down: bool,
    /// Game units per authored unit.
    #[serde(default = "one")]
    pub scale: f64,
    /// Simulation steps per second.
    pub ticks_per_second: f64,
    /// The seed of the random streams.
    #[serde(default)]
    pub seed: u64,
    /// The initial position of the pointer, u.
    #[serde(default, with = "xy")]
    #[cfg_attr(feature = "schema", schemars(with = "xy::PointSchema"))]
    pub pointer: DVec2,
    /// The custom properties that items can have. A reference to a preset is its name.
    #[serde(default)]
    pub declared_properties: Vec<PropertyDeclaration>,
    /// The paths.
    #[serde(default)]
    pub paths: Vec<ExportedPath>,
    /// The markers.
    #[serde(default)]
    pub markers: Vec<ExportedMarker>,
    /// The walls, by id.
    #[serde(default)]
    pub walls: Vec<ExportedWall>,
    /// The distance that bodies keep from walls, u.
    #[serde(default = "default_skin")]
    pub skin: f64,
    /// Bodies touch if they are this close to each other, u.
    #[serde(default = "default_touch_margin")]
    pub touch_margin: f64,
    /// A route is planned again when its goal has moved by more than this, u.
    #[serde(default = "default_repath_distance")]
    pub repath_distance: f64,
    /// A point of a route, or a place of a search, is reached when the body is this close to it, u.
    #[serde(default = "default_route_tolerance")]
    pub route_tolerance: f64,
    /// The nets on which bodies find their way around walls.
    #[serde(default)]
    pub nets: Vec<ExportedNet>,
    /// The agents, by id.
    #[serde(default)]
    pub agents: Vec<ExportedAgent>,
    /// The grid of the grid chase.
    #[serde(default)]
    pub cells: CellMap,
    /// The spawners, by id.
    #[serde(default)]
    pub spawners: Vec<ExportedSpawner>,
    /// What happens when agents touch, by id.
    #[serde(default)]
    pub contacts: Vec<ExportedContact>,
}

fn default_skin() -> f64 {
    1e-6
}

fn default_touch_margin() -> f64 {
    Scene::default().touch_margin
}

fn default_repath_distance() -> f64 {
    Scene::default().repath_distance
}

fn default_route_tolerance() -> f64 {
    Scene::default().route_tolerance
}

fn one() -> f64 {
    1.0
}

/// A path that agents follow.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PatrolPath"))]
pub(super) struct ExportedPath {
    /// The id of the path.
    pub id: PathId,
    /// Its display name.
    #[serde(default)]
    pub name: String,
    /// What agents do at its ends. `loop` closes the path.
    pub traversal: Traversal,
    /// How its nodes are connected.
    pub shape: Shape,
    /// How far the points may lie from the curve, u.
    pub tolerance: f64,
    /// Within this distance a point between nodes is passed, u.
    pub radius: f64,
    /// The values of its custom properties.
    #[serde(default)]
    pub properties: Properties,
    /// The nodes, in order.
    pub nodes: Vec<ExportedNode>,
}

/// A named position.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Marker"))]
pub(super) struct ExportedMarker {
    /// The id of the marker.
    pub id: MarkerId,
    /// Its display name.
    #[serde(default)]
    pub name: String,
    /// What the marker stands for.
    #[serde(default)]
    pub kind: MarkerKind,
    /// The x coordinate, u.
    pub x: f64,
    /// The y coordinate, u; it points down if `y_down` is true.
    pub y: f64,
    /// The values of its custom properties.
    #[serde(default)]
    pub properties: Properties,
}

/// A wall, which stops bodies or sight.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Wall"))]
pub(super) struct ExportedWall {
    /// The id of the wall.
    pub id: WallId,
    /// Its display name.
    #[serde(default)]
    pub name: String,
    /// Whether an edge leads from the last point back to the first.
    pub closed: bool,
    /// Whether bodies cannot pass.
    pub blocks_motion: bool,
    /// Whether agents cannot see past it.
    pub blocks_sight: bool,
    /// For a door, whether it is open; null for a wall that is not a door.
    pub open: Option<bool>,
    /// The values of its custom properties.
    #[serde(default)]
    pub properties: Properties,
    /// The points, as [x, y], u.
    pub points: Vec<[f64; 2]>,
}

/// An agent: where it starts, what it refers to, and how it moves.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Agent"))]
pub(super) struct ExportedAgent {
    /// The id of the agent.
    pub id: AgentId,
    /// Its display name.
    #[serde(default)]
    pub name: String,
    /// The x coordinate at the start, u.
    pub x: f64,
    /// The y coordinate at the start, u; it points down if `y_down` is true.
    pub y: f64,
    /// The velocity along x at the start, u/s.
    pub vx: f64,
    /// The velocity along y at the start, u/s.
    pub vy: f64,
    /// The direction in which it faces at the start if it is at rest, along x. Without `hx` and
    /// `hy`: (1, 0).
    pub hx: Option<f64>,
    /// The same direction along y.
    pub hy: Option<f64>,
    /// If not null, the agent starts at a random distance and direction from (x, y).
    pub scatter: Option<Scatter>,
    /// The id of the path that it follows, or null.
    pub path: Option<PathId>,
    /// The target that it moves toward, or null.
    pub target: Option<ExportedTarget>,
    /// The danger that it moves away from, or null.
    pub danger: Option<ExportedTarget>,
    /// The id of the agent that it follows, or null.
    pub leader: Option<AgentId>,
    /// The team that it is in; without it, none.
    pub team: Option<String>,
    /// The values of its custom properties.
    #[serde(default)]
    pub properties: Properties,
    /// The name of its preset.
    #[serde(default)]
    pub preset: String,
    /// The values of the custom properties of its preset.
    #[serde(default)]
    pub preset_properties: Properties,
    /// The color in which it is drawn.
    #[serde(default)]
    pub color: Color,
    /// Its physical limits.
    pub body: Body,
    /// Where it looks; without it, where it moves.
    pub facing: Option<Facing>,
    /// What it sees; null for an agent that does not look.
    pub sight: Option<Sight>,
    /// The teams whose agents it watches, at least one. Without it: the target alone.
    #[serde(default, deserialize_with = "not_empty")]
    pub watches: Vec<String>,
    /// What it hears; without it, nothing.
    pub hearing: Option<Hearing>,
    /// How alert it becomes; without it, it has no meter.
    pub alert: Option<Alert>,
    /// How it moves.
    pub motion: ExportedMotion,
    /// How the forces of its behaviors are combined; null for an agent that moves by cells.
    #[serde(alias = "combine")]
    pub blend_mode: Option<BlendMode>,
    /// What moves it, in order; for an agent that moves by cells the one `grid_chase`.
    pub behaviors: Vec<ExportedBehavior>,
    /// Its first state, whose motion and facing are those above. Without it: the id 1 and nothing
    /// else.
    #[serde(default, deserialize_with = "present")]
    pub state: Option<ExportedFirstState>,
    /// Its other states.
    #[serde(default)]
    pub states: Vec<ExportedState>,
}
