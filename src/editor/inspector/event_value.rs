//! What an event tells the game besides its name.

use crate::editor::inspector::field::{self, Changed};
use egui::{TextEdit, Ui};
use steerwright_runtime::scene::EventValue;

/// The largest number of an event.
const MOST: f64 = 1e15;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Nothing,
    Text,
    Number,
}

/// Draws the value of an event: nothing, a text or a number.
pub(super) fn value_ui(ui: &mut Ui, value: &mut EventValue) -> Changed {
    let before = match value {
        EventValue::Null => Kind::Nothing,
        EventValue::Text(_) => Kind::Text,
        EventValue::Number(_) => Kind::Number,
    };
    let kinds = [
        (Kind::Nothing, "Nothing", "Only the name."),
        (Kind::Text, "Text", "A text, such as the name of a sound."),
        (Kind::Number, "Number", "A number."),
    ];
    let mut kind = before;
    let help = "What the game gets to know besides the name.";
    let changed = field::choice_ui(ui, "With", help, &mut kind, &kinds);
    if kind != before {
        *value = match kind {
            Kind::Nothing => EventValue::Null,
            Kind::Text => EventValue::Text(String::new()),
            Kind::Number => EventValue::Number(1.0),
        };
    }
    let set = match value {
        EventValue::Null => None,
        EventValue::Text(text) => field::row_ui(ui, "Text", "", |ui, id| {
            let edit = TextEdit::singleline(text).desired_width(f32::INFINITY);
            let set = ui.add(edit).labelled_by(id).changed();
            set.then(|| "Set text of event".into())
        }),
        EventValue::Number(number) => field::number_ui(ui, "Number", "", number, (-MOST, MOST), ""),
    };
    changed.or(set)
}
