//! The tools, in a strip at the left edge.

use crate::editor::key_map::KeyMap;
use crate::editor::settings::Settings;
use crate::editor::theme;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, PopupCloseBehavior, Role, Ui, WidgetInfo, vec2};
use egui_material_icons::{MaterialIcon, icons};
use steerwright_authoring::Command;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::tool::place::What;
use steerwright_runtime::scene::MarkerKind;

const TOOLS: [(Command, MaterialIcon); 8] = [
    (Command::SelectTool, icons::ICON_NEAR_ME),
    (Command::PenTool, icons::ICON_TIMELINE),
    (Command::FreehandTool, icons::ICON_GESTURE),
    (Command::AgentTool, icons::ICON_DIRECTIONS_WALK),
    (Command::TargetTool, icons::ICON_MY_LOCATION),
    (Command::DangerTool, icons::ICON_WARNING),
    (Command::CellTool, icons::ICON_GRID_ON),
    (Command::HandTool, icons::ICON_PAN_TOOL),
];

/// Draws the strip; a click pushes the command that takes the tool up.
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
            (Command::Fit, icons::ICON_FIT_SCREEN),
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

/// What positions snap to, each with a switch; the button is lit while anything is on.
fn snap_menu_ui(ui: &mut Ui, settings: &Settings, keys: &KeyMap, commands: &mut Vec<Command>) {
    let on = |command| settings.snaps(command) == Some(true);
    let count = Settings::snap_commands()
        .filter(|&command| on(command))
        .count();
    let button = Button::new(theme::icon_text(icons::ICON_POINT_SCAN, 18.0))
        .selected(count > 0)
        .min_size(vec2(28.0, 24.0));
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (response, _) = MenuButton::from_button(button).config(stays).ui(ui, |ui| {
        for command in Settings::snap_commands() {
            let mut ticked = on(command);
            let text = keys.text(command);
            let label = if text.is_empty() {
                command.label().to_owned()
            } else {
                format!("{}  ({text})", command.label())
            };
            if ui
                .checkbox(&mut ticked, label)
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
            &format!("What positions snap to: {count} of {of} are on."),
            "",
        )
    });
}

/// The command that takes a tool up.
pub fn command_of(tool: &Tool) -> Command {
    match tool {
        Tool::Select(_) => Command::SelectTool,
        Tool::Pen(_) => Command::PenTool,
        Tool::Freehand(_) => Command::FreehandTool,
        Tool::Hand => Command::HandTool,
        Tool::Place(place) => match place.what {
            What::Agent => Command::AgentTool,
            What::Marker(MarkerKind::Target) => Command::TargetTool,
            What::Marker(MarkerKind::Danger) => Command::DangerTool,
            What::Cells => Command::CellTool,
        },
    }
}
