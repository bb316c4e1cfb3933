//! Check boxes and sliders: what alone shows them stands out from any surface.

use crate::editor::theme::colors;
use egui::{
    Checkbox, Color32, DragValue, FocusDirection, Id, InputState, IntoAtoms, Key, Response, Slider,
    Stroke, Ui, UiBuilder,
};
use std::sync::Arc;

/// Draws a check box.
pub fn checkbox_ui<'a>(ui: &mut Ui, on: &'a mut bool, text: impl IntoAtoms<'a>) -> Response {
    outlined_ui(ui, |ui| ui.add(Checkbox::new(on, text)))
}

/// Draws a check box that [`checkbox_ui`] cannot draw.
pub fn outlined_ui<R>(ui: &mut Ui, add_contents: impl FnOnce(&mut Ui) -> R) -> R {
    let outline = Stroke::new(1.0, colors(ui).control);
    // A scope would be a group in the layout of the row.
    let before = Arc::clone(ui.style());
    ui.visuals_mut().widgets.inactive.bg_stroke = outline;
    let result = add_contents(ui);
    ui.set_style(before);
    result
}

/// Draws a slider without its number, filled in a color up to its handle.
pub fn slider_ui(ui: &mut Ui, slider: Slider<'_>, fill: Color32) -> Response {
    let rail = colors(ui).control;
    let before = Arc::clone(ui.style());
    let visuals = ui.visuals_mut();
    visuals.widgets.inactive.bg_fill = rail;
    visuals.selection.bg_fill = fill;
    // In the field of its number, selected text would have that color behind it.
    let response = ui.add(slider.show_value(false));
    ui.set_style(before);
    response
}

/// Draws a slider and the field of its number beside it. Both have the name of the label `name`.
pub fn number_slider_ui(
    ui: &mut Ui,
    name: Id,
    number: &mut f64,
    slider: impl for<'a> FnOnce(&'a mut f64) -> Slider<'a>,
    field: impl for<'a> FnOnce(&mut Ui, &'a mut f64) -> DragValue<'a>,
    fill: Color32,
) -> Response {
    let before = skip_slider_backward(ui, name);
    let slider = slider_ui(ui, slider(number), fill).labelled_by(name);
    skip_slider_forward(ui, name, &slider, before);
    let field = number_field_ui(ui, name, number, field);
    if field.has_focus() || field.gained_focus() || field.lost_focus() {
        field.union(slider)
    } else {
        slider.union(field)
    }
}

/// Moves the focus on to the field of a slider that Tab has come to: a number that is typed after
/// Tab goes into the next field, and the field can do all that the slider can.
fn skip_slider_forward(ui: &Ui, name: Id, slider: &Response, before: Option<Id>) {
    if before != Some(slider.id) {
        ui.data_mut(|data| data.insert_temp(slider_id(name), slider.id));
    }
    if slider.gained_focus() && ui.input(|input| tab_direction(input) == Some(FocusDirection::Next))
    {
        slider.surrender_focus();
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::Next));
    }
}

/// Moves the focus back from a slider that Shift+Tab has come to, in the frame after the key.
/// Returns the slider of the last frame.
fn skip_slider_backward(ui: &Ui, name: Id) -> Option<Id> {
    let slider = ui.data(|data| data.get_temp::<Id>(slider_id(name)))?;
    let pressed = Id::unique("frame of Shift+Tab");
    let now = ui.ctx().cumulative_pass_nr();
    if ui.input(|input| tab_direction(input) == Some(FocusDirection::Previous)) {
        ui.data_mut(|data| data.insert_temp(pressed, now));
    }
    let is_after = ui.data(|data| data.get_temp(pressed)) == Some(now.wrapping_sub(1));
    if is_after && ui.memory(|memory| memory.has_focus(slider)) {
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::Previous));
    }
    Some(slider)
}

fn slider_id(name: Id) -> Id {
    name.with("slider")
}

/// Where Tab moves the focus in this frame.
fn tab_direction(input: &InputState) -> Option<FocusDirection> {
    let back = input.modifiers.shift;
    input.key_pressed(Key::Tab).then_some(match back {
        true => FocusDirection::Previous,
        false => FocusDirection::Next,
    })
}

/// Draws the field of a number, with the name of the label `name`. It stays the same one whatever
/// is drawn before it in its row, also while it is dragged.
pub fn number_field_ui(
    ui: &mut Ui,
    name: Id,
    number: &mut f64,
    field: impl for<'a> FnOnce(&mut Ui, &'a mut f64) -> DragValue<'a>,
) -> Response {
    let same = UiBuilder::new().scope_id(name.with("number"));
    let field = ui.scope_builder(same, |ui| {
        let field = field(ui, number);
        ui.add(field)
    });
    field.inner.labelled_by(name)
}
