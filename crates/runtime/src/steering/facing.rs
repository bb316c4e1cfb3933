//! Facing: where agents look, apart from where they move.

use crate::geometry::decimal::rounded;
use crate::geometry::rotation::{RADIANS_PER_DEGREE, direction_at};
use crate::geometry::vector::{cross, direction, dot};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// How the agents of a preset turn. Without it, they face where they move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Facing {
    /// What they turn to.
    pub toward: Toward,
    /// How fast they turn, above 0 degrees/s. Absent: at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_rate: Option<f64>,
}

/// What an agent turns to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Toward {
    /// Where it moves.
    #[default]
    Motion,
    /// Its target; where it moves, while it has none.
    Target,
    /// Where an action at a node or a search asks it to look; where it moves, while none does.
    Action,
}

impl Facing {
    /// The turn of one tick of `dt` seconds.
    #[must_use]
    pub fn turn(&self, dt: f64) -> Turn {
        match self.turn_rate {
            Some(rate) if rate * dt < 180.0 => {
                let turn = direction_at(rate * dt * RADIANS_PER_DEGREE);
                Turn {
                    cos: rounded(turn.x),
                    sin: rounded(turn.y),
                }
            }
            Some(_) | None => Turn::AT_ONCE,
        }
    }
}

/// The cosine and sine of the angle by which an agent can turn in a tick, rounded to nine decimals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The cosine.
    pub cos: f64,
    /// The sine.
    pub sin: f64,
}

impl Turn {
    /// To any direction in one tick.
    pub const AT_ONCE: Self = Self {
        cos: -1.0,
        sin: 0.0,
    };

    /// The direction of an agent that faced in the direction `from` and turns toward `to`, both
    /// unit vectors, for one tick. It keeps its direction if `to` is zero, and turns left if `to`
    /// is exactly behind it.
    #[must_use]
    pub fn apply(&self, from: DVec2, to: DVec2) -> DVec2 {
        if to == DVec2::ZERO {
            return from;
        }
        if self.cos == -1.0 || dot(from, to) >= self.cos {
            return to;
        }
        let sin = if cross(from, to) >= 0.0 {
            self.sin
        } else {
            -self.sin
        };
        direction(DVec2::new(
            from.x * self.cos - sin * from.y,
            from.x * sin + from.y * self.cos,
        ))
    }
}
