//! Seek and flee: straight toward a point, or straight away from it. Source: Reynolds 1999, *Seek*
//! and *Flee*.

use crate::lanes::{Pair, Simd};
use crate::parameter::{Anchor, Parameter, ParameterTable};
use crate::scene::Behavior;
use crate::steering::Kinematic;
use crate::steering::agent_lanes::{AgentLanes, Asked};
use crate::steering::description::Description;
use glam::DVec2;
use serde::{Deserialize, Serialize};

pub(crate) const SEEK: Description = Description::new(
    "seek",
    "Seek",
    "Moves straight toward the target at full speed, without stopping.",
)
.toward_target();

pub(crate) const FLEE: Description = Description {
    parameters: FLEE_PARAMETERS,
    ..Description::new(
        "flee",
        "Flee",
        "Moves straight away from the danger at full speed.",
    )
    .away_from_danger()
};

const FLEE_PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[Parameter::length(
    behavior_field!(Flee.panic_distance: Option<f64>),
    Some(Anchor::Danger),
)
.shown(
    "Panic distance",
    (0.0, 20.0),
    "The agent flees only while the danger is closer than this.",
)
.enabled_at(5.0)]);

/// Parameters of [`flee`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Flee {
    /// Beyond this distance (u, 0 or more) the danger is ignored. Absent: the agent flees from any
    /// distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panic_distance: Option<f64>,
}

/// The force toward `target` at full speed. The desired velocity is the direction to the target
/// times the maximum speed.
///
/// ```
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::steering::{Kinematic, Body, seek};
/// let body = Body { max_speed: 2.0, time_to_target: 0.5, ..Body::default() };
/// let agent = Kinematic { position: DVec2::ZERO, velocity: DVec2::ZERO, body: &body };
/// assert_eq!(seek::seek(&agent, DVec2::new(9.0, 0.0)), DVec2::new(4.0, 0.0));
/// ```
#[inline]
#[must_use]
pub fn seek(agent: &Kinematic, target: DVec2) -> DVec2 {
    agent.lanes().seek(target.into()).into()
}

/// Like [`seek`], at `speed` u/s instead of the maximum speed.
#[inline]
#[must_use]
pub fn seek_at(agent: &Kinematic, target: DVec2, speed: f64) -> DVec2 {
    agent.lanes().seek_at(target.into(), speed).into()
}

/// The force away from `danger` at full speed. `None` beyond the panic distance.
#[must_use]
pub fn flee(agent: &Kinematic, danger: DVec2, parameters: &Flee) -> Option<DVec2> {
    agent.lanes().flee(danger.into(), parameters).into()
}

/// The force away from `danger` at full speed, from any distance.
#[inline]
#[must_use]
pub fn flee_from(agent: &Kinematic, danger: DVec2) -> DVec2 {
    agent.lanes().flee_from(danger.into()).into()
}

impl<S: Simd> AgentLanes<S> {
    #[inline(always)]
    pub(crate) fn seek(&self, target: Pair<S>) -> Pair<S> {
        self.seek_at(target, self.max_speed)
    }

    #[inline(always)]
    pub(crate) fn seek_at(&self, target: Pair<S>, speed: S::F64s) -> Pair<S> {
        let direction = (target - self.position).direction(self.s);
        self.force_toward_velocity(direction.times(speed))
    }

    #[inline(always)]
    pub(crate) fn flee(&self, danger: Pair<S>, parameters: &Flee) -> Asked<S> {
        let force = self.flee_from(danger);
        let Some(panic_distance) = parameters.panic_distance else {
            return Asked::everywhere(force);
        };
        let s = self.s;
        let distance = (danger - self.position).length(s);
        Asked::if_holds(s, !s.less(s.splat(panic_distance), distance), force)
    }

    #[inline(always)]
    pub(crate) fn flee_from(&self, danger: Pair<S>) -> Pair<S> {
        let direction = -(danger - self.position).direction(self.s);
        self.force_toward_velocity(direction.times(self.max_speed))
    }
}
