//! Buttons above the parameters of a preset: compare it with a kept version or with others, or tune it to a goal.

use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::Ui;
use steerwright_authoring::Command;
use steerwright_authoring::command::{CompareCommand, WindowCommand};

/// Draws the buttons. A clicked one is pushed as a command.
pub fn tuning_buttons_ui(ui: &mut Ui, keys: &KeyMap, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        for command in [
            Command::Compare(CompareCommand::KeepAsA),
            Command::Window(WindowCommand::TuneToGoal),
            Command::Window(WindowCommand::PresetTable),
        ] {
            let label = command.label();
            let button = ui.button(label).on_hover_ui(|ui| {
                theme::tooltip_ui(ui, label, command.tooltip(), &keys.text(command));
            });
            if button.clicked() {
                commands.push(command);
            }
        }
    });
}
