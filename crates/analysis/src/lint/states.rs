//! States that no agent enters, and transitions that are never taken or taken in every tick.

use super::{Diagnostic, Rule, Severity, Subject, named};
use std::collections::BTreeSet;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::{
    Behavior, EnterAction, Motion, Preset, Scene, StateId, StateView, Term, Transition,
};

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let teams = teams(scene);
    for (index, preset) in scene.presets.iter().enumerate() {
        let mut push = |rule, severity, place: String, message: String, help: String| {
            found.push(Diagnostic {
                rule,
                severity,
                subject: Subject::Preset(preset.id, None),
                moment: None,
                pointer: format!("/presets/{index}/{place}"),
                message,
                help,
            });
        };
        let name = named(&preset.name, "Preset", index);
        for (at, team) in preset.watches.iter().enumerate() {
            if !teams.contains(team.as_str()) {
                let team = sanitize_for_display(team);
                push(
                    Rule::TeamWithoutAgents,
                    Severity::Hint,
                    format!("watches/{at}"),
                    format!(
                        "{name} watches the team \u{201c}{team}\u{201d}, which no agent is in."
                    ),
                    "Give an agent or a spawner this team, or stop watching it.".into(),
                );
            }
        }
        let entered = entered(preset);
        for (at, state) in preset.all_states().enumerate() {
            let place = place_of(at);
            let own = title(state, at);
            if !entered.contains(&state.rules.id) {
                push(
                    Rule::StateNeverEntered,
                    Severity::Warning,
                    format!("{place}/id"),
                    format!("{name} never enters its state {own}: no transition leads to it."),
                    "Add a transition to it, or remove it. Ignore this if the game enters it."
                        .into(),
                );
            }
            for (number, transition) in state.rules.transitions.iter().enumerate() {
                let place = format!("{place}/transitions/{number}");
                let which = format!("Transition {} of the state {own} of {name}", number + 1);
                if let Some((term, help)) = never(scene, preset, state, transition) {
                    push(
                        Rule::TransitionNeverTaken,
                        Severity::Warning,
                        place,
                        format!("{which} is never taken: {term}."),
                        help.into(),
                    );
                } else if state.rules.transitions[..number].iter().any(is_immediate) {
                    push(
                        Rule::TransitionNeverTaken,
                        Severity::Warning,
                        place,
                        format!("{which} is never taken: one before it always is."),
                        "Move it up, or give the one before it a condition.".into(),
                    );
                }
            }
        }
        if let Some(state) = endless(preset) {
            push(
                Rule::StatesChase,
                Severity::Warning,
                "state/transitions".into(),
                format!("{name} changes its state in every tick, from {state} on."),
                "Give one of these transitions a condition.".into(),
            );
        }
    }
}

/// The teams of agents and spawners.
fn teams(scene: &Scene) -> BTreeSet<&str> {
    let agents = scene.agents.iter().filter_map(|own| own.team.as_deref());
    let spawned = scene.spawners.iter().filter_map(|own| own.team.as_deref());
    agents.chain(spawned).collect()
}

fn place_of(index: usize) -> String {
    index
        .checked_sub(1)
        .map_or_else(|| "state".into(), |index| format!("states/{index}"))
}

fn title(state: StateView<'_>, index: usize) -> String {
    let name = sanitize_for_display(&state.rules.name);
    if name.trim().is_empty() {
        return format!("{}", index + 1);
    }
    format!("\u{201c}{name}\u{201d}")
}

/// The states that transitions lead to from the first.
fn entered(preset: &Preset) -> BTreeSet<StateId> {
    let mut entered = BTreeSet::from([preset.state.id]);
    let mut open = vec![preset.state.id];
    while let Some(id) = open.pop() {
        let state = preset.all_states().find(|state| state.rules.id == id);
        for transition in state.into_iter().flat_map(|state| &state.rules.transitions) {
            if entered.insert(transition.to) {
                open.push(transition.to);
            }
        }
    }
    entered
}

/// Whether a transition is taken as soon as it is looked at.
fn is_immediate(transition: &Transition) -> bool {
    let at_once = |term: &Term| match term {
        Term::For { max, .. } => *max <= 0.0,
        Term::SeesNotFor { seconds } => *seconds <= 0.0,
        Term::MeterAtLeast { meter } => *meter <= 0.0,
        Term::MeterAtMost { meter } => *meter >= 1.0,
        Term::Sees
        | Term::Hears
        | Term::Told
        | Term::Touches
        | Term::Arrived
        | Term::PathFinished
        | Term::Near { .. }
        | Term::Event { .. }
        | Term::SearchFinished
        | Term::NoRoute => false,
    };
    let mut terms = transition.terms.iter();
    transition.terms.is_empty()
        || if transition.any {
            terms.any(at_once)
        } else {
            terms.all(at_once)
        }
}

/// The title of a state from which the first transitions that are taken lead round in a circle without ever waiting.
fn endless(preset: &Preset) -> Option<String> {
    preset.all_states().enumerate().find_map(|(index, first)| {
        let mut state = first;
        for _ in preset.all_states() {
            let transition = state
                .rules
                .transitions
                .first()
                .filter(|own| is_immediate(own))?;
            state = preset
                .all_states()
                .find(|state| state.rules.id == transition.to)?;
            if state.rules.id == first.rules.id {
                return Some(title(first, index));
            }
        }
        None
    })
}

/// Why a transition can never be taken, and how to change that.
fn never(
    scene: &Scene,
    preset: &Preset,
    state: StateView<'_>,
    transition: &Transition,
) -> Option<(&'static str, &'static str)> {
    let mut impossible = transition
        .terms
        .iter()
        .map(|term| why_never(scene, preset, state, term));
    if transition.any {
        // One that can hold is enough.
        let reasons: Option<Vec<_>> = impossible.collect();
        reasons?.first().copied()
    } else {
        impossible.find_map(|reason| reason)
    }
}

fn why_never(
    scene: &Scene,
    preset: &Preset,
    state: StateView<'_>,
    term: &Term,
) -> Option<(&'static str, &'static str)> {
    let has = |is_it: &dyn Fn(&Behavior) -> bool| {
        let behaviors = state.motion.behaviors();
        behaviors.iter().any(|weighted| is_it(&weighted.behavior))
    };
    let is_grid = matches!(state.motion, Motion::GridChase(_));
    let arrives = |own: &Behavior| matches!(own, Behavior::Arrive(_) | Behavior::HomingWalk(_));
    let reports = |own: &Behavior| {
        matches!(own, Behavior::Arrive(arrive) if arrive.target_radius > 0.0)
            || matches!(own, Behavior::HomingWalk(walk) if walk.reach_radius > 0.0)
    };
    let follows = |own: &Behavior| matches!(own, Behavior::FollowPath(_));
    let searches = |own: &Behavior| matches!(own, Behavior::Search(_));
    let reason = match term {
        Term::Sees if preset.sight.is_none() => ("it has no sight", "Enable sight in the preset."),
        Term::Hears if preset.hearing.is_none() => {
            ("it has no hearing", "Enable hearing in the preset.")
        }
        Term::MeterAtLeast { meter } if preset.alert.is_none() && *meter > 0.0 => (
            "it has no alert meter",
            "Enable the alert meter in the preset.",
        ),
        Term::Told if !scene.presets.iter().any(|other| shares(other)) => (
            "no agent shares what it sees",
            "Add the action \u{201c}Share what it saw\u{201d} to a state of an agent of its team.",
        ),
        Term::Arrived if !is_grid && !has(&arrives) => (
            "nothing arrives in this state",
            "Add the behavior Arrive to the state, or choose another condition.",
        ),
        Term::Arrived if !is_grid && !has(&reports) => (
            "nothing is nearer than a radius of 0",
            "Raise the target radius of Arrive, or the reach radius of the homing walk.",
        ),
        Term::PathFinished if !has(&follows) => (
            "no path is followed in this state",
            "Add the behavior Follow path to the state, or choose another condition.",
        ),
        Term::SearchFinished if !has(&searches) => (
            "nothing is searched in this state",
            "Add the behavior Search to the state, or choose another condition.",
        ),
        Term::Sees
        | Term::SeesNotFor { .. }
        | Term::Hears
        | Term::Told
        | Term::Touches
        | Term::MeterAtLeast { .. }
        | Term::MeterAtMost { .. }
        | Term::For { .. }
        | Term::Arrived
        | Term::PathFinished
        | Term::Near { .. }
        | Term::Event { .. }
        | Term::SearchFinished
        | Term::NoRoute => return None,
    };
    Some(reason)
}

fn shares(preset: &Preset) -> bool {
    let mut actions = preset.all_states().flat_map(|state| &state.rules.enter);
    actions.any(|action| matches!(action, EnterAction::Share { .. }))
}
