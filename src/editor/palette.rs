//! The command palette: every command by name.

use crate::authoring::Command;
use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::{Context, Id, Key, Modal, RichText, ScrollArea, TextEdit, Ui};

/// The palette, open or not.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    open: bool,
    typed: String,
    chosen: usize,
}

impl Palette {
    /// Opens it, empty.
    pub fn open(&mut self) {
        *self = Self { open: true, ..Self::default() };
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws it, if it is open; returns the command chosen.
    pub fn ui(&mut self, ctx: &Context, keys: &KeyMap, enabled: &dyn Fn(Command) -> bool) -> Option<Command> {
        if !self.open {
            return None;
        }
        let mut result = None;
        let modal = Modal::new(Id::unique("palette")).show(ctx, |ui| {
            ui.set_width(460.0);
            result = self.list_ui(ui, keys, enabled);
        });
        if result.is_some() || modal.should_close() {
            self.open = false;
        }
        result
    }

    fn list_ui(&mut self, ui: &mut Ui, keys: &KeyMap, enabled: &dyn Fn(Command) -> bool) -> Option<Command> {
        let (up, down, enter) = ui.input(|i| (i.key_pressed(Key::ArrowUp), i.key_pressed(Key::ArrowDown), i.key_pressed(Key::Enter)));
        let field = ui.add(TextEdit::singleline(&mut self.typed).hint_text("What do you want to do?").desired_width(f32::INFINITY));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SearchInput, true, "Find a command"));
        field.request_focus();
        if field.changed() {
            self.chosen = 0;
        }
        let mut found: Vec<Command> =
            Command::all().filter(|&command| command != Command::Palette && matches(command, &self.typed)).collect();
        if !self.typed.trim().is_empty() {
            // What can be done now first, and of that what is called so.
            found.sort_by_key(|&command| (!enabled(command), !is_named(command, &self.typed)));
        }
        let last = found.len().saturating_sub(1);
        self.chosen = match (up, down) {
            (true, _) => self.chosen.saturating_sub(1),
            (_, true) => (self.chosen + 1).min(last),
            _ => self.chosen.min(last),
        };
        let mut result = None;
        ScrollArea::vertical().max_height(380.0).show(ui, |ui| {
            if found.is_empty() {
                ui.label(RichText::new("No command has that in its name.").color(theme::TEXT_WEAK));
            }
            for (index, &command) in found.iter().enumerate() {
                let shortcut = keys.text(command);
                let button = egui::Button::new(command.label())
                    .shortcut_text(shortcut)
                    .selected(index == self.chosen)
                    .min_size(egui::vec2(ui.available_width(), 24.0));
                let response = ui.add_enabled(enabled(command), button).on_hover_text(command.tooltip());
                if index == self.chosen && (up || down) {
                    response.scroll_to_me(None);
                }
                if response.clicked() || (enter && index == self.chosen && enabled(command)) {
                    result = Some(command);
                }
            }
        });
        result
    }
}

/// Whether every word typed is in the command's name or description.
fn matches(command: Command, typed: &str) -> bool {
    let text = format!("{} {}", command.label(), command.tooltip()).to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Whether the command's name has every word typed.
fn is_named(command: Command, typed: &str) -> bool {
    let name = command.label().to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| name.contains(word))
}
