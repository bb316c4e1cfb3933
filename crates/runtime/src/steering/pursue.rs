//! Pursue and evade: seek or flee where a mover is going to be. Sources: Reynolds 1999; Bevilacqua for the prediction.

use crate::geometry::vector;
use crate::steering::{Kinematic, seek};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Parameters of [`pursue`] and [`evade`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Pursue {
    /// Looks no further ahead than this many seconds; absent: as far as the distance asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_prediction: Option<f64>,
}

/// Where the target will be when the agent could have reached it: `p + v * T` with T = distance / max_speed of the agent.
#[must_use]
pub fn predicted_position(
    agent: &Kinematic,
    target: DVec2,
    target_velocity: DVec2,
    parameters: &Pursue,
) -> DVec2 {
    let max_speed = agent.body.max_speed;
    let mut time = if max_speed > 0.0 {
        vector::distance(agent.position, target) / max_speed
    } else {
        0.0
    };
    if let Some(cap) = parameters.max_prediction
        && time > cap
    {
        time = cap;
    }
    let predicted = target + target_velocity * time;
    if predicted.is_finite() {
        predicted
    } else {
        target
    }
}

/// The force toward where a moving target will be.
#[must_use]
pub fn pursue(
    agent: &Kinematic,
    target: DVec2,
    target_velocity: DVec2,
    parameters: &Pursue,
) -> DVec2 {
    seek::seek(
        agent,
        predicted_position(agent, target, target_velocity, parameters),
    )
}

/// The force away from where a moving danger will be.
#[must_use]
pub fn evade(
    agent: &Kinematic,
    danger: DVec2,
    danger_velocity: DVec2,
    parameters: &Pursue,
) -> DVec2 {
    let predicted = predicted_position(agent, danger, danger_velocity, parameters);
    seek::flee_from(agent, predicted)
}
