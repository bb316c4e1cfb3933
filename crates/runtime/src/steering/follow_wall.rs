//! Follow wall: move along a wall at a distance from it. Source: Reynolds 1999, *Wall following*.

use crate::geometry::vector::{cross, direction, length};
use crate::level::{Barrier, Disk};
use crate::parameter::{Anchor, Parameter, ParameterTable};
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
        "follow_wall",
        "Follow wall",
        "Moves along the nearest wall, which it keeps on one side.",
    )
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::length(
        behavior_field!(FollowWall.distance: f64),
        Some(Anchor::Agent),
    )
    .shown(
        "Distance",
        (0.0, 5.0),
        "The distance from the wall to the center of the agent.",
    ),
    Parameter::length(behavior_field!(FollowWall.reach: f64), Some(Anchor::Agent))
        .at_least("distance")
        .shown(
            "Reach",
            (0.0, 20.0),
            "Walls farther away than this are not followed.",
        ),
    Parameter::length(
        behavior_field!(FollowWall.look_ahead: f64),
        Some(Anchor::Agent),
    )
    .shown(
        "Look ahead",
        (0.0, 5.0),
        "How far the agent looks ahead. A longer distance gives a smoother approach to the wall.",
    ),
]);

/// Parameters of [`follow_wall`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FollowWall {
    /// The side on which the agent keeps the wall.
    pub side: WallSide,
    /// The distance from the wall to the center of the agent, u, 0 or more.
    pub distance: f64,
    /// Walls up to this distance are followed, u, 0 or more.
    pub reach: f64,
    /// How far the agent looks ahead along the wall, u, 0 or more. The longer it is, the more
    /// smoothly the agent approaches the wall.
    pub look_ahead: f64,
}

impl Default for FollowWall {
    fn default() -> Self {
        Self {
            side: WallSide::Left,
            distance: 1.0,
            reach: 4.0,
            look_ahead: 1.0,
        }
    }
}

/// A side of an agent, seen in the direction of its heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WallSide {
    /// The left, y pointing up.
    #[default]
    Left,
    /// The right.
    Right,
}

impl WallSide {
    fn sign(self) -> f64 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }
}

/// The force along the wall ahead, or else along the nearest wall. `None` if there is no wall ahead
/// or within reach.
///
/// `heading` is a unit vector, and `skin` (u) the distance that bodies keep from walls; see
/// [`Disk`].
#[must_use]
pub fn follow_wall(
    agent: &Kinematic,
    heading: DVec2,
    walls: &Barrier,
    skin: f64,
    parameters: &FollowWall,
) -> Option<DVec2> {
    let side = parameters.side.sign();
    let radius = agent.body.radius;
    let ahead = heading * parameters.look_ahead;
    let contact = Disk { radius, skin }.first_contact(walls, agent.position, ahead);
    let way = if let Some((time, normal)) = contact {
        heading * time + along(normal, side) * (1.0 - time)
    } else {
        let (distance, normal) = nearest(walls, agent.position, heading, side, parameters.reach)?;
        normal * (parameters.distance - distance) + along(normal, side) * parameters.look_ahead
    };
    Some(agent.force_toward_velocity(direction(way) * agent.body.max_speed))
}

/// The direction along a wall that is on this side, given the unit vector away from it.
fn along(normal: DVec2, side: f64) -> DVec2 {
    DVec2::new(-normal.y, normal.x) * side
}

/// The distance to the nearest segment within `reach`, and the unit vector away from it. Segments
/// on `side` come first.
fn nearest(
    walls: &Barrier,
    position: DVec2,
    heading: DVec2,
    side: f64,
    reach: f64,
) -> Option<(f64, DVec2)> {
    let mut nearest: Option<(bool, f64, usize)> = None;
    walls.near(position, position, reach, |index, segment| {
        let to_wall = segment.nearest_point(position) - position;
        let is_beside = cross(heading, to_wall) * side >= 0.0;
        let found = (!is_beside, length(to_wall), index);
        if found.1 <= reach && nearest.is_none_or(|known| found < known) {
            nearest = Some(found);
        }
    });
    let (_, distance, index) = nearest?;
    let segment = walls.segments()[index];
    let normal = if distance > 0.0 {
        (position - segment.nearest_point(position)) / distance
    } else {
        segment.left()
    };
    Some((distance, normal))
}
