//! Pursue and evade: seek or flee the predicted position of a moving target. Sources: Reynolds
//! 1999, *Pursuit* and *Evasion*; Bevilacqua for the prediction.

use crate::lanes::{Pair, Simd};
use crate::parameter::{Parameter, ParameterTable, Unit};
use crate::scene::Behavior;
use crate::steering::agent_lanes::AgentLanes;
use crate::steering::description::Description;
use crate::steering::{Kinematic, seek};
use glam::DVec2;
use serde::{Deserialize, Serialize};

pub(crate) const PURSUE: Description = Description {
    parameters: PARAMETERS,
    ..Description::new(
        "pursue",
        "Pursue",
        "Intercepts a moving target at its predicted position.",
    )
    .toward_target()
};

pub(crate) const EVADE: Description = Description {
    parameters: PARAMETERS,
    ..Description::new(
        "evade",
        "Evade",
        "Flees from the predicted position of a moving danger.",
    )
    .away_from_danger()
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::number(
        behavior_field!(Pursue | Evade.max_prediction: Option<f64>),
        Unit::Time,
        (0.0, 1e6),
    )
    .shown(
        "Max prediction",
        (0.0, 5.0),
        "The longest time for which motion is predicted. Without a limit, distant agents aim far ahead.",
    )
    .enabled_at(1.0),
]);

/// Parameters of [`pursue`] and [`evade`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Pursue {
    /// The longest prediction, s, 0 or more. Absent: no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_prediction: Option<f64>,
}

/// The predicted position of the target when the agent could have reached it: `target +
/// target_velocity * T`, with T the distance divided by the maximum speed of the agent, and at most
/// [`Pursue::max_prediction`].
#[must_use]
pub fn predicted_position(
    agent: &Kinematic,
    target: DVec2,
    target_velocity: DVec2,
    parameters: &Pursue,
) -> DVec2 {
    let predicted =
        agent
            .lanes()
            .predicted_position(target.into(), target_velocity.into(), parameters);
    predicted.into()
}

impl<S: Simd> AgentLanes<S> {
    #[inline(always)]
    pub(crate) fn predicted_position(
        &self,
        target: Pair<S>,
        target_velocity: Pair<S>,
        parameters: &Pursue,
    ) -> Pair<S> {
        let s = self.s;
        let distance = (target - self.position).length(s);
        let can_move = s.less(s.splat(0.0), self.max_speed);
        let mut time = s.keep(can_move, distance / self.max_speed);
        if let Some(longest) = parameters.max_prediction {
            let longest = s.splat(longest);
            time = s.select(s.less(longest, time), longest, time);
        }
        let predicted = target + target_velocity.times(time);
        Pair::select(s, predicted.finite(s), predicted, target)
    }
}

/// The force toward the predicted position of a moving target.
///
/// ```
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::steering::{Body, Kinematic, Pursue, pursue};
/// let body = Body { max_speed: 2.0, ..Body::default() };
/// let agent = Kinematic { position: DVec2::ZERO, velocity: DVec2::ZERO, body: &body };
/// let (target, velocity) = (DVec2::new(4.0, 0.0), DVec2::new(0.0, 1.0));
/// // The agent needs 2 s for the distance, in which the target moves 2 u.
/// let predicted = pursue::predicted_position(&agent, target, velocity, &Pursue::default());
/// assert_eq!(predicted, DVec2::new(4.0, 2.0));
/// ```
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

/// The force away from the predicted position of a moving danger.
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
