//! A marker.

use crate::editor::inspector::field;
use crate::editor::inspector::field::note;
use crate::editor::theme;
use egui::{RichText, Ui};
use steerwright_authoring::Session;
use steerwright_runtime::scene::{MarkerId, MarkerKind, Target};

/// Draws the card of a marker.
pub fn marker_ui(ui: &mut Ui, session: &mut Session, id: MarkerId) {
    let unit = format!(" {}", session.scene.unit);
    let aims = |target: Option<Target>| target == Some(Target::Marker(id));
    let users: Vec<String> = session
        .scene
        .agents
        .iter()
        .filter(|agent| aims(agent.target) || aims(agent.danger))
        .map(|agent| agent.name.clone())
        .collect();
    let Some(mut marker) = session.scene.marker(id).cloned() else {
        return;
    };
    let movable = !marker.outline.is_out_of_reach(&session.scene);
    let changed = theme::card_ui(ui, "Marker", |ui| {
        let mut changed = field::text_ui(ui, "Name", &mut marker.name);
        let kinds = [
            (MarkerKind::Target, "Target", "Something to go for."),
            (MarkerKind::Danger, "Danger", "Something to run from."),
        ];
        changed = changed.or(field::choice_ui(
            ui,
            "Kind",
            "How it is drawn and offered.",
            &mut marker.kind,
            &kinds,
        ));
        changed = changed.or(field::place_ui(
            ui,
            movable,
            "Place",
            (&mut marker.x, &mut marker.y),
            &unit,
        ));
        let used = if users.is_empty() {
            "No agent uses it: select an agent and choose it there.".into()
        } else {
            format!("Used by {}", users.join(", "))
        };
        ui.label(RichText::new(used).color(theme::TEXT_WEAK));
        changed
    });
    if changed.is_some() {
        if let Some(own) = session.scene.marker_mut(id) {
            *own = marker;
        }
        note(session, changed);
    }
}
