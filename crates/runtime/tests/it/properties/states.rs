//! Any states of a preset.

use super::{authored, length, motion};
use proptest::prelude::*;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{
    EnterAction, EventValue, State, StateId, StateRules, Term, Transition, WallId,
};
use steerwright_runtime::steering::Goal;
use steerwright_runtime::steering::facing::{Facing, Toward};

/// The names of events that agents wait for.
pub(crate) const NAMES: [&str; 2] = ["alarm", "all clear"];

/// The rules of the first state, and the other states.
pub(super) fn states() -> BoxedStrategy<(StateRules, Vec<State>)> {
    let several = (1..5_u32).prop_flat_map(|count| {
        let others = prop::collection::vec((state(count), facing()), count as usize - 1);
        (state(count), others).prop_map(|((first, _), others)| {
            let numbered = |rules: StateRules, id| StateRules {
                id: StateId(id),
                ..rules
            };
            let others = (2..)
                .zip(others)
                .map(|(id, ((rules, motion), facing))| State {
                    rules: numbered(rules, id),
                    facing,
                    motion,
                });
            (numbered(first, 1), others.collect())
        })
    });
    let none = Just((StateRules::default(), Vec::new()));
    prop_oneof![1 => none, 1 => several].boxed()
}

fn facing() -> impl Strategy<Value = Option<Facing>> {
    let toward = prop::sample::select(vec![Toward::Motion, Toward::Target, Toward::Action]);
    let turn_rate = prop::option::of(authored(1.0, 400.0));
    let facing = (toward, turn_rate).prop_map(|(toward, turn_rate)| Facing { toward, turn_rate });
    prop::option::weighted(0.4, facing)
}

/// A state of a preset with `count` states.
fn state(count: u32) -> impl Strategy<Value = (StateRules, steerwright_runtime::scene::Motion)> {
    let transitions = prop::collection::vec(transition(count), 0..4);
    let enter = prop::collection::vec(enter(), 0..3);
    let speed = prop::option::weighted(0.4, authored(0.0, 12.0));
    let force = prop::option::weighted(0.2, authored(0.0, 60.0));
    (transitions, enter, speed, force, motion()).prop_map(
        |(transitions, enter, max_speed, max_force, motion)| {
            let rules = StateRules {
                max_speed,
                max_force,
                enter,
                transitions,
                ..StateRules::default()
            };
            (rules, motion)
        },
    )
}

fn transition(count: u32) -> impl Strategy<Value = Transition> {
    (
        1..=count,
        any::<bool>(),
        prop::collection::vec(term(), 0..4),
    )
        .prop_map(|(to, any, terms)| Transition {
            to: StateId(to),
            any,
            terms,
        })
}

pub(super) fn goal() -> impl Strategy<Value = Goal> {
    prop_oneof![
        2 => Just(Goal::Reference),
        1 => Just(Goal::Perceived),
        1 => Just(Goal::LastSeen),
        1 => authored(0.0, 3.0).prop_map(|ahead| Goal::LastSeenAhead { ahead }),
        1 => Just(Goal::LastNoise),
        1 => Just(Goal::LeftPath),
        1 => Just(Goal::Post),
    ]
}

fn term() -> impl Strategy<Value = Term> {
    let name = prop::sample::select(NAMES.to_vec());
    let time = (authored(0.0, 0.2), authored(0.0, 0.2));
    prop_oneof![
        1 => Just(Term::Sees),
        1 => authored(0.0, 0.3).prop_map(|seconds| Term::SeesNotFor { seconds }),
        1 => Just(Term::Hears),
        1 => Just(Term::Told),
        1 => Just(Term::Touches),
        1 => authored(0.0, 1.0).prop_map(|meter| Term::MeterAtLeast { meter }),
        1 => authored(0.0, 1.0).prop_map(|meter| Term::MeterAtMost { meter }),
        3 => time.prop_map(|(min, more)| Term::For { min, max: rounded(min + more) }),
        1 => Just(Term::Arrived),
        1 => Just(Term::PathFinished),
        1 => (goal(), length()).prop_map(|(goal, radius)| Term::Near { goal, radius }),
        1 => name.prop_map(|name| Term::Event { name: name.into() }),
        1 => Just(Term::SearchFinished),
        1 => Just(Term::NoRoute),
    ]
}

fn enter() -> impl Strategy<Value = EnterAction> {
    prop_oneof![
        Just(EnterAction::Emit {
            name: NAMES[0].into(),
            value: EventValue::Null
        }),
        // It may be no door; then nothing happens.
        (0..4_u32, any::<bool>()).prop_map(|(wall, open)| EnterAction::SetWall {
            wall: WallId(wall),
            open
        }),
        length().prop_map(|radius| EnterAction::Share { radius }),
    ]
}
