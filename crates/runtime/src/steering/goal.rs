//! What a behavior moves toward or away from, and how it gets there.

use crate::parameter::{Parameter, ParameterTable, Unit};
use serde::{Deserialize, Serialize};

/// What a behavior with a target or danger moves toward or away from.
///
/// A goal that an agent does not know counts as a target that it does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// The target or danger of the agent.
    #[default]
    Reference,
    /// The one that the agent perceives, wherever it is.
    Perceived,
    /// The place where the perceived one was last seen.
    LastSeen,
    /// The place where the one last seen would be some time later.
    LastSeenAhead {
        /// How much later, 0 to 1000 s.
        ahead: f64,
    },
    /// The place of the noise that the agent heard last.
    LastNoise,
    /// The place where the agent left its path.
    LeftPath,
    /// The position where the agent entered.
    Post,
}

impl Goal {
    /// How much later the place is than what was seen, s. `None` for goals without this parameter.
    #[must_use]
    pub fn ahead(&self) -> Option<f64> {
        match self {
            Self::LastSeenAhead { ahead } => Some(*ahead),
            Self::Reference
            | Self::Perceived
            | Self::LastSeen
            | Self::LastNoise
            | Self::LeftPath
            | Self::Post => None,
        }
    }

    /// Whether it is the target or danger of the agent.
    #[must_use]
    pub fn is_reference(&self) -> bool {
        *self == Self::Reference
    }
}

/// How a behavior gets to its goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RouteMode {
    /// Straight.
    #[default]
    Direct,
    /// Around the walls, by the shortest way.
    AroundWalls,
}

impl RouteMode {
    /// Whether it is straight.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        *self == Self::Direct
    }
}

/// The number of a goal.
pub const GOAL: ParameterTable<Goal> = ParameterTable(&[Parameter::number(
    variant_field!(Goal::LastSeenAhead.ahead: f64),
    Unit::Time,
    (0.0, 1e3),
)]);
