//! The rows of groups and things: what a click, a drag, a key and their menus do.

use super::drag::{Dragged, drop_ui};
use super::look::Look;
use super::row::{self, RowWish};
use super::{Outliner, OutlinerAction, command_ui, lines};
use crate::editor::theme;
use egui::{EventFilter, Key, Modifiers, Response, Ui};
use egui_material_icons::icons;
use steerwright_authoring::outline;
use steerwright_authoring::outline::{Entry, Flag};
use steerwright_authoring::{Command, Item, Session, grouping};
use steerwright_runtime::scene::GroupId;

/// How much further in each group moves what is in it, points.
const INDENT: f32 = 16.0;
/// No row is moved further in than this many groups: its name is to be read.
const DEEPEST_INDENT: usize = 6;

fn indent(depth: usize) -> f32 {
    INDENT * depth.min(DEEPEST_INDENT) as f32
}

impl Outliner {
    pub(super) fn group_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        (id, count, depth): (GroupId, usize, usize),
        actions: &mut Vec<OutlinerAction>,
    ) {
        let entry = Entry::Group(id);
        if self.renaming_ui(ui, session, entry) {
            return;
        }
        let Some(group) = session.scene.group(id) else {
            return;
        };
        let folded = self.folded.groups.contains(&id) && self.filter.is_off();
        let info = count.to_string();
        let indent = indent(depth);
        let shown = row::Row {
            entry,
            icon: if folded {
                icons::ICON_FOLDER
            } else {
                icons::ICON_FOLDER_OPEN
            },
            color: theme::TEXT_WEAK,
            name: &group.name,
            info: &info,
            indent,
            selected: self.picked.contains(&id),
            flags: Some([
                (
                    group.hidden,
                    lines::inherits(&session.scene, entry, Flag::Hidden),
                ),
                (
                    group.locked,
                    lines::inherits(&session.scene, entry, Flag::Locked),
                ),
            ]),
        };
        let (response, wish) = row::row_ui(ui, &shown);
        if let Some(RowWish::Switch(flag, on)) = wish {
            switch(session, &self.with_chosen(session, entry), flag, on);
        }
        if response.clicked() {
            // The icon folds, the name chooses the group and with it what is inside.
            let on_icon = response
                .interact_pointer_pos()
                .is_some_and(|p| p.x < response.rect.left() + indent + 26.0);
            if on_icon {
                if !self.folded.groups.remove(&id) {
                    self.folded.groups.insert(id);
                }
            } else {
                self.choose_group(ui.input(|i| i.modifiers), session, id);
            }
        }
        if response.double_clicked() {
            self.begin_renaming(session, entry);
        }
        if response.has_focus()
            && let Some(unfolds) =
                arranged_by_keys(ui, session, &response, &self.with_chosen(session, entry))
        {
            if unfolds {
                self.folded.groups.remove(&id);
            } else {
                self.folded.groups.insert(id);
            }
        }
        if response.dragged() {
            response.dnd_set_drag_payload(Dragged(self.with_chosen(session, entry)));
        }
        drop_ui(ui, session, &response, entry);
        if cancels_drag(ui) {
            return;
        }
        response.context_menu(|ui| {
            if ui.button("Rename").clicked() {
                self.begin_renaming(session, entry);
            }
            let entries = self.with_chosen(session, entry);
            flag_menu_ui(ui, session, &entries);
            ui.separator();
            arrange_menu_ui(ui, session, &entries);
            if ui
                .button("Dissolve")
                .on_hover_text("Takes the group away; what is in it stays.")
                .clicked()
            {
                grouping::dissolve(&mut session.scene, id);
                session.name_step("Dissolve group");
            }
            if ui.button("Delete with contents").clicked() {
                let inside = grouping::contents(&session.scene, id);
                session.selection.set_all(inside);
                actions.push(OutlinerAction::Command(Command::Delete));
            }
        });
    }

    /// A click on a group's name, by what is held with it.
    fn choose_group(&mut self, held: Modifiers, session: &mut Session, id: GroupId) {
        let entry = Entry::Group(id);
        if held.shift {
            self.range_to = Some(entry);
            return;
        }
        self.anchor = Some(entry);
        let inside = grouping::contents(&session.scene, id);
        if !held.command {
            self.picked = vec![id];
            session.selection.set_all(inside);
        } else if self.picked.contains(&id) {
            self.picked.retain(|&group| group != id);
            session.selection.remove_all(&inside);
        } else {
            self.picked.push(id);
            session.selection.add_all(inside);
        }
        self.note_selection(session);
    }

    pub(super) fn item_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        (item, depth): (Item, usize),
        actions: &mut Vec<OutlinerAction>,
    ) {
        let entry = Entry::Item(item);
        if self.renaming_ui(ui, session, entry) {
            return;
        }
        let scene = &session.scene;
        let Some(name) = outline::name_of(scene, entry) else {
            return;
        };
        let look = Look::of(session, item);
        let flags = outline::place_of(scene, item).map(|place| {
            [
                (place.hidden, lines::inherits(scene, entry, Flag::Hidden)),
                (place.locked, lines::inherits(scene, entry, Flag::Locked)),
            ]
        });
        let shown = row::Row {
            entry,
            icon: look.icon,
            color: look.color,
            name,
            info: &look.info,
            indent: indent(depth),
            selected: is_chosen(session, item),
            flags,
        };
        let (response, wish) = row::row_ui(ui, &shown);
        if let Some(RowWish::Switch(flag, on)) = wish {
            switch(session, &self.with_chosen(session, entry), flag, on);
        }
        if response.clicked() {
            let held = ui.input(|i| i.modifiers);
            if held.shift {
                self.range_to = Some(entry);
            } else {
                self.anchor = Some(entry);
                if held.command {
                    session.selection.toggle(item);
                } else {
                    self.picked.clear();
                    session.selection.set(item);
                }
                self.note_selection(session);
            }
        }
        if response.double_clicked() {
            self.begin_renaming(session, entry);
        }
        if response.has_focus() {
            arranged_by_keys(ui, session, &response, &self.with_chosen(session, entry));
        }
        if response.dragged() {
            response.dnd_set_drag_payload(Dragged(self.with_chosen(session, entry)));
        }
        drop_ui(ui, session, &response, entry);
        if !cancels_drag(ui) {
            response.context_menu(|ui| self.menu_ui(ui, session, item, actions));
        }
    }

    fn menu_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        item: Item,
        actions: &mut Vec<OutlinerAction>,
    ) {
        if !is_chosen(session, item) {
            self.picked.clear();
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
                let entries = self.with_chosen(session, Entry::Item(item));
                flag_menu_ui(ui, session, &entries);
                ui.separator();
                arrange_menu_ui(ui, session, &entries);
                command_ui(ui, Command::Group, actions);
            }
        }
        ui.separator();
        command_ui(ui, Command::Duplicate, actions);
        command_ui(ui, Command::Delete, actions);
    }

    /// The row itself, or all that are chosen if it is among them: not for every row of every frame.
    fn with_chosen(&self, session: &Session, entry: Entry) -> Vec<Entry> {
        let chosen = self.chosen(session);
        if chosen.contains(&entry) {
            chosen
        } else {
            vec![entry]
        }
    }

    /// The name being typed in the place of its row. Whether there is one.
    fn renaming_ui(&mut self, ui: &mut Ui, session: &mut Session, entry: Entry) -> bool {
        let Some((of, name)) = &mut self.renaming else {
            return false;
        };
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

/// The keys of the row that has the keyboard: Alt with Left and Right moves it out of its group and into the one above it. Without
/// Alt they fold: whether to unfold.
fn arranged_by_keys(
    ui: &Ui,
    session: &mut Session,
    response: &Response,
    entries: &[Entry],
) -> Option<bool> {
    let filter = EventFilter {
        horizontal_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let pressed = |held, key| ui.input_mut(|i| i.consume_key(held, key));
    if pressed(Modifiers::ALT, Key::ArrowLeft) {
        move_out(session, entries);
    } else if pressed(Modifiers::ALT, Key::ArrowRight) {
        move_in(session, entries);
    }
    let (folds, unfolds) = (
        pressed(Modifiers::NONE, Key::ArrowLeft),
        pressed(Modifiers::NONE, Key::ArrowRight),
    );
    (folds || unfolds).then_some(unfolds)
}

fn move_out(session: &mut Session, entries: &[Entry]) {
    grouping::take_out(&mut session.scene, entries);
    session.name_step("Take out of group");
}

fn move_in(session: &mut Session, entries: &[Entry]) {
    if let Some(group) = group_above(session, entries) {
        grouping::put_in(&mut session.scene, entries, Some(group));
        session.name_step("Put into group");
    }
}

/// The group listed last before the first of these rows, in the same group as that.
fn group_above(session: &Session, entries: &[Entry]) -> Option<GroupId> {
    let first = *entries.first()?;
    let beside = grouping::groups_in(&session.scene, grouping::parent_of(&session.scene, first))
        .map(|group| group.id);
    let above = beside
        .take_while(|&id| Entry::Group(id) != first)
        .filter(|&id| !entries.contains(&Entry::Group(id)));
    above.last().filter(|&group| {
        entries
            .iter()
            .all(|&entry| grouping::can_put_in(&session.scene, entry, Some(group)))
    })
}

/// What moves rows into and out of groups without dragging.
fn arrange_menu_ui(ui: &mut Ui, session: &mut Session, entries: &[Entry]) {
    if let Some(group) = group_above(session, entries) {
        let name = outline::name_of(&session.scene, Entry::Group(group)).unwrap_or_default();
        if ui.button(format!("Put into {name}")).clicked() {
            move_in(session, entries);
        }
    }
    if entries
        .iter()
        .any(|&entry| grouping::parent_of(&session.scene, entry).is_some())
        && ui.button("Take out of group").clicked()
    {
        move_out(session, entries);
    }
}

/// Whether the row of a thing is chosen: it is selected, or nodes of it are.
fn is_chosen(session: &Session, item: Item) -> bool {
    session.selection.contains(item)
        || matches!(item, Item::Path(path) if session.selection.has_nodes_of(path))
}

/// Whether the second button is down to cancel a drag, and not for a menu.
fn cancels_drag(ui: &Ui) -> bool {
    ui.input(|i| i.pointer.primary_down()) && !egui::Popup::is_any_open(ui.ctx())
}

fn switch(session: &mut Session, entries: &[Entry], flag: Flag, on: bool) {
    entries
        .iter()
        .for_each(|&entry| outline::set_flag(&mut session.scene, entry, flag, on));
    session.name_step(match (flag, on) {
        (Flag::Hidden, true) => "Hide",
        (Flag::Hidden, false) => "Show",
        (Flag::Locked, true) => "Lock",
        (Flag::Locked, false) => "Unlock",
    });
}

fn flag_menu_ui(ui: &mut Ui, session: &mut Session, entries: &[Entry]) {
    for (flag, set, clear) in [
        (Flag::Hidden, "Hide", "Show"),
        (Flag::Locked, "Lock", "Unlock"),
    ] {
        let on = entries
            .iter()
            .all(|&entry| outline::flag(&session.scene, entry, flag));
        if ui.button(if on { clear } else { set }).clicked() {
            switch(session, entries, flag, !on);
        }
    }
}
