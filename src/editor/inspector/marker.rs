//! The inspector of a marker.

use crate::editor::inspector::field;
use crate::editor::inspector::field::name_step;
use crate::editor::theme;
use egui::{RichText, Ui};
use steerwright_authoring::Session;
use steerwright_runtime::scene::{MarkerId, MarkerKind, Target};

/// Draws the card of a marker.
pub fn marker_ui(ui: &mut Ui, session: &mut Session, id: MarkerId) {
    let unit = format!(" {}", session.scene.unit);
    let is_marker = |target: Option<Target>| target == Some(Target::Marker(id));
    let users: Vec<String> = session
        .scene
        .agents
        .iter()
        .filter(|agent| is_marker(agent.target) || is_marker(agent.danger))
        .map(|agent| agent.name.clone())
        .collect();
    let Some(mut marker) = session.scene.marker(id).cloned() else {
        return;
    };
    let movable = session.scene.editor.is_editable(marker.id);
    let changed = theme::card_ui(ui, "Marker", |ui| {
        let mut changed = field::text_ui(ui, "Name", &mut marker.name);
        let kinds = [
            (MarkerKind::Target, "Target", "Agents move toward it."),
            (MarkerKind::Danger, "Danger", "Agents flee from it."),
        ];
        changed = changed.or(field::choice_ui(
            ui,
            "Kind",
            "What agents use the marker for.",
            &mut marker.kind,
            &kinds,
        ));
        changed = changed.or(field::position_ui(
            ui,
            movable,
            "Position",
            (&mut marker.position.x, &mut marker.position.y),
            &unit,
        ));
        let used = if users.is_empty() {
            "Not used by any agent. Select an agent to assign it.".into()
        } else {
            format!("Used by {}", users.join(", "))
        };
        ui.label(RichText::new(used).color(theme::colors(ui).text_weak));
        changed
    });
    if changed.is_some() {
        if let Some(own) = session.scene.marker_mut(id) {
            *own = marker;
        }
        name_step(session, changed);
    }
}
