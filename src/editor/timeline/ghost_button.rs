//! The button that keeps or clears the ghost.

use crate::editor::theme;
use crate::editor::timeline::{TimelineAction, TimelineInput};
use egui::Ui;
use egui_material_icons::icons;
use steerwright_authoring::Command;
use steerwright_authoring::command::PlaybackCommand;

/// The least width of the button with a text, in points.
const WIDTH: f32 = 116.0;

/// Draws the button, with a text if there is room, otherwise with an icon.
pub(super) fn ghost_ui(
    ui: &mut Ui,
    input: &TimelineInput<'_>,
    with_text: bool,
    actions: &mut Vec<TimelineAction>,
) {
    let (icon, label, tooltip, command, action) = if input.versions.is_some() {
        (
            icons::ICON_LAYERS_CLEAR,
            "End comparison",
            "Ends the comparison of A and B. The scene stays as it is: version B.",
            Command::Playback(PlaybackCommand::ClearGhost),
            TimelineAction::ClearGhost,
        )
    } else if input.ghost.is_some() {
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
        // What is beside it does not move when the text changes.
        ui.add(egui::Button::new(label).min_size(egui::vec2(WIDTH, 0.0)))
            .on_hover_ui(|ui| theme::tooltip_ui(ui, label, tooltip, key))
    } else {
        theme::icon_button(ui, icon, label, tooltip, key, false)
    };
    if response.clicked() {
        actions.push(action);
    }
}
