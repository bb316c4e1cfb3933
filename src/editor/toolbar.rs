//! The toolbar at the left edge.

use crate::editor::key_map::KeyMap;
use crate::editor::settings::Settings;
use crate::editor::theme;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, PopupCloseBehavior, Role, Ui, WidgetInfo, vec2};
use egui_material_icons::{MaterialIcon, icons};
use steerwright_authoring::Command;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::tool::place::Placeable;
use steerwright_runtime::scene::MarkerKind;

const TOOLS: [(Command, MaterialIcon); 8] = [
    (Command::SelectTool, icons::ICON_NEAR_ME),
    (Command::PenTool, icons::ICON_TIMELINE),
    (Command::FreehandTool, icons::ICON_GESTURE),
    (Command::AgentTool, icons::ICON_DIRECTIONS_WALK),
    (Command::TargetTool, icons::ICON_MY_LOCATION),
    (Command::DangerTool, icons::ICON_WARNING),
    (Command::CellTool, icons::ICON_GRID_ON),
    (Command::PanTool, icons::ICON_PAN_TOOL),
];

/// Draws the toolbar. A click pushes the command that activates the tool.
pub fn toolbar_ui(
    ui: &mut Ui,
    tool: &Tool,
    settings: &Settings,
    keys: &KeyMap,
    commands: &mut Vec<Command>,
) {
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for (command, icon) in TOOLS {
            let shortcut = keys.text(command);
            let selected = command_of(tool) == command;
            if theme::icon_button(
                ui,
                icon,
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
            (Command::ZoomToFit, icons::ICON_FIT_SCREEN),
            (Command::Undo, icons::ICON_UNDO),
            (Command::Redo, icons::ICON_REDO),
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

/// Draws the menu of snap settings. The button is highlighted while any of them is on.
fn snap_menu_ui(ui: &mut Ui, settings: &Settings, keys: &KeyMap, commands: &mut Vec<Command>) {
    let on = |command| settings.snaps(command) == Some(true);
    let count = Settings::snap_commands()
        .filter(|&command| on(command))
        .count();
    let button = Button::new(theme::icon_text(icons::ICON_POINT_SCAN, 18.0))
        .selected(count > 0)
        .min_size(vec2(28.0, 24.0));
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (response, _) = MenuButton::from_button(button).config(config).ui(ui, |ui| {
        for command in Settings::snap_commands() {
            let mut is_on = on(command);
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
    let of = Settings::snap_commands().count();
    response.on_hover_ui(|ui| {
        theme::tooltip_ui(
            ui,
            "Snapping",
            &format!("Choose what positions snap to. {count} of {of} are on."),
            "",
        )
    });
}

/// The command that activates a tool.
pub fn command_of(tool: &Tool) -> Command {
    match tool {
        Tool::Select(_) => Command::SelectTool,
        Tool::Pen(_) => Command::PenTool,
        Tool::Freehand(_) => Command::FreehandTool,
        Tool::Pan => Command::PanTool,
        Tool::Place(place) => match place.what {
            Placeable::Agent => Command::AgentTool,
            Placeable::Marker(MarkerKind::Target) => Command::TargetTool,
            Placeable::Marker(MarkerKind::Danger) => Command::DangerTool,
            Placeable::Cells => Command::CellTool,
        },
    }
}
