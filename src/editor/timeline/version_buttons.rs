//! What is compared as A and B, and the buttons that keep one of them.

use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::theme;
use crate::editor::timeline::{TimelineAction, Versions};
use egui::{Align, Label, Layout, RichText, Role, Ui, WidgetInfo};
use egui_material_icons::{MaterialIcon, icons};
use steerwright_authoring::Command;
use steerwright_authoring::command::CompareCommand;

/// Draws a line for each version, with the button that keeps it. `choice_ui` draws which versions
/// are shown, from right to left.
pub(super) fn versions_ui(
    ui: &mut Ui,
    versions: Versions<'_>,
    keys: &KeyMap,
    actions: &mut Vec<TimelineAction>,
    choice_ui: impl FnOnce(&mut Ui),
) {
    let mut choice_ui = Some(choice_ui);
    for (letter, name, command) in [
        ("A", versions.a, CompareCommand::KeepA),
        ("B", versions.b, CompareCommand::KeepB),
    ] {
        ui.horizontal(|ui| {
            theme::right_ui(ui, |ui| {
                button_ui(ui, command, keys, actions);
                if command == CompareCommand::KeepA {
                    let (swap, beside) = (icons::ICON_SWAP_VERT, icons::ICON_SPLITSCREEN_RIGHT);
                    icon_ui(ui, swap, CompareCommand::SwapVersions, keys, actions);
                    icon_ui(ui, beside, CompareCommand::ToggleSideBySide, keys, actions);
                } else if let Some(choice_ui) = choice_ui.take() {
                    ui.scope(choice_ui);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.label(
                        RichText::new(letter)
                            .strong()
                            .color(theme::colors(ui).text_strong),
                    );
                    let name = RichText::new(name).color(theme::colors(ui).text_weak);
                    ui.add(Label::new(name).truncate());
                });
            });
        });
    }
}

/// Draws the buttons that keep a version, from right to left, for a timeline without plots.
pub(super) fn keep_buttons_ui(ui: &mut Ui, keys: &KeyMap, actions: &mut Vec<TimelineAction>) {
    button_ui(ui, CompareCommand::KeepB, keys, actions);
    button_ui(ui, CompareCommand::KeepA, keys, actions);
}

fn button_ui(
    ui: &mut Ui,
    compare: CompareCommand,
    keys: &KeyMap,
    actions: &mut Vec<TimelineAction>,
) {
    let command = Command::Compare(compare);
    let response = ui.small_button(command.label()).on_hover_ui(|ui| {
        theme::tooltip_ui(ui, command.label(), command.tooltip(), &keys.text(command));
    });
    if response.clicked() {
        actions.push(TimelineAction::Compare(compare));
    }
}

fn icon_ui(
    ui: &mut Ui,
    icon: MaterialIcon,
    compare: CompareCommand,
    keys: &KeyMap,
    actions: &mut Vec<TimelineAction>,
) {
    let command = Command::Compare(compare);
    let (label, tooltip) = (command.label(), command.tooltip());
    let key = keys.text(command);
    let response = ui.small_button(icon.codepoint);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
    let response = response.on_hover_ui(|ui| theme::tooltip_ui(ui, label, tooltip, &key));
    if response.clicked() {
        actions.push(TimelineAction::Compare(compare));
    }
}
