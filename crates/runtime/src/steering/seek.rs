//! Seek and flee: straight toward a point, or straight away from it. Source: Reynolds 1999, *Seek*
//! and *Flee*.

use crate::geometry::vector;
use crate::parameter::{Anchor, Parameter, ParameterTable};
use crate::scene::Behavior;
use crate::steering::Kinematic;
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
    seek_at(agent, target, agent.body.max_speed)
}

/// Like [`seek`], at `speed` u/s instead of the maximum speed.
#[inline]
#[must_use]
pub fn seek_at(agent: &Kinematic, target: DVec2, speed: f64) -> DVec2 {
    agent.force_toward_velocity(vector::direction(target - agent.position) * speed)
}

/// The force away from `danger` at full speed. `None` beyond the panic distance.
#[must_use]
pub fn flee(agent: &Kinematic, danger: DVec2, parameters: &Flee) -> Option<DVec2> {
    let distance = vector::distance(agent.position, danger);
    match parameters.panic_distance {
        Some(panic_distance) if distance > panic_distance => None,
        Some(_) | None => Some(flee_from(agent, danger)),
    }
}

/// The force away from `danger` at full speed, from any distance.
#[inline]
#[must_use]
pub fn flee_from(agent: &Kinematic, danger: DVec2) -> DVec2 {
    let to_danger = danger - agent.position;
    agent.force_toward_velocity(-vector::direction(to_danger) * agent.body.max_speed)
}
