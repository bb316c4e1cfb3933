//! Numbers that can be absent. Their field then shows what applies instead, muted; typing or
//! dragging sets a number, and a button beside it removes that again.

use crate::editor::inspector::field::{Changed, Style, row_ui, slider_ui};
use crate::editor::inspector::fitting::{VALUE_WIDTH, unit_in, width_of_text};
use crate::editor::theme;
use crate::editor::widgets::expression_field::{
    EXPRESSION_HINT, number_field_in, placeholder_field,
};
use egui::{Align, Color32, DragValue, Id, Layout, Ui, vec2};
use egui_material_icons::icons;
use std::cell::Cell;
use std::rc::Rc;
use steerwright_runtime::parameter::{Parameter, ParameterTable, Presentation};

/// The width of the button that removes a number, in points.
const REVERT: f32 = 28.0;

/// About a number that can be absent.
#[derive(Clone, Copy)]
pub struct Optional<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it does.
    pub help: &'a str,
    /// What applies without a number.
    pub unset: &'a str,
    /// Whether that is `first`, which is then shown.
    pub inherits: bool,
    /// The number from which it is dragged at first.
    pub first: f64,
    /// Its limits.
    pub range: (f64, f64),
    /// Its unit.
    pub suffix: &'a str,
    /// Its decimals at most.
    pub decimals: usize,
    /// The range and the color of its slider.
    pub slider: Option<((f64, f64), Color32)>,
}

/// A row with a number that can be absent.
pub fn optional_ui(ui: &mut Ui, about: &Optional<'_>, value: &mut Option<f64>) -> Changed {
    row_ui(ui, about.name, about.help, |ui, id| {
        optional_number_ui(ui, id, about, value)
            .then(|| format!("Set {}", about.name.to_lowercase()))
    })
}

/// The field of a parameter that can be absent. Returns whether it was changed.
pub(super) fn optional_parameter_ui<T>(
    ui: &mut Ui,
    table: ParameterTable<T>,
    parameter: &Parameter<T>,
    shown: &Presentation,
    owner: &mut T,
    Style { length_unit, fill }: Style<'_>,
    name: Id,
) -> bool {
    let mut value = parameter.get(owner);
    let first = shown.enabled_value.unwrap_or(parameter.range.0);
    let suffix = parameter
        .unit
        .suffix_of(value.unwrap_or(first), length_unit);
    let about = Optional {
        name: shown.label,
        help: shown.help,
        unset: shown.unset,
        inherits: shown.inherits,
        first,
        range: table.limits(owner, parameter),
        suffix: &suffix,
        decimals: 3,
        slider: shown.slider_range.map(|range| (range, fill)),
    };
    let changed = optional_number_ui(ui, name, &about, &mut value);
    match value {
        Some(value) if changed => table.set_within_limits(owner, parameter.key, value),
        None if changed => parameter.set(owner, None),
        Some(_) | None => {}
    }
    changed
}

/// The field of such a number, and its button. Returns whether it was changed.
fn optional_number_ui(
    ui: &mut Ui,
    name: Id,
    about: &Optional<'_>,
    value: &mut Option<f64>,
) -> bool {
    let Some(number) = value else {
        let mut number = about.first;
        let is_set = unset_ui(ui, name, about, &mut number);
        if is_set {
            *value = Some(number);
        }
        return is_set;
    };
    let room = ui.available_width() - REVERT - ui.spacing().item_spacing.x;
    let size = vec2(room, ui.spacing().interact_size.y);
    let row = Layout::left_to_right(Align::Center);
    let edited = ui
        .allocate_ui_with_layout(size, row, |ui| {
            ui.set_max_width(room);
            match about.slider {
                Some(((low, high), fill)) => {
                    slider_ui(ui, name, number, low..=high, about.suffix, fill)
                        .on_hover_text(about.help)
                        .changed()
                }
                None => theme::number_field_ui(ui, name, number, |ui, number| {
                    let shown = unit_in(ui, *number, about.suffix, ui.available_width());
                    limited(number_field_in(ui, number, about.suffix, shown), about)
                })
                .on_hover_text(EXPRESSION_HINT)
                .changed(),
            }
        })
        .inner;
    let label = format!("Revert {}", about.name.to_lowercase());
    let tip = format!("Removes the number. Without one: {}.", about.unset);
    let reverted = theme::icon_button(ui, icons::ICON_UNDO, &label, &tip, "", false).clicked();
    if reverted {
        *value = None;
    }
    edited || reverted
}

/// The field without a number of its own. Returns whether one was set.
fn unset_ui(ui: &mut Ui, name: Id, about: &Optional<'_>, number: &mut f64) -> bool {
    let text = if about.inherits {
        let number = ui
            .style()
            .number_formatter
            .format(*number, 0..=about.decimals);
        format!("{number}{}", about.suffix)
    } else {
        about.unset.to_owned()
    };
    if about.slider.is_some() {
        // In the column of the numbers beside sliders.
        let width = width_of_text(ui, &text).max(VALUE_WIDTH);
        ui.spacing_mut().interact_size.x = width;
        ui.add_space((ui.available_width() - width).max(0.0));
    }
    let weak = theme::colors(ui).text_weak;
    // What is shown is no number, so that a number was typed, if it is only the one to begin with.
    let is_typed = Rc::new(Cell::new(false));
    let (typed, inherits) = (Rc::clone(&is_typed), about.inherits);
    let response = theme::number_field_ui(ui, name, number, |ui, number| {
        // What is typed is not muted.
        let is_edited = ui.memory(|memory| memory.has_focus(ui.next_auto_id()));
        if !is_edited {
            ui.visuals_mut().widgets.inactive.fg_stroke.color = weak;
        }
        let typed = move |_| typed.set(!inherits);
        limited(
            placeholder_field(ui, number, about.suffix, text, typed),
            about,
        )
    });
    // Its value alone does not say that it is not the item's own.
    let unset = about.unset;
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_description(unset));
    let tip = format!("Now: {unset}. Type or drag to set a number.");
    response.on_hover_text(tip).changed() || is_typed.get()
}

fn limited<'a>(field: DragValue<'a>, about: &Optional<'_>) -> DragValue<'a> {
    let speed = match (about.decimals, about.slider) {
        (0, _) => 0.05,
        (_, Some(((low, high), _))) => (high - low) / 100.0,
        (_, None) if about.suffix.starts_with('°') => 1.0,
        (_, None) => 0.02,
    };
    field
        .speed(speed)
        .range(about.range.0..=about.range.1)
        .max_decimals(about.decimals)
}
