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
)
.shown(
    "Panic distance",
    (0.0, 20.0),
    "The agent flees only while the danger is closer than this.",
)
.enabled_at(5.0)]);

const ARRIVE: Table = ParameterTable(&[
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
    Parameter::number(
        behavior_field!(Arrive.time_to_target: Option<f64>),
        Unit::Time,
        TIME_TO_TARGET,
    )
    .shown(
        "Time to target",
        (0.01, 1.0),
        "Replaces the body's time to target for this behavior.",
    )
    .enabled_at(0.1),
]);

const LEAVE: Table = ParameterTable(&[
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
    Parameter::number(
        behavior_field!(Leave.time_to_target: Option<f64>),
        Unit::Time,
        TIME_TO_TARGET,
    )
    .shown(
        "Time to target",
        (0.01, 1.0),
        "Replaces the body's time to target for this behavior.",
    )
    .enabled_at(0.1),
]);

const PURSUE_AND_EVADE: Table = ParameterTable(&[
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

const FOLLOW_PATH: Table = ParameterTable(&[
    Parameter::length(
        behavior_field!(FollowPath.target_radius: f64),
        Some(Anchor::PathEnd),
    )
    .shown(
        "End target radius",
        (0.0, 3.0),
        "At the end of an open path, the agent stops within this radius.",
    ),
    Parameter::length(
        behavior_field!(FollowPath.slow_radius: f64),
        Some(Anchor::PathEnd),
    )
    .at_least("target_radius")
    .shown(
        "End slow radius",
        (0.0, 12.0),
        "At the end of an open path, the agent slows down within this radius.",
    ),
    Parameter::number(
        behavior_field!(FollowPath.time_to_target: Option<f64>),
        Unit::Time,
        TIME_TO_TARGET,
    )
    .shown(
        "Time to target",
        (0.01, 1.0),
        "Replaces the body's time to target at the end of an open path.",
    )
    .enabled_at(0.1),
]);

const SEPARATION: Table = ParameterTable(&[
    Parameter::length(behavior_field!(Separation.radius: f64), Some(Anchor::Agent)).shown(
        "Separation radius",
        (0.0, 6.0),
        "Agents closer than this push each other away.",
    ),
    Parameter::number(
        behavior_field!(Separation.max_separation: f64),
        Unit::Force,
        (0.0, 1e9),
    )
    .shown(
        "Max separation",
        (0.0, 40.0),
        "The largest separation force.",
    ),
]);

const FOLLOW_LEADER: Table = ParameterTable(&[
    Parameter::length(
        behavior_field!(FollowLeader.behind_distance: f64),
        Some(Anchor::Leader),
    )
    .shown(
        "Behind distance",
        (0.0, 8.0),
        "How far behind the leader the followers gather, and how far ahead of it they clear the way.",
    ),
    Parameter::length(
        behavior_field!(FollowLeader.sight_radius: f64),
        Some(Anchor::Leader),
    )
    .shown(
        "Sight radius",
        (0.0, 8.0),
        "Within this distance of the leader, or of the point ahead of it, a follower moves aside.",
    ),
    Parameter::length(
        behavior_field!(FollowLeader.slow_radius: f64),
        Some(Anchor::Leader),
    )
    .shown(
        "Slow radius",
        (0.0, 12.0),
        "Within this distance of its position behind the leader, a follower slows down.",
    ),
    Parameter::length(
        behavior_field!(FollowLeader.separation_radius: f64),
        Some(Anchor::Agent),
    )
    .shown(
        "Separation radius",
        (0.0, 6.0),
        "Followers of the same leader closer than this push each other away.",
    ),
    Parameter::number(
        behavior_field!(FollowLeader.max_separation: f64),
        Unit::Force,
        (0.0, 1e9),
    )
    .shown(
        "Max separation",
        (0.0, 40.0),
        "The largest separation force between followers.",
    ),
]);

const HOMING_WALK: Table = ParameterTable(&[
    Parameter::number(
        behavior_field!(HomingWalk.step_fraction: f64),
        Unit::Number,
        (0.0, 1.0),
    )
    .shown(
        "Step fraction",
        (0.05, 1.0),
        "The length of a step as a fraction of the remaining distance. With smaller fractions, agents wander more.",
    ),
    // Steps start at the agent, but are no distance from it that the walk looks at.
    Parameter::length(behavior_field!(HomingWalk.min_step: f64), None)
        .shown(
            "Min step",
            (0.0, 5.0),
            "The minimum length of a step. Closer than this, the agent moves straight to the target.",
        ),
    Parameter::length(behavior_field!(HomingWalk.max_step: f64), None)
        .at_least("min_step")
        .shown("Max step", (0.0, 30.0), "The maximum length of a step."),
    Parameter::length(
        behavior_field!(HomingWalk.aggro_radius: f64),
        Some(Anchor::Target),
    )
    .shown(
        "Aggro radius",
        (0.0, 60.0),
        "At this distance and beyond, the field of view is widest. Closer to the target, it narrows.",
    ),
    Parameter::number(
        behavior_field!(HomingWalk.max_fov_deg: f64),
        Unit::Degrees,
        (0.0, 360.0),
    )
    .shown(
        "Max field of view",
        (0.0, 180.0),
        "The full field of view at the aggro radius. With a wider view, agents wander more.",
    ),
    // Of each waypoint, the last of which is the target.
    Parameter::length(
        behavior_field!(HomingWalk.reach_radius: f64),
        Some(Anchor::Target),
    )
    .shown(
        "Reach radius",
        (0.0, 3.0),
        "Within this distance of a waypoint, the agent picks the next one.",
    ),
    Parameter::number(
        behavior_field!(HomingWalk.step_jitter: f64),
        Unit::Number,
        (0.0, 1.0),
    )
    .shown(
        "Step jitter",
        (0.0, 1.0),
        "The largest random change of each step, as a fraction of its length.",
    ),
    Parameter::number(
        behavior_field!(HomingWalk.repick_interval: f64),
        Unit::Time,
        (0.0, 1e4),
    )
    .shown(
        "Re-pick interval",
        (0.0, 10.0),
        "Picks a new waypoint after this time even if the last one is not reached. 0: never.",
    ),
]);

const AVOID_WALLS: Table = ParameterTable(&[
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

const FOLLOW_WALL: Table = ParameterTable(&[
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

const SEARCH: Table = ParameterTable(&[
    // Around a goal that only a run knows.
    Parameter::length(behavior_field!(Search.radius: f64), None).shown(
        "Search radius",
        (0.0, 20.0),
        "How far from the goal the places are at most.",
    ),
    Parameter::number(
        behavior_field!(Search.points: u32),
        Unit::Number,
        (1.0, 100.0),
    )
    .shown(
        "Places",
        (1.0, 10.0),
        "The number of places that the agent goes to.",
    ),
    Parameter::number(behavior_field!(Search.wait: f64), Unit::Time, TIME).shown(
        "Wait",
        (0.0, 10.0),
        "How long the agent waits at each place.",
    ),
    Parameter::length(behavior_field!(Search.slow_radius: f64), None).shown(
        "Slow radius",
        (0.0, 12.0),
        "Within this distance of a place, the agent slows down.",
    ),
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
