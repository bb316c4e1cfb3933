//! One row a field: a name, a value with its unit, and what it does to the motion.

use crate::editor::expression_field::{SUMS, number_field, typed};
use crate::editor::theme;
use egui::{ComboBox, Id, RichText, Slider, SliderClamping, TextEdit, Ui};
use steerwright_authoring::Session;
use steerwright_format::parameter::{MAX_COORDINATE, Parameter, Slot};

/// Width of the names, points.
const NAME_WIDTH: f32 = 104.0;

/// Width of the values behind sliders, points.
const VALUE_WIDTH: f32 = 70.0;

/// What a row reports: the step to record, if the value was changed.
pub type Changed = Option<String>;

/// Takes what rows reported over as the name of the step.
pub fn note(session: &mut Session, changed: Changed) {
    if let Some(step) = changed {
        session.name_field_step(step);
    }
}

/// A row with a name; returns the name's id for what stands behind it.
pub fn row_ui<R>(ui: &mut Ui, name: &str, effect: &str, add: impl FnOnce(&mut Ui, Id) -> R) -> R {
    ui.horizontal(|ui| {
        let height = ui.spacing().interact_size.y;
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let label = ui
            .allocate_ui_with_layout(egui::vec2(NAME_WIDTH, height), layout, |ui| {
                ui.set_min_width(NAME_WIDTH);
                ui.add(egui::Label::new(RichText::new(name).color(theme::TEXT_WEAK)).truncate())
            })
            .inner;
        let id = label.id;
        if !effect.is_empty() {
            label.on_hover_text(effect);
        }
        add(ui, id)
    })
    .inner
}

/// A number of the parameter table: a slider over its usual values that takes any allowed one by typing.
pub fn parameter_ui(ui: &mut Ui, parameter: &mut Parameter<'_>, length_unit: &str) -> Changed {
    let &mut Parameter {
        label,
        unit,
        allowed,
        slider_range,
        help,
        ref mut value,
        ..
    } = parameter;
    let suffix = unit.suffix(length_unit);
    row_ui(ui, label, help, |ui, name| {
        let mut changed = false;
        match value {
            Slot::Number(number) => {
                changed = slider_ui(ui, number, slider_range, allowed, &suffix, (name, help))
            }
            Slot::Optional(number, offered) => {
                let mut on = number.is_some();
                let toggle = ui
                    .add(egui::Checkbox::without_text(&mut on))
                    .labelled_by(name)
                    .on_hover_text("Has a value of its own");
                if toggle.changed() {
                    **number = on.then_some(*offered);
                    changed = true;
                }
                match number {
                    Some(number) => {
                        changed |=
                            slider_ui(ui, number, slider_range, allowed, &suffix, (name, help))
                    }
                    None => drop(ui.label(RichText::new("off").color(theme::TEXT_WEAK))),
                }
            }
            Slot::Count(count) => {
                let range = allowed.0 as u32..=allowed.1 as u32;
                let drag = number_field(ui, &mut **count, "").range(range);
                changed = ui.add(drag).labelled_by(name).on_hover_text(help).changed();
            }
        }
        changed.then(|| format!("Set {}", label.to_lowercase()))
    })
}

fn slider_ui(
    ui: &mut Ui,
    number: &mut f64,
    usual: (f64, f64),
    allowed: (f64, f64),
    suffix: &str,
    (name, effect): (Id, &str),
) -> bool {
    let parse = typed(ui, *number, suffix);
    let slider = Slider::new(&mut *number, usual.0..=usual.1)
        .clamping(SliderClamping::Never)
        .suffix(suffix)
        .max_decimals(3)
        .smart_aim(true)
        .custom_parser(parse)
        .update_while_editing(false);
    // Values of one width make a column; the slider takes the rest of the row.
    let spacing = ui.spacing_mut();
    spacing.interact_size.x = VALUE_WIDTH;
    let gap = spacing.item_spacing.x;
    ui.spacing_mut().slider_width = (ui.available_width() - VALUE_WIDTH - gap).clamp(40.0, 240.0);
    let changed = ui
        .add(slider)
        .labelled_by(name)
        .on_hover_text(effect)
        .changed();
    if changed {
        *number = number.clamp(allowed.0, allowed.1);
    }
    changed
}

/// A plain number.
pub fn number_ui(
    ui: &mut Ui,
    name: &str,
    effect: &str,
    number: &mut f64,
    range: (f64, f64),
    suffix: &str,
) -> Changed {
    row_ui(ui, name, effect, |ui, id| {
        drag_ui(ui, id, number, range, suffix).then(|| format!("Set {}", name.to_lowercase()))
    })
}

/// Two numbers in a row, such as a place.
pub fn pair_ui(
    ui: &mut Ui,
    name: &str,
    effect: &str,
    (x, y): (&mut f64, &mut f64),
    limit: f64,
    suffix: &str,
) -> Changed {
    row_ui(ui, name, effect, |ui, id| {
        let changed = drag_ui(ui, id, x, (-limit, limit), suffix)
            | drag_ui(ui, id, y, (-limit, limit), suffix);
        changed.then(|| format!("Set {}", name.to_lowercase()))
    })
}

/// The same for the place of something; what is hidden or locked keeps it.
pub fn place_ui(
    ui: &mut Ui,
    movable: bool,
    name: &str,
    place: (&mut f64, &mut f64),
    suffix: &str,
) -> Changed {
    let effect = if movable {
        ""
    } else {
        "What is hidden or locked keeps its place."
    };
    ui.add_enabled_ui(movable, |ui| {
        pair_ui(ui, name, effect, place, MAX_COORDINATE, suffix)
    })
    .inner
}

fn drag_ui(ui: &mut Ui, name: Id, number: &mut f64, range: (f64, f64), suffix: &str) -> bool {
    let drag = number_field(ui, number, suffix)
        .speed(0.02)
        .range(range.0..=range.1)
        .max_decimals(3);
    ui.add(drag).labelled_by(name).on_hover_text(SUMS).changed()
}

/// A line of text; Escape leaves what was there.
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

/// A few lines of text.
pub fn words_ui(ui: &mut Ui, name: &str, text: &mut String) -> Changed {
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

/// One of a few, each with its name and what it does.
pub fn choice_ui<T: PartialEq + Copy>(
    ui: &mut Ui,
    name: &str,
    effect: &str,
    value: &mut T,
    options: &[(T, &str, &str)],
) -> Changed {
    row_ui(ui, name, effect, |ui, id| {
        let before = *value;
        let shown = options
            .iter()
            .find(|(option, ..)| *option == before)
            .map_or("", |(_, label, _)| label);
        let combo = ComboBox::from_id_salt((id, name))
            .selected_text(shown)
            .width(ui.available_width().min(170.0));
        let response = combo.show_ui(ui, |ui| {
            for &(option, label, effect) in options {
                ui.selectable_value(value, option, label)
                    .on_hover_text(effect);
            }
        });
        response.response.labelled_by(id).on_hover_text(effect);
        (*value != before).then(|| format!("Set {}", name.to_lowercase()))
    })
}
