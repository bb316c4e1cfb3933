//! Arrive: seek that slows down and stops at the target. Sources: Reynolds 1999, *Arrival*;
//! Palacios, *Arriving and leaving*; Bevilacqua (with a target radius of 0); gdx-ai for coasting.

use crate::lanes::{Pair, Scalar, Simd};
use crate::parameter::{Anchor, Parameter, ParameterTable};
use crate::scene::Behavior;
use crate::steering::Kinematic;
use crate::steering::agent_lanes::AgentLanes;
use crate::steering::description::{Description, MemoryKind, Verdict};
use glam::DVec2;
use serde::{Deserialize, Serialize};

pub(crate) const DESCRIPTION: Description = Description {
    parameters: PARAMETERS,
    memory: MemoryKind::Arrival,
    verdict: Some(Verdict::Approach),
    ..Description::new("arrive", "Arrive", "Slows down and stops at the target.").toward_target()
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::length(behavior_field!(Arrive.target_radius: f64), Some(Anchor::Target))
        .shown(
            "Target radius",
            (0.0, 3.0),
            "Within this radius the agent has arrived and stops.",
        ),
    Parameter::length(behavior_field!(Arrive.slow_radius: f64), Some(Anchor::Target))
        .at_least("target_radius")
        .shown(
            "Slow radius",
            (0.0, 12.0),
            "Within this radius the agent slows down. If it is too small for the speed, the agent overshoots.",
        ),
    Parameter::time_to_target(
        behavior_field!(Arrive.time_to_target: Option<f64>),
        "Replaces the body's time to target for this behavior.",
    )
    .enabled_at(0.1),
]);

/// Parameters of [`arrive`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Arrive {
    /// Within this distance (u, 0 or more) the agent has arrived and stops (gdx-ai's
    /// `arrivalTolerance`).
    pub target_radius: f64,
    /// Within this distance (u, at least the target radius) the agent slows down (gdx-ai's
    /// `decelerationRadius`).
    pub slow_radius: f64,
    /// How the speed decreases within the slow radius.
    pub ramp: Ramp,
    /// What the agent does within the target radius.
    pub stop: Stop,
    /// The time in which the agent tries to reach its desired velocity, s, above 0. Absent: that of
    /// the body.
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

/// How the speed decreases with the distance d within the slow radius R.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ramp {
    /// `max_speed * d / R`.
    #[default]
    Linear,
    /// `max_speed * sqrt(d / R)`: braking with a constant force.
    Sqrt,
    /// `max_speed * (d / R)^2`: a long, soft approach.
    Quadratic,
}

/// What an agent does after it has arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Brakes to a stop (Palacios).
    #[default]
    Brake,
    /// Keeps its velocity, with a force of zero (gdx-ai).
    Coast,
}

/// The force that moves the agent to `target` and stops it there.
///
/// ```
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::steering::{Kinematic, Arrive, Body, arrive};
/// let body = Body { max_speed: 4.0, time_to_target: 1.0, ..Body::default() };
/// let agent = Kinematic { position: DVec2::ZERO, velocity: DVec2::ZERO, body: &body };
/// let parameters = Arrive { slow_radius: 10.0, ..Arrive::default() };
/// // Halfway into the slow radius, the desired speed is half the maximum speed.
/// assert_eq!(arrive::arrive(&agent, DVec2::new(5.0, 0.0), &parameters), DVec2::new(2.0, 0.0));
/// ```
#[must_use]
pub fn arrive(agent: &Kinematic, target: DVec2, parameters: &Arrive) -> DVec2 {
    arrive_at(agent, target, parameters, agent.body.max_speed)
}

/// Like [`arrive`], with another maximum speed, u/s.
#[must_use]
pub fn arrive_at(agent: &Kinematic, target: DVec2, parameters: &Arrive, max_speed: f64) -> DVec2 {
    let arrival = agent.lanes().arrive(target.into(), parameters, max_speed);
    arrival.force.into()
}

/// The desired speed (u/s) at `distance` u from the target, outside the target radius.
#[must_use]
pub fn speed_at(parameters: &Arrive, max_speed: f64, distance: f64) -> f64 {
    parameters.speeds_at(Scalar, max_speed, distance)
}

/// What arriving asks agents for.
pub(crate) struct Arrival<S: Simd> {
    pub(crate) force: Pair<S>,
    /// Which of them are within the target radius.
    pub(crate) has_arrived: S::Mask,
}

impl<S: Simd> AgentLanes<S> {
    /// See [`arrive_at`].
    #[inline(always)]
    pub(crate) fn arrive(
        &self,
        target: Pair<S>,
        parameters: &Arrive,
        max_speed: S::F64s,
    ) -> Arrival<S> {
        let s = self.s;
        let to_target = target - self.position;
        let distance = to_target.length(s);
        let has_arrived = s.less(distance, s.splat(parameters.target_radius));
        let speed = parameters.speeds_at(s, max_speed, distance);
        let desired = to_target.direction_given_length(s, distance).times(speed);
        let time_to_target = self.time_to_target_of(parameters.time_to_target);
        let toward = |desired| self.force_toward_velocity_within(desired, time_to_target);
        let force = match parameters.stop {
            Stop::Brake => toward(desired.keep(s, !has_arrived)),
            Stop::Coast => toward(desired).keep(s, !has_arrived),
        };
        Arrival { force, has_arrived }
    }
}

impl Arrive {
    /// See [`speed_at`].
    #[inline(always)]
    fn speeds_at<S: Simd>(&self, s: S, max_speed: S::F64s, distance: S::F64s) -> S::F64s {
        if !(self.slow_radius > 0.0) {
            return max_speed;
        }
        let slow_radius = s.splat(self.slow_radius);
        let slowed = match self.ramp {
            Ramp::Linear => max_speed * distance / slow_radius,
            Ramp::Sqrt => max_speed * s.sqrt(distance / slow_radius),
            Ramp::Quadratic => {
                let part = distance / slow_radius;
                max_speed * (part * part)
            }
        };
        s.select(s.less(slow_radius, distance), max_speed, slowed)
    }
}
