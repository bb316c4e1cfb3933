//! The menu bar.

use crate::editor::menus::change::change_menu;
use crate::editor::menus::entry::CommandState;
use crate::editor::panels::status_bar::{self, StatusAction};
use crate::editor::theme;
use egui::containers::menu::{MenuButton, menu_style};
use egui::text::{LayoutJob, TextFormat};
use egui::{Button, Color32, Label, RichText, Role, ScrollArea, TextStyle, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;
use std::path::PathBuf;
use steerwright_analysis::lint::Diagnostic;
use steerwright_authoring::Command;
use steerwright_authoring::command::{
    FileCommand, HistoryCommand, InterfaceCommand, WindowCommand,
};
use steerwright_authoring::command::{MENUS, SUBMENUS};

/// In a narrower window, the name of the editor and of the palette have no room, in points.
const MIN_WIDTH_WITH_NAME: f32 = 900.0;
/// In a narrower window, the menus are in one menu, in points.
const MIN_WIDTH_OF_MENUS: f32 = 640.0;

/// About the height of the longest menu, in points.
const LONGEST_MENU: f32 = 700.0;

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
    /// Whether buttons show the panels at the side.
    pub has_panel_buttons: bool,
    /// The warnings, which are in the menu bar of a window that has no status bar.
    pub warnings: Option<&'a [Diagnostic]>,
}

/// A chosen menu entry.
#[derive(Clone, Debug, PartialEq)]
pub enum MenuChoice {
    /// A command.
    Command(Command),
    /// An action of the status bar, which has no room.
    Status(StatusAction),
    /// A recent file.
    Recent(PathBuf),
    /// Clear the list of recent files.
    ClearRecent,
    /// A built-in sample scene, by index.
    Sample(usize),
}

/// Draws the menu bar.
pub fn menu_bar_ui(ui: &mut Ui, input: &MenuInput<'_>) -> Option<MenuChoice> {
    let colors = theme::colors(ui);
    let mut choice = None;
    let width = ui.available_width();
    // In a bar of egui, a menu that a key opened closes again if the pointer rests on another.
    ui.horizontal(|ui| {
        menu_style(ui.style_mut());
        ui.set_min_size(vec2(ui.available_width(), ui.spacing().interact_size.y));
        if width >= MIN_WIDTH_WITH_NAME {
            ui.label(RichText::new("Steerwright").strong().color(colors.accent));
            ui.add_space(6.0);
        }
        if width < MIN_WIDTH_OF_MENUS {
            let name = format!("{} Menu", icons::ICON_MENU.codepoint);
            let (response, _) = MenuButton::new(name).ui(ui, |ui| {
                menus_ui(ui, input, &mut choice);
            });
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Menu"));
        } else {
            menus_ui(ui, input, &mut choice);
        }
        theme::right_ui(ui, |ui| {
            if input.has_panel_buttons {
                panel_buttons_ui(ui, input, &mut choice);
            }
            let keys = input
                .state
                .keys
                .text(Command::Window(WindowCommand::CommandPalette));
            let with_text = width >= MIN_WIDTH_WITH_NAME;
            let label = if with_text {
                format!("{} Command palette", icons::ICON_SEARCH.codepoint)
            } else {
                icons::ICON_SEARCH.codepoint.to_owned()
            };
            let mut find =
                Button::new(RichText::new(label).color(colors.text_weak)).fill(colors.canvas);
            if with_text {
                find = find.shortcut_text(keys);
            }
            let find = ui.add(find);
            find.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Command palette"));
            if find.clicked() {
                choice = Some(MenuChoice::Command(Command::Window(
                    WindowCommand::CommandPalette,
                )));
            }
            if let Some(warnings) = input.warnings
                && !warnings.is_empty()
            {
                let mut action = None;
                status_bar::warnings_ui(ui, warnings, &mut action);
                choice = choice.take().or(action.map(MenuChoice::Status));
            }
            title_ui(ui, input);
        });
    });
    choice
}

/// Draws the buttons of the panels at the side, which a narrow window shows on request. `ui` goes
/// from right to left.
fn panel_buttons_ui(ui: &mut Ui, input: &MenuInput<'_>, choice: &mut Option<MenuChoice>) {
    for (icon, command) in [
        (icons::ICON_TUNE, InterfaceCommand::ToggleInspector),
        (icons::ICON_LIST, InterfaceCommand::ToggleOutliner),
    ] {
        let command = Command::Interface(command);
        let (label, tooltip) = (command.label(), command.tooltip());
        let keys = input.state.keys.text(command);
        let is_shown = (input.state.checked)(command) == Some(true);
        if theme::icon_button(ui, icon, label, tooltip, &keys, is_shown).clicked() {
            *choice = Some(MenuChoice::Command(command));
        }
    }
}

/// Draws a menu for each group of commands.
fn menus_ui(ui: &mut Ui, input: &MenuInput<'_>, choice: &mut Option<MenuChoice>) {
    let mut buttons = Vec::new();
    for (name, entries) in MENUS {
        let menu = ui.menu_button(*name, |ui| {
            ui.set_min_width(230.0);
            // In a low window, long menus scroll.
            let height = ui.ctx().content_rect().height() - 60.0;
            if height < LONGEST_MENU {
                // The bar says that there is more, and lies on no entry.
                let scroll = &mut ui.spacing_mut().scroll;
                scroll.dormant_handle_opacity = 0.6;
                scroll.floating_allocated_width = scroll.bar_width;
                let area = ScrollArea::vertical()
                    .max_height(height)
                    .min_scrolled_height(height);
                area.show(ui, |ui| entries_ui(ui, entries, input, choice));
            } else {
                entries_ui(ui, entries, input, choice);
            }
        });
        buttons.push(menu.response);
    }
    change_menu(ui, &buttons);
}

/// Draws the entries of a menu.
fn entries_ui(
    ui: &mut Ui,
    entries: &[Option<Command>],
    input: &MenuInput<'_>,
    choice: &mut Option<MenuChoice>,
) {
    let has_checks = input.state.has_checks(entries.iter().copied().flatten());
    for entry in entries {
        match entry {
            Some(command) => {
                let submenu = SUBMENUS
                    .iter()
                    .find(|(_, commands)| commands.contains(command));
                match submenu {
                    Some((name, commands)) if commands.first() == Some(command) => {
                        submenu_ui(ui, name, commands, input, has_checks, choice);
                    }
                    Some(_) => {}
                    None if entry_ui(ui, *command, input, has_checks) => {
                        *choice = Some(MenuChoice::Command(*command));
                    }
                    None => {}
                }
            }
            None => drop(ui.separator()),
        }
        if *entry == Some(Command::File(FileCommand::Open)) {
            open_submenus_ui(ui, input, choice);
        }
    }
}

/// Draws the title of the scene, if there is room.
fn title_ui(ui: &mut Ui, input: &MenuInput<'_>) {
    let colors = theme::colors(ui);
    let (color, mark_color) = if input.dirty {
        (colors.text_strong, colors.text_strong)
    } else {
        // It keeps its room, so that the title does not move.
        (colors.text_weak, Color32::TRANSPARENT)
    };
    let format = |color| TextFormat::simple(TextStyle::Body.resolve(ui.style()), color);
    let mut title = LayoutJob::default();
    title.append(input.title, 0.0, format(color));
    title.append(" •", 0.0, format(mark_color));
    let response = ui.add(Label::new(title).truncate());
    response.widget_info(|| {
        let mark = if input.dirty { " •" } else { "" };
        WidgetInfo::labeled(Role::Label, true, format!("{}{mark}", input.title))
    });
    response.on_hover_text(if input.dirty {
        "Unsaved changes"
    } else {
        "All changes saved"
    });
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

fn submenu_ui(
    ui: &mut Ui,
    name: &str,
    commands: &[Command],
    input: &MenuInput<'_>,
    has_checks: bool,
    choice: &mut Option<MenuChoice>,
) {
    let name = if has_checks {
        format!("\u{2003} {name}")
    } else {
        name.to_owned()
    };
    ui.menu_button(name, |ui| {
        let has_checks = input.state.has_checks(commands.iter().copied());
        for &command in commands {
            if entry_ui(ui, command, input, has_checks) {
                *choice = Some(MenuChoice::Command(command));
            }
        }
    });
}

fn open_submenus_ui(ui: &mut Ui, input: &MenuInput<'_>, choice: &mut Option<MenuChoice>) {
    ui.menu_button("Open recent", |ui| {
        let recent = (input.recent)();
        if recent.is_empty() {
            ui.label(RichText::new("No recent files").color(theme::colors(ui).text_weak));
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
