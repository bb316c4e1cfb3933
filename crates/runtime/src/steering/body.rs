//! The body of an agent: a point mass with limits, and how a force moves it. Source: Reynolds 1999,
//! *Simple Vehicle Model*.

use crate::lanes::{Pair, Scalar, Simd};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// The physical limits of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Body {
    /// The mass, above 0. Heavier agents respond more slowly (Bevilacqua).
    pub mass: f64,
    /// The maximum speed, u/s, 0 or more.
    pub max_speed: f64,
    /// The maximum steering force, u/s^2 times mass, 0 or more. With a mass of 1 it is Palacios'
    /// `maxAccel`.
    pub max_force: f64,
    /// The time in which behaviors try to reach their desired velocity, s, above 0 (Palacios'
    /// `timeToTarget`).
    pub time_to_target: f64,
    /// What the agent does while none of its behaviors has an effect.
    pub idle: Idle,
    /// The radius, u, 0 or more. Walls stop the body at this distance; agents do not collide with
    /// each other.
    pub radius: f64,
    /// The noise that it makes when it moves. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
}

/// The noise that a body makes when it moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Noise {
    /// It makes noise when it moves faster than this, u/s, 0 or more.
    pub speed: f64,
    /// How far it can be heard, u, 0 or more.
    pub radius: f64,
}

impl Default for Noise {
    fn default() -> Self {
        Self {
            speed: 2.0,
            radius: 6.0,
        }
    }
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
            noise: None,
        }
    }
}

/// What an agent does while none of its behaviors has an effect. An agent without behaviors always
/// coasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Idle {
    /// Brakes to a stop, as in Palacios.
    #[default]
    Brake,
    /// Keeps its velocity.
    Coast,
}

/// The kinematic state of an agent as its behaviors see it at the start of a tick.
#[derive(Clone, Copy, Debug)]
pub struct Kinematic<'a> {
    /// The position, u.
    pub position: DVec2,
    /// The velocity, u/s.
    pub velocity: DVec2,
    /// The physical limits.
    pub body: &'a Body,
}

impl Kinematic<'_> {
    /// The steering force toward the velocity `desired` (u/s): `(desired - velocity) /
    /// time_to_target`, with the time of the body.
    ///
    /// This is `desired - velocity` of Reynolds and Bevilacqua, divided by the `timeToTarget` of
    /// Palacios. The result is zero if the time is not above 0, or if the force is not finite.
    #[inline]
    #[must_use]
    pub fn force_toward_velocity(&self, desired: DVec2) -> DVec2 {
        self.lanes().force_toward_velocity(desired.into()).into()
    }

    /// Like [`force_toward_velocity`](Self::force_toward_velocity), with a `time_to_target` (s)
    /// other than that of the body.
    #[inline]
    #[must_use]
    pub fn force_toward_velocity_within(&self, desired: DVec2, time_to_target: f64) -> DVec2 {
        self.lanes()
            .force_toward_velocity_within(desired.into(), time_to_target)
            .into()
    }

    /// The force while no behavior has an effect, as specified by [`Body::idle`].
    #[inline]
    #[must_use]
    pub fn idle_force(&self) -> DVec2 {
        match self.body.idle {
            Idle::Brake => self.force_toward_velocity(DVec2::ZERO),
            Idle::Coast => DVec2::ZERO,
        }
    }
}

/// The position (u) and velocity (u/s) after a tick of `dt` seconds. Truncate `force` to
/// [`Body::max_force`] before the call.
///
/// The new velocity is `truncate(velocity + force / mass * dt, max_speed)`, and the new position
/// `position + new velocity * dt` (semi-implicit Euler). A position that would not be finite does
/// not change.
#[inline]
#[must_use]
pub fn integrate(
    position: DVec2,
    velocity: DVec2,
    force: DVec2,
    body: &Body,
    dt: f64,
) -> (DVec2, DVec2) {
    let velocity = velocity_after(
        Scalar,
        velocity.into(),
        force.into(),
        body.mass,
        body.max_speed,
        dt,
    );
    let position = position_after(Scalar, position.into(), velocity, dt);
    (position.into(), velocity.into())
}

/// The velocities that [`integrate`] returns.
#[inline(always)]
pub(crate) fn velocity_after<S: Simd>(
    s: S,
    velocity: Pair<S>,
    force: Pair<S>,
    mass: S::F64s,
    max_speed: S::F64s,
    dt: S::F64s,
) -> Pair<S> {
    let one = s.splat(1.0);
    // A division by 1 changes nothing.
    let is_one = s.less_or_equal(mass, one) & s.less_or_equal(one, mass);
    let gained = if s.bits(is_one) == S::ALL {
        force.times(dt)
    } else {
        let gained = force.over(mass).times(dt);
        gained.keep(s, s.less(s.splat(0.0), mass))
    };
    (velocity + gained).truncate(s, max_speed)
}

/// The positions that [`integrate`] returns, after a tick with this new velocity.
#[inline(always)]
pub(crate) fn position_after<S: Simd>(
    s: S,
    position: Pair<S>,
    velocity: Pair<S>,
    dt: S::F64s,
) -> Pair<S> {
    let moved = position + velocity.times(dt);
    Pair::select(s, moved.finite(s), moved, position)
}
