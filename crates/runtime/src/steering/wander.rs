//! Wander: move at random without jerks. Source: Reynolds 1999, *Wander*; gdx-ai for the rate.

use crate::geometry::rotation::{RADIANS_PER_DEGREE, rotate};
use crate::geometry::vector::direction;
use crate::parameter::{Anchor, Parameter, ParameterTable, Unit};
use crate::scene::Behavior;
use crate::steering::Kinematic;
use crate::steering::description::{Description, MemoryKind};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

pub(crate) const DESCRIPTION: Description = Description {
    parameters: PARAMETERS,
    is_random: true,
    memory: MemoryKind::Wander,
    ..Description::new(
        "wander",
        "Wander",
        "Moves around at random, in smooth bends.",
    )
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::length(behavior_field!(Wander.distance: f64), Some(Anchor::Agent)).shown(
        "Circle distance",
        (0.0, 6.0),
        "How far ahead the circle is, along which the target moves at random.",
    ),
    Parameter::length(
        behavior_field!(Wander.radius: f64),
        Some(Anchor::AheadBy("distance")),
    )
    .shown(
        "Circle radius",
        (0.0, 4.0),
        "The larger the circle is beside its distance, the sharper the agent turns.",
    ),
    Parameter::number(
        behavior_field!(Wander.rate: f64),
        Unit::TurnRate,
        (0.0, 1e6),
    )
    .shown(
        "Rate",
        (0.0, 1440.0),
        "How fast the target moves along the circle, at most. The faster, the more often the agent turns.",
    ),
]);

/// Parameters of [`WanderState`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Wander {
    /// How far ahead of the agent the center of the circle is, u, 0 or more.
    pub distance: f64,
    /// The radius of the circle, u, 0 or more.
    pub radius: f64,
    /// How far the target moves along the circle, at most, degrees/s, 0 or more.
    pub rate: f64,
}

impl Default for Wander {
    fn default() -> Self {
        Self {
            distance: 1.5,
            radius: 1.0,
            rate: 360.0,
        }
    }
}

/// Where the target of an agent is on its circle: what it remembers from tick to tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WanderState {
    /// Radians counterclockwise from the heading, from -pi to pi.
    pub(crate) angle: f64,
}

impl WanderState {
    /// Moves the target along the circle for a tick of `dt` s. `draw` is a random number from 0 to
    /// below 1.
    pub fn advance(&mut self, parameters: &Wander, dt: f64, draw: f64) {
        let step = parameters.rate * RADIANS_PER_DEGREE * dt;
        let step = if step > PI { PI } else { step };
        self.angle += (2.0 * draw - 1.0) * step;
        if self.angle > PI {
            self.angle -= 2.0 * PI;
        }
        if self.angle < -PI {
            self.angle += 2.0 * PI;
        }
    }

    /// The force toward the target at full speed. `heading` is a unit vector.
    ///
    /// ```
    /// use steerwright_runtime::glam::DVec2;
    /// use steerwright_runtime::steering::wander::WanderState;
    /// use steerwright_runtime::steering::{Body, Kinematic, Wander};
    /// let (body, wander) = (Body { max_speed: 2.0, time_to_target: 1.0, ..Body::default() }, Wander::default());
    /// let agent = Kinematic { position: DVec2::ZERO, velocity: DVec2::ZERO, body: &body };
    /// let mut state = WanderState::default();
    /// assert_eq!(state.wander(&agent, DVec2::X, &wander), DVec2::new(2.0, 0.0), "at first straight ahead");
    /// state.advance(&wander, 0.5, 0.75);
    /// assert!(state.wander(&agent, DVec2::X, &wander).y > 0.0, "then to a side");
    /// ```
    #[must_use]
    pub fn wander(&self, agent: &Kinematic, heading: DVec2, parameters: &Wander) -> DVec2 {
        let on_circle = rotate(heading, self.angle) * parameters.radius;
        let to_target = heading * parameters.distance + on_circle;
        agent.force_toward_velocity(direction(to_target) * agent.body.max_speed)
    }
}
