//! The inspector of the facing of a preset.

use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field::{self, Changed};
use crate::editor::theme;
use egui::{RichText, Ui};
use steerwright_runtime::parameter;
use steerwright_runtime::steering::facing::{Facing, Toward};

/// The options of [`Facing::toward`]: label and help.
const TOWARD: [(Toward, &str, &str); 3] = [
    (
        Toward::Action,
        "Actions",
        "Looks where an action at a node asks it to, and where it moves without one.",
    ),
    (Toward::Motion, "Motion", "Looks where it moves."),
    (
        Toward::Target,
        "Target",
        "Looks at its target, wherever it moves. Without a target, looks where it moves.",
    ),
];

/// Draws the card of the facing of a preset, with a switch.
pub fn facing_ui(ui: &mut Ui, facing: &mut Option<Facing>, unit: &str) -> Changed {
    card_ui(ui, "Facing", |ui| {
        let help = "Its agents turn at a rate of their own, or to their target.";
        let toggled = field::row_ui(ui, "Own facing", help, |ui, id| {
            let mut on = facing.is_some();
            let toggled = theme::checkbox_ui(ui, &mut on, "")
                .labelled_by(id)
                .changed();
            if toggled {
                *facing = on.then(|| Facing {
                    turn_rate: Some(180.0),
                    ..Facing::default()
                });
            }
            toggled
        });
        let changed = toggled.then(|| "Set facing".into());
        let Some(facing) = facing else {
            let text = "Agents with this preset look where they move.";
            ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
            return changed;
        };
        let help = "What its agents turn to.";
        let chosen = field::choice_ui(ui, "Toward", help, &mut facing.toward, &TOWARD);
        let set = field::parameters_ui(ui, parameter::FACING, facing, unit);
        changed.or(chosen).or(set)
    })
}
