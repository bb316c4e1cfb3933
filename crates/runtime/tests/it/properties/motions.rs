//! Any behaviors, and any motions made of them.

use super::*;

pub(crate) fn ramp() -> impl Strategy<Value = Ramp> {
    prop::sample::select(vec![Ramp::Linear, Ramp::Sqrt, Ramp::Quadratic])
}

/// A time to target of a behavior's own, or none.
pub(crate) fn own_time() -> impl Strategy<Value = Option<f64>> {
    prop::option::of(authored(1e-3, 2.0))
}

pub(crate) fn falloff() -> impl Strategy<Value = Falloff> {
    prop::sample::select(vec![Falloff::None, Falloff::InverseSquare])
}

pub(crate) fn behavior() -> BoxedStrategy<Behavior> {
    prop_oneof![
        Just(Behavior::Seek {}),
        prop::option::of(length())
            .prop_map(|panic_distance| Behavior::Flee(Flee { panic_distance })),
        (length(), length(), ramp(), any::<bool>(), own_time()).prop_map(
            |(target_radius, slow_radius, ramp, coast, time_to_target)| {
                Behavior::Arrive(Arrive {
                    target_radius,
                    slow_radius,
                    ramp,
                    stop: if coast { Stop::Coast } else { Stop::Brake },
                    time_to_target,
                })
            }
        ),
        (length(), length(), any::<bool>(), own_time()).prop_map(
            |(escape_radius, danger_radius, smooth, time_to_target)| {
                Behavior::Leave(Leave {
                    escape_radius,
                    danger_radius,
                    ramp: if smooth {
                        LeaveRamp::Smooth
                    } else {
                        LeaveRamp::Stepped
                    },
                    time_to_target,
                })
            }
        ),
        prop::option::of(authored(0.0, 10.0))
            .prop_map(|max_prediction| Behavior::Pursue(Pursue { max_prediction })),
        prop::option::of(authored(0.0, 10.0))
            .prop_map(|max_prediction| Behavior::Evade(Pursue { max_prediction })),
        (
            prop::sample::select(vec![
                Start::First,
                Start::Nearest,
                Start::Node(1),
                Start::Node(99)
            ]),
            length(),
            length(),
            own_time()
        )
            .prop_map(|(start, target_radius, slow_radius, time_to_target)| {
                Behavior::FollowPath(FollowPath {
                    start,
                    target_radius,
                    slow_radius,
                    time_to_target,
                    ..FollowPath::default()
                })
            }),
        (length(), authored(0.0, 50.0), falloff()).prop_map(|(radius, max_separation, falloff)| {
            Behavior::Separation(Separation {
                radius,
                max_separation,
                falloff,
            })
        }),
        (
            length(),
            length(),
            length(),
            length(),
            authored(0.0, 50.0),
            falloff()
        )
            .prop_map(
                |(
                    behind_distance,
                    sight_radius,
                    slow_radius,
                    separation_radius,
                    max_separation,
                    falloff,
                )| {
                    Behavior::FollowLeader(FollowLeader {
                        behind_distance,
                        sight_radius,
                        slow_radius,
                        separation_radius,
                        max_separation,
                        falloff,
                    })
                }
            ),
        walk().prop_map(Behavior::HomingWalk),
        (length(), length(), authored(0.0, 180.0)).prop_map(
            |(ahead_length, side_length, side_angle_deg)| {
                Behavior::AvoidWalls(AvoidWalls {
                    ahead_length,
                    side_length,
                    side_angle_deg,
                })
            }
        ),
        (any::<bool>(), length(), length(), length()).prop_map(
            |(is_left, distance, reach, look_ahead)| {
                Behavior::FollowWall(FollowWall {
                    side: if is_left {
                        WallSide::Left
                    } else {
                        WallSide::Right
                    },
                    distance,
                    reach,
                    look_ahead,
                })
            }
        ),
    ]
    .boxed()
}

pub(crate) fn walk() -> impl Strategy<Value = HomingWalk> {
    (
        authored(0.0, 1.0),
        length(),
        length(),
        length(),
        authored(0.0, 360.0),
        length(),
        any::<bool>(),
        prop_oneof![Just((0.0, 0.0)), (authored(0.0, 1.0), authored(0.0, 3.0)),],
    )
        .prop_map(
            |(
                step_fraction,
                min_step,
                max_step,
                aggro_radius,
                max_fov_deg,
                reach_radius,
                smooth,
                (step_jitter, repick_interval),
            )| HomingWalk {
                step_fraction,
                min_step,
                max_step,
                aggro_radius,
                max_fov_deg,
                reach_radius,
                smooth,
                step_jitter,
                repick_interval,
            },
        )
}

/// What a behavior moves toward or away from.
pub(crate) fn goal() -> impl Strategy<Value = Goal> {
    prop_oneof![
        6 => Just(Goal::Reference),
        1 => prop::sample::select(vec![Goal::Perceived, Goal::LastSeen, Goal::LastNoise, Goal::LeftPath, Goal::Post]),
        1 => authored(0.0, 1000.0).prop_map(|ahead| Goal::LastSeenAhead { ahead }),
    ]
}

pub(crate) fn chase() -> impl Strategy<Value = GridChase> {
    (
        any::<bool>(),
        any::<bool>(),
        authored(1e-3, 0.5),
        0..20_u32,
        goal(),
    )
        .prop_map(
            |(axis, away, step_interval, max_path_length, goal)| GridChase {
                goal,
                method: if axis {
                    Method::Axis
                } else {
                    Method::LineOfSight
                },
                mode: if away {
                    ChaseMode::Evade
                } else {
                    ChaseMode::Chase
                },
                step_interval,
                max_path_length,
                ..GridChase::default()
            },
        )
}

pub(crate) fn motion() -> BoxedStrategy<Motion> {
    let weighted = (
        prop_oneof![4 => Just(1.0), 1 => authored(-1e6, 1e6)],
        behavior(),
        goal(),
    )
        .prop_map(|(weight, behavior, goal)| WeightedBehavior {
            goal,
            ..WeightedBehavior::weighing(weight, behavior)
        });
    prop_oneof![
        5 => (any::<bool>(), prop::collection::vec(weighted, 0..4)).prop_map(|(sum, behaviors)| {
            Motion::Steered(Steered { blend_mode: if sum { BlendMode::WeightedSum } else { BlendMode::Priority }, behaviors })
        }),
        1 => chase().prop_map(Motion::GridChase),
    ]
    .boxed()
}
