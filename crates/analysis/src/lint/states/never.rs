//! Transitions that are never taken: their conditions cannot hold, or one before them is always
//! taken.

use crate::lint::listed;
use crate::lint::remedy::sentence;
use steerwright_runtime::scene::{
    Behavior, EnterAction, Motion, Preset, Scene, StateView, Term, Transition,
};

/// Why a transition of a state is never taken, and how to change that.
pub(super) fn taken(
    scene: &Scene,
    preset: &Preset,
    state: StateView<'_>,
    number: usize,
) -> Option<(String, String)> {
    let transition = state.rules.transitions.get(number)?;
    let mut found = impossible_terms(scene, preset, state, transition);
    let earlier = state.rules.transitions.iter().take(number).enumerate();
    let earlier: Vec<usize> = earlier
        .filter(|(_, earlier)| is_immediate(earlier))
        .map(|(index, _)| index)
        .collect();
    if let Some(first) = earlier.first() {
        let numbers = listed(earlier.iter().map(|index| (index + 1).to_string()));
        let (these, are) = if earlier.len() == 1 {
            (format!("transition {numbers}"), "is")
        } else {
            (format!("transitions {numbers}"), "are")
        };
        // One that is always taken itself would only change places with it.
        let other = if is_immediate(transition) {
            "delete it".to_owned()
        } else {
            format!("move it before transition {}", first + 1)
        };
        let condition = format!("give {these} a condition that is not always true");
        let reason = format!("{these} before it always {are}");
        found.extend(sentence(&[other, condition]).map(|help| (reason, help)));
    }
    let (reasons, helps): (Vec<String>, Vec<String>) = found.into_iter().unzip();
    (!reasons.is_empty()).then(|| (reasons.join("; "), helps.join(" ")))
}

/// The terms because of which a transition cannot be taken: why each cannot hold, and what makes it
/// possible.
fn impossible_terms(
    scene: &Scene,
    preset: &Preset,
    state: StateView<'_>,
    transition: &Transition,
) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for term in &transition.terms {
        let reason = why_never(scene, preset, state, term);
        if reason.is_none() && transition.any {
            // One that can hold is enough.
            return Vec::new();
        }
        if let Some((reason, help)) = reason {
            let known = (reason.to_owned(), help.to_owned());
            if !found.contains(&known) {
                found.push(known);
            }
        }
    }
    if transition.any {
        found.truncate(1);
    }
    found
}

/// Whether a transition is taken as soon as it is looked at.
pub(super) fn is_immediate(transition: &Transition) -> bool {
    let is_met_immediately = |term: &Term| match term {
        Term::For { max, .. } => *max <= 0.0,
        Term::SeesNotFor { seconds } => *seconds <= 0.0,
        Term::MeterAtLeast { meter } => *meter <= 0.0,
        Term::MeterAtMost { meter } => *meter >= 1.0,
        _ => false,
    };
    let mut terms = transition.terms.iter();
    transition.terms.is_empty()
        || if transition.any {
            terms.any(is_met_immediately)
        } else {
            terms.all(is_met_immediately)
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
    let is_arrive = |behavior: &Behavior| matches!(behavior, Behavior::Arrive(_));
    let is_walk = |behavior: &Behavior| matches!(behavior, Behavior::HomingWalk(_));
    let reports = |behavior: &Behavior| {
        matches!(behavior, Behavior::Arrive(arrive) if arrive.target_radius > 0.0)
            || matches!(behavior, Behavior::HomingWalk(walk) if walk.reach_radius > 0.0)
    };
    let follows = |behavior: &Behavior| matches!(behavior, Behavior::FollowPath(_));
    let searches = |behavior: &Behavior| matches!(behavior, Behavior::Search(_));
    Some(match term {
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
        Term::Arrived if !is_grid && !has(&is_arrive) && !has(&is_walk) => (
            "nothing arrives in this state",
            "Add the behavior Arrive to the state, or choose another condition.",
        ),
        Term::Arrived if !is_grid && !has(&reports) => (
            "nothing is nearer than a radius of 0",
            match (has(&is_arrive), has(&is_walk)) {
                (true, false) => "Raise the target radius of Arrive.",
                (false, _) => "Raise the reach radius of the homing walk.",
                (true, true) => {
                    "Raise the target radius of Arrive, or raise the reach radius of the homing walk."
                }
            },
        ),
        Term::PathFinished if !has(&follows) => (
            "no path is followed in this state",
            "Add the behavior Follow path to the state, or choose another condition.",
        ),
        Term::SearchFinished if !has(&searches) => (
            "nothing is searched in this state",
            "Add the behavior Search to the state, or choose another condition.",
        ),
        _ => return None,
    })
}

fn shares(preset: &Preset) -> bool {
    let mut actions = preset.all_states().flat_map(|state| &state.rules.enter);
    actions.any(|action| matches!(action, EnterAction::Share { .. }))
}
