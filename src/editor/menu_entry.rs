//! A command in a menu: its name, its key, a tick if it is on.

use crate::editor::key_map::KeyMap;
use egui::{Button, Ui};
use egui_material_icons::icons;
use steerwright_authoring::Command;

/// What entries are drawn from.
#[derive(Clone, Copy)]
pub struct Entries<'a> {
    /// Whether a command can be used now.
    pub enabled: &'a dyn Fn(Command) -> bool,
    /// Whether a command that switches something is on.
    pub checked: &'a dyn Fn(Command) -> Option<bool>,
    /// The keys shown beside them.
    pub keys: &'a KeyMap,
}

impl Entries<'_> {
    /// Whether any of these commands has a tick: then every name leaves room for one.
    pub fn tick(&self, commands: impl IntoIterator<Item = Command>) -> bool {
        commands
            .into_iter()
            .any(|command| (self.checked)(command).is_some())
    }

    /// Draws an entry under `name`, with room for a tick if the menu has any; whether it was chosen.
    pub fn ui(&self, ui: &mut Ui, command: Command, name: &str, ticks: bool) -> bool {
        let label = match (self.checked)(command) {
            Some(true) => format!("{} {name}", icons::ICON_CHECK.codepoint),
            _ if ticks => format!("\u{2003} {name}"),
            _ => name.to_owned(),
        };
        let button = Button::new(label).shortcut_text(self.keys.text(command));
        let chosen = ui
            .add_enabled((self.enabled)(command), button)
            .on_hover_text(command.tooltip())
            .clicked();
        if chosen {
            ui.close();
        }
        chosen
    }
}
