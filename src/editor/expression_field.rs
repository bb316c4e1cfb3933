//! Number fields that take sums: `3+4/2`, and `+0.5` or `*2` to change what is there.

use egui::emath::Numeric;
use egui::{DragValue, Id, Key, Ui};
use steerwright_authoring::arithmetic;

/// What a number field takes beyond numbers.
pub const SUMS: &str = "Takes sums, too: 3+4/2, and +0.5 or *2 to change what is there.";

/// Where a text being typed goes on from: the field, what was there when the typing began, and when it was last typed into.
type Begun = (Id, f64, u64);

/// A field reads its text once more up to this many frames after it has lost the keyboard.
const LATE_FRAMES: u64 = 2;

/// A number field that takes sums. What is typed counts once the typing is finished, and Escape leaves what was there.
pub fn number_field<'a>(ui: &Ui, number: &'a mut impl Numeric, suffix: &str) -> DragValue<'a> {
    let parse = typed(ui, number.to_f64(), suffix);
    DragValue::new(number)
        .suffix(suffix)
        .custom_parser(parse)
        .update_while_editing(false)
}

/// How a text typed into the next field is read: as a number or a sum, with the unit or without.
///
/// The text may be read more than once. What `+0.5` goes on from is what was there when the typing began.
pub fn typed(ui: &Ui, present: f64, suffix: &str) -> impl Fn(&str) -> Option<f64> + use<> {
    let (ctx, memory) = (ui.ctx().clone(), ui.next_auto_id().with("typed"));
    let now = ctx.cumulative_pass_nr();
    let begun = ctx.data(|data| data.get_temp::<Begun>(memory));
    if let Some((field, from, last)) = begun {
        if ctx.memory(|m| m.has_focus(field)) {
            ctx.data_mut(|data| data.insert_temp(memory, (field, from, now)));
        } else if now > last + LATE_FRAMES {
            ctx.data_mut(|data| data.remove::<Begun>(memory));
        }
    }
    let escapes = Id::unique("escaped from a number");
    if ctx.input(|i| i.key_pressed(Key::Escape)) {
        ctx.data_mut(|data| data.insert_temp(escapes, now));
    }
    let suffix = suffix.trim().to_owned();
    move |text| {
        // The text is read once more in the frame after Escape, as if the field had been left by Tab.
        if ctx
            .data(|data| data.get_temp::<u64>(escapes))
            .is_some_and(|escaped| now <= escaped + LATE_FRAMES)
        {
            return None;
        }
        let begun = ctx.data(|data| data.get_temp::<Begun>(memory));
        let from = begun.map_or(present, |(_, from, _)| from);
        if begun.is_none() {
            // A field that is read only once the keyboard has left it is read twice: in that frame and in the next.
            let field = ctx.memory(|m| m.focused()).unwrap_or(Id::NULL);
            ctx.data_mut(|data| data.insert_temp(memory, (field, present, now)));
        }
        let bare = text.trim();
        arithmetic::evaluate(bare.strip_suffix(suffix.as_str()).unwrap_or(bare), from)
    }
}
