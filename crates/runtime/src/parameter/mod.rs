//! Static tables of the authored numbers of a scene: key, unit, range, access, how they relate, and
//! how an editor presents them.
//!
//! Validation, rounding, placement, the JSON Schemas, the inspector and the rings on the canvas
//! read the same tables, so a parameter is described once.
//!
//! ```
//! use steerwright_runtime::scene::Behavior;
//! use steerwright_runtime::steering::Arrive;
//!
//! let mut arrive = Behavior::Arrive(Arrive { target_radius: 0.5, slow_radius: 3.0, ..Arrive::default() });
//! let table = arrive.parameters();
//! // The slow radius is at least the target radius.
//! table.set_within_limits(&mut arrive, "slow_radius", 0.1);
//! assert_eq!(table.get(&arrive, "slow_radius"), Some(0.5));
//! ```

// Macros have to stand before the tables that use them.
#[macro_use]
pub(crate) mod field;

mod node_action;
mod presentation;
mod preset;
mod scene;
mod state;
mod table;

pub use crate::scene::MAX_COORDINATE;
pub use crate::steering::goal::GOAL;
pub use crate::steering::grid_chase::GRID_CHASE;
pub use crate::steering::search::SEARCH_SWEEP;
pub use node_action::{ACTIONS, ALONG, LOOK_AT, NEXT, action_key, map_script, of_action};
pub use presentation::Presentation;
pub use preset::{ALERT, BODY, FACING, HEARING, NOISE, SIGHT, WEIGHT, map_preset};
pub use scene::{
    CELLS, CONTACT, MARGINS, NODE, PATH, PICTURE, SCATTER, SCENE, SKIN, SPAWNER, SPAWNER_SCATTER,
    map_path,
};
pub use state::{ENTER, STATE, TERMS, enter_key, of_enter, of_term, term_key};
pub use table::ParameterTable;

use field::Field;

/// The largest length, in units of the scene.
pub const MAX_LENGTH: f64 = 1e9;

/// The range of a time, in seconds.
pub(crate) const TIME: (f64, f64) = (0.0, 1e6);

/// The range of a turn rate, in degrees per second.
pub(crate) const TURN_RATE: (f64, f64) = (1e-3, 1e6);

/// The range of a direction, in degrees.
pub(crate) const DIRECTION: (f64, f64) = (-360.0, 360.0);

/// The range of a number that an event tells the game.
pub(crate) const EVENT_NUMBER: (f64, f64) = (-1e15, 1e15);

/// The range of a time to target, in seconds: of a body, or of a behavior of its own.
const TIME_TO_TARGET: (f64, f64) = (1e-3, 1e3);

/// The description of an authored number of a `T`.
#[derive(Debug)]
#[non_exhaustive]
pub struct Parameter<T: 'static> {
    /// Its field name in files.
    pub key: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// The smallest and the largest value that a file may use.
    pub range: (f64, f64),
    /// Whether it may be absent, and whether it is an integer.
    pub kind: Kind,
    /// The point around which the editor shows it as a ring. `None` if it is not a radius.
    pub anchor: Option<Anchor>,
    /// The key of another parameter of the same table that it should not be smaller than.
    ///
    /// Files need not comply. Edits do, see [`ParameterTable::set_within_limits`].
    pub at_least: Option<&'static str>,
    /// How an editor presents it.
    pub presentation: Presentation,
    get: fn(&T) -> Option<f64>,
    set: fn(&mut T, Option<f64>),
}

/// Whether a [`Parameter`] may be absent, and whether it is an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number that is always present.
    Number,
    /// A number that may be absent.
    Optional,
    /// An integer that is always present.
    Count,
}

/// The unit of a [`Parameter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The scene's unit of length.
    Length,
    /// Length per second.
    Speed,
    /// Length per second squared, times mass.
    Force,
    /// Seconds.
    Time,
    /// Degrees.
    Degrees,
    /// Degrees per second.
    TurnRate,
    /// Ticks of the simulation.
    Ticks,
    /// Cells of the grid.
    Cells,
    /// A plain number per second.
    PerSecond,
    /// A plain number.
    Number,
}

/// The point around which a radius is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The agent itself.
    Agent,
    /// The point ahead of the agent, as far as the parameter with this key says.
    AheadBy(&'static str),
    /// The agent's target.
    Target,
    /// The agent's danger.
    Danger,
    /// The agent's leader.
    Leader,
    /// The last node of the agent's path, if its traversal is `once`.
    PathEnd,
    /// The node that has the radius, or uses that of its path.
    Node,
    /// The start position of the agent.
    Start,
}

impl Unit {
    /// The suffix after a number, given the scene's unit of length.
    #[must_use]
    pub fn suffix(self, length: &str) -> String {
        match self {
            Self::Length => format!(" {length}"),
            Self::Speed => format!(" {length}/s"),
            Self::Force => format!(" {length}/s²"),
            Self::Time => " s".into(),
            Self::Degrees => "°".into(),
            Self::TurnRate => "°/s".into(),
            Self::Ticks => " ticks".into(),
            Self::Cells => " cells".into(),
            Self::PerSecond => "/s".into(),
            Self::Number => String::new(),
        }
    }
}

impl Unit {
    /// The suffix after this number, given the scene's unit of length.
    #[must_use]
    pub fn suffix_of(self, number: f64, length: &str) -> String {
        let is_one = number == 1.0;
        if is_one && self == Self::Ticks {
            " tick".into()
        } else if is_one && self == Self::Cells {
            " cell".into()
        } else {
            self.suffix(length)
        }
    }
}

impl<T> Parameter<T> {
    /// A number that is not a length.
    pub(crate) const fn number(field: Field<T>, unit: Unit, range: (f64, f64)) -> Self {
        Self {
            key: field.key,
            unit,
            range,
            kind: field.kind,
            anchor: None,
            at_least: None,
            presentation: Presentation::of_key(field.key),
            get: field.get,
            set: field.set,
        }
    }

    /// A time to target.
    pub(crate) const fn time_to_target(field: Field<T>, help: &'static str) -> Self {
        Self::number(field, Unit::Time, TIME_TO_TARGET).shown("Time to target", (0.01, 1.0), help)
    }

    /// A length from 0 up, and the point around which it is a ring.
    pub(crate) const fn length(field: Field<T>, anchor: Option<Anchor>) -> Self {
        Self {
            anchor,
            ..Self::number(field, Unit::Length, (0.0, MAX_LENGTH))
        }
    }

    /// A length with other bounds than 0 and [`MAX_LENGTH`].
    pub(crate) const fn within(self, min: f64, max: f64) -> Self {
        Self {
            range: (min, max),
            ..self
        }
    }

    /// Not smaller than another parameter of the same table.
    pub(crate) const fn at_least(self, key: &'static str) -> Self {
        Self {
            at_least: Some(key),
            ..self
        }
    }

    /// Its value. `None` if it is absent.
    pub fn get(&self, owner: &T) -> Option<f64> {
        (self.get)(owner)
    }

    /// Sets its value without checking its range. Integers are rounded. `None` removes an optional
    /// number, and has no effect on others.
    pub fn set(&self, owner: &mut T, value: Option<f64>) {
        (self.set)(owner, value);
    }
}
