//! Presets with states that are not as they may be meant.

use super::*;
use crate::lint::states::{guard, state, to};
use steerwright_runtime::scene::{State, Term, Transition};

pub(super) fn without_team() -> Vec<Scene> {
    let mut scene = guard(vec![], vec![]);
    let preset = scene.preset_mut(PresetId(1)).expect("a preset");
    preset.watches = vec!["thieves".into()];
    vec![scene]
}

pub(super) fn never_entered() -> Vec<Scene> {
    let back = || vec![to(1, vec![Term::Sees])];
    vec![
        guard(vec![], vec![state(2, "Chase", back())]),
        // It leads to itself.
        guard(
            vec![],
            vec![state(
                2,
                "Chase",
                vec![to(2, vec![Term::Sees]), to(1, vec![Term::Sees])],
            )],
        ),
    ]
}

fn other(back: Term) -> Vec<State> {
    vec![state(2, "Other", vec![to(1, vec![back])])]
}

pub(super) fn never_taken() -> Vec<Scene> {
    let with = |terms: Vec<Term>| guard(vec![to(2, terms)], other(Term::Sees));
    let mut blind = with(vec![Term::Sees, Term::Hears]);
    blind.preset_mut(PresetId(1)).expect("a preset").sight = None;
    let any = Transition {
        any: true,
        ..to(2, vec![Term::Hears, Term::Told])
    };
    let sometimes = || vec![Term::For { min: 1.0, max: 1.0 }];
    let at_no_distance = |behavior: Behavior| {
        let mut scene = with(vec![Term::Arrived]);
        let preset = scene.preset_mut(PresetId(1)).expect("a preset");
        preset.motion = Preset::steered(PresetId(1), "", [behavior]).motion;
        scene
    };
    let arrive = Behavior::Arrive(Arrive {
        target_radius: 0.0,
        ..Arrive::default()
    });
    let walk = Behavior::HomingWalk(HomingWalk {
        reach_radius: 0.0,
        ..HomingWalk::default()
    });
    let mut of_other = guard(
        vec![to(2, sometimes())],
        vec![state(2, "Other", vec![to(1, vec![Term::PathFinished])])],
    );
    let preset = of_other.preset_mut(PresetId(1)).expect("a preset");
    preset.states[0].motion = Preset::steered(PresetId(1), "", []).motion;
    vec![
        blind,
        with(vec![Term::Told]),
        with(vec![Term::MeterAtLeast { meter: 0.5 }, Term::Hears]),
        with(vec![Term::Arrived]),
        with(vec![Term::SearchFinished]),
        of_other,
        guard(vec![any], other(Term::Sees)),
        at_no_distance(arrive),
        at_no_distance(walk),
        // Behind others.
        guard(vec![to(2, vec![]), to(2, sometimes())], other(Term::Sees)),
        guard(vec![to(2, vec![]), to(2, vec![])], other(Term::Sees)),
        guard(
            vec![to(2, sometimes()), to(2, vec![]), to(2, vec![Term::Hears])],
            other(Term::Sees),
        ),
    ]
}

pub(super) fn circles() -> Vec<Scene> {
    let next = |state| vec![to(state, vec![])];
    vec![
        guard(next(1), vec![]),
        guard(next(2), vec![state(2, "Other", next(1))]),
        guard(
            vec![to(2, vec![Term::Sees])],
            vec![state(2, "Left", next(3)), state(3, "Right", next(2))],
        ),
    ]
}
