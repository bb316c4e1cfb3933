//! The sheet of all keys, drawn from the table of commands and what was changed of it.

use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::{Context, Key, RichText, ScrollArea, Ui};
use steerwright_authoring::command::MENUS;

/// What a hand does on the canvas by itself, which no command stands for.
const BY_HAND: [(&str, &str); 12] = [
    ("Arrow keys", "nudge what is selected"),
    ("Shift+arrows", "nudge ten steps"),
    ("Ctrl+arrows", "nudge a pixel"),
    ("Alt and click", "takes what lies below"),
    ("Alt and drag", "moves what is selected"),
    ("Shift and drag", "draws a box, in steps of 15°"),
    ("Ctrl and drag", "without snapping"),
    ("Space and drag", "moves the view"),
    ("Middle button", "moves the view"),
    ("Wheel", "zooms at the pointer"),
    ("Two fingers", "move the view"),
    ("Right button", "cancels a drag"),
];

/// Draws the sheet in a window that can be closed; says whether the keys are to be changed.
pub fn key_sheet_ui(ctx: &Context, open: &mut bool, keys: &KeyMap) -> bool {
    if *open && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape)) {
        *open = false;
    }
    let mut changes = false;
    let window = egui::Window::new("Keys")
        .open(open)
        .resizable(false)
        .collapsible(false)
        .order(egui::Order::Foreground);
    window
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .show(ctx, |ui| {
            let room = ctx.content_rect().size() - egui::vec2(80.0, 150.0);
            let area = ScrollArea::both()
                .max_width(room.x)
                .max_height(room.y)
                .min_scrolled_width(room.x)
                .min_scrolled_height(room.y);
            area.show(ui, |ui| columns_ui(ui, keys));
            ui.separator();
            changes = ui.button("Change keys…").clicked();
        });
    changes
}

/// As many menus below each other as keep the columns about as high as each other.
fn columns_ui(ui: &mut Ui, keys: &KeyMap) {
    const LINES: usize = 30;
    let lines = |menu: usize| {
        MENUS[menu]
            .1
            .iter()
            .flatten()
            .filter(|command| !keys.text(**command).is_empty())
            .count()
            + 2
    };
    let mut columns: Vec<Vec<usize>> = Vec::new();
    let mut filled = LINES;
    for menu in 0..MENUS.len() {
        if filled + lines(menu) > LINES {
            columns.push(Vec::new());
            filled = 0;
        }
        filled += lines(menu);
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
            section_ui(
                ui,
                "By hand",
                BY_HAND
                    .iter()
                    .map(|(key, meaning)| ((*key).to_owned(), *meaning)),
            )
        });
    });
}

fn section_ui<'a>(ui: &mut Ui, name: &str, entries: impl Iterator<Item = (String, &'a str)>) {
    ui.label(RichText::new(name).strong().color(theme::TEXT_STRONG));
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
