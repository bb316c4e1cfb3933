//! States that no agent enters, and transitions that are never taken or taken in every tick.

mod never;

use super::{Diagnostic, Rule, Severity, Subject, listed, named};
use std::collections::BTreeSet;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::{Preset, Scene, StateId, StateView};

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
            let title = title(state, at);
            if !entered.contains(&state.rules.id) {
                push(
                    Rule::StateNeverEntered,
                    Severity::Warning,
                    format!("{place}/id"),
                    format!(
                        "{name} never enters its state {title}: no transition leads to it from the first state, or from one that is entered."
                    ),
                    "Add a transition to it from such a state, or remove it. Ignore this if the game enters it."
                        .into(),
                );
            }
            for number in 0..state.rules.transitions.len() {
                if let Some((reason, help)) = never::taken(scene, preset, state, number) {
                    push(
                        Rule::TransitionNeverTaken,
                        Severity::Warning,
                        format!("{place}/transitions/{number}"),
                        format!(
                            "Transition {} of the state {title} of {name} is never taken: {reason}.",
                            number + 1
                        ),
                        help,
                    );
                }
            }
        }
        if let Some(circle) = circle(preset) {
            let first = circle.first().copied().unwrap_or_default();
            let titles = circle
                .iter()
                .filter_map(|&at| Some(title(preset.state_at(at)?, at)));
            let noun = if circle.len() == 1 { "state" } else { "states" };
            push(
                Rule::StatesChase,
                Severity::Warning,
                format!("{}/transitions/0", place_of(first)),
                format!(
                    "{name} changes its state in every tick: in the {noun} {}, the first transition is always taken.",
                    listed(titles)
                ),
                "Give one of these transitions a condition that is not always true.".into(),
            );
        }
    }
}

/// The teams of agents and spawners.
fn teams(scene: &Scene) -> BTreeSet<&str> {
    let agents = scene
        .agents
        .iter()
        .filter_map(|agent| agent.team.as_deref());
    let spawned = scene
        .spawners
        .iter()
        .filter_map(|spawner| spawner.team.as_deref());
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

/// The indices of the states through which the first transitions that are taken lead round in a
/// circle without ever waiting.
fn circle(preset: &Preset) -> Option<Vec<usize>> {
    let states = preset.all_states().count();
    (0..states).find_map(|first| {
        let mut circle = vec![first];
        for _ in 0..states {
            let state = preset.state_at(*circle.last()?)?;
            let transition = state.rules.transitions.first();
            let next = preset.state_index(
                transition
                    .filter(|transition| never::is_immediate(transition))?
                    .to,
            )?;
            if next == first {
                return Some(circle);
            }
            circle.push(next);
        }
        None
    })
}
