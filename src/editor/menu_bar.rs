//! The menu bar: drawn from the table of commands, each with its keys.

use crate::editor::menu_entry::Entries;
use crate::editor::theme;
use egui::{Button, RichText, Ui};
use egui_material_icons::icons;
use std::path::PathBuf;
use steerwright_authoring::Command;
use steerwright_authoring::command::{COPY_AS_CODE, MENUS};

/// What the menu bar shows of the rest.
pub struct MenuInput<'a> {
    /// What entries are drawn from.
    pub shown: Entries<'a>,
    /// What undo and redo would do.
    pub undo: Option<&'a str>,
    /// What redo would do.
    pub redo: Option<&'a str>,
    /// Looks which of the files opened lately are there: only while they are listed, as a disk may be slow to answer.
    pub recent: &'a dyn Fn() -> Vec<PathBuf>,
    /// The built-in sample scenes, by file name and title.
    pub samples: &'a [(String, String)],
    /// The scene's title, and whether it has unsaved changes.
    pub title: &'a str,
    /// Whether there are unsaved changes.
    pub dirty: bool,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum MenuChoice {
    /// A command.
    Command(Command),
    /// A file opened lately.
    Recent(PathBuf),
    /// The list of recent files is to be forgotten.
    ClearRecent,
    /// A built-in sample scene, by its index.
    Sample(usize),
}

/// Draws the bar.
pub fn menu_bar_ui(ui: &mut Ui, input: &MenuInput<'_>) -> Option<MenuChoice> {
    let mut choice = None;
    egui::MenuBar::new().ui(ui, |ui| {
        ui.label(RichText::new("Steerwright").strong().color(theme::ACCENT));
        ui.add_space(6.0);
        for (name, entries) in MENUS {
            ui.menu_button(*name, |ui| {
                ui.set_min_width(230.0);
                let ticks = input.shown.tick(entries.iter().copied().flatten());
                for entry in *entries {
                    match entry {
                        Some(command) if COPY_AS_CODE.first() == Some(command) => {
                            code_ui(ui, input, ticks, &mut choice)
                        }
                        Some(command) if COPY_AS_CODE.contains(command) => {}
                        Some(command) => {
                            if entry_ui(ui, *command, input, ticks) {
                                choice = Some(MenuChoice::Command(*command));
                            }
                        }
                        None => drop(ui.separator()),
                    }
                    if *entry == Some(Command::Open) {
                        more_to_open_ui(ui, input, &mut choice);
                    }
                }
            });
        }
        theme::right_ui(ui, |ui| {
            let keys = input.shown.keys.text(Command::Palette);
            let find = Button::new(
                RichText::new(format!("{} Find a command", icons::ICON_SEARCH.codepoint))
                    .color(theme::TEXT_WEAK),
            )
            .fill(theme::CANVAS)
            .shortcut_text(keys);
            if ui.add(find).clicked() {
                choice = Some(MenuChoice::Command(Command::Palette));
            }
            let mark = if input.dirty { " •" } else { "" };
            ui.label(
                RichText::new(format!("{}{mark}", input.title)).color(if input.dirty {
                    theme::TEXT_STRONG
                } else {
                    theme::TEXT_WEAK
                }),
            )
            .on_hover_text(if input.dirty {
                "There are unsaved changes"
            } else {
                "Everything is saved"
            });
        });
    });
    choice
}

fn entry_ui(ui: &mut Ui, command: Command, input: &MenuInput<'_>, ticks: bool) -> bool {
    let name = match (command, input.undo, input.redo) {
        (Command::Undo, Some(name), _) => format!("Undo {}", name.to_lowercase()),
        (Command::Redo, _, Some(name)) => format!("Redo {}", name.to_lowercase()),
        _ => command.label().to_owned(),
    };
    input.shown.ui(ui, command, &name, ticks)
}

fn code_ui(ui: &mut Ui, input: &MenuInput<'_>, ticks: bool, choice: &mut Option<MenuChoice>) {
    let name = if ticks {
        "\u{2003} Copy as code"
    } else {
        "Copy as code"
    };
    ui.menu_button(name, |ui| {
        for &command in COPY_AS_CODE {
            if entry_ui(ui, command, input, false) {
                *choice = Some(MenuChoice::Command(command));
            }
        }
    });
}

fn more_to_open_ui(ui: &mut Ui, input: &MenuInput<'_>, choice: &mut Option<MenuChoice>) {
    ui.menu_button("Open recent", |ui| {
        let recent = (input.recent)();
        if recent.is_empty() {
            ui.label(RichText::new("No file was opened yet").color(theme::TEXT_WEAK));
        }
        for path in &recent {
            let name = path.file_name().map_or_else(
                || path.display().to_string(),
                |name| name.to_string_lossy().into_owned(),
            );
            if ui
                .button(name)
                .on_hover_text(path.display().to_string())
                .clicked()
            {
                *choice = Some(MenuChoice::Recent(path.clone()));
                ui.close();
            }
        }
        if !recent.is_empty() {
            ui.separator();
            if ui.button("Forget these").clicked() {
                *choice = Some(MenuChoice::ClearRecent);
                ui.close();
            }
        }
    });
    ui.menu_button("Open sample", |ui| {
        for (index, (_, title)) in input.samples.iter().enumerate() {
            if ui.button(title).clicked() {
                *choice = Some(MenuChoice::Sample(index));
                ui.close();
            }
        }
    });
}
