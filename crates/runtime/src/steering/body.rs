//! What is moved: a point with mass, limits, and the time it takes to reach a wanted velocity.

use crate::geometry::vector;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// The physical limits of an agent (Reynolds 1999, *Simple Vehicle Model*).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Body {
    /// Mass, above 0. A heavy agent answers sluggishly (Bevilacqua).
    pub mass: f64,
    /// Highest speed, u/s, 0 or more.
    pub max_speed: f64,
    /// Longest steering force, 0 or more; with a mass of 1 it is Palacios' `maxAccel`, in u/s^2.
    pub max_force: f64,
    /// Seconds in which a behavior tries to reach the velocity it wants, above 0 (Palacios' `timeToTarget`).
    pub time_to_target: f64,
    /// Size for drawing, u, 0 or more.
    pub radius: f64,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            mass: 1.0,
            max_speed: 3.0,
            max_force: 20.0,
            time_to_target: 0.1,
            radius: 0.4,
        }
    }
}

/// An agent as its behaviors see it at the start of a tick.
#[derive(Clone, Copy, Debug)]
pub struct Agent<'a> {
    /// Where it is, u.
    pub position: DVec2,
    /// How it moves, u/s.
    pub velocity: DVec2,
    /// Its limits.
    pub body: &'a Body,
}

impl Agent<'_> {
    /// The force that asks for velocity `wanted` (u/s): `(wanted - v) / time_to_target`.
    ///
    /// Reynolds and Bevilacqua's `desired - velocity`, with Palacios' `/ timeToTarget`. A time of zero asks for nothing,
    /// nor does a force too long for an `f64`.
    #[inline]
    pub fn force_toward_velocity(&self, wanted: DVec2) -> DVec2 {
        let tau = self.body.time_to_target;
        let force = (wanted - self.velocity) / tau;
        if tau > 0.0 && force.is_finite() {
            force
        } else {
            DVec2::ZERO
        }
    }
}

/// The velocity and position one step of `dt` seconds later, under `force` (already truncated).
///
/// `v' = truncate(v + F / m * dt, max_speed)`, then `p' = p + v' * dt`. A position that would leave the range of numbers stays
/// where it is.
#[inline]
pub fn integrate(
    position: DVec2,
    velocity: DVec2,
    force: DVec2,
    body: &Body,
    dt: f64,
) -> (DVec2, DVec2) {
    let gained = if body.mass > 0.0 {
        force / body.mass * dt
    } else {
        DVec2::ZERO
    };
    let velocity = vector::truncate(velocity + gained, body.max_speed);
    let moved = position + velocity * dt;
    (if moved.is_finite() { moved } else { position }, velocity)
}
