//! The command palette: finds and runs commands by name.

use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::{Context, Id, Key, Modal, RichText, ScrollArea, TextEdit, Ui};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use steerwright_authoring::Command;
use steerwright_authoring::command::WindowCommand;

/// The state of the command palette.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    open: bool,
    query: String,
    selected: usize,
}

impl Palette {
    /// Opens the palette without a search text.
    pub fn open(&mut self) {
        *self = Self {
            open: true,
            ..Self::default()
        };
    }

    /// Whether the palette is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws the palette if it is open and returns the selected command.
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
            TextEdit::singleline(&mut self.query)
                .hint_text("Search commands")
                .desired_width(f32::INFINITY),
        );
        field.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::SearchInput, true, "Search commands")
        });
        field.request_focus();
        if field.changed() {
            self.selected = 0;
        }
        let matching_commands = matching_commands(&self.query, keys, enabled);
        let last = matching_commands.len().saturating_sub(1);
        self.selected = match (up, down) {
            (true, _) => self.selected.saturating_sub(1),
            (_, true) => (self.selected + 1).min(last),
            _ => self.selected.min(last),
        };
        let mut result = None;
        // A fixed height, so that the search field does not move.
        const HEIGHT: f32 = 380.0;
        let list = ScrollArea::vertical()
            .max_height(HEIGHT)
            .min_scrolled_height(HEIGHT)
            .auto_shrink([false, false]);
        list.show(ui, |ui| {
            if matching_commands.is_empty() {
                ui.label(RichText::new("No matching commands").color(theme::TEXT_WEAK));
            }
            for (index, &command) in matching_commands.iter().enumerate() {
                let shortcut = keys.text(command);
                let button = egui::Button::new(command.label())
                    .shortcut_text(shortcut)
                    .selected(index == self.selected)
                    .min_size(egui::vec2(ui.available_width(), 24.0));
                let response = ui
                    .add_enabled(enabled(command), button)
                    .on_hover_text(command.tooltip());
                if index == self.selected && (up || down) {
                    response.scroll_to_me(None);
                }
                if response.clicked() || (enter && index == self.selected && enabled(command)) {
                    result = Some(command);
                }
            }
        });
        result
    }
}

/// How a command matches, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    /// Its name contains all words.
    Name,
    /// Its name, shortcuts or tooltip contain all words.
    Description,
    /// Its name contains the letters in order.
    Letters,
}

/// The commands that match a text, best first. All commands if the text is empty.
fn matching_commands(
    query: &str,
    keys: &KeyMap,
    enabled: &dyn Fn(Command) -> bool,
) -> Vec<Command> {
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let has_words = |text: &str| words.iter().all(|word| text.contains(word));
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(&query, CaseMatching::Ignore, Normalization::Smart);
    let mut letters = Vec::new();
    let mut matching_commands: Vec<(Match, bool, u32, Command)> = Vec::new();
    for command in
        Command::all().filter(|&command| command != Command::Window(WindowCommand::CommandPalette))
    {
        let name = command.label().to_lowercase();
        let described =
            || format!("{name} {} {}", keys.texts(command), command.tooltip()).to_lowercase();
        let score = pattern.score(Utf32Str::new(&name, &mut letters), &mut matcher);
        let kind = if has_words(&name) {
            Match::Name
        } else if has_words(&described()) {
            Match::Description
        } else if score.is_some() {
            Match::Letters
        } else {
            continue;
        };
        matching_commands.push((
            kind,
            !enabled(command),
            u32::MAX - score.unwrap_or(0),
            command,
        ));
    }
    if !words.is_empty() {
        // Among equal matches, list enabled commands first.
        matching_commands
            .sort_by_key(|&(kind, disabled, inverse_score, _)| (kind, disabled, inverse_score));
    }
    matching_commands
        .into_iter()
        .map(|(.., command)| command)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use steerwright_authoring::command::{EditCommand, HistoryCommand, OutlinerCommand};

    #[test]
    fn commands_are_found_by_name_shortcut_tooltip_and_letters() {
        let first = |query: &str| {
            matching_commands(query, &KeyMap::default(), &|_| true)
                .first()
                .copied()
        };
        assert_eq!(
            first("mirr lef"),
            Some(Command::Edit(EditCommand::FlipHorizontal))
        );
        assert_eq!(first("undo"), Some(Command::History(HistoryCommand::Undo)));
        assert_eq!(
            first("ctrl+h"),
            Some(Command::Outliner(OutlinerCommand::ToggleHidden))
        );
        assert_eq!(
            first("preferences"),
            Some(Command::Window(WindowCommand::Settings))
        );
        assert_eq!(
            first("grp"),
            Some(Command::Outliner(OutlinerCommand::Group))
        );
        assert_eq!(first("xyzzy"), None);
        assert_eq!(
            first("flip"),
            Some(Command::Edit(EditCommand::FlipHorizontal))
        );
        assert_eq!(
            matching_commands("", &KeyMap::default(), &|_| true).len(),
            Command::all().count() - 1
        );
    }
}
