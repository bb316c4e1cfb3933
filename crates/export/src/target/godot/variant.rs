//! The values in Godot's resources and scenes.

use serde_json::Value;
use std::fmt::{Display, Formatter, Result, Write};

/// A value in a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Variant {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number; written with a decimal point, without an exponent.
    Float(f64),
    /// A string.
    Text(String),
    /// A list of anything.
    List(Vec<Variant>),
    /// Keys and values, in the order written.
    Dictionary(Vec<(Variant, Variant)>),
    /// A constructor call: `Vector2(1.0, 2.0)`.
    Made(String, Vec<Variant>),
}

impl Variant {
    /// A string.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A constructor call with numbers.
    pub fn made(name: &str, numbers: impl IntoIterator<Item = f64>) -> Self {
        Self::Made(
            name.to_owned(),
            numbers.into_iter().map(Self::Float).collect(),
        )
    }

    /// Its number, if it is one.
    pub fn number(&self) -> Option<f64> {
        if let Self::Int(number) = self {
            return Some(*number as f64);
        }
        if let Self::Float(number) = self {
            Some(*number)
        } else {
            None
        }
    }

    /// Its text, if it is a string.
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self {
            Some(text)
        } else {
            None
        }
    }

    /// The value of a key of a dictionary.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Self::Dictionary(entries) = self else {
            return None;
        };
        entries
            .iter()
            .find(|(known, _)| known.as_text() == Some(key))
            .map(|(_, value)| value)
    }
}

impl From<&Value> for Variant {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(switch) => Self::Bool(*switch),
            Value::Number(number) => number
                .as_i64()
                .map_or(Self::Float(number.as_f64().unwrap_or(0.0)), Self::Int),
            Value::String(text) => Self::text(text),
            Value::Array(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Object(fields) => Self::Dictionary(
                fields
                    .iter()
                    .map(|(key, value)| (Self::text(key), value.into()))
                    .collect(),
            ),
        }
    }
}

impl Display for Variant {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(switch) => write!(f, "{switch}"),
            Self::Int(number) => write!(f, "{number}"),
            Self::Float(number) if number.fract() == 0.0 => write!(f, "{:.1}", number + 0.0),
            Self::Float(number) => write!(f, "{number}"),
            Self::Text(text) => quoted(f, text),
            Self::List(items) => {
                f.write_char('[')?;
                listed(f, items)?;
                f.write_char(']')
            }
            Self::Dictionary(entries) if entries.is_empty() => f.write_str("{}"),
            Self::Dictionary(entries) => {
                f.write_str("{\n")?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    write!(f, "{}{key}: {value}", if i > 0 { ",\n" } else { "" })?;
                }
                f.write_str("\n}")
            }
            Self::Made(name, items) => {
                write!(f, "{name}(")?;
                listed(f, items)?;
                f.write_char(')')
            }
        }
    }
}

fn listed(f: &mut Formatter<'_>, items: &[Variant]) -> Result {
    for (i, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if i > 0 { ", " } else { "" })?;
    }
    Ok(())
}

/// Escapes of four digits are read as single bytes by Godot 3, so they are only for what is below a
/// space.
fn quoted(f: &mut Formatter<'_>, text: &str) -> Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            '\r' => f.write_str("\\r")?,
            // Godot's texts end at it.
            '\0' => f.write_char('\u{fffd}')?,
            c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}
