//! Prints JSON for readable diffs: short values stay on one line, and numbers have neither a
//! trailing ".0" nor an exponent.
//!
//! A value is first written as compact JSON and then broken into lines, which takes much less time
//! and memory than a tree of values does.

use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// A value of at most this length stays on one line, unless it is a list of lists or objects.
const LINE: usize = 150;

/// The text of `value`, ending in a line feed.
#[must_use]
pub fn pretty(value: &Value) -> String {
    break_lines(&value.to_string())
}

/// The text of `value` like that of [`pretty`], without a tree of values in between.
pub(crate) fn pretty_serialized(value: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(break_lines(&serde_json::to_string(value)?))
}

/// Breaks compact JSON, as `serde_json` writes it, into lines.
fn break_lines(json: &str) -> String {
    let mut printer = Printer {
        json,
        at: 0,
        // Room for indents and spaces.
        text: String::with_capacity(json.len() + json.len() / 2),
    };
    printer.value(0);
    printer.text.push('\n');
    printer.text
}

struct Printer<'a> {
    json: &'a str,
    /// The next byte of `json` to print.
    at: usize,
    text: String,
}

impl Printer<'_> {
    fn value(&mut self, depth: usize) {
        if depth > 0 {
            let (at, length) = (self.at, self.text.len());
            if self.on_one_line(length + LINE) {
                return;
            }
            self.at = at;
            self.text.truncate(length);
        }
        match self.next() {
            Some(open @ (b'{' | b'[')) => self.items(open, depth),
            _ => self.scalar(),
        }
    }

    /// The items of an object or list with a line for each.
    fn items(&mut self, open: u8, depth: usize) {
        let close = closing(open);
        self.take();
        let mut is_first = true;
        while let Some(next) = self.next() {
            if next == close {
                break;
            }
            if !is_first {
                // The comma.
                self.take();
            }
            is_first = false;
            self.text.push('\n');
            self.indent(depth + 1);
            if open == b'{' {
                self.key();
            }
            self.value(depth + 1);
        }
        if !is_first {
            self.text.push('\n');
            self.indent(depth);
        }
        self.take();
    }

    /// Prints the value without a line feed. False if that takes the text beyond `end`, or if there
    /// is a list of lists or objects in it.
    fn on_one_line(&mut self, end: usize) -> bool {
        match self.next() {
            Some(b'{') => {
                self.take();
                if self.next() == Some(b'}') {
                    self.take();
                    return self.text.len() <= end;
                }
                loop {
                    self.text.push(' ');
                    self.key();
                    if !self.on_one_line(end) {
                        return false;
                    }
                    if self.next() != Some(b',') {
                        break;
                    }
                    self.take();
                }
                self.text.push(' ');
                self.take();
            }
            Some(b'[') => {
                self.take();
                while let Some(next) = self.next() {
                    match next {
                        b']' => break,
                        b'[' | b'{' => return false,
                        b',' => {
                            self.take();
                            self.text.push(' ');
                        }
                        _ => self.scalar(),
                    }
                    if self.text.len() > end {
                        return false;
                    }
                }
                self.take();
            }
            _ => self.scalar(),
        }
        self.text.len() <= end
    }

    fn key(&mut self) {
        self.scalar();
        self.take();
        self.text.push(' ');
    }

    /// A string, number, truth value or null.
    fn scalar(&mut self) {
        let token = &self.json[self.at..self.at + self.scalar_length()];
        self.at += token.len();
        if token.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
            push_number(&mut self.text, token);
        } else {
            self.text.push_str(token);
        }
    }

    fn scalar_length(&self) -> usize {
        let rest = &self.json.as_bytes()[self.at..];
        if rest.first() == Some(&b'"') {
            let mut is_escaped = false;
            let end = rest.iter().skip(1).position(|&byte| {
                let is_end = byte == b'"' && !is_escaped;
                is_escaped = byte == b'\\' && !is_escaped;
                is_end
            });
            end.map_or(rest.len(), |end| end + 2)
        } else {
            let end = rest
                .iter()
                .position(|byte| matches!(byte, b',' | b']' | b'}'));
            end.unwrap_or(rest.len())
        }
    }

    fn next(&self) -> Option<u8> {
        self.json.as_bytes().get(self.at).copied()
    }

    /// Prints the next byte, which is a bracket, a comma or a colon.
    fn take(&mut self) {
        if let Some(byte) = self.next() {
            self.text.push(char::from(byte));
            self.at += 1;
        }
    }

    fn indent(&mut self, depth: usize) {
        self.text.extend(std::iter::repeat_n("  ", depth));
    }
}

fn closing(open: u8) -> u8 {
    if open == b'{' { b'}' } else { b']' }
}

/// A number without an exponent, without a trailing ".0", and without the sign of -0.
fn push_number(text: &mut String, number: &str) {
    let is_plain = !number.ends_with(".0") && !number.contains('e');
    let float = if is_plain {
        None
    } else {
        number.parse::<f64>().ok()
    };
    match float {
        // Writing to a string does not fail.
        Some(value) => {
            let _ = write!(text, "{}", value + 0.0);
        }
        None => text.push_str(number),
    }
}
