//! The parameters of each behavior.

use super::ParameterHelp;
use steerwright_runtime::scene::Behavior;

type Table = &'static [ParameterHelp];

/// For [`steerwright_format::parameter::of_behavior`].
pub fn of_behavior(behavior: &Behavior) -> &'static [ParameterHelp] {
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

/// A radius or distance, with a slider from 0.
const fn length(
    key: &'static str,
    label: &'static str,
    slider_max: f64,
    help: &'static str,
) -> ParameterHelp {
    ParameterHelp::new(key, label, (0.0, slider_max), help)
}

/// A time to target of the behavior's own.
const fn own_time_to_target(help: &'static str) -> ParameterHelp {
    ParameterHelp::new("time_to_target", "Time to target", (0.01, 1.0), help).enabled_at(0.1)
}

const SEEK: Table = &[];

const FLEE: Table = &[length(
    "panic_distance",
    "Panic distance",
    20.0,
    "The agent flees only while the danger is closer than this.",
)
.enabled_at(5.0)];

const ARRIVE: Table = &[
    length(
        "target_radius",
        "Target radius",
        3.0,
        "Within this radius the agent has arrived and stops.",
    ),
    length(
        "slow_radius",
        "Slow radius",
        12.0,
        "Within this radius the agent slows down. If it is too small for the speed, the agent overshoots.",
    ),
    own_time_to_target("Replaces the body's time to target for this behavior."),
];

const LEAVE: Table = &[
    length(
        "escape_radius",
        "Escape radius",
        12.0,
        "Closer to the danger than this, the agent moves at full speed.",
    ),
    length(
        "danger_radius",
        "Danger radius",
        20.0,
        "Beyond this distance, the danger is ignored.",
    ),
    own_time_to_target("Replaces the body's time to target for this behavior."),
];

const PURSUE_AND_EVADE: Table = &[ParameterHelp::new(
    "max_prediction",
    "Max prediction",
    (0.0, 5.0),
    "The longest time for which motion is predicted. Without a limit, distant agents aim far ahead.",
)
.enabled_at(1.0)];

const FOLLOW_PATH: Table = &[
    length(
        "target_radius",
        "End target radius",
        3.0,
        "At the end of an open path, the agent stops within this radius.",
    ),
    length(
        "slow_radius",
        "End slow radius",
        12.0,
        "At the end of an open path, the agent slows down within this radius.",
    ),
    own_time_to_target("Replaces the body's time to target at the end of an open path."),
];

const SEPARATION: Table = &[
    length(
        "radius",
        "Separation radius",
        6.0,
        "Agents closer than this push each other away.",
    ),
    ParameterHelp::new(
        "max_separation",
        "Max separation",
        (0.0, 40.0),
        "The largest separation force.",
    ),
];

const FOLLOW_LEADER: Table = &[
    length(
        "behind_distance",
        "Behind distance",
        8.0,
        "How far behind the leader the followers gather, and how far ahead of it they clear the way.",
    ),
    length(
        "sight_radius",
        "Sight radius",
        8.0,
        "Within this distance of the leader, or of the point ahead of it, a follower moves aside.",
    ),
    length(
        "slow_radius",
        "Slow radius",
        12.0,
        "Within this distance of its position behind the leader, a follower slows down.",
    ),
    length(
        "separation_radius",
        "Separation radius",
        6.0,
        "Followers of the same leader closer than this push each other away.",
    ),
    ParameterHelp::new(
        "max_separation",
        "Max separation",
        (0.0, 40.0),
        "The largest separation force between followers.",
    ),
];

const HOMING_WALK: Table = &[
    ParameterHelp::new(
        "step_fraction",
        "Step fraction",
        (0.05, 1.0),
        "The length of a step as a fraction of the remaining distance. With smaller fractions, agents wander more.",
    ),
    length(
        "min_step",
        "Min step",
        5.0,
        "The minimum length of a step. Closer than this, the agent moves straight to the target.",
    ),
    length(
        "max_step",
        "Max step",
        30.0,
        "The maximum length of a step.",
    ),
    length(
        "aggro_radius",
        "Aggro radius",
        60.0,
        "At this distance and beyond, the field of view is widest. Closer to the target, it narrows.",
    ),
    ParameterHelp::new(
        "max_fov_deg",
        "Max field of view",
        (0.0, 180.0),
        "The full field of view at the aggro radius. With a wider view, agents wander more.",
    ),
    length(
        "reach_radius",
        "Reach radius",
        3.0,
        "Within this distance of a waypoint, the agent picks the next one.",
    ),
    ParameterHelp::new(
        "step_jitter",
        "Step jitter",
        (0.0, 1.0),
        "The largest random change of each step, as a fraction of its length.",
    ),
    ParameterHelp::new(
        "repick_interval",
        "Re-pick interval",
        (0.0, 10.0),
        "Picks a new waypoint after this time even if the last one is not reached. 0: never.",
    ),
];

const AVOID_WALLS: Table = &[
    length(
        "ahead_length",
        "Feeler ahead",
        10.0,
        "The length of the feeler ahead at full speed, from the edge of the body. It is shorter at less speed.",
    ),
    length(
        "side_length",
        "Side feelers",
        10.0,
        "The length of the feelers to the left and right at full speed.",
    ),
    ParameterHelp::new(
        "side_angle_deg",
        "Side angle",
        (0.0, 90.0),
        "The angle between the heading and each side feeler.",
    ),
];

const FOLLOW_WALL: Table = &[
    length(
        "distance",
        "Distance",
        5.0,
        "The distance from the wall to the center of the agent.",
    ),
    length(
        "reach",
        "Reach",
        20.0,
        "Walls farther away than this are not followed.",
    ),
    length(
        "look_ahead",
        "Look ahead",
        5.0,
        "How far the agent looks ahead. A longer distance gives a smoother approach to the wall.",
    ),
];

const SEARCH: Table = &[
    length(
        "radius",
        "Search radius",
        20.0,
        "How far from the goal the places are at most.",
    ),
    ParameterHelp::new(
        "points",
        "Places",
        (1.0, 10.0),
        "The number of places that the agent goes to.",
    ),
    ParameterHelp::new(
        "wait",
        "Wait",
        (0.0, 10.0),
        "How long the agent waits at each place.",
    ),
    length(
        "slow_radius",
        "Slow radius",
        12.0,
        "Within this distance of a place, the agent slows down.",
    ),
];
