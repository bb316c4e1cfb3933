//! What agents do at the nodes of a path, and where they go next.

use crate::geometry::rotation::baked_direction;
use crate::scene::{MarkerId, NodeId, PathId, WallId};
use crate::steering::facing::{Facing, Turn};
use glam::DVec2;
use serde::de::{Deserializer, Error, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What agents do at a node and on the segment after it, and where they go next. Few nodes have
/// one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeScript {
    /// What an agent does when it reaches the node, one action after another, after the wait of the
    /// node.
    pub actions: Vec<NodeAction>,
    /// What an agent does on the segment that leads on from the node.
    pub along: Vec<AlongAction>,
    /// The nodes to which an agent can go on. Empty: the next node of the path.
    pub next: Vec<NextNode>,
    /// How an agent chooses from [`next`](Self::next).
    pub choose: Choose,
    /// Whether an agent does not go back to where it came from, unless there is no other way.
    pub not_back: bool,
}

impl NodeScript {
    /// Whether a node without it would be the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What an agent does at a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NodeAction {
    /// Waits for a random time.
    Wait {
        /// The shortest time, 0 to 1e6 s.
        min: f64,
        /// The longest time, from `min` to 1e6 s.
        max: f64,
    },
    /// Turns to something. Only with the facing `action`.
    Look {
        /// What the agent looks at.
        at: LookAt,
        /// How fast it turns, 0.001 to 1e6 degrees/s. Absent: as the facing says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn_rate: Option<f64>,
    },
    /// Turns to one direction and then another. Only with the facing `action`.
    Sweep {
        /// The first direction, -360 to 360 degrees counterclockwise from the x axis.
        from_deg: f64,
        /// The second direction, -360 to 360 degrees counterclockwise from the x axis.
        to_deg: f64,
        /// How often the agent turns from one to the other, 1 to 1000.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
        times: u32,
        /// How fast it turns, 0.001 to 1e6 degrees/s. Absent: as the facing says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn_rate: Option<f64>,
    },
    /// Limits the speed from here on.
    Speed {
        /// The highest speed, 0 to 1e6 u/s. Absent: no limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<f64>,
    },
    /// Tells the game something.
    Emit {
        /// The name of the event.
        name: String,
        /// What else the game gets to know.
        #[serde(default, skip_serializing_if = "EventValue::is_null")]
        value: EventValue,
    },
    /// Opens or closes a door.
    SetWall {
        /// The door.
        wall: WallId,
        /// Whether it is open then.
        open: bool,
    },
    /// Waits until enough agents are at a meeting.
    Meet {
        /// The name of the meeting.
        name: String,
        /// The number of agents, 1 to 10,000.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
        count: u32,
    },
}

/// What an agent looks at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LookAt {
    /// A direction.
    Direction {
        /// -360 to 360 degrees counterclockwise from the x axis.
        deg: f64,
    },
    /// A point, u.
    Point {
        /// The x coordinate, to the right, u.
        x: f64,
        /// The y coordinate, upward, u.
        y: f64,
    },
    /// A marker, wherever it is then.
    Marker {
        /// The marker.
        id: MarkerId,
    },
}

/// An action on the segment after a node: [`Speed`](NodeAction::Speed), [`Emit`](NodeAction::Emit)
/// or [`SetWall`](NodeAction::SetWall).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlongAction {
    /// How far along the segment, from the node, u, 0 or more. At most the length of the segment
    /// counts.
    pub distance: f64,
    /// What the agent does there: `speed`, `emit` or `set_wall`.
    pub action: NodeAction,
    /// The place on the segment, u, if it comes from an export; it then counts instead of the
    /// distance. Scene files do not contain it.
    #[serde(skip)]
    pub place: Option<DVec2>,
}

/// A node to which an agent can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextNode {
    /// The path of the node.
    pub path: PathId,
    /// The node.
    pub node: NodeId,
    /// How often it is chosen in relation to the others, 1 to 1,000,000.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000)))]
    pub weight: u32,
}

/// How an agent chooses where it goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Choose {
    /// At random, by weight.
    #[default]
    Random,
    /// One after the other.
    InTurn,
}

/// What an event tells the game besides its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum EventValue {
    /// Nothing.
    #[default]
    Null,
    /// A text.
    Text(String),
    /// A number, -1e15 to 1e15.
    Number(f64),
}

fn one() -> u32 {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde calls"
)]
fn is_one(count: &u32) -> bool {
    *count == 1
}

impl NodeAction {
    /// Whether it can be on a segment: whether it is done at once.
    #[must_use]
    pub fn is_instant(&self) -> bool {
        match self {
            Self::Speed { .. } | Self::Emit { .. } | Self::SetWall { .. } => true,
            Self::Wait { .. } | Self::Look { .. } | Self::Sweep { .. } | Self::Meet { .. } => false,
        }
    }

    /// The turn of a tick of `dt` seconds. `None` if it has no turn rate of its own.
    #[must_use]
    pub fn turn(&self, dt: f64) -> Option<Turn> {
        let turn_rate = match self {
            Self::Look { turn_rate, .. } | Self::Sweep { turn_rate, .. } => *turn_rate,
            Self::Wait { .. }
            | Self::Speed { .. }
            | Self::Emit { .. }
            | Self::SetWall { .. }
            | Self::Meet { .. } => None,
        };
        turn_rate.map(|rate| {
            let facing = Facing {
                turn_rate: Some(rate),
                ..Facing::default()
            };
            facing.turn(dt)
        })
    }
}

impl LookAt {
    /// The direction, as runtimes use it. `None` if it looks at a place.
    #[must_use]
    pub fn direction(&self) -> Option<DVec2> {
        match self {
            Self::Direction { deg } => Some(baked_direction(*deg)),
            Self::Point { .. } | Self::Marker { .. } => None,
        }
    }
}

impl EventValue {
    /// Whether it is nothing.
    #[must_use]
    pub fn is_null(&self) -> bool {
        *self == Self::Null
    }
}

impl Serialize for EventValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(number) => serializer.serialize_f64(*number),
        }
    }
}

impl<'de> Deserialize<'de> for EventValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EventValueVisitor)
    }
}

struct EventValueVisitor;

impl Visitor<'_> for EventValueVisitor {
    type Value = EventValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null, a text or a number")
    }

    fn visit_unit<E: Error>(self) -> Result<EventValue, E> {
        Ok(EventValue::Null)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<EventValue, E> {
        Ok(EventValue::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<EventValue, E> {
        Ok(EventValue::Text(text))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<EventValue, E> {
        Ok(EventValue::Number(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<EventValue, E> {
        Ok(EventValue::Number(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<EventValue, E> {
        Ok(EventValue::Number(number as f64))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for EventValue {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EventValue".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": ["null", "string", "number"],
            "description": "What an event tells the game besides its name.",
        })
    }
}
