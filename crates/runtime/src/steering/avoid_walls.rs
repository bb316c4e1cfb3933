//! Avoid walls: turn away from the walls that feelers meet. Source: Reynolds 1999, *Containment*.

use crate::geometry::decimal::rounded;
use crate::geometry::rotation::{RADIANS_PER_DEGREE, direction_at};
use crate::geometry::vector::{direction, dot, length};
use crate::level::{Barrier, Disk};
use crate::parameter::{Anchor, Parameter, ParameterTable, Unit};
use crate::scene::Behavior;
use crate::steering::Kinematic;
use crate::steering::description::Description;
use glam::DVec2;
use serde::{Deserialize, Serialize};

pub(crate) const DESCRIPTION: Description = Description {
    parameters: PARAMETERS,
    is_perception: true,
    senses_walls: true,
    ..Description::new(
        "avoid_walls",
        "Avoid walls",
        "Turns away from walls that its feelers meet.",
    )
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::length(
        behavior_field!(AvoidWalls.ahead_length: f64),
        Some(Anchor::Agent),
    )
    .shown(
        "Feeler ahead",
        (0.0, 10.0),
        "The length of the feeler ahead at full speed, from the edge of the body. It is shorter at less speed.",
    ),
    Parameter::length(behavior_field!(AvoidWalls.side_length: f64), Some(Anchor::Agent))
        .shown(
            "Side feelers",
            (0.0, 10.0),
            "The length of the feelers to the left and right at full speed.",
        ),
    Parameter::number(
        behavior_field!(AvoidWalls.side_angle_deg: f64),
        Unit::Degrees,
        (0.0, 180.0),
    )
    .shown(
        "Side angle",
        (0.0, 90.0),
        "The angle between the heading and each side feeler.",
    ),
]);

/// Parameters of [`avoid_walls`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct AvoidWalls {
    /// The length of the feeler ahead at full speed, u, 0 or more.
    pub ahead_length: f64,
    /// The length of the feelers to the left and right at full speed, u, 0 or more.
    pub side_length: f64,
    /// The angle between the heading and each of the feelers to the sides, 0 to 180 degrees.
    pub side_angle_deg: f64,
}

impl Default for AvoidWalls {
    fn default() -> Self {
        Self {
            ahead_length: 2.5,
            side_length: 1.5,
            side_angle_deg: 40.0,
        }
    }
}

impl AvoidWalls {
    /// The direction of the left feeler of an agent that heads along the x axis, with nine
    /// decimals.
    #[must_use]
    pub fn side_direction(&self) -> DVec2 {
        let side = direction_at(self.side_angle_deg * RADIANS_PER_DEGREE);
        DVec2::new(rounded(side.x), rounded(side.y))
    }

    /// The feelers of an agent with this heading, a unit vector: ahead, to the left, to the right.
    /// They are shorter than their full length in proportion to its speed. `side` is
    /// [`side_direction`](Self::side_direction).
    #[must_use]
    pub fn feelers(&self, heading: DVec2, speed: f64, max_speed: f64, side: DVec2) -> [DVec2; 3] {
        let share = if speed < max_speed {
            speed / max_speed
        } else {
            1.0
        };
        let (h, length) = (heading, self.side_length * share);
        [
            h * (self.ahead_length * share),
            DVec2::new(h.x * side.x - h.y * side.y, h.x * side.y + h.y * side.x) * length,
            DVec2::new(h.x * side.x + h.y * side.y, -h.x * side.y + h.y * side.x) * length,
        ]
    }
}

/// Below this length, the part of a normal across the heading has no direction: the wall is
/// straight ahead.
const HEAD_ON: f64 = 1e-6;

/// The force away from the wall that the body would meet first on the way of a feeler. `None` if it
/// would meet none.
///
/// `heading` is a unit vector, `side` is [`AvoidWalls::side_direction`], and `skin` (u) the
/// distance that bodies keep from walls; see [`Disk`].
#[must_use]
pub fn avoid_walls(
    agent: &Kinematic,
    heading: DVec2,
    walls: &Barrier,
    skin: f64,
    parameters: &AvoidWalls,
    side: DVec2,
) -> Option<DVec2> {
    let (radius, max_speed) = (agent.body.radius, agent.body.max_speed);
    let body = Disk { radius, skin };
    let speed = length(agent.velocity);
    let mut worst = None;
    for feeler in parameters.feelers(heading, speed, max_speed, side) {
        if let Some((time, normal)) = body.first_contact(walls, agent.position, feeler)
            && worst.is_none_or(|(least, _)| time < least)
        {
            worst = Some((time, normal));
        }
    }
    let (time, normal) = worst?;
    let across = normal - heading * dot(normal, heading);
    let length = length(across);
    let across = if length > HEAD_ON {
        across / length
    } else {
        DVec2::new(-heading.y, heading.x)
    };
    let way = direction(heading * time + across * (1.0 - time));
    // Full speed far from the wall would push an agent away that slows down beside it, again and
    // again.
    let nearness = (1.0 - time) * (1.0 - time);
    Some(agent.force_toward_velocity(way * (speed + (max_speed - speed) * nearness)))
}
