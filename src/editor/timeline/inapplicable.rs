//! Which plots say something about the plotted agents, and what the others need.

use crate::editor::timeline::quantity::Quantity;
use crate::editor::timeline::{Plots, TimelineInput};
use steerwright_runtime::scene::{Agent, Preset};

/// Whether a quantity exists for any plotted agent.
pub(super) fn applies(quantity: Quantity, input: &TimelineInput<'_>) -> bool {
    match quantity {
        Quantity::Speed | Quantity::Steering => true,
        Quantity::Fov => any_preset(input, |preset| preset.homing_walks().next().is_some()),
        Quantity::SeesTarget => has_sight(input),
        Quantity::Alert => any_preset(input, |preset| preset.alert.is_some()),
    }
}

fn any_preset(input: &TimelineInput<'_>, has: impl Fn(&Preset) -> bool) -> bool {
    let mut presets = input.agents.iter().filter_map(|agent| input.preset(*agent));
    presets.any(has)
}

/// Whether any plotted agent looks at others.
fn has_sight(input: &TimelineInput<'_>) -> bool {
    input.agents.iter().any(|&agent| {
        let has_target = |agent: &Agent| agent.target.is_some();
        let watches = |preset: &Preset| !preset.watches.is_empty();
        let preset = input.preset(agent);
        preset.is_some_and(|preset| preset.sight.is_some())
            && (preset.is_some_and(watches) || input.scene.agent(agent).is_some_and(has_target))
    })
}

/// What agents need so that a quantity exists for them.
fn need(quantity: Quantity) -> Option<&'static str> {
    match quantity {
        Quantity::Speed | Quantity::Steering => None,
        Quantity::Fov => Some("The field of view plot needs an agent with a homing walk."),
        Quantity::SeesTarget => {
            Some("The sees target plot needs an agent with sight, and a target or teams to watch.")
        }
        Quantity::Alert => Some("The alert meter plot needs an agent with an alert meter."),
    }
}

/// What the chosen plots need, where none of them applies to the plotted agents. `None` if their
/// states are shown.
pub(super) fn nothing_chosen_applies_text(
    plots: Plots,
    input: &TimelineInput<'_>,
) -> Option<String> {
    let has_states = any_preset(input, Preset::has_states);
    if plots.states && has_states {
        return None;
    }
    let chosen = Quantity::ALL.into_iter();
    let chosen = chosen.filter(|quantity| plots.shows(*quantity));
    let mut needs: Vec<&str> = chosen.filter_map(need).collect();
    if plots.states {
        needs.push("States need an agent with several states.");
    }
    if needs.is_empty() {
        return Some("No plot is chosen. Choose one in the menu \"Plots\".".into());
    }
    Some(needs.join(" "))
}
