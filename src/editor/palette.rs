//! The command palette: every command by name.

use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::{Context, Id, Key, Modal, RichText, ScrollArea, TextEdit, Ui};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use steerwright_authoring::Command;

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
        *self = Self {
            open: true,
            ..Self::default()
        };
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws it, if it is open; returns the command chosen.
    pub fn ui(
        &mut self,
        ctx: &Context,
        keys: &KeyMap,
        enabled: &dyn Fn(Command) -> bool,
    ) -> Option<Command> {
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

    fn list_ui(
        &mut self,
        ui: &mut Ui,
        keys: &KeyMap,
        enabled: &dyn Fn(Command) -> bool,
    ) -> Option<Command> {
        let (up, down, enter) = ui.input(|i| {
            (
                i.key_pressed(Key::ArrowUp),
                i.key_pressed(Key::ArrowDown),
                i.key_pressed(Key::Enter),
            )
        });
        let field = ui.add(
            TextEdit::singleline(&mut self.typed)
                .hint_text("What do you want to do?")
                .desired_width(f32::INFINITY),
        );
        field.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::SearchInput, true, "Find a command")
        });
        field.request_focus();
        if field.changed() {
            self.chosen = 0;
        }
        let found = found(&self.typed, keys, enabled);
        let last = found.len().saturating_sub(1);
        self.chosen = match (up, down) {
            (true, _) => self.chosen.saturating_sub(1),
            (_, true) => (self.chosen + 1).min(last),
            _ => self.chosen.min(last),
        };
        let mut result = None;
        // As high for one command as for all: the field stays where it is.
        const HEIGHT: f32 = 380.0;
        let list = ScrollArea::vertical()
            .max_height(HEIGHT)
            .min_scrolled_height(HEIGHT)
            .auto_shrink([false, false]);
        list.show(ui, |ui| {
            if found.is_empty() {
                ui.label(RichText::new("No command is called so.").color(theme::TEXT_WEAK));
            }
            for (index, &command) in found.iter().enumerate() {
                let shortcut = keys.text(command);
                let button = egui::Button::new(command.label())
                    .shortcut_text(shortcut)
                    .selected(index == self.chosen)
                    .min_size(egui::vec2(ui.available_width(), 24.0));
                let response = ui
                    .add_enabled(enabled(command), button)
                    .on_hover_text(command.tooltip());
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

/// Where a command is found, the better place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    /// Every word typed is in its name.
    Named,
    /// Every word is in its name, its keys or what is said of it.
    Described,
    /// Its name has the letters typed, in their order.
    Alike,
}

/// The commands that are meant by a text, the likeliest first; all of them for no text.
fn found(typed: &str, keys: &KeyMap, enabled: &dyn Fn(Command) -> bool) -> Vec<Command> {
    let typed = typed.to_lowercase();
    let words: Vec<&str> = typed.split_whitespace().collect();
    let has_words = |text: &str| words.iter().all(|word| text.contains(word));
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(&typed, CaseMatching::Ignore, Normalization::Smart);
    let mut letters = Vec::new();
    let mut found: Vec<(Found, bool, u32, Command)> = Vec::new();
    for command in Command::all().filter(|&command| command != Command::Palette) {
        let name = command.label().to_lowercase();
        let described =
            || format!("{name} {} {}", keys.texts(command), command.tooltip()).to_lowercase();
        let likeness = pattern.score(Utf32Str::new(&name, &mut letters), &mut matcher);
        let place = if has_words(&name) {
            Found::Named
        } else if has_words(&described()) {
            Found::Described
        } else if likeness.is_some() {
            Found::Alike
        } else {
            continue;
        };
        found.push((
            place,
            !enabled(command),
            u32::MAX - likeness.unwrap_or(0),
            command,
        ));
    }
    if !words.is_empty() {
        // Of those found alike, what can be done now first.
        found.sort_by_key(|&(place, disabled, unlikeness, _)| (place, disabled, unlikeness));
    }
    found.into_iter().map(|(.., command)| command).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_found_by_its_name_its_keys_what_it_does_and_a_few_of_its_letters() {
        let first = |typed: &str| found(typed, &KeyMap::default(), &|_| true).first().copied();
        assert_eq!(first("mirr lef"), Some(Command::MirrorX));
        assert_eq!(first("undo"), Some(Command::Undo));
        assert_eq!(first("ctrl+h"), Some(Command::ToggleHidden));
        assert_eq!(first("preferences"), Some(Command::Settings));
        assert_eq!(first("grp"), Some(Command::Group));
        assert_eq!(first("xyzzy"), None);
        assert_eq!(first("flip"), Some(Command::MirrorX));
        assert_eq!(
            found("", &KeyMap::default(), &|_| true).len(),
            Command::all().count() - 1
        );
    }
}
