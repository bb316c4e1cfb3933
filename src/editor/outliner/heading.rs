//! Headings of the list, with buttons to add items and hints for empty kinds.

use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::outliner::drag::Dragged;
use crate::editor::outliner::rows::HeadingRow;
use crate::editor::outliner::{Kind, ListInput, Outliner, OutlinerAction, command_ui, row};
use crate::editor::preset_chooser::PresetSources;
use crate::editor::theme;
use egui::containers::menu::MenuButton;
use egui::{Button, RichText, Role, ScrollArea, Ui, WidgetInfo};
use egui_material_icons::icons;
use steerwright_authoring::command::{FileCommand, OutlinerCommand, PictureCommand, ToolCommand};
use steerwright_authoring::outline::grouping;
use steerwright_authoring::presets::library;
use steerwright_authoring::{Command, Session};

/// The button beside the heading of a kind: its label, and the command that adds an item. `None` if
/// items come from a library.
fn add_command(kind: Kind) -> Option<(&'static str, Command)> {
    Some(match kind {
        Kind::Path => ("Draw a path", Command::Tool(ToolCommand::PenTool)),
        Kind::Wall => ("Draw a wall", Command::Tool(ToolCommand::WallTool)),
        Kind::Agent => ("Place an agent", Command::Tool(ToolCommand::AgentTool)),
        Kind::Marker => ("Place a target", Command::Tool(ToolCommand::TargetTool)),
        Kind::Spawner => ("Place a spawner", Command::Tool(ToolCommand::SpawnerTool)),
        Kind::Contact => (
            "Add a contact rule",
            Command::Outliner(OutlinerCommand::AddContact),
        ),
        Kind::Area => ("Draw an area", Command::Tool(ToolCommand::AreaTool)),
        Kind::Picture => (
            "Add a picture",
            Command::Picture(PictureCommand::AddPicture),
        ),
        Kind::Preset => return None,
    })
}

/// How to add the first item of a kind, with the user's shortcuts.
pub(super) fn hint(kind: Kind, keys: &KeyMap) -> String {
    let (tool, purpose) = match kind {
        Kind::Path => (ToolCommand::PenTool, "draw a path"),
        Kind::Wall => (ToolCommand::WallTool, "draw a wall"),
        Kind::Agent => (ToolCommand::AgentTool, "place one"),
        Kind::Marker => {
            let tools = [ToolCommand::TargetTool, ToolCommand::DangerTool];
            let [target, danger] = tools.map(|tool| keys.text(Command::Tool(tool)));
            if !target.is_empty() && !danger.is_empty() {
                return format!("Press {target} for a target, {danger} for a danger.");
            }
            (ToolCommand::TargetTool, "place one")
        }
        Kind::Spawner => (ToolCommand::SpawnerTool, "add agents over time"),
        Kind::Area => (ToolCommand::AreaTool, "draw an area to watch"),
        Kind::Contact => return "Rules for agents that touch.".into(),
        Kind::Picture => return "Drop a picture of the level on the canvas.".into(),
        Kind::Preset => return "A preset defines how agents move.".into(),
    };
    let instruction = keys.instruction(Command::Tool(tool));
    format!("{instruction} and click to {purpose}.")
}

impl Outliner {
    pub(super) fn heading_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        ListInput { library, keys }: ListInput<'_>,
        HeadingRow { kind, count }: HeadingRow,
        actions: &mut Vec<OutlinerAction>,
    ) {
        let folded = self.folded.kinds.contains(&kind);
        let heading = row::heading_ui(ui, kind, count, folded, |ui| {
            let hint = hint(kind, keys);
            match add_command(kind) {
                Some((label, command)) => add_ui(ui, label, &hint, command, actions),
                None => library_ui(ui, library, &hint, actions),
            }
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

fn add_ui(
    ui: &mut Ui,
    label: &str,
    hint: &str,
    command: Command,
    actions: &mut Vec<OutlinerAction>,
) {
    let button = Button::new(theme::icon_text(icons::ICON_ADD, 16.0)).frame(false);
    let response = ui.add(button).on_hover_text(format!("{label}\n{hint}"));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
    if response.clicked() {
        actions.push(OutlinerAction::Command(command));
    }
}

fn library_ui(
    ui: &mut Ui,
    library: PresetSources<'_>,
    hint: &str,
    actions: &mut Vec<OutlinerAction>,
) {
    let label = "Add a preset";
    let button = Button::new(theme::icon_text(icons::ICON_ADD, 16.0)).frame(false);
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        let help = "A preset without behaviors, to start from.";
        if ui.button("Blank preset").on_hover_text(help).clicked() {
            let preset = Box::new(library::blank_preset());
            actions.push(OutlinerAction::AddPreset(preset));
            ui.close();
        }
        ui.separator();
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
        .on_hover_text(format!("{label}\n{hint}"))
        .widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
}
