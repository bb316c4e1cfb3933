//! Headings of the list, with buttons to add items and hints for empty kinds.

use super::drag::Dragged;
use super::{Kind, Outliner, OutlinerAction, command_ui, row};
use crate::editor::key_map::KeyMap;
use crate::editor::preset_chooser::PresetSources;
use crate::editor::theme;
use egui::containers::menu::MenuButton;
use egui::{Button, RichText, Role, ScrollArea, Ui, WidgetInfo};
use egui_material_icons::icons;
use steerwright_authoring::command::{FileCommand, OutlinerCommand, PictureCommand, ToolCommand};
use steerwright_authoring::{Command, Session, grouping};

/// How to add the first item of a kind, with the user's shortcuts.
pub(super) fn hint(kind: Kind, keys: &KeyMap) -> String {
    match kind {
        Kind::Path => format!(
            "{} and click to draw a path.",
            keys.instruction(Command::Tool(ToolCommand::PenTool))
        ),
        Kind::Wall => format!(
            "{} and click to draw a wall.",
            keys.instruction(Command::Tool(ToolCommand::WallTool))
        ),
        Kind::Agent => format!(
            "{} and click to place one.",
            keys.instruction(Command::Tool(ToolCommand::AgentTool))
        ),
        Kind::Marker => {
            match [
                Command::Tool(ToolCommand::TargetTool),
                Command::Tool(ToolCommand::DangerTool),
            ]
            .map(|command| keys.text(command))
            {
                [target, danger] if !target.is_empty() && !danger.is_empty() => {
                    format!("Press {target} for a target, {danger} for a danger.")
                }
                _ => format!(
                    "{} and click to place one.",
                    keys.instruction(Command::Tool(ToolCommand::TargetTool))
                ),
            }
        }
        Kind::Spawner => format!(
            "{} and click to add agents over time.",
            keys.instruction(Command::Tool(ToolCommand::SpawnerTool))
        ),
        Kind::Contact => "Rules for agents that touch.".into(),
        Kind::Area => format!(
            "{} and click to draw an area to watch.",
            keys.instruction(Command::Tool(ToolCommand::AreaTool))
        ),
        Kind::Picture => "Drop a picture of the level on the canvas.".into(),
        Kind::Preset => "A preset defines how agents move.".into(),
    }
}

impl Outliner {
    pub(super) fn heading_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        library: PresetSources<'_>,
        (kind, count): (Kind, usize),
        actions: &mut Vec<OutlinerAction>,
    ) {
        let folded = self.folded.kinds.contains(&kind);
        let heading = row::heading_ui(ui, kind, count, folded, |ui| match kind {
            Kind::Path => add_ui(
                ui,
                "Draw a path",
                Command::Tool(ToolCommand::PenTool),
                actions,
            ),
            Kind::Wall => add_ui(
                ui,
                "Draw a wall",
                Command::Tool(ToolCommand::WallTool),
                actions,
            ),
            Kind::Agent => add_ui(
                ui,
                "Place an agent",
                Command::Tool(ToolCommand::AgentTool),
                actions,
            ),
            Kind::Marker => add_ui(
                ui,
                "Place a target",
                Command::Tool(ToolCommand::TargetTool),
                actions,
            ),
            Kind::Spawner => add_ui(
                ui,
                "Place a spawner",
                Command::Tool(ToolCommand::SpawnerTool),
                actions,
            ),
            Kind::Contact => add_ui(
                ui,
                "Add a contact rule",
                Command::Outliner(OutlinerCommand::AddContact),
                actions,
            ),
            Kind::Area => add_ui(
                ui,
                "Draw an area",
                Command::Tool(ToolCommand::AreaTool),
                actions,
            ),
            Kind::Picture => add_ui(
                ui,
                "Add a picture",
                Command::Picture(PictureCommand::AddPicture),
                actions,
            ),
            Kind::Preset => library_ui(ui, library, actions),
        });
        if heading.clicked() && !self.folded.kinds.remove(&kind) {
            self.folded.kinds.insert(kind);
        }
        if let Some(dropped) = heading.dnd_release_payload::<Dragged>() {
            // Dropping rows on a heading moves them out of all groups.
            grouping::move_to_group(&mut session.scene, &dropped.0, None);
            session.name_step("Remove from group");
        }
    }
}

fn add_ui(ui: &mut Ui, label: &str, command: Command, actions: &mut Vec<OutlinerAction>) {
    let button = Button::new(theme::icon_text(icons::ICON_ADD, 16.0)).frame(false);
    let response = ui.add(button).on_hover_text(label);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
    if response.clicked() {
        actions.push(OutlinerAction::Command(command));
    }
}

fn library_ui(ui: &mut Ui, library: PresetSources<'_>, actions: &mut Vec<OutlinerAction>) {
    let label = "Add from library";
    let button = Button::new(theme::icon_text(icons::ICON_ADD, 16.0)).frame(false);
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
            for preset in library.all() {
                let text =
                    RichText::new(preset.name.as_str()).color(theme::colors(ui).item(preset.color));
                if ui
                    .button(text)
                    .on_hover_text(preset.description.as_str())
                    .clicked()
                {
                    actions.push(OutlinerAction::AddPreset(Box::new(preset.clone())));
                    ui.close();
                }
            }
        });
        ui.separator();
        command_ui(ui, Command::File(FileCommand::LoadPreset), actions);
    });
    response
        .on_hover_text(label)
        .widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
}
