//! The inspector of the sight of a preset.

use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field::{self, Changed};
use crate::editor::theme;
use egui::{Align, RichText, Ui};
use steerwright_authoring::canvas::ring::RingKind;
use steerwright_runtime::level::Sight;
use steerwright_runtime::parameter;

/// Draws the card of the sight of a preset, with a switch.
pub fn sight_ui(ui: &mut Ui, sight: &mut Option<Sight>, unit: &str) -> Changed {
    card_ui(ui, "Sight", |ui| {
        let help = "Its agents look at their target, and report when they notice and lose it.";
        let toggled = field::row_ui(ui, "Enabled", help, |ui, id| {
            let mut on = sight.is_some();
            let toggled = theme::checkbox_ui(ui, &mut on, "")
                .labelled_by(id)
                .changed();
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
        let table = parameter::SIGHT;
        let color = theme::colors(ui).of_ring(RingKind::Perception);
        let set = field::colored_parameters_ui(ui, table, sight, unit, |_| color);
        if toggled {
            // The new fields may be below the lower edge.
            ui.scroll_to_cursor(Some(Align::BOTTOM));
        }
        changed.or(set)
    })
}
