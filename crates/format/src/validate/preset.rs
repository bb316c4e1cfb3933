//! Validates presets: their numbers, states, and what these refer to.

use super::{KnownIds, Report, check_name, check_parameters, check_team, check_times};
use crate::limits::{self, Limit};
use std::collections::BTreeSet;
use std::fmt::Display;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{
    Behavior, EnterAction, Motion, Preset, StateId, StateRules, StateView, Term,
};
use steerwright_runtime::steering::Goal;

/// Reports the errors of a preset. `known` has what it can refer to; without it, only references
/// within the preset are checked.
pub(super) fn check_preset(
    pointer: &str,
    preset: &Preset,
    known: Option<&KnownIds>,
    team_letters: usize,
    report: &mut Report<'_>,
) {
    let beyond = beyond_limits(pointer, preset);
    if !beyond.is_empty() {
        for (place, limit) in beyond {
            report(place, limit.message());
        }
        return;
    }
    let body = format_args!("{pointer}/body");
    check_parameters(&body, parameter::BODY, &preset.body, report);
    if let Some(noise) = &preset.body.noise {
        let place = format_args!("{body}/noise");
        check_parameters(&place, parameter::NOISE, noise, report);
    }
    if let Some(sight) = &preset.sight {
        let place = format_args!("{pointer}/sight");
        check_parameters(&place, parameter::SIGHT, sight, report);
    }
    for (i, team) in preset.watches.iter().enumerate() {
        let place = format_args!("{pointer}/watches/{i}");
        check_team(&place, Some(team), team_letters, report);
    }
    if let Some(hearing) = &preset.hearing {
        let place = format_args!("{pointer}/hearing");
        check_parameters(&place, parameter::HEARING, hearing, report);
    }
    if let Some(alert) = &preset.alert {
        let place = format_args!("{pointer}/alert");
        check_parameters(&place, parameter::ALERT, alert, report);
    }
    let mut ids = BTreeSet::new();
    for (place, rules_place, state) in places_of_states(pointer, preset) {
        if !ids.insert(state.rules.id) {
            let id = state.rules.id;
            report(
                format!("{rules_place}/id"),
                format!("another state of the preset has the id {id} too; change one of them"),
            );
        }
        check_motion(&place, &state, report);
    }
    for (_, place, state) in places_of_states(pointer, preset) {
        check_rules(&place, state.rules, &ids, known, report);
    }
}

/// The states of a preset with the places of their motion, and of their rules.
fn places_of_states<'a>(
    pointer: &'a str,
    preset: &'a Preset,
) -> impl Iterator<Item = (String, String, StateView<'a>)> {
    preset.all_states().enumerate().map(move |(i, state)| {
        let (motion, rules) = match i.checked_sub(1) {
            None => (pointer.to_owned(), format!("{pointer}/state")),
            Some(i) => {
                let place = format!("{pointer}/states/{i}");
                (place.clone(), place)
            }
        };
        (motion, rules, state)
    })
}

/// The lists of a preset that have too many items.
fn beyond_limits(pointer: &str, preset: &Preset) -> Vec<(String, &'static Limit)> {
    let mut lists = vec![
        (
            format!("{pointer}/watches"),
            preset.watches.len(),
            &limits::WATCHES,
        ),
        (
            format!("{pointer}/states"),
            preset.states.len(),
            &limits::STATES,
        ),
    ];
    if preset.states.len() as u64 <= limits::STATES.max {
        for (place, rules_place, state) in places_of_states(pointer, preset) {
            lists.push((
                format!("{place}/motion/steered/behaviors"),
                state.motion.behaviors().len(),
                &limits::BEHAVIORS,
            ));
            let StateRules {
                enter, transitions, ..
            } = state.rules;
            lists.push((format!("{rules_place}/enter"), enter.len(), &limits::ENTER));
            let place = format!("{rules_place}/transitions");
            for (i, transition) in transitions.iter().enumerate() {
                let terms = transition.terms.len();
                if terms as u64 > limits::TERMS.max {
                    lists.push((format!("{place}/{i}/terms"), terms, &limits::TERMS));
                }
            }
            lists.push((place, transitions.len(), &limits::TRANSITIONS));
        }
    }
    lists
        .into_iter()
        .filter(|(_, count, limit)| *count as u64 > limit.max)
        .map(|(place, _, limit)| (place, limit))
        .collect()
}

fn check_motion(pointer: &dyn Display, state: &StateView<'_>, report: &mut Report<'_>) {
    if let Some(facing) = state.facing {
        let place = format_args!("{pointer}/facing");
        check_parameters(&place, parameter::FACING, facing, report);
    }
    match state.motion {
        Motion::Steered(steered) => {
            for (i, weighted) in steered.behaviors.iter().enumerate() {
                let place = format_args!("{pointer}/motion/steered/behaviors/{i}");
                check_parameters(&place, parameter::WEIGHT, weighted, report);
                check_goal(&place, &weighted.goal, report);
                let behavior = &weighted.behavior;
                let key = behavior.description().key;
                let place = format_args!("{place}/behavior/{key}");
                check_parameters(&place, behavior.parameters(), behavior, report);
                if let Behavior::Search(search) = behavior
                    && let Some(sweep) = &search.sweep
                {
                    let place = format_args!("{place}/sweep");
                    check_parameters(&place, parameter::SEARCH_SWEEP, sweep, report);
                }
            }
        }
        Motion::GridChase(chase) => {
            let place = format_args!("{pointer}/motion/grid_chase");
            check_parameters(&place, parameter::GRID_CHASE, chase, report);
            check_goal(&place, &chase.goal, report);
        }
    }
}

/// Checks the number of a goal, of the behavior or term at `pointer`.
fn check_goal(pointer: &dyn Display, goal: &Goal, report: &mut Report<'_>) {
    let place = format_args!("{pointer}/goal/last_seen_ahead");
    check_parameters(&place, parameter::GOAL, goal, report);
}

fn check_rules(
    pointer: &dyn Display,
    rules: &StateRules,
    states: &BTreeSet<StateId>,
    known: Option<&KnownIds>,
    report: &mut Report<'_>,
) {
    check_parameters(pointer, parameter::STATE, rules, report);
    for (i, action) in rules.enter.iter().enumerate() {
        let key = parameter::enter_key(action);
        let place = format_args!("{pointer}/enter/{i}/{key}");
        check_parameters(&place, parameter::of_enter(action), action, report);
        match action {
            EnterAction::Emit { name, .. } => {
                check_name(&format_args!("{place}/name"), name, report);
            }
            EnterAction::SetWall { wall, .. } => {
                if let Some(known) = known {
                    known.check_door(*wall, &place, report);
                }
            }
            EnterAction::Share { .. } => {}
        }
    }
    for (i, transition) in rules.transitions.iter().enumerate() {
        let place = format_args!("{pointer}/transitions/{i}");
        if !states.contains(&transition.to) {
            let id = transition.to;
            report(
                format!("{place}/to"),
                format!("no state of the preset has the id {id}; use the id of one of them"),
            );
        }
        for (i, term) in transition.terms.iter().enumerate() {
            let key = parameter::term_key(term);
            check_term(&format_args!("{place}/terms/{i}/{key}"), term, report);
        }
    }
}

fn check_term(pointer: &dyn Display, term: &Term, report: &mut Report<'_>) {
    check_parameters(pointer, parameter::of_term(term), term, report);
    if let Term::For { min, max } = term {
        check_times(pointer, *min, *max, report);
    } else if let Term::Near { goal, .. } = term {
        check_goal(pointer, goal, report);
    } else if let Term::Event { name } = term {
        check_name(&format_args!("{pointer}/name"), name, report);
    }
}
