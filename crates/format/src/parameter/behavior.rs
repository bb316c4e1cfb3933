//! The parameters of each behavior.

use super::{Anchor, DIRECTION, Parameter, ParameterTable, TIME, TIME_TO_TARGET, Unit};
use steerwright_runtime::scene::Behavior;
use steerwright_runtime::steering::Goal;
use steerwright_runtime::steering::search::SearchSweep;

type Table = ParameterTable<Behavior>;

/// The numbers of a behavior, without its weight.
#[must_use]
pub fn of_behavior(behavior: &Behavior) -> ParameterTable<Behavior> {
    match behavior {
        Behavior::Seek {} => SEEK,
        Behavior::Flee(_) => FLEE,
        Behavior::Arrive(_) => ARRIVE,
        Behavior::Leave(_) => LEAVE,
        Behavior::Pursue(_) | Behavior::Evade(_) => PURSUE_AND_EVADE,
        Behavior::FollowPath(_) => FOLLOW_PATH,
        Behavior::Separation(_) => SEPARATION,
        Behavior::FollowLeader(_) => FOLLOW_LEADER,
        Behavior::HomingWalk(_) => HOMING_WALK,
        Behavior::AvoidWalls(_) => AVOID_WALLS,
        Behavior::FollowWall(_) => FOLLOW_WALL,
        Behavior::Search(_) => SEARCH,
    }
}

const SEEK: Table = ParameterTable(&[]);

const FLEE: Table = ParameterTable(&[Parameter::length(
    behavior_field!(Flee.panic_distance: Option<f64>),
    Some(Anchor::Danger),
)]);

const ARRIVE: Table = ParameterTable(&[
    Parameter::length(
        behavior_field!(Arrive.target_radius: f64),
        Some(Anchor::Target),
    ),
    Parameter::length(
        behavior_field!(Arrive.slow_radius: f64),
        Some(Anchor::Target),
    )
    .at_least("target_radius"),
    Parameter::number(
        behavior_field!(Arrive.time_to_target: Option<f64>),
        Unit::Time,
        TIME_TO_TARGET,
    ),
]);

const LEAVE: Table = ParameterTable(&[
    Parameter::length(
        behavior_field!(Leave.escape_radius: f64),
        Some(Anchor::Danger),
    ),
    Parameter::length(
        behavior_field!(Leave.danger_radius: f64),
        Some(Anchor::Danger),
    )
    .at_least("escape_radius"),
    Parameter::number(
        behavior_field!(Leave.time_to_target: Option<f64>),
        Unit::Time,
        TIME_TO_TARGET,
    ),
]);

const PURSUE_AND_EVADE: Table = ParameterTable(&[Parameter::number(
    behavior_field!(Pursue | Evade.max_prediction: Option<f64>),
    Unit::Time,
    (0.0, 1e6),
)]);

const FOLLOW_PATH: Table = ParameterTable(&[
    Parameter::length(
        behavior_field!(FollowPath.target_radius: f64),
        Some(Anchor::PathEnd),
    ),
    Parameter::length(
        behavior_field!(FollowPath.slow_radius: f64),
        Some(Anchor::PathEnd),
    )
    .at_least("target_radius"),
    Parameter::number(
        behavior_field!(FollowPath.time_to_target: Option<f64>),
        Unit::Time,
        TIME_TO_TARGET,
    ),
]);

const SEPARATION: Table = ParameterTable(&[
    Parameter::length(behavior_field!(Separation.radius: f64), Some(Anchor::Agent)),
    Parameter::number(
        behavior_field!(Separation.max_separation: f64),
        Unit::Force,
        (0.0, 1e9),
    ),
]);

const FOLLOW_LEADER: Table = ParameterTable(&[
    Parameter::length(
        behavior_field!(FollowLeader.behind_distance: f64),
        Some(Anchor::Leader),
    ),
    Parameter::length(
        behavior_field!(FollowLeader.sight_radius: f64),
        Some(Anchor::Leader),
    ),
    Parameter::length(
        behavior_field!(FollowLeader.slow_radius: f64),
        Some(Anchor::Leader),
    ),
    Parameter::length(
        behavior_field!(FollowLeader.separation_radius: f64),
        Some(Anchor::Agent),
    ),
    Parameter::number(
        behavior_field!(FollowLeader.max_separation: f64),
        Unit::Force,
        (0.0, 1e9),
    ),
]);

const HOMING_WALK: Table = ParameterTable(&[
    Parameter::number(
        behavior_field!(HomingWalk.step_fraction: f64),
        Unit::Number,
        (0.0, 1.0),
    ),
    // Steps start at the agent, but are no distance from it that the walk looks at.
    Parameter::length(behavior_field!(HomingWalk.min_step: f64), None),
    Parameter::length(behavior_field!(HomingWalk.max_step: f64), None).at_least("min_step"),
    Parameter::length(
        behavior_field!(HomingWalk.aggro_radius: f64),
        Some(Anchor::Target),
    ),
    Parameter::number(
        behavior_field!(HomingWalk.max_fov_deg: f64),
        Unit::Degrees,
        (0.0, 360.0),
    ),
    // Of each waypoint, the last of which is the target.
    Parameter::length(
        behavior_field!(HomingWalk.reach_radius: f64),
        Some(Anchor::Target),
    ),
    Parameter::number(
        behavior_field!(HomingWalk.step_jitter: f64),
        Unit::Number,
        (0.0, 1.0),
    ),
    Parameter::number(
        behavior_field!(HomingWalk.repick_interval: f64),
        Unit::Time,
        (0.0, 1e4),
    ),
]);

const AVOID_WALLS: Table = ParameterTable(&[
    Parameter::length(
        behavior_field!(AvoidWalls.ahead_length: f64),
        Some(Anchor::Agent),
    ),
    Parameter::length(
        behavior_field!(AvoidWalls.side_length: f64),
        Some(Anchor::Agent),
    ),
    Parameter::number(
        behavior_field!(AvoidWalls.side_angle_deg: f64),
        Unit::Degrees,
        (0.0, 180.0),
    ),
]);

const FOLLOW_WALL: Table = ParameterTable(&[
    Parameter::length(
        behavior_field!(FollowWall.distance: f64),
        Some(Anchor::Agent),
    ),
    Parameter::length(behavior_field!(FollowWall.reach: f64), Some(Anchor::Agent))
        .at_least("distance"),
    Parameter::length(
        behavior_field!(FollowWall.look_ahead: f64),
        Some(Anchor::Agent),
    ),
]);

const SEARCH: Table = ParameterTable(&[
    // Around a goal that only a run knows.
    Parameter::length(behavior_field!(Search.radius: f64), None),
    Parameter::number(
        behavior_field!(Search.points: u32),
        Unit::Number,
        (1.0, 100.0),
    ),
    Parameter::number(behavior_field!(Search.wait: f64), Unit::Time, TIME),
    Parameter::length(behavior_field!(Search.slow_radius: f64), None),
]);

/// The directions between which a searching agent turns.
pub const SEARCH_SWEEP: ParameterTable<SearchSweep> = ParameterTable(&[
    Parameter::number(field!(SearchSweep.from_deg: f64), Unit::Degrees, DIRECTION),
    Parameter::number(field!(SearchSweep.to_deg: f64), Unit::Degrees, DIRECTION),
]);

/// The number of a goal.
pub const GOAL: ParameterTable<Goal> = ParameterTable(&[Parameter::number(
    variant_field!(Goal::LastSeenAhead.ahead: f64),
    Unit::Time,
    (0.0, 1e3),
)]);
