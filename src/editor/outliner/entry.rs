//! Rows of groups and items: clicks, drags and context menus.

use crate::editor::outliner::drag::{Dragged, drop_ui};
use crate::editor::outliner::group_color::group_color_menu_ui;
use crate::editor::outliner::row::{self, FlagState, RowAction};
use crate::editor::outliner::row_edits::{flag_menu_ui, group_menu_ui, handle_row_keys, set_flags};
use crate::editor::outliner::row_style::RowStyle;
use crate::editor::outliner::rows::GroupRow;
use crate::editor::outliner::{Outliner, OutlinerAction, command_ui, rows};
use crate::editor::theme;
use egui::{Modifiers, Ui};
use egui_material_icons::icons;
use steerwright_authoring::command::{EditCommand, FileCommand, OutlinerCommand};
use steerwright_authoring::outline;
use steerwright_authoring::outline::grouping;
use steerwright_authoring::outline::{Entry, Flag};
use steerwright_authoring::{Command, Item, Session};
use steerwright_runtime::scene::GroupId;

/// The indentation per group level, in points.
const INDENT: f32 = 16.0;
/// The maximum indentation level, so that names stay readable.
const MAX_INDENT_LEVEL: usize = 6;

fn indent(depth: usize) -> f32 {
    INDENT * depth.min(MAX_INDENT_LEVEL) as f32
}

impl Outliner {
    pub(super) fn group_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        GroupRow { id, count, depth }: GroupRow,
        actions: &mut Vec<OutlinerAction>,
    ) {
        let entry = Entry::Group(id);
        if self.renaming_ui(ui, session, entry) {
            return;
        }
        let Some(group) = session.scene.editor.group(id) else {
            return;
        };
        let folded = self.folded.groups.contains(&id) && self.filter.is_off();
        let info = count.to_string();
        let indent = indent(depth);
        let colors = theme::colors(ui);
        let row = row::Row {
            entry,
            icon: if folded {
                icons::ICON_FOLDER
            } else {
                icons::ICON_FOLDER_OPEN
            },
            color: group
                .color
                .map_or(colors.text_weak, |color| colors.item(color)),
            name: &group.name,
            info: &info,
            indent,
            selected: self.selected_groups.contains(&id),
            flags: Some([
                FlagState {
                    is_set: group.hidden,
                    inherited: rows::inherits(&session.scene, entry, Flag::Hidden),
                },
                FlagState {
                    is_set: group.locked,
                    inherited: rows::inherits(&session.scene, entry, Flag::Locked),
                },
            ]),
        };
        let (response, action) = row::row_ui(ui, &row);
        if let Some(RowAction::Switch(flag, on)) = action {
            set_flags(session, &self.rows_to_edit(session, entry), flag, on);
        }
        if response.clicked() {
            // The icon folds the group; the name selects its contents.
            let on_icon = response
                .interact_pointer_pos()
                .is_some_and(|p| p.x < response.rect.left() + indent + 26.0);
            if on_icon {
                if !self.folded.groups.remove(&id) {
                    self.folded.groups.insert(id);
                }
            } else {
                self.select_group(row::click_modifiers(ui), session, id);
            }
        }
        if response.double_clicked() {
            self.start_renaming(session, entry);
        }
        if response.has_focus()
            && let Some(unfolds) =
                handle_row_keys(ui, session, &response, &self.rows_to_edit(session, entry))
        {
            if unfolds {
                self.folded.groups.remove(&id);
            } else {
                self.folded.groups.insert(id);
            }
        }
        if response.dragged() {
            response.dnd_set_drag_payload(Dragged(self.rows_to_edit(session, entry)));
        }
        drop_ui(ui, session, &response, entry);
        if cancels_drag(ui) {
            return;
        }
        response.context_menu(|ui| {
            if ui.button("Rename").clicked() {
                self.start_renaming(session, entry);
            }
            let entries = self.rows_to_edit(session, entry);
            flag_menu_ui(ui, session, &entries);
            group_color_menu_ui(ui, session, id);
            ui.separator();
            group_menu_ui(ui, session, &entries);
            if ui
                .button("Ungroup")
                .on_hover_text("Removes the group and keeps its contents.")
                .clicked()
            {
                grouping::remove_group(&mut session.scene, id);
                session.name_step("Ungroup");
            }
            if ui.button("Delete with contents").clicked() {
                let inside = grouping::contents(&session.scene, id);
                session.selection.set_all(inside);
                actions.push(OutlinerAction::Command(Command::Edit(EditCommand::Delete)));
            }
        });
    }

    /// Handles a click on the name of a group.
    fn select_group(&mut self, modifiers: Modifiers, session: &mut Session, id: GroupId) {
        let entry = Entry::Group(id);
        if modifiers.shift {
            self.range_to = Some(entry);
            return;
        }
        self.anchor = Some(entry);
        let inside = grouping::contents(&session.scene, id);
        if !modifiers.command {
            self.selected_groups = vec![id];
            session.selection.set_all(inside);
        } else if self.selected_groups.contains(&id) {
            self.selected_groups.retain(|&group| group != id);
            session.selection.remove_all(&inside);
        } else {
            self.selected_groups.push(id);
            session.selection.add_all(inside);
        }
        self.store_selection(session);
    }

    pub(super) fn item_ui(
        &mut self,
        ui: &mut Ui,
        session: &mut Session,
        item: Item,
        depth: usize,
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
        let style = RowStyle::of(session, item, &self.broken_pictures, theme::colors(ui));
        let flags = outline::props_of(scene, item).map(|props| {
            [
                FlagState {
                    is_set: props.hidden,
                    inherited: rows::inherits(scene, entry, Flag::Hidden),
                },
                FlagState {
                    is_set: props.locked,
                    inherited: rows::inherits(scene, entry, Flag::Locked),
                },
            ]
        });
        let row = row::Row {
            entry,
            icon: style.icon,
            color: style.color,
            name,
            info: &style.info,
            indent: indent(depth),
            selected: is_row_selected(session, item),
            flags,
        };
        let (response, action) = row::row_ui(ui, &row);
        if let Some(RowAction::Switch(flag, on)) = action {
            set_flags(session, &self.rows_to_edit(session, entry), flag, on);
        }
        if response.clicked() {
            let modifiers = row::click_modifiers(ui);
            if modifiers.shift {
                self.range_to = Some(entry);
            } else {
                self.anchor = Some(entry);
                if modifiers.command {
                    session.selection.toggle(item);
                } else {
                    self.selected_groups.clear();
                    session.selection.set(item);
                }
                self.store_selection(session);
            }
        }
        if response.double_clicked() {
            self.start_renaming(session, entry);
        }
        if response.has_focus() {
            handle_row_keys(ui, session, &response, &self.rows_to_edit(session, entry));
        }
        if response.dragged() {
            response.dnd_set_drag_payload(Dragged(self.rows_to_edit(session, entry)));
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
        if !is_row_selected(session, item) {
            self.selected_groups.clear();
            session.selection.set(item);
            self.store_selection(session);
        }
        if ui.button("Rename").clicked() {
            self.start_renaming(session, Entry::Item(item));
        }
        match item {
            Item::Preset(preset) => {
                if ui.button("Place agents").clicked() {
                    actions.push(OutlinerAction::UsePreset(preset));
                }
                command_ui(ui, Command::File(FileCommand::SavePreset), actions);
                command_ui(ui, Command::File(FileCommand::AddToLibrary), actions);
            }
            _ if !item.has_place() => {}
            _ => {
                if ui.button("Show on canvas").clicked() {
                    actions.push(OutlinerAction::Reveal(item));
                }
                ui.separator();
                let entries = self.rows_to_edit(session, Entry::Item(item));
                flag_menu_ui(ui, session, &entries);
                ui.separator();
                group_menu_ui(ui, session, &entries);
                command_ui(ui, Command::Outliner(OutlinerCommand::Group), actions);
            }
        }
        ui.separator();
        command_ui(ui, Command::Edit(EditCommand::Duplicate), actions);
        command_ui(ui, Command::Edit(EditCommand::Delete), actions);
    }

    /// All selected rows if this one is among them, otherwise only this one. Too slow for every row
    /// in every frame.
    fn rows_to_edit(&self, session: &Session, entry: Entry) -> Vec<Entry> {
        let selected_rows = self.selected_rows(session);
        if selected_rows.contains(&entry) {
            selected_rows
        } else {
            vec![entry]
        }
    }

    /// Draws the name field in place of a row that is being renamed. Returns whether it was drawn.
    fn renaming_ui(&mut self, ui: &mut Ui, session: &mut Session, entry: Entry) -> bool {
        let Some((of, name)) = &mut self.renaming else {
            return false;
        };
        if *of != entry {
            return false;
        }
        match row::rename_ui(ui, name) {
            None => {}
            Some(accepted) => {
                if accepted {
                    outline::rename(&mut session.scene, entry, name);
                    session.name_step("Rename");
                }
                self.renaming = None;
            }
        }
        true
    }
}

/// Whether the row of an item is selected: the item is selected, or nodes of it are.
fn is_row_selected(session: &Session, item: Item) -> bool {
    let line = item.line();
    let has_nodes = line.is_some_and(|line| session.selection.has_nodes_of(line));
    session.selection.contains(item) || has_nodes
}

/// Whether the secondary button cancels a drag instead of opening a menu.
fn cancels_drag(ui: &Ui) -> bool {
    ui.input(|i| i.pointer.primary_down()) && !egui::Popup::is_any_open(ui.ctx())
}
