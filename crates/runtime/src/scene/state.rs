//! The states of a preset: how its agents move in each, and when they change from one to another.

use crate::scene::file::shrunk;
use crate::scene::{Color, EventValue, Motion, StateId, WallId};
use crate::steering::Goal;
use crate::steering::facing::Facing;
use serde::{Deserialize, Serialize};

/// A state of a preset besides its first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "StateFields", into = "StateFields")]
pub struct State {
    /// What it shares with the first state.
    pub rules: StateRules,
    /// Where the agents look in this state. `None`: where actions ask them to, else where they
    /// move.
    pub facing: Option<Facing>,
    /// How the agents move in this state.
    pub motion: Motion,
}

/// What every state of a preset has. The motion and facing of the first state are those of the
/// preset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct StateRules {
    /// The id of the state, unique within its preset. It never changes.
    pub id: StateId,
    /// The display name. It need not be unique.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The color in which the editor draws agents in this state. Absent: that of the preset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// The maximum speed in this state, 0 to 1e6 u/s. Absent: that of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_speed: Option<f64>,
    /// The maximum steering force in this state, 0 to 1e9 u/s^2 times mass. Absent: that of the
    /// body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_force: Option<f64>,
    /// What an agent does when it enters the state.
    #[serde(deserialize_with = "shrunk", skip_serializing_if = "Vec::is_empty")]
    pub enter: Vec<EnterAction>,
    /// When an agent changes to another state. The first that holds counts.
    #[serde(deserialize_with = "shrunk", skip_serializing_if = "Vec::is_empty")]
    pub transitions: Vec<Transition>,
}

impl Default for StateRules {
    fn default() -> Self {
        Self {
            id: StateId(1),
            name: String::new(),
            color: None,
            max_speed: None,
            max_force: None,
            enter: Vec::new(),
            transitions: Vec::new(),
        }
    }
}

impl StateRules {
    /// The terms of all transitions, in order.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        self.transitions
            .iter()
            .flat_map(|transition| &transition.terms)
    }

    /// Whether a first state without them would be the same.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A change to another state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Transition {
    /// The state that is entered, which may be the same.
    pub to: StateId,
    /// Whether one of the terms is enough. False: all of them must hold.
    #[serde(default, skip_serializing_if = "is_false")]
    pub any: bool,
    /// The conditions. Without any, it holds.
    #[serde(
        default,
        deserialize_with = "shrunk",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub terms: Vec<Term>,
}

fn is_false(any: &bool) -> bool {
    !any
}

/// A condition of a [`Transition`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// Someone is noticed.
    Sees,
    /// No one was seen for some time.
    SeesNotFor {
        /// How long, 0 to 1e6 s.
        seconds: f64,
    },
    /// A noise is heard.
    Hears,
    /// Another agent shared what it saw.
    Told,
    /// Someone who is watched is touched.
    Touches,
    /// The alert meter is high.
    MeterAtLeast {
        /// At least this, 0 to 1.
        meter: f64,
    },
    /// The alert meter is low.
    MeterAtMost {
        /// At most this, 0 to 1.
        meter: f64,
    },
    /// The state has lasted for a random time.
    For {
        /// The shortest time, 0 to 1e6 s.
        min: f64,
        /// The longest time, from `min` to 1e6 s.
        max: f64,
    },
    /// The agent has arrived at its goal.
    Arrived,
    /// The end of the path is reached.
    PathFinished,
    /// The agent is near a goal.
    Near {
        /// The goal.
        goal: Goal,
        /// Within this distance, u, 0 or more.
        radius: f64,
    },
    /// The game sent an event, or the agent emitted it.
    Event {
        /// The name of the event.
        name: String,
    },
    /// The search is finished.
    SearchFinished,
    /// There is no way to the goal.
    NoRoute,
}

/// What an agent does when it enters a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EnterAction {
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
    /// Tells the others of the team what was last seen.
    Share {
        /// How far away they may be, u, 0 or more.
        radius: f64,
    },
}

/// A state of a preset, the first or another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateView<'a> {
    /// Its id, limits, actions and transitions.
    pub rules: &'a StateRules,
    /// Where the agents look. `None`: where actions ask them to, else where they move.
    pub facing: Option<&'a Facing>,
    /// How the agents move.
    pub motion: &'a Motion,
}

/// A state of a preset besides its first.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "State")]
struct StateFields {
    /// The id of the state, unique within its preset. It never changes.
    id: StateId,
    /// The display name. It need not be unique.
    #[serde(default)]
    name: String,
    /// The color in which the editor draws agents in this state. Absent: that of the preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    color: Option<Color>,
    /// The maximum speed in this state, 0 to 1e6 u/s. Absent: that of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_speed: Option<f64>,
    /// The maximum steering force in this state, 0 to 1e9 u/s^2 times mass. Absent: that of the
    /// body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_force: Option<f64>,
    /// Where the agents look in this state. Absent: where actions ask them to, else where they
    /// move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    facing: Option<Facing>,
    /// How the agents move in this state.
    #[serde(default)]
    motion: Motion,
    /// What an agent does when it enters the state.
    #[serde(
        default,
        deserialize_with = "shrunk",
        skip_serializing_if = "Vec::is_empty"
    )]
    enter: Vec<EnterAction>,
    /// When an agent changes to another state. The first that holds counts.
    #[serde(
        default,
        deserialize_with = "shrunk",
        skip_serializing_if = "Vec::is_empty"
    )]
    transitions: Vec<Transition>,
}

impl From<StateFields> for State {
    fn from(fields: StateFields) -> Self {
        let StateFields {
            id,
            name,
            color,
            max_speed,
            max_force,
            facing,
            motion,
            enter,
            transitions,
        } = fields;
        Self {
            rules: StateRules {
                id,
                name,
                color,
                max_speed,
                max_force,
                enter,
                transitions,
            },
            facing,
            motion,
        }
    }
}

impl From<State> for StateFields {
    fn from(state: State) -> Self {
        let State {
            rules,
            facing,
            motion,
        } = state;
        let StateRules {
            id,
            name,
            color,
            max_speed,
            max_force,
            enter,
            transitions,
        } = rules;
        Self {
            id,
            name,
            color,
            max_speed,
            max_force,
            facing,
            motion,
            enter,
            transitions,
        }
    }
}
