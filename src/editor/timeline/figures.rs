//! The table of figures: a row for each figure that the shown agents can have, a column for each
//! agent or run.

use crate::editor::theme::{self, Colors};
use egui::{
    Align, Color32, Label, Layout, Pos2, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use steerwright_analysis::measure::{Metric, RunMetrics};

/// The height of a row, and where more rows must fit, in points.
const ROW_HEIGHTS: [f32; 2] = [20.0, 17.0];
/// The width of the names of figures with their units, in points.
const NAME_WIDTH: f32 = 116.0;
/// The room for the dot of a curve, in points.
const DOT_ROOM: f32 = 16.0;
/// The least width of a column of numbers, in points.
const NUMBER_WIDTH: f32 = 42.0;
/// The gap between the parts of a table that is divided, in points.
const PART_GAP: f32 = 16.0;

/// What is known about an agent in a run.
#[derive(Clone, Copy)]
pub(super) enum Measured {
    /// The run does not have it.
    Missing,
    /// It is being measured.
    Unfinished,
    Known(RunMetrics),
}

/// The heading of a column.
pub(super) struct Head<'a> {
    pub(super) text: &'a str,
    /// The curve of an agent, which a click shows or hides.
    pub(super) dot: Option<Dot>,
}

/// The curve of an agent in the heading of a column.
#[derive(Clone, Copy)]
pub(super) struct Dot {
    pub(super) color: Color32,
    pub(super) is_hidden: bool,
}

/// A number of the table.
struct Cell {
    text: String,
    /// What it is for those who do not see the row that it is in.
    name: String,
    color: Color32,
}

/// The table: `columns` after one with the names of `metrics`. `label` is above those. With
/// `compares`, the last column has the difference of the two columns that it names.
pub(super) struct Table<'a> {
    pub(super) label: &'a str,
    /// The tooltip of the label. May be empty.
    pub(super) tip: &'a str,
    pub(super) metrics: &'a [Metric],
    pub(super) columns: &'a [(Head<'a>, Measured)],
    /// The columns of the current run and of the one that it is compared with.
    pub(super) compares: Option<[usize; 2]>,
    /// The unit of lengths in the scene.
    pub(super) unit: &'a str,
    /// The height in which the whole table should fit.
    pub(super) height: f32,
}

impl Table<'_> {
    /// Draws the table. Returns the index of a column with a curve whose heading was clicked.
    pub(super) fn ui(&self, ui: &mut Ui) -> Option<usize> {
        let mut clicked = None;
        let colors = theme::colors(ui);
        ui.spacing_mut().item_spacing.y = 0.0;
        let count = self.columns.len() + usize::from(self.compares.is_some());
        let (height, parts) = self.arrangement(ui.available_width(), count);
        let part_width = (ui.available_width() + PART_GAP) / parts as f32 - PART_GAP;
        let width = ((part_width - NAME_WIDTH) / count.max(1) as f32).max(NUMBER_WIDTH);
        let number = vec2(width, height);
        line_ui(ui, height, |ui| {
            for part in 0..parts {
                let label = if part == 0 { self.label } else { "" };
                gap_ui(ui, part);
                cell_ui(ui, vec2(NAME_WIDTH, height), Align::Min, |ui| {
                    let label = RichText::new(label).strong();
                    let label = ui.add(Label::new(label).selectable(false).truncate());
                    if !self.tip.is_empty() {
                        label.on_hover_text(self.tip);
                    }
                });
                for (index, (head, _)) in self.columns.iter().enumerate() {
                    if head_ui(ui, number, head, colors) {
                        clicked = Some(index);
                    }
                }
                if self.compares.is_some() {
                    let head = Head {
                        text: "Change",
                        dot: None,
                    };
                    head_ui(ui, number, &head, colors);
                }
            }
        });
        let lines = self.metrics.len().div_ceil(parts);
        for line in 0..lines {
            line_ui(ui, height, |ui| {
                let metrics = self.metrics.iter().skip(line).step_by(lines.max(1));
                for (part, &metric) in metrics.enumerate() {
                    gap_ui(ui, part);
                    self.row_ui(ui, metric, number, colors);
                }
            });
        }
        clicked
    }

    /// The height of rows, and into how many parts beside each other they are divided, because they
    /// do not fit below each other.
    fn arrangement(&self, room: f32, columns: usize) -> (f32, usize) {
        let [high, low] = ROW_HEIGHTS;
        let lines = self.metrics.len() as f32 + 1.0;
        if lines * high <= self.height {
            return (high, 1);
        }
        if lines * low <= self.height || self.height <= 0.0 {
            return (low, 1);
        }
        let least = NAME_WIDTH + columns as f32 * NUMBER_WIDTH;
        let most = ((room + PART_GAP) / (least + PART_GAP)).max(1.0) as usize;
        let lines_in_view = ((self.height / low) as usize).saturating_sub(1).max(1);
        let needed = self.metrics.len().div_ceil(lines_in_view);
        (low, needed.clamp(1, most))
    }

    /// Draws the name of a metric and its numbers.
    fn row_ui(&self, ui: &mut Ui, metric: Metric, number: egui::Vec2, colors: &Colors) {
        let unit = metric.unit().suffix(self.unit);
        cell_ui(ui, vec2(NAME_WIDTH, number.y), Align::Min, |ui| {
            name_ui(ui, metric, &unit, colors);
        });
        let values = self.columns.iter().map(|(_, measured)| *measured);
        for (index, measured) in values.enumerate() {
            let is_other = self.compares.is_some_and(|[_, other]| other == index);
            let cell = Cell::of(metric, measured, &unit, is_other, colors);
            number_ui(ui, number, cell, metric);
        }
        if let Some(compared) = self.compares {
            let compared = compared.map(|index| self.columns[index].1.value(metric));
            number_ui(ui, number, difference(metric, compared, colors), metric);
        }
    }
}

impl Measured {
    fn value(self, metric: Metric) -> Option<f64> {
        match self {
            Self::Known(metrics) => metric.so_far(&metrics),
            Self::Missing | Self::Unfinished => None,
        }
    }
}

impl Cell {
    fn of(metric: Metric, measured: Measured, unit: &str, is_other: bool, colors: &Colors) -> Self {
        let color = if is_other { colors.ghost } else { colors.text };
        let word = |text: &str| Self {
            text: text.into(),
            name: text.into(),
            color: colors.text_weak,
        };
        if let Measured::Unfinished = measured {
            return word("…");
        }
        measured.value(metric).map_or(word("–"), |value| Self {
            name: match is_other {
                true => format!("{value:.2}"),
                false => format!("{value:.2}{unit}"),
            },
            text: format!("{value:.2}"),
            color,
        })
    }
}

/// How much higher the first value is than the second: better, worse or neither.
fn difference(metric: Metric, compared: [Option<f64>; 2], colors: &Colors) -> Cell {
    let cell = |text: String, color| Cell {
        name: text.clone(),
        text,
        color,
    };
    let [Some(now), Some(other)] = compared else {
        return cell("–".into(), colors.text_weak);
    };
    // Of the numbers as they are shown.
    let shown = |value: f64| (value * 100.0).round() / 100.0;
    let difference = shown(now) - shown(other);
    if difference.abs() < 0.005 {
        return cell("same".into(), colors.text_weak);
    }
    let color = match metric.lower_is_better() {
        Some(lower) if lower == (difference < 0.0) => colors.ok,
        Some(_) => colors.warn,
        None => colors.text,
    };
    cell(format!("{difference:+.2}").replace('-', "−"), color)
}

fn line_ui(ui: &mut Ui, height: f32, contents: impl FnOnce(&mut Ui)) {
    ui.spacing_mut().interact_size.y = height;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        contents(ui);
    });
}

/// A cell of a fixed size, so that a long text moves nothing.
fn cell_ui(ui: &mut Ui, size: egui::Vec2, align: Align, contents: impl FnOnce(&mut Ui)) {
    let layout = match align {
        Align::Max => Layout::right_to_left(Align::Center),
        Align::Min | Align::Center => Layout::left_to_right(Align::Center),
    };
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_size(size);
        contents(ui);
    });
}

/// Draws the heading of a column. Returns whether it was clicked: of an agent, it is a button that
/// shows or hides its curve.
fn head_ui(ui: &mut Ui, size: egui::Vec2, head: &Head<'_>, colors: &Colors) -> bool {
    let mut clicked = false;
    cell_ui(ui, size, Align::Max, |ui| {
        let text = RichText::new(head.text).small().color(colors.text_weak);
        let Some(dot) = head.dot else {
            ui.add(Label::new(text).selectable(false).truncate());
            return;
        };
        let galley_room = (size.x - DOT_ROOM).max(8.0);
        let label = Label::new(text).selectable(false).truncate();
        let label = label.sense(Sense::click());
        let response = ui
            .scope(|ui| {
                ui.set_max_width(galley_room);
                ui.add(label)
            })
            .inner;
        let center = pos2(response.rect.left() - 7.0, response.rect.center().y);
        curve_dot(ui, center, dot);
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, true, !dot.is_hidden, curve_label(head.text))
        });
        let response = response.on_hover_text(curve_tip(head.text, dot.is_hidden));
        clicked = response.clicked();
    });
    clicked
}

/// Draws the dot of a curve, which is empty while the curve is hidden.
pub(super) fn curve_dot(ui: &Ui, center: Pos2, dot: Dot) {
    const RADIUS: f32 = 3.5;
    if dot.is_hidden {
        let stroke = Stroke::new(1.0, dot.color);
        ui.painter().circle_stroke(center, RADIUS, stroke);
    } else {
        ui.painter().circle_filled(center, RADIUS, dot.color);
    }
}

/// The name of the button that shows or hides the curves of an agent.
pub(super) fn curve_label(agent: &str) -> String {
    format!("Curves of {agent}")
}

pub(super) fn curve_tip(agent: &str, is_hidden: bool) -> String {
    let verb = if is_hidden { "show" } else { "hide" };
    format!("{agent}\nClick to {verb} its curves.")
}

fn name_ui(ui: &mut Ui, metric: Metric, unit: &str, colors: &Colors) {
    let mut job = egui::text::LayoutJob::default();
    let format = |size: f32| egui::TextFormat {
        font_id: egui::FontId::proportional(size),
        color: colors.text_weak,
        valign: Align::Center,
        ..Default::default()
    };
    job.append(metric.label(), 0.0, format(theme::BODY_SIZE));
    job.append(unit.trim(), 4.0, format(theme::SMALL_SIZE));
    let response = ui.add(Label::new(job).selectable(false).truncate());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, metric.label()));
    response.on_hover_text(tip(metric));
}

/// What is measured. A name may be cut off.
fn tip(metric: Metric) -> String {
    format!("{}\n{}", metric.label(), metric.help())
}

fn gap_ui(ui: &mut Ui, part: usize) {
    if part > 0 {
        ui.add_space(PART_GAP);
    }
}

fn number_ui(ui: &mut Ui, size: egui::Vec2, cell: Cell, metric: Metric) {
    cell_ui(ui, size, Align::Max, |ui| {
        let text = RichText::new(cell.text).color(cell.color);
        let response = ui.add(Label::new(text).selectable(false).truncate());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &cell.name));
        response.on_hover_text(tip(metric));
    });
}
