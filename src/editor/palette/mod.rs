//! The command palette: finds commands, events of the game, samples, recent files and items of the
//! scene by name.

mod entries;
mod matching;

pub use entries::entries;

use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::theme;
use egui::{
    Align2, Context, Event, FontId, Id, Key, Modal, Pos2, Rect, Response, RichText, Role,
    ScrollArea, Sense, TextEdit, Ui, WidgetInfo, vec2,
};
use egui_material_icons::MaterialIcon;
use std::path::PathBuf;
use steerwright_authoring::{Command, Item};

/// The height of a row, in points.
const ROW: f32 = 26.0;
/// The largest height of the list, in points.
const HEIGHT: f32 = 390.0;
/// About the height of the search field and the frame above it, in points.
const FIELD: f32 = 18.0;
/// The number of commands that were chosen last and are listed first.
const MAX_RECENT: usize = 5;
/// The largest width of the palette, in points.
const WIDTH: f32 = 520.0;

/// The state of the command palette.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    open: bool,
    query: String,
    selected: usize,
    entries: Vec<Entry>,
    /// The indexes of the matching entries, and the text that they match.
    found: Option<(String, Vec<usize>)>,
    /// The commands that were chosen here last, the latest first.
    recent: Vec<Command>,
    /// Keys and text that followed the shortcut of the palette in the same frame.
    typed_ahead: Vec<Event>,
}

/// What was chosen in the palette.
#[derive(Clone, Debug, PartialEq)]
pub enum PaletteChoice {
    /// A command.
    Command(Command),
    /// A built-in sample scene, by index.
    Sample(usize),
    /// A recent file.
    Recent(PathBuf),
    /// An item of the scene.
    Item(Item),
    /// An event of the game.
    Trigger(String),
}

/// A row of the palette.
#[derive(Clone, Debug)]
pub struct Entry {
    choice: PaletteChoice,
    name: String,
    /// What it is, shown at the right. Empty for commands, which have shortcuts there.
    kind: &'static str,
    tooltip: String,
    icon: MaterialIcon,
}

impl Entry {
    fn command(&self) -> Option<Command> {
        match &self.choice {
            PaletteChoice::Command(command) => Some(*command),
            PaletteChoice::Sample(_)
            | PaletteChoice::Recent(_)
            | PaletteChoice::Item(_)
            | PaletteChoice::Trigger(_) => None,
        }
    }

    /// Whether another scene is opened instead of the present one.
    fn replaces_the_scene(&self) -> bool {
        match &self.choice {
            PaletteChoice::Sample(_) | PaletteChoice::Recent(_) => true,
            PaletteChoice::Command(_) | PaletteChoice::Item(_) | PaletteChoice::Trigger(_) => false,
        }
    }
}

impl Palette {
    /// Opens the palette without a search text. It is drawn from the next frame on, and already
    /// takes the keys of that frame.
    pub fn open(&mut self, ctx: &Context, entries: Vec<Entry>) {
        ctx.memory_mut(|memory| memory.request_focus(field_id()));
        *self = Self {
            open: true,
            entries,
            recent: std::mem::take(&mut self.recent),
            typed_ahead: std::mem::take(&mut self.typed_ahead),
            ..Self::default()
        };
    }

    /// Keeps keys and text that were typed after the shortcut of the palette, in the same frame.
    pub fn type_ahead(&mut self, events: Vec<Event>) {
        self.typed_ahead = events;
    }

    /// Whether the palette is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws the palette if it is open and returns what was chosen.
    pub fn ui(
        &mut self,
        ctx: &Context,
        keys: &KeyMap,
        enabled: &dyn Fn(Command) -> bool,
    ) -> Option<PaletteChoice> {
        if !self.open {
            return None;
        }
        let typed_ahead = std::mem::take(&mut self.typed_ahead);
        ctx.input_mut(|i| i.events.splice(0..0, typed_ahead).for_each(drop));
        let mut result = None;
        let screen = ctx.content_rect();
        let room = screen.size() - vec2(60.0, 110.0);
        // It keeps its upper edge, so that the search field does not move when fewer rows are
        // found.
        let id = Id::unique("palette");
        let top = (screen.height() - HEIGHT.min(room.y)) / 2.0 - FIELD;
        let area = Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, top.max(8.0)));
        let modal = Modal::new(id).area(area).show(ctx, |ui| {
            ui.set_width(WIDTH.min(room.x));
            let height = HEIGHT.min(room.y);
            result = self.list_ui(ui, height - height % ROW, keys, enabled);
        });
        if let Some(PaletteChoice::Command(command)) = result {
            self.recent.retain(|known| *known != command);
            self.recent.insert(0, command);
            self.recent.truncate(MAX_RECENT);
        }
        if result.is_some() || modal.should_close() {
            self.open = false;
        }
        result
    }

    fn list_ui(
        &mut self,
        ui: &mut Ui,
        height: f32,
        keys: &KeyMap,
        enabled: &dyn Fn(Command) -> bool,
    ) -> Option<PaletteChoice> {
        let (up, down, enter) = ui.input(|i| {
            (
                i.key_pressed(Key::ArrowUp),
                i.key_pressed(Key::ArrowDown),
                i.key_pressed(Key::Enter),
            )
        });
        let field = ui.add(
            TextEdit::singleline(&mut self.query)
                .id(field_id())
                .hint_text("Search commands, samples, recent files and items")
                .desired_width(f32::INFINITY),
        );
        field.widget_info(|| WidgetInfo::labeled(Role::SearchInput, true, "Search commands"));
        field.request_focus();
        if field.changed() {
            self.selected = 0;
        }
        let found = match self.found.take() {
            Some((query, found)) if query == self.query => found,
            _ => matching::matching(&self.query, &self.entries, &self.recent, keys, enabled),
        };
        let last = found.len().saturating_sub(1);
        self.selected = match (up, down) {
            (true, _) => self.selected.saturating_sub(1),
            (_, true) => (self.selected + 1).min(last),
            _ => self.selected.min(last),
        };
        if found.is_empty() {
            ui.label(RichText::new("No matches").color(theme::colors(ui).text_weak));
        }
        let mut result = None;
        let mut list = ScrollArea::vertical()
            .max_height(height)
            .min_scrolled_height(height)
            .auto_shrink([false, true]);
        if up || down {
            let top = self.selected as f32 * ROW;
            let offset = ui.data(|data| data.get_temp::<f32>(Id::unique("palette offset")));
            let offset = offset.unwrap_or(0.0);
            list = list.vertical_scroll_offset(offset.clamp((top + ROW - height).max(0.0), top));
        } else if field.changed() {
            list = list.vertical_scroll_offset(0.0);
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let output = list.show_rows(ui, ROW, found.len(), |ui, range| {
            for index in range {
                let Some(entry) = found.get(index).and_then(|&at| self.entries.get(at)) else {
                    continue;
                };
                let is_enabled = entry.command().is_none_or(enabled);
                let selected = index == self.selected;
                let response = row_ui(ui, entry, keys, is_enabled, selected);
                if is_enabled && (response.clicked() || (enter && selected)) {
                    result = Some(entry.choice.clone());
                }
            }
        });
        let offset = output.state.clamped_offset().y;
        ui.data_mut(|data| data.insert_temp(Id::unique("palette offset"), offset));
        self.found = Some((self.query.clone(), found));
        result
    }
}

fn field_id() -> Id {
    Id::unique("palette search")
}

/// Draws a row: icon and name, and the kind or the shortcut at the right.
fn row_ui(ui: &mut Ui, entry: &Entry, keys: &KeyMap, enabled: bool, selected: bool) -> Response {
    let colors = theme::colors(ui);
    let sense = if enabled {
        Sense::click()
    } else {
        Sense::hover()
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), sense);
    response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, selected, &entry.name));
    let background = match (selected, response.hovered()) {
        (true, _) => Some(colors.selection),
        (false, true) => Some(colors.card),
        (false, false) => None,
    };
    let painter = ui.painter();
    if let Some(background) = background {
        painter.rect_filled(rect, f32::from(theme::ROUNDING), background);
    }
    let (text, weak) = match (enabled, selected) {
        (true, true) => (colors.text_strong, colors.text),
        (true, false) => (colors.text, colors.text_weak),
        (false, _) => (colors.text_weak, colors.text_weak),
    };
    let at = |x: f32| Pos2::new(x, rect.center().y);
    let body = FontId::proportional(theme::BODY_SIZE);
    painter.text(
        at(rect.left() + 8.0),
        Align2::LEFT_CENTER,
        entry.icon.codepoint,
        body.clone(),
        weak,
    );
    let right = entry
        .command()
        .map_or_else(|| entry.kind.to_owned(), |command| keys.text(command));
    let right = painter.text(
        at(rect.right() - 8.0),
        Align2::RIGHT_CENTER,
        right,
        FontId::proportional(theme::SMALL_SIZE),
        weak,
    );
    let room = Rect::from_min_max(rect.min, Pos2::new(right.left() - 8.0, rect.bottom()));
    painter
        .with_clip_rect(room.intersect(painter.clip_rect()))
        .text(
            at(rect.left() + 30.0),
            Align2::LEFT_CENTER,
            &entry.name,
            body,
            text,
        );
    // No tooltip: it would cover the row below.
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use steerwright_authoring::command::{
        EditCommand, HistoryCommand, OutlinerCommand, ToolCommand, WindowCommand,
    };
    use steerwright_authoring::sample;
    use steerwright_runtime::scene::Scene;

    fn all() -> Vec<Entry> {
        let samples = [("gate-patrol.scene.json".into(), "Gate patrol".into())];
        entries(
            &samples,
            &["/scenes/yard.scene.json".into()],
            &sample::first_scene(),
        )
    }

    fn first(query: &str) -> Option<PaletteChoice> {
        let entries = all();
        let found = matching::matching(query, &entries, &[], &KeyMap::default(), &|_| true);
        found.first().map(|&index| entries[index].choice.clone())
    }

    #[test]
    fn commands_are_found_by_name_shortcut_tooltip_and_letters() {
        for (query, command) in [
            ("mirr lef", Command::Edit(EditCommand::FlipHorizontal)),
            ("undo", Command::History(HistoryCommand::Undo)),
            ("ctrl+h", Command::Outliner(OutlinerCommand::ToggleHidden)),
            ("preferences", Command::Window(WindowCommand::Settings)),
            ("grp", Command::Outliner(OutlinerCommand::Group)),
            ("flip", Command::Edit(EditCommand::FlipHorizontal)),
        ] {
            assert_eq!(
                first(query),
                Some(PaletteChoice::Command(command)),
                "{query}"
            );
        }
        assert_eq!(first("xyzzy"), None);
        let entries = entries(&[], &[], &Scene::default());
        assert_eq!(
            matching::matching("", &entries, &[], &KeyMap::default(), &|_| true).len(),
            Command::all().count() - 1
        );
    }

    #[test]
    fn an_item_with_exactly_this_name_comes_before_what_replaces_the_scene() {
        let mut scene = sample::first_scene();
        let agents = std::sync::Arc::make_mut(&mut scene.agents);
        agents[0].name = "Guard".into();
        let guard = Item::Agent(agents[0].id);
        let samples = [("guarded-yard.scene.json".into(), "Guarded yard".into())];
        let entries = entries(&samples, &["/scenes/guard.scene.json".into()], &scene);
        let found = matching::matching("guard", &entries, &[], &KeyMap::default(), &|_| true);
        let choices: Vec<&PaletteChoice> = found.iter().map(|&at| &entries[at].choice).collect();
        assert_eq!(choices.first(), Some(&&PaletteChoice::Item(guard)));
        let opens = |choice: &&PaletteChoice| {
            matches!(choice, PaletteChoice::Sample(_) | PaletteChoice::Recent(_))
        };
        assert!(choices.iter().any(opens));
    }

    #[test]
    fn tools_are_found_by_words_for_adding() {
        for (query, tool) in [
            ("new path", ToolCommand::PenTool),
            ("add agent", ToolCommand::AgentTool),
            ("create wall", ToolCommand::WallTool),
            ("new target", ToolCommand::TargetTool),
        ] {
            let entries = all();
            let found = matching::matching(query, &entries, &[], &KeyMap::default(), &|_| true);
            let wanted = PaletteChoice::Command(Command::Tool(tool));
            let place = found.iter().position(|&at| entries[at].choice == wanted);
            assert!(place.is_some_and(|place| place < 4), "{query}: {place:?}");
        }
    }

    #[test]
    fn without_a_text_recent_commands_are_first_and_disabled_ones_last() {
        let entries = entries(&[], &[], &Scene::default());
        let (undo, group) = (
            Command::History(HistoryCommand::Undo),
            Command::Outliner(OutlinerCommand::Group),
        );
        let enabled = |command| command != undo;
        let found = matching::matching("", &entries, &[undo, group], &KeyMap::default(), &enabled);
        let command = |at: usize| entries[found[at]].command();
        assert_eq!(command(0), Some(group));
        assert_eq!(command(found.len() - 1), Some(undo));
    }

    #[test]
    fn samples_recent_files_and_items_are_found_by_name_and_kind() {
        assert_eq!(first("sample gate"), Some(PaletteChoice::Sample(0)));
        let recent = PathBuf::from("/scenes/yard.scene.json");
        assert_eq!(first("yard.scene"), Some(PaletteChoice::Recent(recent)));
        let scene = sample::first_scene();
        let agent = scene.agents.first().unwrap();
        assert_eq!(
            first(&format!("{} agent", agent.name)),
            Some(PaletteChoice::Item(Item::Agent(agent.id)))
        );
    }
}
