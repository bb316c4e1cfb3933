//! What a `NAME.steer.json` holds, as far as a scene is made from it. The schema of the format is made from these types too.

use serde::Deserialize;
use serde_json::{Map, Value};
use steerwright_runtime::scene::{
    AgentId, CellMap, Color, MarkerId, MarkerKind, NodeId, PathId, Plane, Point, Scatter,
};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_runtime::steering::{BlendMode, Body};

/// A scene made ready for games: paths, markers, and agents with all that moves them. Lengths are in game units (u), times in
/// seconds. Fields that are not listed here are ignored.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ExportFile {
    /// The plane of the game that the scene lies in; in `xz`, its y runs along z.
    #[serde(default)]
    pub plane: Plane,
    /// The place of the scene as it was authored that is (0, 0) here, in the scene's own unit.
    #[serde(default)]
    pub origin: Point,
    /// What the scene is called.
    #[serde(default)]
    pub name: String,
    /// The unit of length of the scene as it was authored.
    #[serde(default)]
    pub unit: String,
    /// Whether y grows downward in the game.
    #[serde(default)]
    pub y_down: bool,
    /// Game units in a unit of the scene as it was authored.
    #[serde(default = "one")]
    pub scale: f64,
    /// How many steps the world takes a second.
    pub ticks_per_second: f64,
    /// What the random streams were made from.
    #[serde(default)]
    pub seed: u64,
    /// Where the pointer starts, u.
    #[serde(default)]
    pub pointer: Point,
    /// The paths.
    #[serde(default)]
    pub paths: Vec<ExportedPath>,
    /// The markers.
    #[serde(default)]
    pub markers: Vec<ExportedMarker>,
    /// The agents, by id.
    #[serde(default)]
    pub agents: Vec<ExportedAgent>,
    /// The cells of the grid chase.
    #[serde(default)]
    pub cells: CellMap,
}

fn one() -> f64 {
    1.0
}

/// A path to walk.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PatrolPath"))]
pub(super) struct ExportedPath {
    /// Names the path.
    pub id: PathId,
    /// What people call it.
    #[serde(default)]
    pub name: String,
    /// What happens at its ends; `loop` closes it.
    pub traversal: Traversal,
    /// How its nodes are joined.
    pub shape: Shape,
    /// How far (u) the points of a curve may lie off it.
    pub tolerance: f64,
    /// Within this distance (u) a point between nodes is passed.
    pub radius: f64,
    /// The nodes, in order.
    pub nodes: Vec<ExportedNode>,
}

/// A node of a path.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Node"))]
pub(super) struct ExportedNode {
    /// Names the node within its path.
    pub id: NodeId,
    /// To the right, u.
    pub x: f64,
    /// Upward, or downward with `y_down`, u.
    pub y: f64,
    /// Within this distance (u) it is reached.
    pub radius: f64,
    /// How long an agent stays, s.
    pub wait: f64,
    /// Highest speed on the way to it, u/s; null: the agent's own.
    pub speed: Option<f64>,
}

/// A named point.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Marker"))]
pub(super) struct ExportedMarker {
    /// Names the marker.
    pub id: MarkerId,
    /// What people call it.
    #[serde(default)]
    pub name: String,
    /// What it is meant as.
    #[serde(default)]
    pub kind: MarkerKind,
    /// To the right, u.
    pub x: f64,
    /// Upward, or downward with `y_down`, u.
    pub y: f64,
}

/// An agent: where it starts, what it is bound to, and how it moves.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Agent"))]
pub(super) struct ExportedAgent {
    /// Names the agent.
    pub id: AgentId,
    /// What people call it.
    #[serde(default)]
    pub name: String,
    /// Where it starts, to the right, u.
    pub x: f64,
    /// Where it starts, upward, or downward with `y_down`, u.
    pub y: f64,
    /// Velocity at the start, to the right, u/s.
    pub vx: f64,
    /// Velocity at the start, along y, u/s.
    pub vy: f64,
    /// Null, or: it starts at a random place at a distance from (x, y).
    pub scatter: Option<Scatter>,
    /// The id of the path it walks, or null.
    pub path: Option<PathId>,
    /// What it goes for, or null.
    pub target: Option<ExportedTarget>,
    /// What it runs from, or null.
    pub danger: Option<ExportedTarget>,
    /// The id of the agent it follows, or null.
    pub leader: Option<AgentId>,
    /// What its kind is called.
    #[serde(default)]
    pub preset: String,
    /// The color it is drawn in.
    #[serde(default)]
    pub color: Color,
    /// Its physical limits.
    pub body: Body,
    /// How it moves.
    pub motion: ExportedMotion,
    /// How the forces of its behaviors are combined; null for an agent that moves by cells.
    #[serde(alias = "combine")]
    pub blend_mode: Option<BlendMode>,
    /// What moves it, in order; for an agent that moves by cells the one `grid_chase`.
    pub behaviors: Vec<ExportedBehavior>,
}

/// How an agent moves.
#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Motion"))]
#[serde(rename_all = "snake_case")]
pub(super) enum ExportedMotion {
    /// By steering forces.
    Steered,
    /// By cells, at a fixed pace.
    GridChase,
}

/// What an agent goes for or runs from.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Target"))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum ExportedTarget {
    /// A marker, which stands still.
    Marker {
        /// Its id.
        id: MarkerId,
    },
    /// Another agent.
    Agent {
        /// Its id.
        id: AgentId,
    },
    /// The pointer: whatever the game says it is.
    Pointer,
}

/// What moves an agent: a flat object, told apart by its `kind`.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Behavior"))]
pub(super) struct ExportedBehavior {
    /// Which behavior it is.
    pub kind: String,
    /// The force is multiplied by this.
    pub weight: f64,
    /// Its parameters.
    #[serde(flatten)]
    pub parameters: Map<String, Value>,
}
