//! The fields of `NAME.steer.json` from which a scene is read. The schema is generated from the same types.

use crate::limits::BEHAVIOR_FIELDS;
use glam::DVec2;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    AgentId, CellMap, Color, ContactId, Despawn, MarkerId, MarkerKind, NodeId, PathId, Plane,
    Scatter, SpawnerId, WallId, xy,
};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_runtime::steering::{BlendMode, Body};

/// A scene exported for a game: paths, markers, and agents with their behaviors. Lengths are in game units (u), times in seconds.
/// Unknown fields are ignored.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ExportFile {
    /// The plane of the game in which the scene lies. In `xz`, the scene's y axis is the game's z axis.
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
    /// The nodes, in order.
    pub nodes: Vec<ExportedNode>,
}

/// A node of a path.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Node"))]
pub(super) struct ExportedNode {
    /// The id of the node, unique within its path.
    pub id: NodeId,
    /// The x coordinate, u.
    pub x: f64,
    /// The y coordinate, u; it points down if `y_down` is true.
    pub y: f64,
    /// Within this distance the node is reached, u.
    pub radius: f64,
    /// How long an agent waits here, s.
    pub wait: f64,
    /// The highest speed on the way to the node, u/s; null for the agent's max speed.
    pub speed: Option<f64>,
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
    /// The name of its preset.
    #[serde(default)]
    pub preset: String,
    /// The color in which it is drawn.
    #[serde(default)]
    pub color: Color,
    /// Its physical limits.
    pub body: Body,
    /// What it sees; null for an agent that does not look.
    pub sight: Option<Sight>,
    /// How it moves.
    pub motion: ExportedMotion,
    /// How the forces of its behaviors are combined; null for an agent that moves by cells.
    #[serde(alias = "combine")]
    pub blend_mode: Option<BlendMode>,
    /// What moves it, in order; for an agent that moves by cells the one `grid_chase`.
    pub behaviors: Vec<ExportedBehavior>,
}

/// A spawner, which adds agents: where, when, and how they move.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Spawner"))]
pub(super) struct ExportedSpawner {
    /// The id of the spawner.
    pub id: SpawnerId,
    /// Its display name.
    #[serde(default)]
    pub name: String,
    /// Where agents enter.
    pub place: ExportedPlace,
    /// If not null, they enter at a random distance and direction from there.
    pub scatter: Option<Scatter>,
    /// When it fires.
    pub when: ExportedWhen,
    /// The name that the game triggers; null if `when` is not `trigger`.
    pub trigger: Option<String>,
    /// The time before it fires first, s.
    pub delay: f64,
    /// The time between two firings, s; null for once a press.
    pub every: Option<f64>,
    /// How much shorter or longer than `every` that time can be, s.
    pub jitter: f64,
    /// The agents that enter each time.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub count: u32,
    /// How often it fires; null for without end.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000_000)))]
    pub times: Option<u32>,
    /// The most of its agents that are there at a time; null for any number.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000_000)))]
    pub max_alive: Option<u32>,
    /// The time after which an agent is removed, s; null for never.
    pub lifetime: Option<f64>,
    /// The id of the path that the agents follow, or null.
    pub path: Option<PathId>,
    /// The target that they move toward, or null.
    pub target: Option<ExportedTarget>,
    /// The danger that they move away from, or null.
    pub danger: Option<ExportedTarget>,
    /// The id of the agent that they follow, or null.
    pub leader: Option<AgentId>,
    /// The name of their preset.
    #[serde(default)]
    pub preset: String,
    /// The color in which they are drawn.
    #[serde(default)]
    pub color: Color,
    /// Their physical limits.
    pub body: Body,
    /// What they see; null for agents that do not look.
    pub sight: Option<Sight>,
    /// How they move.
    pub motion: ExportedMotion,
    /// How the forces of their behaviors are combined; null for agents that move by cells.
    #[serde(alias = "combine")]
    pub blend_mode: Option<BlendMode>,
    /// What moves them, in order; for agents that move by cells the one `grid_chase`.
    pub behaviors: Vec<ExportedBehavior>,
}

/// When a spawner fires.
#[derive(Clone, Copy, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "SpawnWhen"))]
#[serde(rename_all = "snake_case")]
pub(super) enum ExportedWhen {
    /// At regular times.
    Time,
    /// When the pointer is pressed, and while it stays pressed.
    Press,
    /// When the game triggers its name.
    Trigger,
}

/// Where agents of a spawner enter.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "SpawnPlace", tag = "kind", rename_all = "snake_case")
)]
pub(super) enum ExportedPlace {
    /// At a point, u.
    Point {
        /// The x coordinate.
        x: f64,
        /// The y coordinate; it points down if `y_down` is true.
        y: f64,
    },
    /// At a marker.
    Marker {
        /// Its id.
        id: MarkerId,
    },
    /// At an agent.
    Agent {
        /// Its id.
        id: AgentId,
    },
    /// At a random point of the outline of a rectangle, u.
    Edge {
        /// The x coordinate of a corner.
        x: f64,
        /// The y coordinate of that corner.
        y: f64,
        /// The x coordinate of the opposite corner.
        x2: f64,
        /// The y coordinate of the opposite corner.
        y2: f64,
    },
}

#[derive(Clone, Copy, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlaceKind {
    Point,
    Marker,
    Agent,
    Edge,
}

/// Only those of the kind are read.
#[derive(serde::Deserialize)]
struct PlaceFields {
    kind: PlaceKind,
    #[serde(default)]
    id: Value,
    #[serde(default)]
    x: Value,
    #[serde(default)]
    y: Value,
    #[serde(default)]
    x2: Value,
    #[serde(default)]
    y2: Value,
}

impl<'de> Deserialize<'de> for ExportedPlace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = PlaceFields::deserialize(deserializer)?;
        let number = |value| serde_json::from_value::<f64>(value).map_err(D::Error::custom);
        let id = |value| serde_json::from_value::<u32>(value).map_err(D::Error::custom);
        Ok(match fields.kind {
            PlaceKind::Point => Self::Point {
                x: number(fields.x)?,
                y: number(fields.y)?,
            },
            PlaceKind::Marker => Self::Marker {
                id: MarkerId(id(fields.id)?),
            },
            PlaceKind::Agent => Self::Agent {
                id: AgentId(id(fields.id)?),
            },
            PlaceKind::Edge => Self::Edge {
                x: number(fields.x)?,
                y: number(fields.y)?,
                x2: number(fields.x2)?,
                y2: number(fields.y2)?,
            },
        })
    }
}

/// What happens to agents of two presets that touch.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Contact"))]
pub(super) struct ExportedContact {
    /// The id of the rule.
    pub id: ContactId,
    /// Its display name.
    #[serde(default)]
    pub name: String,
    /// The preset of the first group. Presets count from 1, in the order in which agents and then spawners first have them.
    pub first: u32,
    /// The preset of the second group.
    pub second: u32,
    /// The distance at which agents touch, u; null for the sum of their radii and `margin`.
    pub distance: Option<f64>,
    /// What is added to the sum of the radii, u.
    pub margin: f64,
    /// Which of the two is removed.
    pub despawn: Despawn,
}

/// How an agent moves.
#[derive(Clone, Copy, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Motion"))]
#[serde(rename_all = "snake_case")]
pub(super) enum ExportedMotion {
    /// By steering forces.
    Steered,
    /// From cell to cell, at a fixed rate.
    GridChase,
}

/// What an agent moves toward or away from.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "Target", tag = "kind", rename_all = "snake_case")
)]
pub(super) enum ExportedTarget {
    /// A marker.
    Marker {
        /// Its id.
        id: MarkerId,
    },
    /// Another agent.
    Agent {
        /// Its id.
        id: AgentId,
    },
    /// The pointer, whose position the game sets.
    Pointer,
}

#[derive(Clone, Copy, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum TargetKind {
    Marker,
    Agent,
    Pointer,
}

#[derive(serde::Deserialize)]
struct TargetFields {
    kind: TargetKind,
    /// Only that of a marker or an agent is read.
    #[serde(default)]
    id: Value,
}

/// An internally tagged enum of serde would keep all fields in memory, also unknown ones.
impl<'de> Deserialize<'de> for ExportedTarget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let TargetFields { kind, id } = TargetFields::deserialize(deserializer)?;
        let id = || serde_json::from_value::<u32>(id).map_err(D::Error::custom);
        Ok(match kind {
            TargetKind::Marker => Self::Marker {
                id: MarkerId(id()?),
            },
            TargetKind::Agent => Self::Agent { id: AgentId(id()?) },
            TargetKind::Pointer => Self::Pointer,
        })
    }
}

/// A behavior: a flat object whose fields depend on its `kind`.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Behavior"))]
pub(super) struct ExportedBehavior {
    /// The kind of behavior.
    pub kind: String,
    /// Multiplies the force.
    pub weight: f64,
    /// Its parameters: all other fields that are not objects or arrays.
    #[cfg_attr(feature = "schema", schemars(flatten))]
    pub parameters: Map<String, Value>,
}

/// A flattened map of serde would keep all fields in memory, also unknown ones.
impl<'de> Deserialize<'de> for ExportedBehavior {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(BehaviorVisitor)
    }
}

struct BehaviorVisitor;

impl<'de> Visitor<'de> for BehaviorVisitor {
    type Value = ExportedBehavior;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a behavior")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<ExportedBehavior, A::Error> {
        let (mut kind, mut weight) = (None, None);
        let mut parameters = Map::new();
        let mut count = 0;
        while let Some(key) = fields.next_key::<String>()? {
            count += 1;
            if count > BEHAVIOR_FIELDS.max {
                return Err(A::Error::custom(BEHAVIOR_FIELDS.message()));
            }
            match key.as_str() {
                "kind" => kind = Some(fields.next_value()?),
                "weight" => weight = Some(fields.next_value()?),
                _ => {
                    if let Scalar(Some(value)) = fields.next_value()? {
                        parameters.insert(key, value);
                    }
                }
            }
        }
        Ok(ExportedBehavior {
            kind: kind.ok_or_else(|| A::Error::missing_field("kind"))?,
            weight: weight.ok_or_else(|| A::Error::missing_field("weight"))?,
            parameters,
        })
    }
}

/// A value that is not an object or array, of which nothing is kept.
struct Scalar(Option<Value>);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Scalar, E> {
        Ok(Scalar(Some(value.into())))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Scalar, E> {
        Ok(Scalar(Some(value.into())))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Scalar, E> {
        Ok(Scalar(Some(value.into())))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Scalar, E> {
        Ok(Scalar(Some(value.into())))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Scalar, E> {
        Ok(Scalar(Some(value.into())))
    }

    fn visit_unit<E: Error>(self) -> Result<Scalar, E> {
        Ok(Scalar(Some(Value::Null)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Scalar, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar(None))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Scalar, A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar(None))
    }
}
