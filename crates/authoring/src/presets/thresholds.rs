//! The values of the alert meter that transitions wait for.

use crate::presets::states;
use steerwright_runtime::scene::{Preset, PresetId, Scene, StateId, Term};

/// A value of the alert meter in a condition of a transition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// The preset that the transition is of.
    pub preset: PresetId,
    /// The state that the transition leaves.
    pub state: StateId,
    /// The transition, by its place in the state.
    pub transition: usize,
    /// The condition, by its place in the transition.
    pub term: usize,
    /// The value, 0 to 1.
    pub meter: f64,
}

/// The thresholds of a preset, in the order of its states, transitions and conditions.
#[must_use]
pub fn of(preset: &Preset) -> Vec<Threshold> {
    let mut thresholds = Vec::new();
    for view in preset.all_states() {
        for (transition, of) in view.rules.transitions.iter().enumerate() {
            for (term, condition) in of.terms.iter().enumerate() {
                if let Some(meter) = meter_of(condition) {
                    thresholds.push(Threshold {
                        preset: preset.id,
                        state: view.rules.id,
                        transition,
                        term,
                        meter,
                    });
                }
            }
        }
    }
    thresholds
}

/// Sets the value of a threshold in the scene to `threshold.meter`. Returns false if the scene does
/// not have it.
pub fn set(scene: &mut Scene, threshold: &Threshold) -> bool {
    let Some(preset) = scene.preset_mut(threshold.preset) else {
        return false;
    };
    if preset.state_index(threshold.state).is_none() {
        return false;
    }
    let rules = states::state_mut(preset, threshold.state).rules;
    let transition = rules.transitions.get_mut(threshold.transition);
    match transition.and_then(|of| of.terms.get_mut(threshold.term)) {
        Some(Term::MeterAtLeast { meter } | Term::MeterAtMost { meter }) => {
            *meter = threshold.meter.clamp(0.0, 1.0);
            true
        }
        _ => false,
    }
}

/// What the condition of a threshold does: "Patrol to Chase, alert ≥ 60 %".
#[must_use]
pub fn describe(preset: &Preset, threshold: &Threshold, unit: &str) -> Option<String> {
    let name = |id| {
        let view = preset.all_states().find(|view| view.rules.id == id)?;
        Some((states::name_of(preset, view.rules), view.rules))
    };
    let (from, rules) = name(threshold.state)?;
    let transition = rules.transitions.get(threshold.transition)?;
    let (to, _) = name(transition.to)?;
    let term = crate::words::term::summary(transition.terms.get(threshold.term)?, unit);
    Some(format!("{from} to {to}, {term}"))
}

fn meter_of(term: &Term) -> Option<f64> {
    match term {
        Term::MeterAtLeast { meter } | Term::MeterAtMost { meter } => Some(*meter),
        _ => None,
    }
}
