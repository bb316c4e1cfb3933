//! The outliner: everything in the scene as a list, and below it the nodes of the selected path as a table.
//!
//! Only the lines in view are laid out, so hundreds of paths cost no more than a screenful.

mod drag;
mod lines;
mod look;
mod nodes;
mod row;

pub use lines::{Filter, Kind};

use crate::authoring::outline::{self, Entry, Flag};
use crate::authoring::{Command, Item, Session};
use crate::editor::theme;
use crate::scene::{GroupId, Preset, PresetId};
use drag::{Dragged, drop_ui, scroll_while_dragging};
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Button, Key, Panel, PopupCloseBehavior, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};
use egui_material_icons::icons;
use lines::{Folded, Line};
use look::Look;
use row::{ROW, RowWish};
use std::collections::BTreeSet;

/// What the outliner remembers.
#[derive(Clone, Debug, Default)]
pub struct Outliner {
    filter: Filter,
    folded: Folded,
    /// What is being renamed, and the name so far.
    renaming: Option<(Entry, String)>,
    /// What is brought into view the next time.
    reveal: Option<Entry>,
    /// What was selected when it was last drawn; none when there was nothing to compare with.
    seen: Option<Option<Item>>,
    /// How far the list is scrolled, points.
    scrolled: f32,
    /// How far to scroll next, while something is dragged at an edge.
    dragged_on: Option<f32>,
}

/// What the outliner asks for beyond edits of the session.
#[derive(Clone, Debug, PartialEq)]
pub enum OutlinerAction {
    /// A command.
    Command(Command),
    /// New agents get this preset, and the tool that places them is taken up.
    UsePreset(PresetId),
    /// A built-in preset is added to the scene.
    AddPreset(Box<Preset>),
    /// What is shown on the canvas moves to this.
    Reveal(Item),
}

impl Outliner {
    /// Another scene is to be shown: from its top, with nothing folded away.
    pub fn start_afresh(&mut self) {
        *self = Self { dragged_on: Some(0.0), ..Self::default() };
    }

    /// Begins to rename the thing selected last.
    pub fn rename(&mut self, session: &Session) {
        let Some(item) = session.selection.primary() else { return };
        let item = item.path().map_or(item, Item::Path);
        self.begin_renaming(session, Entry::Item(item));
    }

    fn begin_renaming(&mut self, session: &Session, entry: Entry) {
        if self.renaming.as_ref().is_some_and(|(of, _)| *of == entry) {
            return;
        }
        if let Some(name) = outline::name_of(&session.scene, entry) {
            self.renaming = Some((entry, name.to_owned()));
            self.reveal = Some(entry);
        }
    }

    /// Brings a group into view, with its name ready to be typed.
    pub fn name_group(&mut self, session: &Session, group: GroupId) {
        self.folded.groups.remove(&group);
        self.begin_renaming(session, Entry::Group(group));
    }

    /// Draws the outliner. `library` are the built-in presets.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session, library: &[Preset]) -> Vec<OutlinerAction> {
        let mut actions = Vec::new();
        self.search_ui(ui);
        if let Some(path) = session.selection.path() {
            let height = (ui.available_height() * 0.35).clamp(120.0, 300.0);
            let frame = egui::Frame::new().inner_margin(egui::Margin { top: 6, ..egui::Margin::ZERO });
            Panel::bottom("nodes").frame(frame).default_size(height).size_range(80.0..=600.0).resizable(true).show(ui, |ui| {
                let name = outline::name_of(&session.scene, Entry::Item(Item::Path(path))).unwrap_or_default();
                ui.add(egui::Label::new(RichText::new(format!("Nodes of {name}")).strong().color(theme::TEXT_STRONG)).truncate());
                nodes::nodes_ui(ui, session, path);
            });
        }
        self.list_ui(ui, session, library, &mut actions);
        actions
    }

    fn search_ui(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            theme::right_ui(ui, |ui| {
                let on = !self.filter.without.is_empty() || self.filter.only_out_of_reach;
                let text = theme::icon_text(icons::ICON_FILTER_LIST, 18.0).color(if on { theme::ACCENT } else { theme::TEXT });
                let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
                let (response, _) = MenuButton::from_button(Button::new(text)).config(stays).ui(ui, |ui| self.filter_ui(ui));
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "What is listed"));
                let search =
                    TextEdit::singleline(&mut self.filter.words).hint_text(format!("{} Filter by name", icons::ICON_SEARCH.codepoint));
                let response = ui.add(search.desired_width(f32::INFINITY));
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SearchInput, true, "Filter by name"));
                // Escape has taken the keyboard away by now.
                if (response.has_focus() || response.lost_focus()) && ui.input(|i| i.key_pressed(Key::Escape)) {
                    self.filter.words.clear();
                }
            });
        });
        ui.add_space(2.0);
    }

    fn filter_ui(&mut self, ui: &mut Ui) {
        for kind in Kind::ALL {
            let mut shown = !self.filter.without.contains(&kind);
            if ui.checkbox(&mut shown, kind.heading()).changed() {
                if shown {
                    self.filter.without.remove(&kind);
                } else {
                    self.filter.without.insert(kind);
                }
            }
        }
        ui.separator();
        ui.checkbox(&mut self.filter.only_out_of_reach, "Only hidden or locked");
    }

    fn list_ui(&mut self, ui: &mut Ui, session: &mut Session, library: &[Preset], actions: &mut Vec<OutlinerAction>) {
        self.follow_selection(session);
        let lines = lines::lines(&session.scene, &self.filter, &self.folded);
        ui.spacing_mut().item_spacing.y = 0.0;
        if !self.filter.is_off() && lines.iter().all(|line| line.entry().is_none()) {
            row::note_ui(ui, "Nothing of the kind.");
        }
        let mut area = ScrollArea::vertical().auto_shrink([false, false]);
        let revealed = self.reveal.take().and_then(|entry| lines.iter().position(|line| line.entry() == Some(entry)));
        if let Some(offset) = revealed.map(|index| self.offset_for(index, ui.available_height())).or(self.dragged_on.take()) {
            area = area.vertical_scroll_offset(offset);
        }
        let output = area.show_rows(ui, ROW, lines.len(), |ui, range| {
            for line in lines.get(range).unwrap_or_default() {
                self.line_ui(ui, session, library, *line, actions);
            }
        });
        self.scrolled = output.state.clamped_offset().y;
        let further = scroll_while_dragging(ui, output.inner_rect);
        self.dragged_on = (further != 0.0).then(|| (self.scrolled + further).max(0.0));
    }

    /// What is selected here is in view already.
    fn note_selection(&mut self, session: &Session) {
        self.seen = Some(session.selection.primary().map(|item| item.path().map_or(item, Item::Path)));
    }

    /// What was selected elsewhere comes into view.
    fn follow_selection(&mut self, session: &Session) {
        let primary = session.selection.primary().map(|item| item.path().map_or(item, Item::Path));
        // A scene just opened is shown from its top.
        let Some(seen) = self.seen.replace(primary) else { return };
        let Some(item) = primary.filter(|_| primary != seen) else { return };
        if let Some(group) = outline::place_of(&session.scene, item).and_then(|place| place.group) {
            self.folded.groups.remove(&group);
        }
        self.reveal.get_or_insert(Entry::Item(item));
    }

    /// How far to scroll a list of this height so that a line is in view; no further than needed.
    fn offset_for(&self, index: usize, height: f32) -> f32 {
        let top = index as f32 * ROW;
        if top < self.scrolled {
            (top - ROW).max(0.0)
        } else if top + ROW > self.scrolled + height {
            top + 2.0 * ROW - height
        } else {
            self.scrolled
        }
    }

    fn line_ui(&mut self, ui: &mut Ui, session: &mut Session, library: &[Preset], line: Line, actions: &mut Vec<OutlinerAction>) {
        match line {
            Line::Heading(kind, count) => self.heading_ui(ui, session, library, (kind, count), actions),
            Line::Empty(kind) => {
                let text = match kind {
                    Kind::Path => "Press P and click to draw a patrol.",
                    Kind::Agent => "Press A and click to place one.",
                    Kind::Marker => "Press T for a target, D for a danger.",
                    Kind::Preset => "A preset says how a kind of agent moves.",
                };
                row::note_ui(ui, text);
            }
            Line::Group(id, count) => self.group_ui(ui, session, (id, count), actions),
            Line::Item(item, grouped) => self.item_ui(ui, session, (item, grouped), actions),
        }
    }

    fn heading_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        library: &[Preset],
        (kind, count): (Kind, usize),
        actions: &mut Vec<OutlinerAction>,
    ) {
        let folded = self.folded.kinds.contains(&kind);
        let heading = row::heading_ui(ui, kind, count, folded, |ui| match kind {
            Kind::Path => add_ui(ui, "Draw a path", Command::PenTool, actions),
            Kind::Agent => add_ui(ui, "Place an agent", Command::AgentTool, actions),
            Kind::Marker => add_ui(ui, "Place a target", Command::TargetTool, actions),
            Kind::Preset => library_ui(ui, library, actions),
        });
        if heading.clicked() && !self.folded.kinds.remove(&kind) {
            self.folded.kinds.insert(kind);
        }
        if let Some(dropped) = heading.dnd_release_payload::<Dragged>() {
            // Among those of its kind means out of every group.
            let items: Vec<Item> = dropped.items().collect();
            outline::put_in(&mut session.scene, &items, None);
            session.name_step("Take out of group");
        }
    }

    fn group_ui(&mut self, ui: &mut Ui, session: &mut Session, (id, count): (GroupId, usize), actions: &mut Vec<OutlinerAction>) {
        let entry = Entry::Group(id);
        if self.renaming_ui(ui, session, entry) {
            return;
        }
        let Some(group) = session.scene.group(id) else { return };
        let folded = self.folded.groups.contains(&id) && self.filter.is_off();
        let info = count.to_string();
        let shown = row::Row {
            entry,
            icon: if folded { icons::ICON_FOLDER } else { icons::ICON_FOLDER_OPEN },
            color: theme::TEXT_WEAK,
            name: &group.name,
            info: &info,
            indent: 0.0,
            selected: false,
            flags: Some([(group.hidden, false), (group.locked, false)]),
        };
        let (response, wish) = row::row_ui(ui, &shown);
        if let Some(RowWish::Switch(flag, on)) = wish {
            switch(session, &[entry], flag, on);
        }
        if response.clicked() {
            // The icon folds, the name selects what is inside.
            let on_icon = response.interact_pointer_pos().is_some_and(|p| p.x < response.rect.left() + 26.0);
            if on_icon {
                if !self.folded.groups.remove(&id) {
                    self.folded.groups.insert(id);
                }
            } else {
                let inside: Vec<Item> = outline::members(&session.scene, id).collect();
                session.selection.set_all(inside);
                self.note_selection(session);
            }
        }
        if response.double_clicked() {
            self.begin_renaming(session, entry);
        }
        response.dnd_set_drag_payload(Dragged(vec![entry]));
        drop_ui(ui, session, &response, entry);
        response.context_menu(|ui| {
            if ui.button("Rename").clicked() {
                self.begin_renaming(session, entry);
            }
            flag_menu_ui(ui, session, &[entry]);
            ui.separator();
            if ui.button("Dissolve").on_hover_text("Takes the group away; what is in it stays.").clicked() {
                outline::dissolve(&mut session.scene, id);
                session.name_step("Dissolve group");
            }
            if ui.button("Delete with contents").clicked() {
                let inside: Vec<Item> = outline::members(&session.scene, id).collect();
                session.selection.set_all(inside);
                actions.push(OutlinerAction::Command(Command::Delete));
            }
        });
    }

    fn item_ui(&mut self, ui: &mut Ui, session: &mut Session, (item, grouped): (Item, bool), actions: &mut Vec<OutlinerAction>) {
        let entry = Entry::Item(item);
        if self.renaming_ui(ui, session, entry) {
            return;
        }
        let scene = &session.scene;
        let Some(name) = outline::name_of(scene, entry) else { return };
        let look = Look::of(session, item);
        let flags = outline::place_of(scene, item).map(|place| {
            [(place.hidden, lines::inherits(scene, item, Flag::Hidden)), (place.locked, lines::inherits(scene, item, Flag::Locked))]
        });
        let shown = row::Row {
            entry,
            icon: look.icon,
            color: look.color,
            name,
            info: &look.info,
            indent: if grouped { 16.0 } else { 0.0 },
            selected: session.selection.contains(item) || session.selection.path().map(Item::Path) == Some(item),
            flags,
        };
        let (response, wish) = row::row_ui(ui, &shown);
        if let Some(RowWish::Switch(flag, on)) = wish {
            let entries = with_selected(session, item);
            switch(session, &entries, flag, on);
        }
        if response.clicked() {
            if ui.input(|i| i.modifiers.shift || i.modifiers.command) {
                session.selection.toggle(item);
            } else {
                session.selection.set(item);
            }
            self.note_selection(session);
        }
        if response.double_clicked() {
            self.begin_renaming(session, entry);
        }
        response.dnd_set_drag_payload(Dragged(with_selected(session, item)));
        drop_ui(ui, session, &response, entry);
        response.context_menu(|ui| self.menu_ui(ui, session, item, actions));
    }

    fn menu_ui(&mut self, ui: &mut Ui, session: &mut Session, item: Item, actions: &mut Vec<OutlinerAction>) {
        if !session.selection.contains(item) {
            session.selection.set(item);
            self.note_selection(session);
        }
        if ui.button("Rename").clicked() {
            self.begin_renaming(session, Entry::Item(item));
        }
        match item {
            Item::Preset(preset) => {
                if ui.button("Place agents of it").clicked() {
                    actions.push(OutlinerAction::UsePreset(preset));
                }
                command_ui(ui, Command::SavePreset, actions);
            }
            _ => {
                if ui.button("Show on the canvas").clicked() {
                    actions.push(OutlinerAction::Reveal(item));
                }
                ui.separator();
                let entries = with_selected(session, item);
                flag_menu_ui(ui, session, &entries);
                ui.separator();
                command_ui(ui, Command::Group, actions);
                if outline::place_of(&session.scene, item).is_some_and(|place| place.group.is_some()) {
                    command_ui(ui, Command::Ungroup, actions);
                }
            }
        }
        ui.separator();
        command_ui(ui, Command::Duplicate, actions);
        command_ui(ui, Command::Delete, actions);
    }

    /// The name being typed in the place of its row. Whether there is one.
    fn renaming_ui(&mut self, ui: &mut Ui, session: &mut Session, entry: Entry) -> bool {
        let Some((of, name)) = &mut self.renaming else { return false };
        if *of != entry {
            return false;
        }
        match row::rename_ui(ui, name) {
            None => {}
            Some(taken) => {
                if taken {
                    outline::rename(&mut session.scene, entry, name);
                    session.name_step("Rename");
                }
                self.renaming = None;
            }
        }
        true
    }
}

/// The row itself, or all that is selected if it is among that.
fn with_selected(session: &Session, item: Item) -> Vec<Entry> {
    if session.selection.contains(item) {
        let whole = |item: Item| item.path().map_or(item, Item::Path);
        let all: BTreeSet<Entry> = session.selection.iter().map(|item| Entry::Item(whole(item))).collect();
        all.into_iter().collect()
    } else {
        vec![Entry::Item(item)]
    }
}

fn switch(session: &mut Session, entries: &[Entry], flag: Flag, on: bool) {
    entries.iter().for_each(|&entry| outline::set_flag(&mut session.scene, entry, flag, on));
    session.name_step(match (flag, on) {
        (Flag::Hidden, true) => "Hide",
        (Flag::Hidden, false) => "Show",
        (Flag::Locked, true) => "Lock",
        (Flag::Locked, false) => "Unlock",
    });
}

fn flag_menu_ui(ui: &mut Ui, session: &mut Session, entries: &[Entry]) {
    for (flag, set, clear) in [(Flag::Hidden, "Hide", "Show"), (Flag::Locked, "Lock", "Unlock")] {
        let on = entries.iter().all(|&entry| outline::flag(&session.scene, entry, flag));
        if ui.button(if on { clear } else { set }).clicked() {
            switch(session, entries, flag, !on);
        }
    }
}

fn command_ui(ui: &mut Ui, command: Command, actions: &mut Vec<OutlinerAction>) {
    if ui.button(command.label()).on_hover_text(command.tooltip()).clicked() {
        actions.push(OutlinerAction::Command(command));
    }
}

fn add_ui(ui: &mut Ui, label: &str, command: Command, actions: &mut Vec<OutlinerAction>) {
    let button = Button::new(theme::icon_text(icons::ICON_ADD, 16.0)).frame(false);
    let response = ui.add(button).on_hover_text(label);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
    if response.clicked() {
        actions.push(OutlinerAction::Command(command));
    }
}

fn library_ui(ui: &mut Ui, library: &[Preset], actions: &mut Vec<OutlinerAction>) {
    let label = "Add from library";
    let button = Button::new(theme::icon_text(icons::ICON_ADD, 16.0)).frame(false);
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
            for preset in library {
                let text = RichText::new(preset.name.as_str()).color(theme::color32(preset.color));
                if ui.button(text).on_hover_text(preset.description.as_str()).clicked() {
                    actions.push(OutlinerAction::AddPreset(Box::new(preset.clone())));
                    ui.close();
                }
            }
        });
        ui.separator();
        command_ui(ui, Command::LoadPreset, actions);
    });
    response.on_hover_text(label).widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
}
