//! Inspector fields: a row with a name, a value with its unit, and a tooltip.

use crate::editor::inspector::fitting::{SliderFit, VALUE_WIDTH, unit_in, width_of};
use crate::editor::inspector::optional::optional_parameter_ui;
use crate::editor::inspector::scroll_anchor::mark_row;
use crate::editor::inspector::shown_field::outline_row;
use crate::editor::theme;
use crate::editor::widgets::drop_down::{drop_down_ui, value_ui};
use crate::editor::widgets::expression_field::{EXPRESSION_HINT, number_field, number_field_in};
use egui::{
    Color32, ComboBox, Id, Label, Rect, Response, RichText, Slider, SliderClamping, TextEdit, Ui,
};
use glam::DVec2;
use std::ops::RangeInclusive;
use steerwright_authoring::Session;
use steerwright_runtime::parameter::{
    Anchor, Kind, MAX_COORDINATE, Parameter, ParameterTable, Presentation,
};

pub use crate::editor::inspector::optional::{Optional, optional_ui};

/// The width of names, in points.
const NAME_WIDTH: f32 = 104.0;

/// In a narrower panel, names are above their values, in points.
const MIN_WIDTH_BESIDE: f32 = 225.0;

/// The name of the step to record, if a row changed its value.
pub type Changed = Option<String>;

/// Names the step if a value changed.
pub fn name_step(session: &mut Session, changed: Changed) {
    if let Some(step) = changed {
        session.name_field_step(step);
    }
}

/// A row with a name. Passes the id of the name to `add`, for labeling.
pub fn row_ui<R>(ui: &mut Ui, name: &str, help: &str, add: impl FnOnce(&mut Ui, Id) -> R) -> R {
    named_row_ui(ui, name, help, Box::new(add))
}

/// What draws a value, with the id of its name. In a box, so that what is around it is compiled
/// once for each type of result.
type Value<'a, R> = Box<dyn FnOnce(&mut Ui, Id) -> R + 'a>;

fn named_row_ui<R>(ui: &mut Ui, name: &str, help: &str, add: Value<'_, R>) -> R {
    mark_row(ui, name, ui.cursor());
    let top = ui.cursor().top();
    let result = named_ui(ui, name, help, add);
    let rows = top..=ui.min_rect().bottom();
    outline_row(
        ui,
        name,
        Rect::from_x_y_ranges(ui.max_rect().x_range(), rows),
    );
    result
}

/// Draws a name and its value: beside each other, if there is room.
fn named_ui<R>(ui: &mut Ui, name: &str, help: &str, add: Value<'_, R>) -> R {
    if ui.available_width() < MIN_WIDTH_BESIDE {
        let label = ui.label(RichText::new(name).color(theme::colors(ui).text_weak));
        let id = label.id;
        if !help.is_empty() {
            label.on_hover_text(help);
        }
        return ui.horizontal(|ui| add(ui, id)).inner;
    }
    ui.horizontal(|ui| {
        let height = ui.spacing().interact_size.y;
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let label = ui
            .allocate_ui_with_layout(egui::vec2(NAME_WIDTH, height), layout, |ui| {
                ui.set_min_width(NAME_WIDTH);
                ui.add(
                    Label::new(RichText::new(name).color(theme::colors(ui).text_weak)).truncate(),
                )
            })
            .inner;
        let id = label.id;
        if !help.is_empty() {
            label.on_hover_text(help);
        }
        add(ui, id)
    })
    .inner
}

/// A row for each parameter of `owner`. The limits are those of its ring on the canvas.
pub fn parameters_ui<T>(
    ui: &mut Ui,
    table: ParameterTable<T>,
    owner: &mut T,
    length_unit: &str,
) -> Changed {
    presented_parameters_ui(ui, table, owner, length_unit, |parameter| {
        parameter.presentation
    })
}

/// The same, presented in another way than in the table.
pub fn presented_parameters_ui<T>(
    ui: &mut Ui,
    table: ParameterTable<T>,
    owner: &mut T,
    length_unit: &str,
    presentation: impl Fn(&Parameter<T>) -> Presentation,
) -> Changed {
    let fill = theme::colors(ui).accent;
    let style = Style { length_unit, fill };
    table.into_iter().fold(None, |changed: Changed, parameter| {
        let shown = presentation(parameter);
        changed.or(parameter_row_ui(ui, table, parameter, shown, owner, style))
    })
}

/// The same. `color` is that of the ring around an anchor, in which the slider of its radius is
/// filled.
pub fn colored_parameters_ui<T>(
    ui: &mut Ui,
    table: ParameterTable<T>,
    owner: &mut T,
    length_unit: &str,
    color: impl Fn(Anchor) -> Color32,
) -> Changed {
    let accent = theme::colors(ui).accent;
    table.into_iter().fold(None, |changed: Changed, parameter| {
        let fill = parameter.anchor.map_or(accent, &color);
        let style = Style { length_unit, fill };
        let shown = parameter.presentation;
        changed.or(parameter_row_ui(ui, table, parameter, shown, owner, style))
    })
}

fn parameter_row_ui<T>(
    ui: &mut Ui,
    table: ParameterTable<T>,
    parameter: &Parameter<T>,
    shown: Presentation,
    owner: &mut T,
    style: Style<'_>,
) -> Changed {
    row_ui(ui, shown.label, shown.help, |ui, name| {
        parameter_ui(ui, table, parameter, &shown, owner, style, name)
            .then(|| format!("Set {}", shown.label.to_lowercase()))
    })
}

/// The smallest and the largest value that a file may use for a parameter of a table.
pub fn range_of<T>(table: ParameterTable<T>, key: &str) -> (f64, f64) {
    // A key that the table does not have would leave nothing to set, which tests of its field would
    // show.
    table
        .find(key)
        .map_or((0.0, 0.0), |parameter| parameter.range)
}

/// How the row of a parameter looks.
#[derive(Clone, Copy)]
pub(super) struct Style<'a> {
    pub(super) length_unit: &'a str,
    /// The color of its slider.
    pub(super) fill: Color32,
}

fn parameter_ui<T>(
    ui: &mut Ui,
    table: ParameterTable<T>,
    parameter: &Parameter<T>,
    shown: &Presentation,
    owner: &mut T,
    style: Style<'_>,
    name: Id,
) -> bool {
    let Some(mut value) = parameter
        .get(owner)
        .filter(|_| parameter.kind != Kind::Optional)
    else {
        return optional_parameter_ui(ui, table, parameter, shown, owner, style, name);
    };
    let Style { length_unit, fill } = style;
    let suffix = parameter.unit.suffix_of(value, length_unit);
    let edited = match shown.slider_range {
        Some((low, high)) => slider_ui(ui, name, &mut value, low..=high, &suffix, fill)
            .on_hover_text(shown.help)
            .changed(),
        None if parameter.kind == Kind::Count => ui
            .add(
                number_field(ui, &mut value, &suffix)
                    .speed(0.25)
                    .max_decimals(0),
            )
            .labelled_by(name)
            .on_hover_text(shown.help)
            .changed(),
        None => drag_ui(
            ui,
            name,
            &mut value,
            table.limits(owner, parameter),
            &suffix,
        ),
    };
    if edited {
        table.set_within_limits(owner, parameter.key, value);
    }
    edited
}

/// A slider with the field of its number.
pub(super) fn slider_ui(
    ui: &mut Ui,
    name: Id,
    number: &mut f64,
    range: RangeInclusive<f64>,
    suffix: &str,
    fill: Color32,
) -> Response {
    let length = range.end() - range.start();
    let fit = SliderFit::of(ui, *number, suffix);
    // Values of equal width form a column; the slider takes the rest of the row.
    ui.spacing_mut().interact_size.x = VALUE_WIDTH;
    ui.spacing_mut().slider_width = fit.width;
    let response = theme::number_slider_ui(
        ui,
        name,
        number,
        |number| {
            Slider::new(number, range)
                .clamping(SliderClamping::Never)
                .max_decimals(3)
        },
        |ui, number| {
            number_field_in(ui, number, suffix, fit.suffix)
                .speed(length / f64::from(fit.width))
                .max_decimals(3)
        },
        fill,
    );
    fit.remember(ui, response.rect);
    response
}

/// A number with a slider.
pub fn slider_row_ui(
    ui: &mut Ui,
    name: &str,
    help: &str,
    number: &mut f64,
    range: RangeInclusive<f64>,
    suffix: &str,
) -> Changed {
    row_ui(ui, name, help, |ui, id| {
        let accent = theme::colors(ui).accent;
        let slider = slider_ui(ui, id, number, range, suffix, accent);
        let changed = slider.on_hover_text(help).changed();
        changed.then(|| format!("Set {}", name.to_lowercase()))
    })
}

/// A number.
pub fn number_ui(
    ui: &mut Ui,
    name: &str,
    help: &str,
    number: &mut f64,
    range: (f64, f64),
    suffix: &str,
) -> Changed {
    row_ui(ui, name, help, |ui, id| {
        drag_ui(ui, id, number, range, suffix).then(|| format!("Set {}", name.to_lowercase()))
    })
}

/// A whole number.
pub fn count_ui(
    ui: &mut Ui,
    name: &str,
    help: &str,
    number: &mut f64,
    range: (f64, f64),
) -> Changed {
    row_ui(ui, name, help, |ui, id| {
        whole_ui(ui, id, number, range).then(|| format!("Set {}", name.to_lowercase()))
    })
}

fn whole_ui(ui: &mut Ui, name: Id, number: &mut f64, range: (f64, f64)) -> bool {
    let field = number_field(ui, number, "")
        .speed(0.05)
        .range(range.0..=range.1)
        .max_decimals(0);
    let response = ui.add(field).labelled_by(name);
    response.on_hover_text(EXPRESSION_HINT).changed()
}

/// Two numbers, such as a position.
pub fn pair_ui(
    ui: &mut Ui,
    name: &str,
    help: &str,
    pair: &mut DVec2,
    limit: f64,
    suffix: &str,
) -> Changed {
    row_ui(ui, name, help, |ui, id| {
        // Long numbers are stacked, so that they do not widen the panel; others are two columns of
        // the same width.
        let layout = egui::Layout::left_to_right(egui::Align::Center).with_main_wrap(true);
        let room = ui.available_width();
        let half = ((room - ui.spacing().item_spacing.x) / 2.0).floor();
        let fits = |number: f64| width_of(ui, number, suffix) <= half;
        if fits(pair.x) && fits(pair.y) {
            ui.spacing_mut().interact_size.x = half;
        }
        let both = ui.with_layout(layout, |ui| {
            let range = (-limit, limit);
            drag_in_ui(ui, id, &mut pair.x, range, suffix, room)
                | drag_in_ui(ui, id, &mut pair.y, range, suffix, room)
        });
        let changed = both.inner;
        changed.then(|| format!("Set {}", name.to_lowercase()))
    })
}

/// A position. It cannot be changed while the item is hidden or locked.
pub fn position_ui(
    ui: &mut Ui,
    movable: bool,
    name: &str,
    position: &mut DVec2,
    suffix: &str,
) -> Changed {
    let help = if movable {
        ""
    } else {
        "Show and unlock the item to move it."
    };
    ui.add_enabled_ui(movable, |ui| {
        pair_ui(ui, name, help, position, MAX_COORDINATE, suffix)
    })
    .inner
}

fn drag_ui(ui: &mut Ui, name: Id, number: &mut f64, range: (f64, f64), suffix: &str) -> bool {
    let room = ui.available_width();
    drag_in_ui(ui, name, number, range, suffix, room)
}

/// A number in a row with `room` for it.
fn drag_in_ui(
    ui: &mut Ui,
    name: Id,
    number: &mut f64,
    range: (f64, f64),
    suffix: &str,
    room: f32,
) -> bool {
    let shown = unit_in(ui, *number, suffix, room);
    let drag = number_field_in(ui, number, suffix, shown)
        .speed(0.02)
        .range(range.0..=range.1)
        .max_decimals(3);
    ui.add(drag)
        .labelled_by(name)
        .on_hover_text(EXPRESSION_HINT)
        .changed()
}

/// A line of text. Escape restores the old text.
pub fn text_ui(ui: &mut Ui, name: &str, text: &mut String) -> Changed {
    row_ui(ui, name, "", |ui, id| {
        let before = text.clone();
        let edit = ui
            .add(TextEdit::singleline(text).desired_width(f32::INFINITY))
            .labelled_by(id);
        let memory = edit.id.with("before");
        if edit.gained_focus() {
            ui.data_mut(|data| data.insert_temp(memory, before));
        } else if edit.lost_focus()
            && let Some(before) = ui.data_mut(|data| data.remove_temp::<String>(memory))
            && ui.input(|i| i.key_pressed(egui::Key::Escape))
        {
            *text = before;
            return Some("Rename".to_owned());
        }
        edit.changed().then(|| "Rename".to_owned())
    })
}

/// Several lines of text.
pub fn multiline_ui(ui: &mut Ui, name: &str, text: &mut String) -> Changed {
    row_ui(ui, name, "", |ui, id| {
        let edit = TextEdit::multiline(text)
            .desired_rows(2)
            .desired_width(f32::INFINITY);
        ui.add(edit)
            .labelled_by(id)
            .changed()
            .then(|| format!("Set {}", name.to_lowercase()))
    })
}

/// A choice of options, each with a name and a tooltip. A value that is none of them stands for
/// several ones.
pub fn choice_ui<T: PartialEq + Copy>(
    ui: &mut Ui,
    name: &str,
    help: &str,
    value: &mut T,
    options: &[(T, &str, &str)],
) -> Changed {
    row_ui(ui, name, help, |ui, id| {
        let before = *value;
        let shown = options
            .iter()
            .find(|(option, ..)| *option == before)
            .map_or("Mixed", |(_, label, _)| label);
        let combo = ComboBox::from_id_salt((id, name))
            .selected_text(shown)
            .width(ui.available_width().min(170.0))
            // A long name must not widen the panel.
            .truncate();
        let response = drop_down_ui(ui, combo, |ui| {
            for &(option, label, help) in options {
                value_ui(ui, value, option, label).on_hover_text(help);
            }
        });
        response.response.labelled_by(id).on_hover_text(help);
        (*value != before).then(|| format!("Set {}", name.to_lowercase()))
    })
}
