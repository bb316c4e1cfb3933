//! A command in a menu with its shortcut and, if it is on, a check mark.

use crate::editor::keyboard::key_map::KeyMap;
use egui::{Button, Role, Ui, WidgetInfo};
use egui_material_icons::icons;
use steerwright_authoring::Command;

/// The state of the commands.
#[derive(Clone, Copy)]
pub struct CommandState<'a> {
    /// Whether a command is enabled.
    pub enabled: &'a dyn Fn(Command) -> bool,
    /// Whether a toggle command is on. `None` if it is not a toggle.
    pub checked: &'a dyn Fn(Command) -> Option<bool>,
    /// The shortcuts to show.
    pub keys: &'a KeyMap,
}

impl CommandState<'_> {
    /// Whether any of these commands is a toggle. All labels then leave space for a check mark.
    pub fn has_checks(&self, commands: impl IntoIterator<Item = Command>) -> bool {
        commands
            .into_iter()
            .any(|command| (self.checked)(command).is_some())
    }

    /// Draws an entry with the label `name`. Returns whether it was chosen.
    pub fn ui(&self, ui: &mut Ui, command: Command, name: &str, has_checks: bool) -> bool {
        let label = match (self.checked)(command) {
            Some(true) => format!("{} {name}", icons::ICON_CHECK.codepoint),
            _ if has_checks => format!("\u{2003} {name}"),
            _ => name.to_owned(),
        };
        let mut button = Button::new(label);
        let keys = self.keys.text(command);
        if !keys.is_empty() {
            button = button.shortcut_text(keys);
        }
        let response = ui.add_enabled((self.enabled)(command), button);
        let (enabled, checked) = (response.enabled(), (self.checked)(command));
        response.widget_info(|| match checked {
            Some(on) => WidgetInfo::selected(Role::Button, enabled, on, name),
            None => WidgetInfo::labeled(Role::Button, enabled, name),
        });
        let chosen = response.on_hover_text(command.tooltip()).clicked();
        if chosen {
            ui.close();
        }
        chosen
    }
}
