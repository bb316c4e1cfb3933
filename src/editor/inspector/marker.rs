//! The inspector of a marker.

use crate::editor::inspector::card::card_ui;
use crate::editor::inspector::field;
use crate::editor::inspector::field::name_step;
use crate::editor::inspector::path::{color_ui, shared_color_ui};
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
    let colors = theme::colors(ui);
    let default_color = colors.of_group(&session.scene, id, colors.of_marker_kind(marker.kind));
    let changed = card_ui(ui, "Marker", |ui| {
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
            &mut marker.position,
            &unit,
        ));
        let help = "The color of the marker.";
        changed = changed.or(color_ui(ui, &mut marker.color, default_color, help));
        let used = if users.is_empty() {
            "Not used by any agent. Select an agent to assign it.".into()
        } else {
            format!("Used by {}", users.join(", "))
        };
        ui.label(RichText::new(used).color(theme::colors(ui).text_weak));
        changed
    });
    if changed.is_some() {
        if let Some(stored) = session.scene.marker_mut(id) {
            *stored = marker;
        }
        name_step(session, changed);
    }
}

/// Draws the card of several selected markers. What is changed is set for all of them.
pub fn several_ui(ui: &mut Ui, session: &mut Session) {
    let ids: Vec<MarkerId> = session.selection.markers().collect();
    let Some(first) = ids.first().and_then(|&id| session.scene.marker(id)) else {
        return;
    };
    let colors = theme::colors(ui);
    let default_color =
        colors.of_group(&session.scene, first.id, colors.of_marker_kind(first.kind));
    let markers = ids.iter().filter_map(|&id| session.scene.marker(id));
    let own_colors: Vec<_> = markers.map(|marker| marker.color).collect();
    let chosen = card_ui(ui, "Markers", |ui| {
        let help = "The color of the markers.";
        shared_color_ui(ui, &own_colors, default_color, help)
    });
    if let Some(color) = chosen {
        for &id in &ids {
            if let Some(marker) = session.scene.marker_mut(id) {
                marker.color = color;
            }
        }
        name_step(session, Some("Set color".into()));
    }
}
