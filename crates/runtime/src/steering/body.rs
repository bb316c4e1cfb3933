//! The body of an agent: a point with mass, limits, and the time in which it tries to reach a desired velocity.

use crate::geometry::vector;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// The physical limits of an agent (Reynolds 1999, *Simple Vehicle Model*).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Body {
    /// Mass, above 0. A heavy agent responds slowly (Bevilacqua).
    pub mass: f64,
    /// Highest speed, u/s, 0 or more.
    pub max_speed: f64,
    /// Longest steering force, 0 or more; with a mass of 1 it is Palacios' `maxAccel`, in u/s^2.
    pub max_force: f64,
    /// Seconds in which a behavior tries to reach its desired velocity, above 0 (Palacios' `timeToTarget`).
    pub time_to_target: f64,
    /// What the agent does while none of its behaviors asks for a force.
    pub idle: Idle,
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
            idle: Idle::Brake,
            radius: 0.4,
        }
    }
}

/// What an agent does while none of its behaviors asks for a force.
///
/// An agent without any behavior always coasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Idle {
    /// Brakes to a stop (Palacios: an agent that nothing steers stands).
    #[default]
    Brake,
    /// Keeps its velocity.
    Coast,
}

/// The kinematic state of an agent as its behaviors see it at the start of a tick.
#[derive(Clone, Copy, Debug)]
pub struct Kinematic<'a> {
    /// Where it is, u.
    pub position: DVec2,
    /// How it moves, u/s.
    pub velocity: DVec2,
    /// Its limits.
    pub body: &'a Body,
}

impl Kinematic<'_> {
    /// The force that leads to velocity `desired` (u/s): `(desired - v) / time_to_target`, with the time of the body.
    ///
    /// Reynolds' and Bevilacqua's `desired - velocity`, with Palacios' `/ timeToTarget`. The force is zero for a time that is
    /// not above 0, and where it would be too long for an `f64`.
    #[inline]
    #[must_use]
    pub fn force_toward_velocity(&self, desired: DVec2) -> DVec2 {
        self.force_toward_velocity_within(desired, self.body.time_to_target)
    }

    /// [`force_toward_velocity`](Self::force_toward_velocity) with another `time_to_target`, in seconds.
    #[inline]
    #[must_use]
    pub fn force_toward_velocity_within(&self, desired: DVec2, time_to_target: f64) -> DVec2 {
        let force = (desired - self.velocity) / time_to_target;
        if time_to_target > 0.0 && force.is_finite() {
            force
        } else {
            DVec2::ZERO
        }
    }

    /// The force while no behavior asks for one, as the body's [`Idle`] says.
    #[inline]
    #[must_use]
    pub fn idle_force(&self) -> DVec2 {
        match self.body.idle {
            Idle::Brake => self.force_toward_velocity(DVec2::ZERO),
            Idle::Coast => DVec2::ZERO,
        }
    }
}

/// The velocity and position one step of `dt` seconds later, under `force` (already truncated).
///
/// `v' = truncate(v + F / m * dt, max_speed)`, then `p' = p + v' * dt`. A position that would leave the range of numbers stays
/// where it is.
#[inline]
#[must_use]
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
