//! The toolbar at the left edge.

use crate::editor::key_map::KeyMap;
use crate::editor::settings::Settings;
use crate::editor::theme;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::scroll_area::ScrollBarVisibility;
use egui::{Button, PopupCloseBehavior, Role, ScrollArea, Ui, WidgetInfo, vec2};
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

/// Draws the toolbar. A click pushes the command that activates the tool.
pub fn toolbar_ui(
    ui: &mut Ui,
    tool: &Tool,
    settings: &Settings,
    keys: &KeyMap,
    commands: &mut Vec<Command>,
) {
    // In a low window, the buttons scroll.
    let area = ScrollArea::vertical().scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
    area.show(ui, |ui| buttons_ui(ui, tool, settings, keys, commands));
}

fn buttons_ui(
    ui: &mut Ui,
    tool: &Tool,
    settings: &Settings,
    keys: &KeyMap,
    commands: &mut Vec<Command>,
) {
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        // Tools for one kind of selected item are in its inspector.
        let tools = ToolCommand::ALL.iter().copied();
        for tool_command in tools.filter(|&tool| !needs_selection(tool)) {
            let command = Command::Tool(tool_command);
            let shortcut = keys.text(command);
            let selected = tool.command() == tool_command;
            if theme::icon_button(
                ui,
                tool_icon(tool_command),
                command.label(),
                command.tooltip(),
                &shortcut,
                selected,
            )
            .clicked()
            {
                commands.push(command);
            }
        }
        ui.add_space(6.0);
        ui.separator();
        snap_menu_ui(ui, settings, keys, commands);
        for (command, icon) in [
            (
                Command::View(ViewCommand::ZoomToFit),
                icons::ICON_FIT_SCREEN,
            ),
            (Command::History(HistoryCommand::Undo), icons::ICON_UNDO),
            (Command::History(HistoryCommand::Redo), icons::ICON_REDO),
        ] {
            let shortcut = keys.text(command);
            if theme::icon_button(
                ui,
                icon,
                command.label(),
                command.tooltip(),
                &shortcut,
                false,
            )
            .clicked()
            {
                commands.push(command);
            }
        }
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
    let button = Button::new(theme::icon_text(icons::ICON_POINT_SCAN, 18.0))
        .selected(count > 0)
        .min_size(vec2(28.0, 24.0));
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (response, _) = MenuButton::from_button(button).config(config).ui(ui, |ui| {
        for &snap_command in SnapCommand::ALL {
            let mut is_on = snap.is_on(snap_command);
            let command = Command::Snap(snap_command);
            let text = keys.text(command);
            let label = if text.is_empty() {
                command.label().to_owned()
            } else {
                format!("{}  ({text})", command.label())
            };
            if ui
                .checkbox(&mut is_on, label)
                .on_hover_text(command.tooltip())
                .changed()
            {
                commands.push(command);
            }
        }
    });
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, count > 0, "Snapping"));
    let of = SnapCommand::ALL.len();
    response.on_hover_ui(|ui| {
        theme::tooltip_ui(
            ui,
            "Snapping",
            &format!("Choose what positions snap to. {count} of {of} are on."),
            "",
        )
    });
}
