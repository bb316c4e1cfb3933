//! The menu bar.

use crate::editor::menu_entry::CommandState;
use crate::editor::theme;
use egui::{Button, RichText, Ui};
use egui_material_icons::icons;
use std::path::PathBuf;
use steerwright_authoring::Command;
use steerwright_authoring::command::{COPY_AS_CODE, MENUS};
use steerwright_authoring::command::{FileCommand, HistoryCommand, WindowCommand};

/// What the menu bar shows.
pub struct MenuInput<'a> {
    /// The state of the commands.
    pub state: CommandState<'a>,
    /// The step that undo would undo.
    pub undo: Option<&'a str>,
    /// The step that redo would redo.
    pub redo: Option<&'a str>,
    /// Returns the recent files that exist. Called only while they are listed, because a disk may
    /// be slow.
    pub recent: &'a dyn Fn() -> Vec<PathBuf>,
    /// The built-in sample scenes, by file name and title.
    pub samples: &'a [(String, String)],
    /// The title of the scene.
    pub title: &'a str,
    /// Whether there are unsaved changes.
    pub dirty: bool,
}

/// A chosen menu entry.
#[derive(Clone, Debug, PartialEq)]
pub enum MenuChoice {
    /// A command.
    Command(Command),
    /// A recent file.
    Recent(PathBuf),
    /// Clear the list of recent files.
    ClearRecent,
    /// A built-in sample scene, by index.
    Sample(usize),
}

/// Draws the menu bar.
pub fn menu_bar_ui(ui: &mut Ui, input: &MenuInput<'_>) -> Option<MenuChoice> {
    let mut choice = None;
    egui::MenuBar::new().ui(ui, |ui| {
        ui.label(RichText::new("Steerwright").strong().color(theme::ACCENT));
        ui.add_space(6.0);
        for (name, entries) in MENUS {
            ui.menu_button(*name, |ui| {
                ui.set_min_width(230.0);
                let has_checks = input.state.has_checks(entries.iter().copied().flatten());
                for entry in *entries {
                    match entry {
                        Some(command) if COPY_AS_CODE.first() == Some(command) => {
                            code_ui(ui, input, has_checks, &mut choice)
                        }
                        Some(command) if COPY_AS_CODE.contains(command) => {}
                        Some(command) => {
                            if entry_ui(ui, *command, input, has_checks) {
                                choice = Some(MenuChoice::Command(*command));
                            }
                        }
                        None => drop(ui.separator()),
                    }
                    if *entry == Some(Command::File(FileCommand::Open)) {
                        open_submenus_ui(ui, input, &mut choice);
                    }
                }
            });
        }
        theme::right_ui(ui, |ui| {
            let keys = input
                .state
                .keys
                .text(Command::Window(WindowCommand::CommandPalette));
            let find = Button::new(
                RichText::new(format!("{} Command palette", icons::ICON_SEARCH.codepoint))
                    .color(theme::TEXT_WEAK),
            )
            .fill(theme::CANVAS)
            .shortcut_text(keys);
            if ui.add(find).clicked() {
                choice = Some(MenuChoice::Command(Command::Window(
                    WindowCommand::CommandPalette,
                )));
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
                "Unsaved changes"
            } else {
                "All changes saved"
            });
        });
    });
    choice
}

fn entry_ui(ui: &mut Ui, command: Command, input: &MenuInput<'_>, has_checks: bool) -> bool {
    let name = match (command, input.undo, input.redo) {
        (Command::History(HistoryCommand::Undo), Some(name), _) => {
            format!("Undo {}", name.to_lowercase())
        }
        (Command::History(HistoryCommand::Redo), _, Some(name)) => {
            format!("Redo {}", name.to_lowercase())
        }
        _ => command.label().to_owned(),
    };
    input.state.ui(ui, command, &name, has_checks)
}

fn code_ui(ui: &mut Ui, input: &MenuInput<'_>, has_checks: bool, choice: &mut Option<MenuChoice>) {
    let name = if has_checks {
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

fn open_submenus_ui(ui: &mut Ui, input: &MenuInput<'_>, choice: &mut Option<MenuChoice>) {
    ui.menu_button("Open recent", |ui| {
        let recent = (input.recent)();
        if recent.is_empty() {
            ui.label(RichText::new("No recent files").color(theme::TEXT_WEAK));
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
            if ui.button("Clear recent files").clicked() {
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
