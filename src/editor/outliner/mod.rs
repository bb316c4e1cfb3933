//! The outliner: everything in the scene as a list, and below it the nodes of the selected path as a table.
//!
//! Only the lines in view are laid out, so hundreds of paths cost no more than a screenful.

mod drag;
mod entry;
mod heading;
mod lines;
mod look;
mod nodes;
mod row;
mod search;

pub use lines::{Filter, Kind};
pub use look::nodes_in_words;

use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use drag::scroll_while_dragging;
use egui::{Panel, RichText, ScrollArea, Ui};
use lines::{Folded, Line};
use row::ROW;
use std::collections::BTreeSet;
use steerwright_authoring::outline;
use steerwright_authoring::outline::Entry;
use steerwright_authoring::{Command, Item, Session, grouping};
use steerwright_runtime::scene::outliner::groups_around;
use steerwright_runtime::scene::{GroupId, Preset, PresetId};

/// What the outliner remembers.
#[derive(Clone, Debug, Default)]
pub struct Outliner {
    filter: Filter,
    folded: Folded,
    /// What is being renamed, and the name so far.
    renaming: Option<(Entry, String)>,
    /// What is brought into view the next time.
    reveal: Option<Entry>,
    /// The groups whose own rows are chosen: what is in them is selected.
    picked: Vec<GroupId>,
    /// The row that was chosen last without Shift: a range goes from there.
    anchor: Option<Entry>,
    /// The row that a range was asked for to.
    range_to: Option<Entry>,
    /// The keyboard goes to the filter.
    finds: bool,
    /// A field is about to be drawn for what is typed.
    opens_field: bool,
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
        *self = Self {
            dragged_on: Some(0.0),
            ..Self::default()
        };
    }

    /// Begins to rename the group whose row is chosen, or the thing selected last.
    pub fn rename(&mut self, session: &Session) {
        let group = self.picked.last().map(|&group| Entry::Group(group));
        let Some(entry) = group.or(session
            .selection
            .primary()
            .map(|item| Entry::Item(item.whole())))
        else {
            return;
        };
        self.begin_renaming(session, entry);
    }

    /// Gives the keyboard to the filter.
    pub fn find(&mut self) {
        (self.finds, self.opens_field) = (true, true);
    }

    /// Whether keys are for a field that is not drawn yet.
    pub fn opens_field(&self) -> bool {
        self.opens_field
    }

    /// The rows chosen: groups, and what is selected beside what is in those.
    pub fn chosen(&self, session: &Session) -> Vec<Entry> {
        let within = |item: &Item| {
            groups_around(
                &session.scene,
                grouping::parent_of(&session.scene, Entry::Item(*item)),
            )
            .any(|group| self.picked.contains(&group.id))
        };
        // Each path once, before it is looked up.
        let things: BTreeSet<Item> = session.selection.iter().map(Item::whole).collect();
        let beside = things
            .into_iter()
            .filter(|item| self.picked.is_empty() || !within(item));
        self.picked
            .iter()
            .copied()
            .map(Entry::Group)
            .chain(beside.map(Entry::Item))
            .collect()
    }

    fn begin_renaming(&mut self, session: &Session, entry: Entry) {
        if self.renaming.as_ref().is_some_and(|(of, _)| *of == entry) {
            return;
        }
        if let Some(name) = outline::name_of(&session.scene, entry) {
            self.renaming = Some((entry, name.to_owned()));
            self.opens_field = true;
            self.list(session, entry);
        }
    }

    /// Sees to it that a row is listed and in view, whatever is folded or filtered away.
    fn list(&mut self, session: &Session, entry: Entry) {
        self.unfold(session, entry);
        let is_listed = |filter: &Filter, folded: &Folded| {
            lines::lines(&session.scene, filter, folded)
                .iter()
                .any(|line| line.entry() == Some(entry))
        };
        if !is_listed(&self.filter, &self.folded) {
            self.filter = Filter::default();
        }
        self.reveal = Some(entry);
    }

    /// Brings a group into view, with its name ready to be typed.
    pub fn name_group(&mut self, session: &Session, group: GroupId) {
        self.begin_renaming(session, Entry::Group(group));
    }

    /// Unfolds every group around a row, or its kind.
    fn unfold(&mut self, session: &Session, entry: Entry) {
        let parent = grouping::parent_of(&session.scene, entry);
        for group in groups_around(&session.scene, parent) {
            self.folded.groups.remove(&group.id);
        }
        if let (None, Entry::Item(item)) = (parent, entry) {
            self.folded.kinds.remove(&Kind::of(item));
        }
    }

    /// Draws the outliner. `library` are the built-in presets, `keys` the person's.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        library: &[Preset],
        keys: &KeyMap,
    ) -> Vec<OutlinerAction> {
        let mut actions = Vec::new();
        self.opens_field = false;
        let filter = self.filter.clone();
        self.search_ui(ui);
        if self.filter != filter {
            self.reveal = session
                .selection
                .primary()
                .map(|item| Entry::Item(item.whole()));
        }
        if let Some(path) = session.selection.path() {
            let height = (ui.available_height() * 0.35).clamp(120.0, 300.0);
            let frame = egui::Frame::new().inner_margin(egui::Margin {
                top: 6,
                ..egui::Margin::ZERO
            });
            Panel::bottom("nodes")
                .frame(frame)
                .default_size(height)
                .size_range(80.0..=600.0)
                .resizable(true)
                .show(ui, |ui| {
                    let name = outline::name_of(&session.scene, Entry::Item(Item::Path(path)))
                        .unwrap_or_default();
                    ui.add(
                        egui::Label::new(
                            RichText::new(format!("Nodes of {name}"))
                                .strong()
                                .color(theme::TEXT_STRONG),
                        )
                        .truncate(),
                    );
                    nodes::nodes_ui(ui, session, path);
                });
        }
        self.list_ui(ui, session, (library, keys), &mut actions);
        actions
    }

    fn list_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        known: (&[Preset], &KeyMap),
        actions: &mut Vec<OutlinerAction>,
    ) {
        self.follow_selection(session);
        self.forget_picked(session);
        let lines = lines::lines(&session.scene, &self.filter, &self.folded);
        ui.spacing_mut().item_spacing.y = 0.0;
        if !self.filter.is_off() && lines.iter().all(|line| line.entry().is_none()) {
            row::note_ui(ui, "Nothing of the kind.");
        }
        let mut area = ScrollArea::vertical().auto_shrink([false, false]);
        let revealed = self
            .reveal
            .take()
            .and_then(|entry| lines.iter().position(|line| line.entry() == Some(entry)));
        if let Some(offset) = revealed
            .map(|index| self.offset_for(index, ui.available_height()))
            .or(self.dragged_on.take())
        {
            area = area.vertical_scroll_offset(offset);
        }
        let output = area.show_rows(ui, ROW, lines.len(), |ui, range| {
            for line in lines.get(range).unwrap_or_default() {
                self.line_ui(ui, session, known, *line, actions);
            }
        });
        if let Some(to) = self.range_to.take() {
            self.select_range(session, &lines, to);
        }
        self.scrolled = output.state.clamped_offset().y;
        let further = scroll_while_dragging(ui, output.inner_rect);
        self.dragged_on = (further != 0.0).then(|| (self.scrolled + further).max(0.0));
    }

    /// What is selected here is in view already.
    fn note_selection(&mut self, session: &Session) {
        self.seen = Some(session.selection.primary().map(Item::whole));
    }

    /// A group is chosen only as long as just what is in the groups chosen is selected.
    fn forget_picked(&mut self, session: &Session) {
        let is_whole = |group: &GroupId| {
            session.scene.group(*group).is_some()
                && grouping::contents(&session.scene, *group)
                    .into_iter()
                    .all(|item| session.selection.contains(item))
        };
        self.picked.retain(is_whole);
    }

    /// Selects every row from the one chosen last to this one.
    fn select_range(&mut self, session: &mut Session, lines: &[Line], to: Entry) {
        let at = |entry: Entry| lines.iter().position(|line| line.entry() == Some(entry));
        let Some(end) = at(to) else { return };
        let start = self.anchor.and_then(at).unwrap_or(end);
        let within = lines
            .get(start.min(end)..=start.max(end))
            .unwrap_or_default();
        self.picked = within
            .iter()
            .filter_map(|line| {
                if let Line::Group(group, ..) = line {
                    Some(*group)
                } else {
                    None
                }
            })
            .collect();
        let mut items = Vec::new();
        for line in within {
            match *line {
                Line::Group(group, ..) => items.extend(grouping::contents(&session.scene, group)),
                Line::Item(item, _) => items.push(item),
                Line::Heading(..) | Line::Empty(_) => {}
            }
        }
        // The row clicked is the one that is shown.
        if let Entry::Item(item) = to {
            items.push(item);
        }
        session.selection.set_all(items);
        self.note_selection(session);
    }

    /// What was selected elsewhere comes into view.
    fn follow_selection(&mut self, session: &Session) {
        let primary = session.selection.primary().map(Item::whole);
        // A scene just opened is shown from its top.
        let Some(seen) = self.seen.replace(primary) else {
            return;
        };
        let Some(item) = primary.filter(|_| primary != seen) else {
            return;
        };
        self.unfold(session, Entry::Item(item));
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

    fn line_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        (library, keys): (&[Preset], &KeyMap),
        line: Line,
        actions: &mut Vec<OutlinerAction>,
    ) {
        match line {
            Line::Heading(kind, count) => {
                self.heading_ui(ui, session, library, (kind, count), actions)
            }
            Line::Empty(kind) => row::note_ui(ui, &heading::advice(kind, keys)),
            Line::Group(id, count, depth) => {
                self.group_ui(ui, session, (id, count, depth), actions)
            }
            Line::Item(item, depth) => self.item_ui(ui, session, (item, depth), actions),
        }
    }
}

fn command_ui(ui: &mut Ui, command: Command, actions: &mut Vec<OutlinerAction>) {
    if ui
        .button(command.label())
        .on_hover_text(command.tooltip())
        .clicked()
    {
        actions.push(OutlinerAction::Command(command));
    }
}
