//! The values of the presets, with what differs from the first one marked.

use crate::editor::preset_table::column::Column;
use crate::editor::preset_table::{Action, GAP, Widths};
use crate::editor::theme;
use egui::containers::menu::MenuButton;
use egui::{Align, Button, Label, Layout, Rect, RichText, Role, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;
use steerwright_authoring::presets::comparison::{Row, Section};
use steerwright_runtime::scene::Preset;

/// The height of a row, in points.
const ROW: f32 = 22.0;

/// Draws the sections. Returns the value to copy, if one was chosen.
pub(super) fn values_ui(
    ui: &mut Ui,
    widths: Widths,
    sections: &[Section],
    columns: &[Column],
    presets: &[Preset],
    only_differences: bool,
) -> Option<Action> {
    let mut action = None;
    let mut shown = 0;
    for (index, section) in sections.iter().enumerate() {
        let is_shown = |row: &Row| !only_differences || row.differs();
        if !section.rows.iter().any(is_shown) {
            continue;
        }
        title_ui(ui, section.title);
        for (place, row) in section.rows.iter().enumerate() {
            if is_shown(row) {
                shown += 1;
                let copied = row_ui(ui, widths, row, columns, presets, shown % 2 == 0);
                action = action.or(copied.map(|(from, to)| Action::Copy {
                    row: (index, place),
                    from,
                    to,
                }));
            }
        }
    }
    if shown == 0 {
        ui.add_space(6.0);
        let text = "All values are the same.";
        ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
    }
    action
}

/// Draws the heading of a section.
pub(super) fn title_ui(ui: &mut Ui, title: &str) {
    ui.add_space(8.0);
    ui.label(
        RichText::new(title)
            .strong()
            .color(theme::colors(ui).text_strong),
    );
}

/// The name of a row, and what it says.
#[derive(Clone, Copy)]
pub(super) struct RowName<'a> {
    pub(super) label: &'a str,
    pub(super) help: &'a str,
}

/// Draws a row of cells. `add_cell` draws the one of a column.
pub(super) fn cells_ui(
    ui: &mut Ui,
    widths: Widths,
    striped: bool,
    RowName { label, help }: RowName<'_>,
    columns: usize,
    mut add_cell: impl FnMut(&mut Ui, usize),
) {
    let width = widths.labels + columns as f32 * (widths.column + GAP);
    let (rect, _) = ui.allocate_exact_size(vec2(width, ROW), egui::Sense::hover());
    if striped {
        ui.painter()
            .rect_filled(rect, f32::from(theme::ROUNDING), theme::colors(ui).card);
    }
    let cell =
        |left: f32, width: f32| Rect::from_min_size(rect.min + vec2(left, 0.0), vec2(width, ROW));
    let builder = |rect: Rect| {
        egui::UiBuilder::new()
            .max_rect(rect)
            .layout(Layout::left_to_right(Align::Center))
    };
    let mut left_ui = ui.new_child(builder(cell(4.0, widths.labels - 4.0)));
    let name = RichText::new(label).color(theme::colors(ui).text_weak);
    let name = left_ui.add(Label::new(name).truncate());
    if !help.is_empty() {
        name.on_hover_text(help);
    }
    for column in 0..columns {
        let left = widths.labels + GAP + column as f32 * (widths.column + GAP);
        let mut cell_ui = ui.new_child(builder(cell(left, widths.column)).id_salt((label, column)));
        add_cell(&mut cell_ui, column);
    }
}

/// Draws the values of a row. Returns the columns to copy between.
fn row_ui(
    ui: &mut Ui,
    widths: Widths,
    row: &Row,
    columns: &[Column],
    presets: &[Preset],
    striped: bool,
) -> Option<(usize, usize)> {
    let mut copied = None;
    let count = row.cells.len();
    let name = RowName {
        label: &row.label,
        help: row.help,
    };
    cells_ui(ui, widths, striped, name, count, |ui, column| {
        let colors = theme::colors(ui);
        let Some(cell) = row.cells.get(column) else {
            return;
        };
        let differs = row.differs_at(column);
        let color = match (&cell.text, differs, cell.is_set) {
            (None, ..) => colors.text_weak,
            (_, true, _) => colors.accent,
            (_, false, true) => colors.text,
            (_, false, false) => colors.text_weak,
        };
        let text = cell.text.as_deref().unwrap_or("–");
        let mut text = RichText::new(text).color(color);
        if differs {
            text = text.strong();
        }
        let targets: Vec<usize> = (0..count)
            .filter(|&to| matches!(columns.get(to), Some(Column::Scene(_))))
            .filter(|&to| row.can_copy(column, to))
            .collect();
        ui.spacing_mut().item_spacing.x = 4.0;
        let response = ui.add(Label::new(text).truncate());
        if cell.text.is_none() {
            response.on_hover_text("This preset does not have it.");
        }
        if targets.is_empty() {
            return;
        }
        let icon = theme::icon_text(icons::ICON_CONTENT_COPY, 12.0).color(colors.text_weak);
        let button = MenuButton::from_button(Button::new(icon).frame(false));
        let (response, _) = button.ui(ui, |ui| {
            for &to in &targets {
                let target = presets.get(to).map_or("", |preset| preset.name.as_str());
                if ui.button(format!("Copy to {target}")).clicked() {
                    copied = Some((column, to));
                    ui.close();
                }
            }
        });
        let name = presets
            .get(column)
            .map_or("", |preset| preset.name.as_str());
        let label = format!("Copy {} of {name}", row.label.to_lowercase());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        response.on_hover_text("Copies this value to another preset.");
    });
    copied
}
