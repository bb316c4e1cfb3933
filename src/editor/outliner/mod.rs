//! The outliner: a list of everything in the scene and a table of the selected path's nodes.
//!
//! Only visible rows are laid out, so the cost does not depend on the size of the scene.

mod drag;
mod entry;
mod group_color;
mod heading;
mod listing;
mod nodes;
mod row;
mod row_edits;
mod row_style;
mod rows;
mod search;

pub use row_style::node_count_text;
pub use rows::{Filter, Kind};

use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::preset_chooser::PresetSources;
use crate::editor::theme;
use drag::scroll_while_dragging;
use egui::{Panel, RichText, ScrollArea, Ui, UiBuilder};
use listing::Listing;
use row::ROW;
use rows::{Folded, OutlinerRow};
use std::collections::BTreeSet;
use steerwright_authoring::outline;
use steerwright_authoring::outline::Entry;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::{Command, Item, Session};
use steerwright_runtime::scene::{GroupId, PictureId, Preset, PresetId};

/// The state of the outliner.
#[derive(Clone, Debug, Default)]
pub struct Outliner {
    filter: Filter,
    folded: Folded,
    listing: Listing,
    /// The row being renamed, and the name so far.
    renaming: Option<(Entry, String)>,
    /// The row to scroll to in the next frame.
    reveal: Option<Entry>,
    /// The groups whose own rows are selected. Their contents are selected too.
    selected_groups: Vec<GroupId>,
    /// The row last selected without Shift, where a range starts.
    anchor: Option<Entry>,
    /// The row where the requested range ends.
    range_to: Option<Entry>,
    /// Whether to move the focus to the filter.
    focus_filter: bool,
    /// Whether a text field will be drawn in this frame.
    opens_field: bool,
    /// The primary item when the outliner was last drawn. `None` if it was not drawn yet.
    last_primary: Option<Option<Item>>,
    /// The scroll offset, in points.
    offset: f32,
    /// The next scroll offset, while dragging at an edge.
    next_offset: Option<f32>,
    /// The height of the node table in the frame before, in points.
    table_height: Option<f32>,
    /// The pictures that cannot be shown.
    pub broken_pictures: BTreeSet<PictureId>,
}

/// What the list shows beside the scene.
#[derive(Clone, Copy)]
struct ListInput<'a> {
    library: PresetSources<'a>,
    keys: &'a KeyMap,
}

/// The node table leaves at least this much to the list, in points.
const MIN_LIST_HEIGHT: f32 = 4.0 * ROW;
/// The heading of the node table, its header and one row need this much, in points.
const MIN_TABLE_HEIGHT: f32 = 100.0;

/// An action requested by the outliner.
#[derive(Clone, Debug, PartialEq)]
pub enum OutlinerAction {
    /// Run a command.
    Command(Command),
    /// Use this preset for new agents, and activate the tool that places them.
    UsePreset(PresetId),
    /// Add a built-in preset to the scene.
    AddPreset(Box<Preset>),
    /// Show an item on the canvas.
    Reveal(Item),
}

impl Outliner {
    /// Resets the state for another scene.
    pub fn reset(&mut self) {
        *self = Self {
            next_offset: Some(0.0),
            table_height: self.table_height,
            ..Self::default()
        };
    }

    /// Starts renaming the last selected group row, or the primary item.
    pub fn rename(&mut self, session: &Session) {
        let group = self
            .selected_groups
            .last()
            .map(|&group| Entry::Group(group));
        let Some(entry) = group.or(session
            .selection
            .primary()
            .map(|item| Entry::Item(item.whole())))
        else {
            return;
        };
        self.start_renaming(session, entry);
    }

    /// Moves the focus to the filter.
    pub fn find(&mut self) {
        (self.focus_filter, self.opens_field) = (true, true);
    }

    /// Whether keys are meant for a field that is not drawn yet.
    pub fn opens_field(&self) -> bool {
        self.opens_field
    }

    /// The selected rows: groups, and selected items outside of them.
    pub fn selected_rows(&self, session: &Session) -> Vec<Entry> {
        let within = |item: &Item| {
            let parent = grouping::parent_of(&session.scene, Entry::Item(*item));
            let mut around = session.scene.editor.groups_around(parent);
            around.any(|group| self.selected_groups.contains(&group.id))
        };
        // Resolve each path once.
        let items: BTreeSet<Item> = session.selection.iter().map(Item::whole).collect();
        let ungrouped = items
            .into_iter()
            .filter(|item| self.selected_groups.is_empty() || !within(item));
        self.selected_groups
            .iter()
            .copied()
            .map(Entry::Group)
            .chain(ungrouped.map(Entry::Item))
            .collect()
    }

    fn start_renaming(&mut self, session: &Session, entry: Entry) {
        if self.renaming.as_ref().is_some_and(|(of, _)| *of == entry) {
            return;
        }
        if let Some(name) = outline::name_of(&session.scene, entry) {
            self.renaming = Some((entry, name.to_owned()));
            self.opens_field = true;
            self.reveal_row(session, entry);
        }
    }

    /// Makes sure that a row is listed and visible, whatever is folded or filtered.
    fn reveal_row(&mut self, session: &Session, entry: Entry) {
        self.unfold(session, entry);
        let is_listed = |filter: &Filter, folded: &Folded| {
            rows::rows(&session.scene, filter, folded)
                .iter()
                .any(|row| row.entry() == Some(entry))
        };
        if !is_listed(&self.filter, &self.folded) {
            self.filter = Filter::default();
        }
        self.reveal = Some(entry);
    }

    /// Reveals a group and starts renaming it.
    pub fn rename_group(&mut self, session: &Session, group: GroupId) {
        self.start_renaming(session, Entry::Group(group));
    }

    /// Unfolds all groups around a row, or its kind.
    fn unfold(&mut self, session: &Session, entry: Entry) {
        let parent = grouping::parent_of(&session.scene, entry);
        for group in session.scene.editor.groups_around(parent) {
            self.folded.groups.remove(&group.id);
        }
        if let (None, Entry::Item(item)) = (parent, entry) {
            self.folded.kinds.remove(&Kind::of(item));
        }
    }

    /// Draws the outliner. `library` contains the presets that can be added to the scene.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        library: PresetSources<'_>,
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
        let line = session.selection.line();
        let room = ui.available_height() - MIN_LIST_HEIGHT;
        let least_height = nodes::HEIGHT_OF_FOUR_ROWS.min(room).max(MIN_TABLE_HEIGHT);
        // The list is drawn first, so that Tab goes through it before the table.
        let default_height = (ui.available_height() * 0.35).clamp(least_height, 300.0);
        let table_height = line.map_or(0.0, |_| self.table_height.unwrap_or(default_height));
        let area = ui.available_rect_before_wrap();
        let mut list_area = area;
        list_area.max.y = (area.bottom() - table_height).max(area.top());
        // No row is cut at the lower edge.
        list_area.max.y -= list_area.height() % ROW;
        let mut list = ui.new_child(UiBuilder::new().max_rect(list_area));
        list.shrink_clip_rect(list_area);
        let input = ListInput { library, keys };
        self.list_ui(&mut list, session, input, &mut actions);
        ui.expand_to_include_rect(area);
        if let Some(line) = line {
            let frame = egui::Frame::new().inner_margin(egui::Margin {
                top: 6,
                ..egui::Margin::ZERO
            });
            let table = Panel::bottom("nodes")
                .frame(frame)
                .default_size(default_height)
                .size_range(
                    least_height..=(area.height() - MIN_LIST_HEIGHT).clamp(least_height, 600.0),
                )
                .resizable(true)
                .show(ui, |ui| {
                    let name = outline::name_of(&session.scene, Entry::Item(line.into()))
                        .unwrap_or_default();
                    ui.add(
                        egui::Label::new(
                            RichText::new(format!("Nodes of {name}"))
                                .strong()
                                .color(theme::colors(ui).text_strong),
                        )
                        .truncate(),
                    );
                    nodes::nodes_ui(ui, session, line);
                });
            let height = table.response.rect.height();
            if self.table_height.replace(height) != Some(height) {
                ui.ctx().request_repaint();
            }
        }
        actions
    }

    fn list_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        input: ListInput<'_>,
        actions: &mut Vec<OutlinerAction>,
    ) {
        self.reveal_selection(session);
        self.update_selected_groups(session);
        let rows = self
            .listing
            .update(&session.scene, &self.filter, &self.folded);
        ui.spacing_mut().item_spacing.y = 0.0;
        // The scroll bar takes the clicks where it is: no button may be there.
        let scroll = &mut ui.spacing_mut().scroll;
        scroll.floating_allocated_width = scroll.bar_width;
        if !self.filter.is_off() && rows.iter().all(|row| row.entry().is_none()) {
            row::hint_ui(ui, "No matches");
        }
        let mut area = ScrollArea::vertical().auto_shrink([false, false]);
        let revealed = self
            .reveal
            .take()
            .and_then(|entry| rows.iter().position(|row| row.entry() == Some(entry)));
        if let Some(offset) = revealed
            .map(|index| self.offset_for(index, ui.available_height()))
            .or(self.next_offset.take())
        {
            area = area.vertical_scroll_offset(offset);
        }
        let output = area.show_rows(ui, ROW, rows.len(), |ui, range| {
            for row in rows.get(range).unwrap_or_default() {
                self.line_ui(ui, session, input, *row, actions);
            }
        });
        if let Some(to) = self.range_to.take() {
            self.select_range(session, &rows, to);
        }
        self.offset = output.state.clamped_offset().y;
        let scroll = scroll_while_dragging(ui, output.inner_rect);
        self.next_offset = (scroll != 0.0).then(|| (self.offset + scroll).max(0.0));
    }

    /// Stores the selection made here, because it is already visible.
    fn store_selection(&mut self, session: &Session) {
        self.last_primary = Some(session.selection.primary().map(Item::whole));
    }

    /// Deselects group rows whose contents are no longer selected exactly.
    fn update_selected_groups(&mut self, session: &Session) {
        let is_whole = |group: &GroupId| {
            session.scene.editor.group(*group).is_some()
                && grouping::contents(&session.scene, *group)
                    .into_iter()
                    .all(|item| session.selection.contains(item))
        };
        self.selected_groups.retain(is_whole);
    }

    /// Selects all rows from the anchor to this one.
    fn select_range(&mut self, session: &mut Session, rows: &[OutlinerRow], to: Entry) {
        let at = |entry: Entry| rows.iter().position(|row| row.entry() == Some(entry));
        let Some(end) = at(to) else { return };
        let start = self.anchor.and_then(at).unwrap_or(end);
        let within = rows
            .get(start.min(end)..=start.max(end))
            .unwrap_or_default();
        self.selected_groups = within
            .iter()
            .filter_map(|row| {
                if let OutlinerRow::Group(group) = row {
                    Some(group.id)
                } else {
                    None
                }
            })
            .collect();
        let mut items = Vec::new();
        for row in within {
            match *row {
                OutlinerRow::Group(group) => {
                    items.extend(grouping::contents(&session.scene, group.id))
                }
                OutlinerRow::Item(item, _) => items.push(item),
                OutlinerRow::Heading(_) | OutlinerRow::Empty(_) => {}
            }
        }
        // The clicked row becomes the primary item.
        if let Entry::Item(item) = to {
            items.push(item);
        }
        session.selection.set_all(items);
        self.store_selection(session);
    }

    /// Reveals an item that was selected elsewhere.
    fn reveal_selection(&mut self, session: &Session) {
        let primary = session.selection.primary().map(Item::whole);
        // A new scene is shown from its top.
        let Some(last_primary) = self.last_primary.replace(primary) else {
            return;
        };
        let Some(item) = primary.filter(|_| primary != last_primary) else {
            return;
        };
        self.unfold(session, Entry::Item(item));
        self.reveal.get_or_insert(Entry::Item(item));
    }

    /// The scroll offset that makes a row visible, with as little scrolling as possible.
    fn offset_for(&self, index: usize, height: f32) -> f32 {
        let top = index as f32 * ROW;
        if top < self.offset {
            (top - ROW).max(0.0)
        } else if top + ROW > self.offset + height {
            top + 2.0 * ROW - height
        } else {
            self.offset
        }
    }

    fn line_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        input: ListInput<'_>,
        row: OutlinerRow,
        actions: &mut Vec<OutlinerAction>,
    ) {
        match row {
            OutlinerRow::Heading(heading) => self.heading_ui(ui, session, input, heading, actions),
            OutlinerRow::Empty(kind) => row::hint_ui(ui, &heading::hint(kind, input.keys)),
            OutlinerRow::Group(group) => self.group_ui(ui, session, group, actions),
            OutlinerRow::Item(item, depth) => self.item_ui(ui, session, item, depth, actions),
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
