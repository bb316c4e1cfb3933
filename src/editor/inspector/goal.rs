//! What a behavior moves toward or away from.

use crate::editor::inspector::field::{self, Changed};
use egui::Ui;
use std::mem::discriminant;
use steerwright_authoring::words::goal;
use steerwright_runtime::parameter;
use steerwright_runtime::steering::Goal;

/// Draws the choice of a goal. `reference` is the word for the target or danger of the agent.
pub(super) fn goal_ui(ui: &mut Ui, goal: &mut Goal, reference: &'static str) -> Changed {
    let all = goal::all().map(|other| {
        let is_it = discriminant(&other) == discriminant(goal);
        // The time that is set stays.
        if is_it { *goal } else { other }
    });
    let options = all.map(|other| {
        let label = goal::label(&other, reference);
        (other, label, goal::help(&other))
    });
    let help = "What the behavior moves toward or away from.";
    let chosen = field::choice_ui(ui, "Goal", help, goal, &options);
    let range = field::range_of(parameter::GOAL, "ahead");
    let set = match goal {
        Goal::LastSeenAhead { ahead } => {
            let help = "How long the one last seen goes on in the same direction.";
            field::number_ui(ui, "Ahead", help, ahead, range, " s")
        }
        Goal::Reference
        | Goal::Perceived
        | Goal::LastSeen
        | Goal::LastNoise
        | Goal::LeftPath
        | Goal::Post => None,
    };
    chosen.or(set)
}
