//! The button that keeps or clears the ghost.

use super::{TimelineAction, TimelineInput};
use crate::editor::theme;
use egui::Ui;
use egui_material_icons::icons;
use steerwright_authoring::Command;
use steerwright_authoring::command::PlaybackCommand;

/// Draws the button, with a text if there is room, otherwise with an icon.
pub(super) fn ghost_ui(
    ui: &mut Ui,
    input: &TimelineInput<'_>,
    with_text: bool,
    actions: &mut Vec<TimelineAction>,
) {
    if input.versions.is_some() {
        // The comparison has its own buttons, beside its figures.
        return;
    }
    let (icon, label, tooltip, command, action) = if input.ghost.is_some() {
        let tooltip = "Removes the run that this one is compared with.";
        (
            icons::ICON_LAYERS_CLEAR,
            "Clear ghost",
            tooltip,
            Command::Playback(PlaybackCommand::ClearGhost),
            TimelineAction::ClearGhost,
        )
    } else {
        let tooltip = "Keeps this run as a dotted line, to compare later runs with it.";
        (
            icons::ICON_LAYERS,
            "Keep as ghost",
            tooltip,
            Command::Playback(PlaybackCommand::KeepGhost),
            TimelineAction::KeepGhost,
        )
    };
    let key = &input.keys.text(command);
    let response = if with_text {
        ui.button(label)
            .on_hover_ui(|ui| theme::tooltip_ui(ui, label, tooltip, key))
    } else {
        theme::icon_button(ui, icon, label, tooltip, key, false)
    };
    if response.clicked() {
        actions.push(action);
    }
}
