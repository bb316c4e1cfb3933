//! Lint of states, and of what runs do with them.

use super::*;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{State, StateId, StateRules, Term, Transition};

pub(super) fn to(state: u32, terms: Vec<Term>) -> Transition {
    Transition {
        to: StateId(state),
        any: false,
        terms,
    }
}

pub(super) fn state(id: u32, name: &str, transitions: Vec<Transition>) -> State {
    State {
        rules: StateRules {
            id: StateId(id),
            name: name.into(),
            transitions,
            ..StateRules::default()
        },
        ..State::default()
    }
}

/// A guard on a path with a first state and others.
pub(super) fn guard(first: Vec<Transition>, others: Vec<State>) -> Scene {
    let corners = [(0.0, 0.0), (8.0, 0.0)];
    let mut scene = patrol(&corners, Traversal::PingPong, 0.5, Body::default());
    let preset = scene.preset_mut(PresetId(1)).unwrap();
    preset.sight = Some(Sight::default());
    preset.state.transitions = first;
    preset.states = others;
    scene
}

#[test]
fn a_state_that_no_transition_leads_to_is_named() {
    let alone = guard(
        vec![],
        vec![state(2, "Chase", vec![to(1, vec![Term::Sees])])],
    );
    let finding = only(&alone, Rule::StateNeverEntered);
    assert!(finding.message.contains("“Chase”"), "{finding}");
    assert_eq!(finding.pointer, "/presets/0/states/0/id");
    let linked = guard(
        vec![to(2, vec![Term::Sees])],
        vec![state(2, "Chase", vec![to(1, vec![Term::Sees])])],
    );
    assert!(!has(&linked, Rule::StateNeverEntered));
}

#[test]
fn a_condition_that_cannot_hold_is_named_with_what_it_lacks() {
    let lacks = |term: Term, word: &str| {
        let back = vec![to(1, vec![])];
        let scene = guard(vec![to(2, vec![term])], vec![state(2, "Other", back)]);
        let finding = only(&scene, Rule::TransitionNeverTaken);
        assert!(finding.message.contains(word), "{finding}");
        let mut world = World::new(&scene);
        (0..600).for_each(|_| world.step());
        assert_eq!(world.state(AgentId(1)).unwrap().id, StateId(1), "{finding}");
    };
    lacks(Term::Hears, "no hearing");
    lacks(Term::MeterAtLeast { meter: 0.5 }, "no alert meter");
    lacks(Term::Told, "no agent shares");
    lacks(Term::Arrived, "nothing arrives");
    lacks(Term::SearchFinished, "nothing is searched");
}

#[test]
fn one_condition_that_can_hold_is_enough_where_any_does() {
    let any = Transition {
        any: true,
        ..to(2, vec![Term::Hears, Term::For { min: 1.0, max: 1.0 }])
    };
    let scene = guard(
        vec![any],
        vec![state(2, "Other", vec![to(1, vec![Term::Sees])])],
    );
    assert!(!has(&scene, Rule::TransitionNeverTaken));
    let mut world = World::new(&scene);
    (0..90).for_each(|_| world.step());
    assert_eq!(world.state(AgentId(1)).unwrap().id, StateId(2));
}

#[test]
fn states_that_chase_each_other_in_every_tick_are_named() {
    let scene = guard(
        vec![to(2, vec![])],
        vec![state(2, "Other", vec![to(1, vec![])])],
    );
    only(&scene, Rule::StatesChase);
    let mut world = World::new(&scene);
    let mut changes = 0;
    for _ in 0..60 {
        world.step();
        let entered = |event: &&steerwright_runtime::simulation::Event| {
            matches!(&event.kind, EventKind::StateEntered { .. })
        };
        changes += world.events().iter().filter(entered).count();
    }
    assert_eq!(changes, 60);
    let slow = Term::For { min: 1.0, max: 1.0 };
    let calm = guard(
        vec![to(2, vec![slow])],
        vec![state(2, "Other", vec![to(1, vec![])])],
    );
    assert!(!has(&calm, Rule::StatesChase));
}

#[test]
fn a_watched_team_without_agents_is_named() {
    let mut scene = guard(vec![], vec![]);
    let preset = scene.preset_mut(PresetId(1)).unwrap();
    preset.watches = vec!["thieves".into()];
    assert!(
        only(&scene, Rule::TeamWithoutAgents)
            .message
            .contains("thieves")
    );
    scene.agent_mut(AgentId(1)).unwrap().team = Some("thieves".into());
    assert!(!has(&scene, Rule::TeamWithoutAgents));
}
