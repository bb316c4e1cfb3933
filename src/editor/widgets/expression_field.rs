//! Number fields that accept expressions: `3+4/2`, and `+0.5` or `*2` to change the current value.

use egui::emath::Numeric;
use egui::{DragValue, Id, Key, Ui};
use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::rc::Rc;
use steerwright_authoring::arithmetic;

/// The tooltip of number fields.
pub const EXPRESSION_HINT: &str =
    "Accepts expressions: 3+4/2, or +0.5 and *2 to change the current value.";

/// The field being edited, its value when editing began, and the last frame of editing.
type Editing = (Id, f64, u64);

/// A field parses its text again up to this many frames after it loses the focus.
const LATE_FRAMES: u64 = 2;

/// A number field that accepts expressions. The value changes when editing ends; Escape restores
/// it. A text that is left as it was changes nothing: it can have fewer decimals than the number.
pub fn number_field<'a>(ui: &Ui, number: &'a mut impl Numeric, unit: &str) -> DragValue<'a> {
    number_field_in(ui, number, unit, unit)
}

/// A number field that accepts `unit`, and shows only `shown_unit`.
pub fn number_field_in<'a>(
    ui: &Ui,
    number: &'a mut impl Numeric,
    unit: &str,
    shown_unit: &str,
) -> DragValue<'a> {
    let formatter = ui.style().number_formatter.clone();
    let format = move |number, decimals| formatter.format(number, decimals);
    field(ui, number, unit, format, |_| {}).suffix(shown_unit)
}

/// A number field that shows `text` instead of its number. `typed` is called with a number that is
/// typed, also with the one that it has.
pub fn placeholder_field<'a>(
    ui: &Ui,
    number: &'a mut impl Numeric,
    unit: &str,
    text: String,
    typed: impl Fn(f64) + 'a,
) -> DragValue<'a> {
    field(ui, number, unit, move |_, _| text.clone(), typed)
}

fn field<'a>(
    ui: &Ui,
    number: &'a mut impl Numeric,
    unit: &str,
    format: impl Fn(f64, RangeInclusive<usize>) -> String + 'a,
    typed: impl Fn(f64) + 'a,
) -> DragValue<'a> {
    let parse = parser(ui, number.to_f64(), unit);
    // The text of the number before editing: the number changes only when editing ends.
    let unedited = Rc::new(RefCell::new(String::new()));
    let shown = Rc::clone(&unedited);
    DragValue::new(number)
        .custom_formatter(move |number, decimals| {
            let text = format(number, decimals);
            shown.borrow_mut().clone_from(&text);
            text
        })
        .custom_parser(move |text| {
            let parsed = parse(text).filter(|_| text != *unedited.borrow());
            parsed.inspect(|number| typed(*number))
        })
        .update_while_editing(false)
}

/// The parser of the next field: accepts a number or an expression, with or without the unit.
///
/// The text may be parsed more than once. `+0.5` always applies to the value when editing began.
fn parser(ui: &Ui, current: f64, suffix: &str) -> impl Fn(&str) -> Option<f64> + use<> {
    let (ctx, memory) = (ui.ctx().clone(), ui.next_auto_id().with("typed"));
    let now = ctx.cumulative_pass_nr();
    let editing = ctx.data(|data| data.get_temp::<Editing>(memory));
    if let Some((field, from, last)) = editing {
        if ctx.memory(|m| m.has_focus(field)) {
            ctx.data_mut(|data| data.insert_temp(memory, (field, from, now)));
        } else if now > last + LATE_FRAMES {
            ctx.data_mut(|data| data.remove::<Editing>(memory));
        }
    }
    let escapes = Id::unique("escaped from a number");
    if ctx.input(|i| i.key_pressed(Key::Escape)) {
        ctx.data_mut(|data| data.insert_temp(escapes, now));
    }
    let suffix = suffix.trim().to_owned();
    move |text| {
        // The text is parsed again in the frame after Escape, as if the field had been left with
        // Tab.
        if ctx
            .data(|data| data.get_temp::<u64>(escapes))
            .is_some_and(|escaped| now <= escaped + LATE_FRAMES)
        {
            return None;
        }
        let editing = ctx.data(|data| data.get_temp::<Editing>(memory));
        let from = editing.map_or(current, |(_, from, _)| from);
        if editing.is_none() {
            // A field that is parsed only after losing the focus is parsed in that frame and in the
            // next.
            let field = ctx.memory(|m| m.focused()).unwrap_or(Id::NULL);
            ctx.data_mut(|data| data.insert_temp(memory, (field, current, now)));
        }
        let bare = text.trim();
        arithmetic::evaluate(bare.strip_suffix(suffix.as_str()).unwrap_or(bare), from)
    }
}
