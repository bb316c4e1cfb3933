//! The list of all keyboard shortcuts.

use crate::editor::dialog;
use crate::editor::key_map::KeyMap;
use crate::editor::theme;
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
                area.show(ui, |ui| columns_ui(ui, keys));
                ui.separator();
                edit_clicked = ui.button("Edit shortcuts…").clicked();
            })
        });
    edit_clicked
}

/// Distributes the menus over columns of similar height.
fn columns_ui(ui: &mut Ui, keys: &KeyMap) {
    const MAX_ROWS: usize = 30;
    let rows = |menu: usize| {
        MENUS[menu]
            .1
            .iter()
            .flatten()
            .filter(|command| !keys.text(**command).is_empty())
            .count()
            + 2
    };
    let mut columns: Vec<Vec<usize>> = Vec::new();
    let mut filled = MAX_ROWS;
    for menu in 0..MENUS.len() {
        if filled + rows(menu) > MAX_ROWS {
            columns.push(Vec::new());
            filled = 0;
        }
        filled += rows(menu);
        if let Some(column) = columns.last_mut() {
            column.push(menu);
        }
    }
    ui.horizontal_top(|ui| {
        for column in columns {
            ui.vertical(|ui| {
                for menu in column {
                    let (name, entries) = MENUS[menu];
                    let shown = entries
                        .iter()
                        .flatten()
                        .map(|&command| (keys.texts(command), command.label()));
                    section_ui(ui, name, shown.filter(|(keys, _)| !keys.is_empty()));
                }
            });
            ui.add_space(14.0);
        }
        ui.vertical(|ui| {
            for (title, actions) in [
                ("On the canvas", &CANVAS_ACTIONS[..]),
                ("Keyboard cursor", &CURSOR_KEYS[..]),
            ] {
                let actions = actions.iter();
                section_ui(
                    ui,
                    title,
                    actions.map(|(key, action)| ((*key).to_owned(), *action)),
                );
            }
        });
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
