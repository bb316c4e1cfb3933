//! Arrive: seek that slows down and stops. Sources: Palacios, *Arriving and leaving*; Bevilacqua (target radius 0); gdx-ai for
//! coasting and the names of the radii.

use crate::geometry::vector;
use crate::steering::Kinematic;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Parameters of [`arrive`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Arrive {
    /// Within this distance (u) the agent has arrived and stops; 0 or more (gdx-ai's `arrivalTolerance`).
    pub target_radius: f64,
    /// Within this distance (u) it slows down; at least the target radius (gdx-ai's `decelerationRadius`).
    pub slow_radius: f64,
    /// How speed falls with distance inside the slow radius.
    pub ramp: Ramp,
    /// What happens inside the target radius.
    pub stop: Stop,
    /// Seconds in which the desired velocity is to be reached, above 0; absent: the body's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_to_target: Option<f64>,
}

impl Default for Arrive {
    fn default() -> Self {
        Self {
            target_radius: 0.2,
            slow_radius: 2.0,
            ramp: Ramp::Linear,
            stop: Stop::Brake,
            time_to_target: None,
        }
    }
}

/// How speed falls with distance d inside the slow radius R.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ramp {
    /// max_speed * d / R.
    #[default]
    Linear,
    /// max_speed * sqrt(d / R): a constant braking force.
    Sqrt,
    /// max_speed * (d / R)^2: a long soft approach.
    Quadratic,
}

/// What an agent does once it has arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Brakes to a stop (Palacios).
    #[default]
    Brake,
    /// Keeps its velocity: asks for a force of zero (gdx-ai).
    Coast,
}

/// The force that brings the agent to `target` and stops it there.
///
/// ```
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::steering::{Kinematic, Arrive, Body, arrive};
/// let body = Body { max_speed: 4.0, time_to_target: 1.0, ..Body::default() };
/// let agent = Kinematic { position: DVec2::ZERO, velocity: DVec2::ZERO, body: &body };
/// let halfway_in = Arrive { slow_radius: 10.0, ..Arrive::default() };
/// assert_eq!(arrive::arrive(&agent, DVec2::new(5.0, 0.0), &halfway_in), DVec2::new(2.0, 0.0));
/// ```
#[must_use]
pub fn arrive(agent: &Kinematic, target: DVec2, parameters: &Arrive) -> DVec2 {
    arrive_at(agent, target, parameters, agent.body.max_speed)
}

/// [`arrive`] at no more than `max_speed` u/s.
#[must_use]
pub fn arrive_at(agent: &Kinematic, target: DVec2, parameters: &Arrive, max_speed: f64) -> DVec2 {
    let to_target = target - agent.position;
    let distance = vector::length(to_target);
    let time_to_target = parameters
        .time_to_target
        .unwrap_or(agent.body.time_to_target);
    if distance < parameters.target_radius {
        return match parameters.stop {
            Stop::Brake => agent.force_toward_velocity_within(DVec2::ZERO, time_to_target),
            Stop::Coast => DVec2::ZERO,
        };
    }
    let speed = speed_at(parameters, max_speed, distance);
    let desired = vector::direction_given_length(to_target, distance) * speed;
    agent.force_toward_velocity_within(desired, time_to_target)
}

/// The desired speed (u/s) at `distance` u from the target, outside the target radius.
#[must_use]
pub fn speed_at(parameters: &Arrive, max_speed: f64, distance: f64) -> f64 {
    let slow_radius = parameters.slow_radius;
    if distance > slow_radius || !(slow_radius > 0.0) {
        return max_speed;
    }
    match parameters.ramp {
        Ramp::Linear => max_speed * distance / slow_radius,
        Ramp::Sqrt => max_speed * (distance / slow_radius).sqrt(),
        Ramp::Quadratic => {
            let part = distance / slow_radius;
            max_speed * (part * part)
        }
    }
}
