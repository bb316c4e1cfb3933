//! States of presets: adding, copying, reordering and removing them, and the thresholds of their
//! alert meters.

use steerwright_authoring::Session;
use steerwright_authoring::presets::states;
use steerwright_authoring::presets::thresholds::{self, Threshold};
use steerwright_runtime::scene::{Behavior, Preset, PresetId, Scene, StateId, Term, Transition};

const GUARD: PresetId = PresetId(1);
const START: StateId = StateId(1);

fn preset() -> Preset {
    Preset::steered(GUARD, "Guard", [Behavior::Seek {}])
}

fn transition(to: StateId, terms: Vec<Term>) -> Transition {
    Transition {
        to,
        any: false,
        terms,
    }
}

/// A guard that patrols, chases, and comes back when it is calm.
fn with_two_states() -> (Preset, StateId) {
    let mut preset = preset();
    let chase = states::add(&mut preset);
    let alert = transition(chase, vec![Term::Sees, Term::MeterAtLeast { meter: 0.6 }]);
    preset.state.transitions.push(alert);
    let calm = transition(START, vec![Term::MeterAtMost { meter: 0.1 }]);
    states::state_mut(&mut preset, chase)
        .rules
        .transitions
        .push(calm);
    (preset, chase)
}

fn names(preset: &Preset) -> Vec<String> {
    let states = preset.all_states();
    states
        .map(|state| states::name_of(preset, state.rules))
        .collect()
}

#[test]
fn added_and_copied_states_have_ids_and_names_of_their_own() {
    let (mut preset, chase) = with_two_states();
    let copy = states::duplicate(&mut preset, chase);
    let first_copy = states::duplicate(&mut preset, START);
    assert_eq!([START, chase, copy, first_copy], [1, 2, 3, 4].map(StateId));
    let names = names(&preset);
    assert_eq!((names.len(), names[0].as_str()), (4, "Start"));
    for (at, name) in names.iter().enumerate() {
        assert!(!names[..at].contains(name), "{name} twice");
    }
    assert_eq!(preset.states[2].motion, preset.motion);
    assert_eq!(preset.states[2].rules.transitions, preset.state.transitions);
}

#[test]
fn a_removed_state_takes_the_transitions_to_it_with_it() {
    let (mut preset, chase) = with_two_states();
    assert!(states::remove(&mut preset, chase));
    assert!(preset.states.is_empty() && preset.state.transitions.is_empty());
    assert!(!states::remove(&mut preset, START), "the only state stays");
}

#[test]
fn without_its_first_state_a_preset_starts_in_the_next() {
    let (mut preset, chase) = with_two_states();
    let motion = preset.states[0].motion.clone();
    assert!(states::remove(&mut preset, START));
    assert_eq!((preset.state.id, preset.states.len()), (chase, 0));
    assert_eq!(preset.motion, motion);
    assert!(preset.state.transitions.is_empty());
}

#[test]
fn the_state_in_which_agents_start_changes_places() {
    let (mut preset, chase) = with_two_states();
    let before = preset.clone();
    states::make_first(&mut preset, chase);
    assert_eq!(preset.state.id, chase);
    assert_eq!(preset.states[0].rules, before.state);
    states::make_first(&mut preset, START);
    assert_eq!(preset, before);
}

#[test]
fn a_threshold_is_set_where_it_was_found() {
    let (preset, chase) = with_two_states();
    let mut scene = Scene {
        presets: vec![preset.into()],
        ..Scene::default()
    };
    let found = thresholds::of(&scene.presets[0]);
    let places: Vec<_> = (found.iter())
        .map(|own| (own.state, own.transition, own.term, own.meter))
        .collect();
    assert_eq!(places, [(START, 0, 1, 0.6), (chase, 0, 0, 0.1)]);
    let text = thresholds::describe(&scene.presets[0], &found[0], "m");
    assert_eq!(text.as_deref(), Some("Start to State, alert \u{2265} 60 %"));
    for (threshold, set, kept) in [(found[0], 0.8, 0.8), (found[1], -3.0, 0.0)] {
        let wanted = Threshold {
            meter: set,
            ..threshold
        };
        assert!(thresholds::set(&mut scene, &wanted));
        let now = thresholds::of(&scene.presets[0]);
        assert!(now.contains(&Threshold {
            meter: kept,
            ..threshold
        }));
    }
    let gone = Threshold {
        transition: 5,
        ..found[0]
    };
    assert!(!thresholds::set(&mut scene, &gone));
    let elsewhere = Threshold {
        preset: PresetId(9),
        ..found[0]
    };
    assert!(!thresholds::set(&mut scene, &elsewhere));
}

#[test]
fn an_edit_leaves_no_transition_to_a_state_that_is_gone() {
    let (preset, chase) = with_two_states();
    let mut session = Session::new(Scene {
        presets: vec![preset.into()],
        ..Scene::default()
    });
    let preset = session.scene.preset_mut(GUARD).unwrap();
    preset.states.retain(|state| state.rules.id != chase);
    assert!(session.commit());
    assert!(session.scene.presets[0].state.transitions.is_empty());
    session.undo();
    assert_eq!(session.scene.presets[0].state.transitions.len(), 1);
}
