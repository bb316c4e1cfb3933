//! Leave: away from a danger, the faster the nearer. Source: Palacios, *Arriving and leaving*.

use crate::geometry::vector;
use crate::steering::Agent;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Parameters of [`leave`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Leave {
    /// Within this distance (u) of the danger the agent runs at full speed.
    pub escape_radius: f64,
    /// Beyond this distance (u) the danger is ignored; at least the escape radius.
    pub danger_radius: f64,
    /// How speed falls between the two.
    pub ramp: LeaveRamp,
}

impl Default for Leave {
    fn default() -> Self {
        Self {
            escape_radius: 2.0,
            danger_radius: 6.0,
            ramp: LeaveRamp::Stepped,
        }
    }
}

/// How speed falls from the escape radius e to the danger radius g.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LeaveRamp {
    /// Palacios' own: max_speed - max_speed * d / g, which jumps at d = e.
    #[default]
    Stepped,
    /// max_speed * (g - d) / (g - e), without a jump.
    Smooth,
}

/// The force away from `danger`; none beyond the danger radius.
pub fn leave(agent: &Agent, danger: DVec2, parameters: &Leave) -> DVec2 {
    let to = danger - agent.position;
    let distance = vector::length(to);
    if distance > parameters.danger_radius {
        return DVec2::ZERO;
    }
    let speed = speed_at(parameters, agent.body.max_speed, distance);
    agent.force_toward_velocity(-vector::direction_given_length(to, distance) * speed)
}

/// The speed (u/s) wanted at `distance` u from the danger; 0 beyond the danger radius.
pub fn speed_at(parameters: &Leave, max_speed: f64, distance: f64) -> f64 {
    let (escape, danger) = (parameters.escape_radius, parameters.danger_radius);
    if distance > danger {
        return 0.0;
    }
    if distance < escape {
        return max_speed;
    }
    match parameters.ramp {
        LeaveRamp::Stepped if danger > 0.0 => max_speed - max_speed * distance / danger,
        LeaveRamp::Smooth if danger > escape => max_speed * (danger - distance) / (danger - escape),
        LeaveRamp::Stepped | LeaveRamp::Smooth => max_speed,
    }
}
