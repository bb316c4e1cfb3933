//! The tools, in a strip at the left edge.

use crate::authoring::Command;
use crate::authoring::tool::Tool;
use crate::authoring::tool::place::What;
use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use crate::scene::MarkerKind;
use egui::Ui;
use egui_material_icons::{MaterialIcon, icons};

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
pub fn toolbar_ui(ui: &mut Ui, tool: &Tool, snapping: bool, keys: &KeyMap, commands: &mut Vec<Command>) {
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for (command, icon) in TOOLS {
            let shortcut = keys.text(command);
            let selected = command_of(tool) == command;
            if theme::icon_button(ui, icon, command.label(), command.tooltip(), &shortcut, selected).clicked() {
                commands.push(command);
            }
        }
        ui.add_space(6.0);
        ui.separator();
        for (command, icon, on) in [
            (Command::ToggleSnap, icons::ICON_GRID_4X4, snapping),
            (Command::Fit, icons::ICON_FIT_SCREEN, false),
            (Command::Undo, icons::ICON_UNDO, false),
            (Command::Redo, icons::ICON_REDO, false),
        ] {
            let shortcut = keys.text(command);
            if theme::icon_button(ui, icon, command.label(), command.tooltip(), &shortcut, on).clicked() {
                commands.push(command);
            }
        }
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
