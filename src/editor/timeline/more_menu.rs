//! The menu of the playback controls that have no room in a narrow window.

use crate::editor::theme;
use crate::editor::timeline::repeat_menu;
use crate::editor::timeline::speed::speed_menu_ui;
use crate::editor::timeline::{TimelineAction, TimelineInput};
use egui::containers::menu::MenuButton;
use egui::{Button, Role, ScrollArea, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;
use steerwright_authoring::Command;
use steerwright_authoring::command::{CompareCommand, PlaybackCommand};

const MORE_CONTROLS: &str = "More playback controls";

/// Draws the menu.
pub(super) fn more_ui(ui: &mut Ui, input: &TimelineInput<'_>, actions: &mut Vec<TimelineAction>) {
    let icon = theme::icon_text(icons::ICON_MORE_HORIZ, 18.0);
    let button = Button::new(icon).min_size(vec2(28.0, 24.0));
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        let height = ui.ctx().content_rect().height() * 0.7;
        let area = ScrollArea::vertical().max_height(height);
        area.show(ui, |ui| entries_ui(ui, input, actions));
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, MORE_CONTROLS));
    response.on_hover_text("Shows the playback controls that have no room here.");
}

fn entries_ui(ui: &mut Ui, input: &TimelineInput<'_>, actions: &mut Vec<TimelineAction>) {
    let can_take_over = input.recorded.is_some() || input.can_take_over;
    for (command, action, enabled) in [
        (
            PlaybackCommand::StepBack,
            TimelineAction::StepBack,
            input.can_step_back(),
        ),
        (
            PlaybackCommand::StepForward,
            TimelineAction::StepForward,
            true,
        ),
        (
            PlaybackCommand::TakeOver,
            TimelineAction::TakeOver,
            can_take_over,
        ),
    ] {
        let command = Command::Playback(command);
        let button = Button::new(command.label()).shortcut_text(input.keys.text(command));
        let response = ui.add_enabled(enabled, button);
        if response.on_hover_text(command.tooltip()).clicked() {
            actions.push(action);
        }
    }
    if input.versions.is_some() {
        for compare in [CompareCommand::KeepA, CompareCommand::KeepB] {
            let command = Command::Compare(compare);
            let response = ui.button(command.label());
            if response.on_hover_text(command.tooltip()).clicked() {
                actions.push(TimelineAction::Compare(compare));
            }
        }
    }
    ui.separator();
    repeat_menu::entries_ui(ui, input, actions);
    ui.separator();
    speed_menu_ui(ui, input, actions);
}
