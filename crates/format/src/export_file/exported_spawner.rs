//! Spawners and contact rules of an export.

use super::exported_behavior::ExportedBehavior;
use super::exported_field::{not_empty, present};
use super::exported_state::{ExportedFirstState, ExportedMotion, ExportedState};
use super::exported_target::ExportedTarget;
use crate::read_value;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    AgentId, Alert, Color, ContactId, Despawn, Hearing, MarkerId, PathId, Properties, Scatter,
    SpawnerId,
};
use steerwright_runtime::steering::facing::Facing;
use steerwright_runtime::steering::{BlendMode, Body};

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
    /// The team that they are in; without it, none.
    pub team: Option<String>,
    /// The name of their preset.
    #[serde(default)]
    pub preset: String,
    /// The values of the custom properties of their preset.
    #[serde(default)]
    pub preset_properties: Properties,
    /// The color in which they are drawn.
    #[serde(default)]
    pub color: Color,
    /// Their physical limits.
    pub body: Body,
    /// Where they look; without it, where they move.
    pub facing: Option<Facing>,
    /// What they see; null for agents that do not look.
    pub sight: Option<Sight>,
    /// The teams whose agents they watch, at least one. Without it: the target alone.
    #[serde(default, deserialize_with = "not_empty")]
    pub watches: Vec<String>,
    /// What they hear; without it, nothing.
    pub hearing: Option<Hearing>,
    /// How alert they become; without it, they have no meter.
    pub alert: Option<Alert>,
    /// How they move.
    pub motion: ExportedMotion,
    /// How the forces of their behaviors are combined; null for agents that move by cells.
    #[serde(alias = "combine")]
    pub blend_mode: Option<BlendMode>,
    /// What moves them, in order; for agents that move by cells the one `grid_chase`.
    pub behaviors: Vec<ExportedBehavior>,
    /// Their first state, whose motion and facing are those above. Without it: the id 1 and nothing
    /// else.
    #[serde(default, deserialize_with = "present")]
    pub state: Option<ExportedFirstState>,
    /// Their other states.
    #[serde(default)]
    pub states: Vec<ExportedState>,
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
        let number = |value: &Value| read_value::<f64>(value).map_err(D::Error::custom);
        let id = |value: &Value| read_value::<u32>(value).map_err(D::Error::custom);
        Ok(match fields.kind {
            PlaceKind::Point => Self::Point {
                x: number(&fields.x)?,
                y: number(&fields.y)?,
            },
            PlaceKind::Marker => Self::Marker {
                id: MarkerId(id(&fields.id)?),
            },
            PlaceKind::Agent => Self::Agent {
                id: AgentId(id(&fields.id)?),
            },
            PlaceKind::Edge => Self::Edge {
                x: number(&fields.x)?,
                y: number(&fields.y)?,
                x2: number(&fields.x2)?,
                y2: number(&fields.y2)?,
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
    /// The preset of the first group. Presets count from 1, in the order in which agents and then
    /// spawners first have them.
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
