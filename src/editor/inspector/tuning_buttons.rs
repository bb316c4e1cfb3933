//! Buttons above the parameters of a preset: compare it with a kept version or with others, or tune
//! it to a goal.

use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::theme;
use egui::{Role, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;
use steerwright_authoring::Command;
use steerwright_authoring::command::{CompareCommand, WindowCommand};

/// Draws the buttons in one row. A clicked one is pushed as a command.
pub fn tuning_buttons_ui(ui: &mut Ui, keys: &KeyMap, commands: &mut Vec<Command>) {
    let buttons = [
        (
            Command::Compare(CompareCommand::KeepAsA),
            icons::ICON_BOOKMARK,
            "Keep as A",
        ),
        (
            Command::Window(WindowCommand::TuneToGoal),
            icons::ICON_TARGET,
            "Tune",
        ),
        (
            Command::Window(WindowCommand::PresetTable),
            icons::ICON_COMPARE_ARROWS,
            "Compare",
        ),
    ];
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        ui.spacing_mut().button_padding.x = 5.0;
        for (command, icon, short) in buttons {
            let text = format!("{} {short}", icon.codepoint);
            let button = egui::Button::new(text).min_size(vec2(0.0, 28.0));
            let response = ui.add(button);
            let label = command.label();
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
            let response = response.on_hover_ui(|ui| {
                theme::tooltip_ui(ui, label, command.tooltip(), &keys.text(command));
            });
            if response.clicked() {
                commands.push(command);
            }
        }
    });
}
