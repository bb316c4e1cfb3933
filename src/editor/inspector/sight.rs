//! The inspector of the sight of a preset.

use crate::editor::inspector::field::{self, Changed};
use crate::editor::theme;
use egui::{Align, RichText, Ui};
use steerwright_authoring::parameter_help;
use steerwright_format::parameter;
use steerwright_runtime::level::Sight;

/// Draws the card of the sight of a preset, with a switch.
pub fn sight_ui(ui: &mut Ui, sight: &mut Option<Sight>, unit: &str) -> Changed {
    theme::card_ui(ui, "Sight", |ui| {
        let help = "Its agents look at their target, and report when they notice and lose it.";
        let toggled = field::row_ui(ui, "Enabled", help, |ui, id| {
            let mut on = sight.is_some();
            let toggled = ui.checkbox(&mut on, "").labelled_by(id).changed();
            if toggled {
                *sight = on.then(Sight::default);
            }
            toggled
        });
        let changed = toggled.then(|| "Set sight".into());
        let Some(sight) = sight else {
            let text = "Agents with this preset do not report what they see.";
            ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
            return changed;
        };
        let set = field::parameters_ui(ui, parameter::SIGHT, parameter_help::SIGHT, sight, unit);
        if toggled {
            // The new fields may be below the lower edge.
            ui.scroll_to_cursor(Some(Align::BOTTOM));
        }
        changed.or(set)
    })
}
