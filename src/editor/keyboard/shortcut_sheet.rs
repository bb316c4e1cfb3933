//! The list of all keyboard shortcuts.

use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::theme;
use crate::editor::widgets::dialog;
use egui::{Context, Key, RichText, ScrollArea, Ui};
use steerwright_authoring::command::MENUS;

/// Pointer and key actions on the canvas that are not commands.
const CANVAS_ACTIONS: [(&str, &str); 12] = [
    ("Arrow keys", "Nudge selection"),
    ("Shift+arrows", "Nudge by 10 units"),
    ("Ctrl+arrows", "Nudge by 1 pixel"),
    ("Alt+click", "Select item below"),
    ("Alt+drag", "Move selection"),
    ("Shift+drag", "Box select, 15° steps"),
    ("Ctrl+drag", "Disable snapping"),
    ("Space+drag", "Pan"),
    ("Middle button", "Pan"),
    ("Wheel", "Zoom at pointer"),
    ("Two fingers", "Pan"),
    ("Right button", "Cancel drag"),
];

/// Keys of the keyboard cursor that are not commands.
const CURSOR_KEYS: [(&str, &str); 8] = [
    ("Arrow keys", "Move the cursor"),
    ("Shift+arrows", "Move by 10 steps"),
    ("Ctrl+arrows", "Move by 1 pixel, no snapping"),
    ("Enter or Space", "Place"),
    ("Enter twice", "Finish path"),
    ("Space", "Select (Select tool)"),
    ("Enter, arrows, Enter", "Drag"),
    ("Esc", "Cancel, then hide"),
];

/// Keys while an agent is taken over.
const PLAYER_KEYS: [(&str, &str); 6] = [
    ("WASD or arrows", "Move the agent"),
    ("Hold the pointer", "Move toward it"),
    ("Hold Shift", "Run"),
    ("Hold C", "Sneak"),
    ("Space", "Pause or go on"),
    ("Esc", "Stop and keep the track"),
];

/// About the width of a column, in points.
const COLUMN_WIDTH: f32 = 236.0;

/// Draws the list in a window. Returns whether "Edit shortcuts…" was clicked.
pub fn key_sheet_ui(ctx: &Context, open: &mut bool, keys: &KeyMap) -> bool {
    if *open && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape)) {
        *open = false;
    }
    let mut edit_clicked = false;
    if !*open {
        return false;
    }
    dialog::window(ctx, "Keyboard shortcuts")
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .show(ctx, |ui| {
            dialog::contents_ui(ui, "Keyboard shortcuts", open, |ui| {
                let max_size = ctx.content_rect().size() - egui::vec2(80.0, 150.0);
                let area = ScrollArea::both()
                    .max_width(max_size.x)
                    .max_height(max_size.y)
                    .min_scrolled_width(max_size.x)
                    .min_scrolled_height(max_size.y);
                area.show(ui, |ui| columns_ui(ui, keys, max_size.x));
                ui.separator();
                edit_clicked = ui.button("Edit shortcuts…").clicked();
            })
        });
    edit_clicked
}

/// A heading, and keys with what they do.
type Section = (&'static str, Vec<(String, &'static str)>);

/// All sections that are not empty.
fn sections(keys: &KeyMap) -> Vec<Section> {
    let menus = MENUS.iter().map(|(name, entries)| {
        let commands = entries.iter().flatten();
        let shown = commands.map(|&command| (keys.texts(command), command.label()));
        (*name, shown.filter(|(keys, _)| !keys.is_empty()).collect())
    });
    let fixed = [
        ("While an agent is taken over", &PLAYER_KEYS[..]),
        ("On the canvas", &CANVAS_ACTIONS[..]),
        ("Keyboard cursor", &CURSOR_KEYS[..]),
    ];
    let fixed = fixed.map(|(title, actions)| {
        let actions = actions.iter();
        let shown = actions.map(|&(key, action)| (key.to_owned(), action));
        (title, shown.collect())
    });
    let all = menus.chain(fixed);
    all.filter(|(_, entries): &Section| !entries.is_empty())
        .collect()
}

/// Distributes sections over columns with at most about this many rows.
fn columns(sections: &[Section], max_rows: usize) -> Vec<&[Section]> {
    let mut columns = Vec::new();
    let (mut start, mut filled) = (0, 0);
    for (index, (_, entries)) in sections.iter().enumerate() {
        // The heading and the gap below it.
        let rows = entries.len() + 2;
        if index > start && filled + rows > max_rows {
            columns.push(&sections[start..index]);
            (start, filled) = (index, 0);
        }
        filled += rows;
    }
    columns.push(&sections[start..]);
    columns
}

/// Draws as many columns of similar height as fit into a width.
fn columns_ui(ui: &mut Ui, keys: &KeyMap, width: f32) {
    const MIN_ROWS: usize = 30;
    let sections = sections(keys);
    let most = ((width / COLUMN_WIDTH) as usize).max(1);
    let all: usize = sections.iter().map(|(_, entries)| entries.len() + 2).sum();
    let fits = |rows: &usize| columns(&sections, *rows).len() <= most;
    let rows = (MIN_ROWS..all).find(fits).unwrap_or(all);
    ui.horizontal_top(|ui| {
        for column in columns(&sections, rows) {
            ui.vertical(|ui| {
                for (name, entries) in column {
                    section_ui(ui, name, entries.iter().cloned());
                }
            });
            ui.add_space(14.0);
        }
    });
}

fn section_ui<'a>(ui: &mut Ui, name: &str, entries: impl Iterator<Item = (String, &'a str)>) {
    let heading = RichText::new(name)
        .strong()
        .color(theme::colors(ui).text_strong);
    // The last column may be out of view, where a heading would wrap after each letter.
    ui.add(egui::Label::new(heading).extend());
    egui::Grid::new(name)
        .num_columns(2)
        .min_row_height(19.0)
        .spacing([8.0, 1.0])
        .show(ui, |ui| {
            for (keys, label) in entries {
                theme::key_ui(ui, &keys);
                ui.label(label);
                ui.end_row();
            }
        });
    ui.add_space(6.0);
}
