//! The inspector of several items.

use crate::editor::inspector::card::{card_ui, titled_card_ui};
use crate::editor::inspector::{bounding_box, marker, path, wall};
use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::theme;
use egui::{RichText, Ui};
use steerwright_authoring::command::{ClipboardCommand, EditCommand, WindowCommand};
use steerwright_authoring::{Command, Item, Session};

/// Draws the cards of several items.
pub fn multiple_ui(ui: &mut Ui, session: &mut Session, keys: &KeyMap, commands: &mut Vec<Command>) {
    titled_card_ui(
        ui,
        "Items selected",
        &format!("{} items selected", session.selection.len()),
        |ui| {
            ui.label(RichText::new(counts_text(session)).color(theme::colors(ui).text_weak));
            ui.horizontal_wrapped(|ui| {
                let is_preset = |item: &Item| matches!(item, Item::Preset(_));
                let presets = session.selection.iter().filter(is_preset).count();
                let compare = (presets > 1).then_some(Command::Window(WindowCommand::PresetTable));
                let edit = [
                    Command::Clipboard(ClipboardCommand::Cut),
                    Command::Clipboard(ClipboardCommand::Copy),
                    Command::Edit(EditCommand::Duplicate),
                    Command::Edit(EditCommand::Delete),
                ];
                for command in edit.into_iter().chain(compare) {
                    if ui
                        .button(command.label())
                        .on_hover_text(command.tooltip())
                        .clicked()
                    {
                        commands.push(command);
                    }
                }
            });
        },
    );
    let paths = session.selection.paths();
    if let Some(first) = paths.first().and_then(|&path| session.scene.path(path)) {
        let all = paths.iter().filter_map(|&id| session.scene.path(id));
        let own_colors: Vec<_> = all.map(|path| path.color).collect();
        let colors = theme::colors(ui);
        let default = colors.of_group(&session.scene, first.id, colors.path);
        if let Some(color) = card_ui(ui, "Paths", |ui| {
            path::shared_color_ui(ui, &own_colors, default, "The color of the paths.")
        }) {
            for &id in &paths {
                if let Some(path) = session.scene.path_mut(id) {
                    path.color = color;
                }
            }
            session.name_field_step("Set color");
        }
    }
    wall::several_ui(ui, session);
    marker::several_ui(ui, session);
    bounding_box::bounding_box_ui(ui, session, keys, commands);
}

/// Counts by kind: "3 nodes, 1 agent".
fn counts_text(session: &Session) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for kind in session.selection.iter().map(Item::kind) {
        match counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((kind, 1)),
        }
    }
    let word = |(kind, count): &(&str, usize)| {
        if *count == 1 {
            format!("1 {kind}")
        } else {
            format!("{count} {kind}s")
        }
    };
    let words: Vec<String> = counts.iter().map(word).collect();
    words.join(", ")
}
