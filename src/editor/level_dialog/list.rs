//! The layers and items of a map, and what they become.

use crate::editor::level_dialog::label;
use crate::editor::theme;
use crate::editor::widgets::drop_down::{drop_down_ui, value_ui};
use egui::{Checkbox, ComboBox, RichText, ScrollArea, Ui};
use steerwright_export::level::{Becomes, Level};

/// A line of the list.
enum Line {
    /// A layer, with the items from the first to the last but one.
    Layer(usize, usize),
    Item(usize),
}

/// Draws the list.
pub(super) fn list_ui(ui: &mut Ui, level: &Level, choices: &mut [Becomes], height: f32) {
    let lines = lines(level);
    if lines.is_empty() {
        ui.label("This map has no shapes that can be imported.");
        return;
    }
    ScrollArea::vertical()
        .id_salt("items of the map")
        .max_height(height)
        .auto_shrink([false, true])
        .show_rows(ui, ui.spacing().interact_size.y, lines.len(), |ui, rows| {
            for line in lines.get(rows).unwrap_or_default() {
                match *line {
                    Line::Layer(start, end) => layer_ui(ui, level, choices, start, end),
                    Line::Item(index) => item_ui(ui, level, choices, index),
                }
            }
        });
}

fn lines(level: &Level) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    while let Some(first) = level.found.get(start) {
        let rest = &level.found[start..];
        let end = start
            + rest
                .iter()
                .take_while(|found| found.layer == first.layer)
                .count();
        lines.push(Line::Layer(start, end));
        lines.extend((start..end).map(Line::Item));
        start = end;
    }
    lines
}

/// A layer: a check box for all of its items.
fn layer_ui(ui: &mut Ui, level: &Level, choices: &mut [Becomes], start: usize, end: usize) {
    ui.horizontal(|ui| {
        let chosen = choices[start..end]
            .iter()
            .filter(|becomes| **becomes != Becomes::Nothing)
            .count();
        let mut all = chosen == end - start;
        let name = match level.found[start].layer.as_str() {
            "" => "Without a layer",
            name => name,
        };
        let text = format!("{name} ({chosen} of {})", end - start);
        let check = Checkbox::new(&mut all, RichText::new(text).strong())
            .indeterminate(chosen > 0 && chosen < end - start);
        if theme::outlined_ui(ui, |ui| ui.add(check)).changed() {
            for (index, choice) in (start..end).zip(&mut choices[start..end]) {
                *choice = switched(level, index, *choice, all);
            }
        }
    });
}

fn item_ui(ui: &mut Ui, level: &Level, choices: &mut [Becomes], index: usize) {
    let found = &level.found[index];
    ui.horizontal(|ui| {
        ui.add_space(18.0);
        let mut is_chosen = choices[index] != Becomes::Nothing;
        let name = if found.name.is_empty() {
            &found.source
        } else {
            &found.name
        };
        if theme::checkbox_ui(ui, &mut is_chosen, name)
            .on_hover_text(&found.source)
            .changed()
        {
            choices[index] = switched(level, index, choices[index], is_chosen);
        }
        let count = found.shapes.len();
        let kind = match count {
            1 => found.kind.label().to_owned(),
            _ => format!("{}, {count} outlines", found.kind.label()),
        };
        ui.label(RichText::new(kind).color(theme::colors(ui).text_weak));
        theme::right_ui(ui, |ui| {
            let combo = ComboBox::from_id_salt(("becomes", index))
                .selected_text(label(choices[index]))
                .width(110.0);
            let response = drop_down_ui(ui, combo, |ui| {
                for becomes in found.choices() {
                    value_ui(ui, &mut choices[index], becomes, label(becomes));
                }
            });
            response.response.widget_info(|| {
                let text = format!("{name} becomes");
                egui::WidgetInfo::labeled(egui::Role::ComboBox, true, text)
            });
        });
    });
}

/// What an item becomes when its check box is clicked: as proposed, or the first possible.
fn switched(level: &Level, index: usize, now: Becomes, on: bool) -> Becomes {
    let found = &level.found[index];
    match (on, now) {
        (false, _) => Becomes::Nothing,
        (true, Becomes::Nothing) if found.becomes == Becomes::Nothing => {
            found.choices().first().copied().unwrap_or_default()
        }
        (true, Becomes::Nothing) => found.becomes,
        (true, now) => now,
    }
}
