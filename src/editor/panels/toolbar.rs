//! The toolbar at the left edge.

use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::preferences::settings::Settings;
use crate::editor::theme;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    Button, Color32, FontId, PopupCloseBehavior, Role, ScrollArea, Separator, Ui, Vec2, WidgetInfo,
    vec2,
};
use egui_material_icons::{MaterialIcon, icons};
use steerwright_authoring::Command;
use steerwright_authoring::command::{
    HistoryCommand, Requirement, SnapCommand, ToolCommand, ViewCommand,
};
use steerwright_authoring::tool::Tool;

/// The icon of a tool.
const fn tool_icon(command: ToolCommand) -> MaterialIcon {
    match command {
        ToolCommand::SelectTool => icons::ICON_NEAR_ME,
        ToolCommand::PenTool => icons::ICON_TIMELINE,
        ToolCommand::FreehandTool => icons::ICON_GESTURE,
        ToolCommand::WallTool => icons::ICON_FENCE,
        ToolCommand::WallRectangleTool => icons::ICON_CROP_SQUARE,
        ToolCommand::AreaTool => icons::ICON_VISIBILITY,
        ToolCommand::AreaRectangleTool => icons::ICON_HIGHLIGHT_ALT,
        ToolCommand::AgentTool => icons::ICON_DIRECTIONS_WALK,
        ToolCommand::TargetTool => icons::ICON_MY_LOCATION,
        ToolCommand::DangerTool => icons::ICON_WARNING,
        ToolCommand::CellTool => icons::ICON_GRID_ON,
        ToolCommand::SpawnerTool => icons::ICON_GROUP_ADD,
        ToolCommand::PictureScaleTool => icons::ICON_STRAIGHTEN,
        ToolCommand::PanTool => icons::ICON_PAN_TOOL,
    }
}

const SNAPPING: &str = "Snapping";
const MORE_TOOLS: &str = "More tools";
/// The smallest size of a button, in points.
const MIN_BUTTON: Vec2 = vec2(28.0, 24.0);
/// The distance between buttons, in points.
const GAP: f32 = 4.0;
/// The size of the icons, in points.
const ICON: f32 = 18.0;
/// The height of the line between tools and other buttons, in points.
const LINE: f32 = 12.0;

/// A part of the toolbar.
#[derive(Clone, Copy)]
enum Entry {
    Command(Command, MaterialIcon),
    Line,
    Snapping,
}

/// All entries, from top to bottom.
fn entries() -> Vec<Entry> {
    // Tools for one kind of selected item are in its inspector.
    let tools = ToolCommand::ALL
        .iter()
        .filter(|&&tool| !needs_selection(tool));
    let tools = tools.map(|&tool| Entry::Command(Command::Tool(tool), tool_icon(tool)));
    let fit = Command::View(ViewCommand::ZoomToFit);
    tools
        .chain([
            Entry::Line,
            Entry::Snapping,
            Entry::Command(fit, icons::ICON_FIT_SCREEN),
            Entry::Command(Command::History(HistoryCommand::Undo), icons::ICON_UNDO),
            Entry::Command(Command::History(HistoryCommand::Redo), icons::ICON_REDO),
        ])
        .collect()
}

/// How many of the entries with these heights fit into a toolbar. If not all do, there is room for
/// one more button below them.
fn fitting(heights: &[f32], available: f32, button: f32) -> usize {
    let mut end = 0.0;
    let ends: Vec<f32> = heights
        .iter()
        .map(|height| {
            let bottom = end + height;
            end = bottom + GAP;
            bottom
        })
        .collect();
    if ends.last().is_none_or(|&end| end <= available) {
        return heights.len();
    }
    let room = available - GAP - button;
    ends.iter().take_while(|&&end| end <= room).count()
}

/// Draws the toolbar. A click pushes the command that activates the tool. What does not fit is in a
/// menu at the end.
pub fn toolbar_ui(
    ui: &mut Ui,
    tool: &Tool,
    settings: &Settings,
    keys: &KeyMap,
    commands: &mut Vec<Command>,
) {
    let entries = entries();
    let button = button_height(ui);
    let heights: Vec<f32> = entries
        .iter()
        .map(|entry| match entry {
            Entry::Line => LINE,
            Entry::Command(..) | Entry::Snapping => button,
        })
        .collect();
    let mut count = fitting(&heights, ui.available_height(), button);
    if count < entries.len() && count > 0 && matches!(entries[count - 1], Entry::Line) {
        count -= 1;
    }
    let (shown, rest) = entries.split_at(count);
    let is_active = |command: Command| command == Command::Tool(tool.command());
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = GAP;
        for &entry in shown {
            match entry {
                Entry::Command(command, icon) => {
                    let shortcut = keys.text(command);
                    let (label, tooltip) = (command.label(), command.tooltip());
                    let selected = is_active(command);
                    let button =
                        theme::icon_button_in_column(ui, icon, label, tooltip, &shortcut, selected);
                    if button.clicked() {
                        commands.push(command);
                    }
                }
                Entry::Line => {
                    ui.add(Separator::default().spacing(LINE));
                }
                Entry::Snapping => snap_menu_ui(ui, settings, keys, commands),
            }
        }
        if !rest.is_empty() {
            rest_menu_ui(ui, rest, &is_active, settings, keys, commands);
        }
    });
}

/// The height of a button.
fn button_height(ui: &Ui) -> f32 {
    let font = FontId::proportional(ICON);
    let icon = icons::ICON_UNDO.codepoint.to_owned();
    let icon = ui.painter().layout_no_wrap(icon, font, Color32::WHITE);
    (icon.size().y + 2.0 * ui.spacing().button_padding.y).max(MIN_BUTTON.y)
}

/// Draws the menu of what has no room. Its button is highlighted while it contains the active tool.
fn rest_menu_ui(
    ui: &mut Ui,
    rest: &[Entry],
    is_active: &dyn Fn(Command) -> bool,
    settings: &Settings,
    keys: &KeyMap,
    commands: &mut Vec<Command>,
) {
    let has_active = (rest.iter()).any(|entry| match entry {
        Entry::Command(command, _) => is_active(*command),
        Entry::Line | Entry::Snapping => false,
    });
    let button = Button::new(theme::icon_text(icons::ICON_MORE_HORIZ, ICON))
        .selected(has_active)
        .min_size(MIN_BUTTON);
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        ScrollArea::vertical().show(ui, |ui| {
            for &entry in rest {
                match entry {
                    Entry::Command(command, icon) => {
                        let label = command.label();
                        let text = format!("{}  {label}", icon.codepoint);
                        let mut button = Button::new(text).selected(is_active(command));
                        let shortcut = keys.text(command);
                        if !shortcut.is_empty() {
                            button = button.shortcut_text(shortcut);
                        }
                        let response = ui.add(button);
                        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
                        if response.on_hover_text(command.tooltip()).clicked() {
                            commands.push(command);
                            ui.close();
                        }
                    }
                    Entry::Line => {
                        ui.separator();
                    }
                    Entry::Snapping => {
                        let text = format!("{}  {SNAPPING}", icons::ICON_POINT_SCAN.codepoint);
                        let response = ui.menu_button(text, |ui| {
                            snap_entries_ui(ui, settings, keys, commands);
                        });
                        let info = || WidgetInfo::labeled(Role::Button, true, SNAPPING);
                        response.response.widget_info(info);
                    }
                }
            }
        });
    });
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, has_active, MORE_TOOLS));
    theme::tooltip_beside(&response, |ui| {
        ui.label("Shows the tools that have no room here.");
    });
}

fn needs_selection(tool: ToolCommand) -> bool {
    Command::Tool(tool).requirement() != Requirement::Nothing
}

/// Draws the menu of snap settings. The button is highlighted while any of them is on.
fn snap_menu_ui(ui: &mut Ui, settings: &Settings, keys: &KeyMap, commands: &mut Vec<Command>) {
    let snap = settings.snap;
    let count = SnapCommand::ALL
        .iter()
        .filter(|&&command| snap.is_on(command))
        .count();
    let button = Button::new(theme::icon_text(icons::ICON_POINT_SCAN, ICON))
        .selected(count > 0)
        .min_size(MIN_BUTTON);
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let menu = MenuButton::from_button(button).config(config);
    let (response, _) = menu.ui(ui, |ui| snap_entries_ui(ui, settings, keys, commands));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, count > 0, SNAPPING));
    let of = SnapCommand::ALL.len();
    theme::tooltip_beside(&response, |ui| {
        theme::tooltip_ui(
            ui,
            SNAPPING,
            &format!("Choose what positions snap to. {count} of {of} are on."),
            "",
        )
    });
}

/// Draws a check box for each snap setting.
fn snap_entries_ui(ui: &mut Ui, settings: &Settings, keys: &KeyMap, commands: &mut Vec<Command>) {
    for &snap_command in SnapCommand::ALL {
        let mut is_on = settings.snap.is_on(snap_command);
        let command = Command::Snap(snap_command);
        let text = keys.text(command);
        let label = if text.is_empty() {
            command.label().to_owned()
        } else {
            format!("{}  ({text})", command.label())
        };
        let check = theme::checkbox_ui(ui, &mut is_on, label);
        if check.on_hover_text(command.tooltip()).changed() {
            commands.push(command);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_without_room_leave_room_for_the_menu_that_has_them() {
        let heights = [24.0, 24.0, 12.0, 24.0];
        let all = 24.0 + 24.0 + 12.0 + 24.0 + 3.0 * GAP;
        assert_eq!(fitting(&heights, all, 24.0), 4);
        let count = fitting(&heights, all - 1.0, 24.0);
        assert_eq!(count, 2);
        let used: f32 = heights[..count].iter().map(|height| height + GAP).sum();
        assert!(used + 24.0 < all);
        assert_eq!(fitting(&heights, 10.0, 24.0), 0);
    }
}
