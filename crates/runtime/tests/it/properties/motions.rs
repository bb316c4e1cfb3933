//! Any behaviors, and any motions made of them.

use super::*;
use proptest::strategy::Union;
use steerwright_runtime::parameter::{Kind, Parameter, Unit};
use steerwright_testing::varied_behavior::varied_behavior;

pub(crate) fn ramp() -> impl Strategy<Value = Ramp> {
    prop::sample::select(vec![Ramp::Linear, Ramp::Sqrt, Ramp::Quadratic])
}

pub(crate) fn falloff() -> impl Strategy<Value = Falloff> {
    prop::sample::select(vec![Falloff::None, Falloff::InverseSquare])
}

/// Any behavior. Most of its numbers are such as people use, some are at the ends of their ranges.
pub(crate) fn behavior() -> BoxedStrategy<Behavior> {
    let kinds = Behavior::all().map(|behavior| {
        let numbers: Vec<_> = behavior.parameters().into_iter().map(number).collect();
        let varied = move |(numbers, choice): (Vec<Option<f64>>, u8)| {
            let mut numbers = numbers.into_iter();
            varied_behavior(behavior, |_| numbers.next().flatten(), choice)
        };
        (numbers, any::<u8>()).prop_map(varied).boxed()
    });
    Union::new(kinds).boxed()
}

/// Any value of a parameter.
fn number(parameter: &Parameter<Behavior>) -> BoxedStrategy<Option<f64>> {
    let (low, high) = parameter.range;
    let usual = match parameter.unit {
        Unit::Length => 8.0,
        Unit::Force => 50.0,
        Unit::Time => 3.0,
        Unit::Degrees | Unit::TurnRate => 360.0,
        _ => 10.0,
    };
    let number = prop_oneof![8 => authored(low, high.min(usual)), 1 => authored(low, high)];
    if parameter.kind == Kind::Optional {
        prop::option::of(number).boxed()
    } else {
        number.prop_map(Some).boxed()
    }
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
