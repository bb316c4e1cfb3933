//! The text of a save.

use crate::simulation::save::sink::Sink;
use std::fmt::Write;

/// The `format` of a save.
pub(super) const FORMAT: &str = "steerwright-save";
/// The version of the format.
pub(super) const VERSION: i64 = 1;

/// Writes values into the list of a save.
#[derive(Debug)]
pub(super) struct SaveText {
    text: String,
    is_empty: bool,
}

impl SaveText {
    /// A save without values, of the scene with this hash.
    pub(super) fn new(scene: u64) -> Self {
        let mut text = format!("{{\"format\":\"{FORMAT}\",\"format_version\":{VERSION},\"scene\":");
        push_hex(&mut text, scene);
        text.push_str(",\"values\":[");
        Self {
            text,
            is_empty: true,
        }
    }

    /// The complete text.
    pub(super) fn finish(mut self) -> String {
        self.text.push_str("]}");
        self.text
    }

    /// The text, where the next value belongs.
    fn next(&mut self) -> &mut String {
        if !std::mem::take(&mut self.is_empty) {
            self.text.push(',');
        }
        &mut self.text
    }

    fn display(&mut self, value: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.next(), "{value}");
    }
}

impl Sink for SaveText {
    fn whole(&mut self, number: u32) {
        self.display(number);
    }

    fn signed(&mut self, number: i32) {
        self.display(number);
    }

    fn tick(&mut self, tick: u64) {
        self.display(tick);
    }

    fn number(&mut self, number: f64) {
        push_hex(self.next(), number.to_bits());
    }

    fn flag(&mut self, flag: bool) {
        self.next().push_str(if flag { "true" } else { "false" });
    }

    fn text(&mut self, text: &str) {
        let out = self.next();
        out.push('"');
        for letter in text.chars() {
            match letter {
                '"' | '\\' => out.extend(['\\', letter]),
                control if control < ' ' => {
                    let _ = write!(out, "\\u{:04x}", u32::from(control));
                }
                letter => out.push(letter),
            }
        }
        out.push('"');
    }

    fn none(&mut self) {
        self.next().push_str("null");
    }
}

/// Writes the 16 hex digits of `bits` in quotes.
fn push_hex(text: &mut String, bits: u64) {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    text.push('"');
    for place in (0..16).rev() {
        let digit = (bits >> (4 * place)) & 0xf;
        text.push(char::from(DIGITS[digit as usize]));
    }
    text.push('"');
}
