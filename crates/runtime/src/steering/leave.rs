//! Leave: away from a danger, faster the closer it is. Source: Palacios, *Arriving and leaving*.

use crate::lanes::{Pair, Scalar, Simd};
use crate::parameter::{Anchor, Parameter, ParameterTable};
use crate::scene::Behavior;
use crate::steering::Kinematic;
use crate::steering::agent_lanes::{AgentLanes, Asked};
use crate::steering::description::{Description, Verdict};
use glam::DVec2;
use serde::{Deserialize, Serialize};

pub(crate) const DESCRIPTION: Description = Description {
    parameters: PARAMETERS,
    verdict: Some(Verdict::Leaving),
    ..Description::new(
        "leave",
        "Leave",
        "Moves away from the danger, faster the closer it is.",
    )
    .away_from_danger()
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::length(
        behavior_field!(Leave.escape_radius: f64),
        Some(Anchor::Danger),
    )
    .shown(
        "Escape radius",
        (0.0, 12.0),
        "Closer to the danger than this, the agent moves at full speed.",
    ),
    Parameter::length(
        behavior_field!(Leave.danger_radius: f64),
        Some(Anchor::Danger),
    )
    .at_least("escape_radius")
    .shown(
        "Danger radius",
        (0.0, 20.0),
        "Beyond this distance, the danger is ignored.",
    ),
    Parameter::time_to_target(
        behavior_field!(Leave.time_to_target: Option<f64>),
        "Replaces the body's time to target for this behavior.",
    )
    .enabled_at(0.1),
]);

/// Parameters of [`leave`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Leave {
    /// Within this distance (u, 0 or more) of the danger, the agent moves at full speed.
    pub escape_radius: f64,
    /// Beyond this distance (u, at least the escape radius) the danger is ignored.
    pub danger_radius: f64,
    /// How the speed decreases between the two radii.
    pub ramp: LeaveRamp,
    /// The time in which the agent tries to reach its desired velocity, s, above 0. Absent: that of
    /// the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_to_target: Option<f64>,
}

impl Default for Leave {
    fn default() -> Self {
        Self {
            escape_radius: 2.0,
            danger_radius: 6.0,
            ramp: LeaveRamp::Stepped,
            time_to_target: None,
        }
    }
}

/// How the speed decreases with the distance d, from the escape radius e to the danger radius g.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LeaveRamp {
    /// `max_speed - max_speed * d / g`, as in Palacios. The speed jumps at d = e.
    #[default]
    Stepped,
    /// `max_speed * (g - d) / (g - e)`, without a jump.
    Smooth,
}

/// The force away from `danger`. `None` beyond the danger radius.
#[must_use]
pub fn leave(agent: &Kinematic, danger: DVec2, parameters: &Leave) -> Option<DVec2> {
    agent.lanes().leave(danger.into(), parameters).into()
}

/// The desired speed (u/s) at `distance` u from the danger; 0 beyond the danger radius.
#[must_use]
pub fn speed_at(parameters: &Leave, max_speed: f64, distance: f64) -> f64 {
    if distance > parameters.danger_radius {
        return 0.0;
    }
    parameters.speeds_at(Scalar, max_speed, distance)
}

impl<S: Simd> AgentLanes<S> {
    #[inline(always)]
    pub(crate) fn leave(&self, danger: Pair<S>, parameters: &Leave) -> Asked<S> {
        let s = self.s;
        let to_danger = danger - self.position;
        let distance = to_danger.length(s);
        let speed = parameters.speeds_at(s, self.max_speed, distance);
        let desired = (-to_danger.direction_given_length(s, distance)).times(speed);
        let time_to_target = self.time_to_target_of(parameters.time_to_target);
        let force = self.force_toward_velocity_within(desired, time_to_target);
        let is_beyond = s.less(s.splat(parameters.danger_radius), distance);
        Asked::if_holds(s, !is_beyond, force)
    }
}

impl Leave {
    /// See [`speed_at`]; up to the danger radius.
    #[inline(always)]
    fn speeds_at<S: Simd>(&self, s: S, max_speed: S::F64s, distance: S::F64s) -> S::F64s {
        let (escape, danger) = (self.escape_radius, self.danger_radius);
        let falling = match self.ramp {
            LeaveRamp::Stepped if danger > 0.0 => {
                max_speed - max_speed * distance / s.splat(danger)
            }
            LeaveRamp::Smooth if danger > escape => {
                max_speed * (s.splat(danger) - distance) / s.splat(danger - escape)
            }
            LeaveRamp::Stepped | LeaveRamp::Smooth => max_speed,
        };
        s.select(s.less(distance, s.splat(escape)), max_speed, falling)
    }
}
