//! The inspector of a contact rule.

use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field;
use crate::editor::inspector::field::{Optional, name_step};
use crate::editor::theme;
use egui::{RichText, Ui};
use steerwright_authoring::Session;
use steerwright_runtime::parameter::MAX_COORDINATE;
use steerwright_runtime::scene::{ContactId, Despawn, PresetId};

/// Draws the card of a contact rule.
pub fn contact_ui(ui: &mut Ui, session: &mut Session, id: ContactId) {
    let Some(mut rule) = session.scene.contact(id).cloned() else {
        return;
    };
    let scene = &session.scene;
    let suffix = format!(" {}", scene.unit);
    let presets: Vec<(PresetId, &str, &str)> = (scene.presets.iter())
        .map(|preset| (preset.id, preset.name.as_str(), preset.description.as_str()))
        .collect();
    let name = |id: PresetId| scene.preset(id).map_or("", |preset| preset.name.as_str());
    let changed = card_ui(ui, "Contact rule", |ui| {
        let mut changed = field::text_ui(ui, "Name", &mut rule.name);
        let help = "The rule applies to all agents of this preset,";
        let first = &mut rule.first;
        changed = changed.or(field::choice_ui(ui, "First preset", help, first, &presets));
        let help = "when they touch an agent of this one. It may be the same preset.";
        let second = &mut rule.second;
        changed = changed.or(field::choice_ui(
            ui,
            "Second preset",
            help,
            second,
            &presets,
        ));
        let distance = Optional {
            name: "Distance",
            help: "The distance between positions at which agents touch.",
            unset: "when bodies touch",
            inherits: false,
            first: 1.0,
            range: (0.0, MAX_COORDINATE),
            suffix: &suffix,
            decimals: 3,
            slider: None,
        };
        changed = changed.or(field::optional_ui(ui, &distance, &mut rule.distance));
        if rule.distance.is_none() {
            let help = "Added to the radii of the bodies.";
            let (margin, range) = (&mut rule.margin, (0.0, MAX_COORDINATE));
            changed = changed.or(field::number_ui(ui, "Margin", help, margin, range, &suffix));
        }
        let first = format!("First: {}", name(rule.first));
        let second = format!("Second: {}", name(rule.second));
        let options = [
            (
                Despawn::None,
                "None",
                "Both stay. The event tells that they begin to touch.",
            ),
            (
                Despawn::First,
                &first,
                "The agent of the first preset goes.",
            ),
            (
                Despawn::Second,
                &second,
                "The agent of the second preset goes.",
            ),
            (Despawn::Both, "Both", "Both agents go."),
        ];
        let help = "Which of the two agents is removed.";
        changed = changed.or(field::choice_ui(
            ui,
            "Removes",
            help,
            &mut rule.despawn,
            &options,
        ));
        let text =
            "Each contact is an event: it is marked in the timeline, and games can react to it.";
        ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
        changed
    });
    if changed.is_some() {
        if let Some(stored) = session.scene.contact_mut(id) {
            *stored = rule;
        }
        name_step(session, changed);
    }
}
