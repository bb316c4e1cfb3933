//! The text of Godot's resources and scenes: sections of named values.

use crate::target::godot::Dialect;
use serde_json::Value;
use std::fmt::{Display, Formatter, Result, Write};

/// A value as it stands in a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Variant {
    /// Nothing.
    Null,
    /// A switch.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number; written with a decimal point, without an exponent.
    Float(f64),
    /// A text.
    Text(String),
    /// A list of anything.
    List(Vec<Variant>),
    /// Keys and values, in the order written.
    Dictionary(Vec<(Variant, Variant)>),
    /// What is made by its name: `Vector2(1.0, 2.0)`.
    Made(String, Vec<Variant>),
}

impl Variant {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// What is made of numbers.
    pub fn made(name: &str, numbers: impl IntoIterator<Item = f64>) -> Self {
        Self::Made(
            name.to_owned(),
            numbers.into_iter().map(Self::Float).collect(),
        )
    }

    /// The number that this is, if it is one.
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

    /// The numbers that this is made of, or a list of; `None` if there is anything else in it.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        if let Self::Made(_, items) | Self::List(items) = self {
            items.iter().map(Self::number).collect()
        } else {
            None
        }
    }

    /// The text that this is, if it is one.
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

/// Escapes of four digits are read as single bytes by Godot 3, so they are only for what is below a space.
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

/// A heading in brackets, and the values below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Section {
    /// The first word of the heading.
    pub kind: String,
    /// What else the heading says.
    pub attributes: Vec<(String, Variant)>,
    /// The values below it.
    pub properties: Vec<(String, Variant)>,
}

impl Section {
    pub fn new(kind: &str) -> Self {
        Self {
            kind: kind.to_owned(),
            ..Self::default()
        }
    }

    pub fn attribute(mut self, name: &str, value: Variant) -> Self {
        self.attributes.push((name.to_owned(), value));
        self
    }

    pub fn property(mut self, name: &str, value: Variant) -> Self {
        self.properties.push((name.to_owned(), value));
        self
    }

    /// Adds metadata. Godot 4 takes those that are null for none, so they are left out.
    pub fn meta(mut self, dialect: Dialect, entries: Vec<(String, Variant)>) -> Self {
        let entries = entries
            .into_iter()
            .filter(|(_, value)| *value != Variant::Null);
        match dialect {
            Dialect::Three => {
                let entries = entries
                    .map(|(name, value)| (Variant::Text(name), value))
                    .collect();
                self.property("__meta__", Variant::Dictionary(entries))
            }
            Dialect::Four => {
                self.properties
                    .extend(entries.map(|(name, value)| (format!("metadata/{name}"), value)));
                self
            }
        }
    }

    /// What the heading says of `name`.
    pub fn head(&self, name: &str) -> Option<&Variant> {
        self.attributes
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// The value called `name`.
    pub fn value(&self, name: &str) -> Option<&Variant> {
        self.properties
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// The metadata called `name`, in either dialect.
    pub fn metadata(&self, name: &str) -> Option<&Variant> {
        self.value(&format!("metadata/{name}"))
            .or_else(|| self.value("__meta__")?.get(name))
    }
}

impl Display for Section {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "[{}", self.kind)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}={value}")?;
        }
        f.write_str("]\n")?;
        for (name, value) in &self.properties {
            writeln!(f, "{name} = {value}")?;
        }
        Ok(())
    }
}

/// A whole file.
pub(crate) fn file(sections: &[Section]) -> String {
    sections
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_point_and_no_exponent() {
        let text = Variant::made("Numbers", [0.0, -0.0, 1e12, 1e-9, -2.5]).to_string();
        assert_eq!(
            text,
            "Numbers(0.0, 0.0, 1000000000000.0, 0.000000001, -2.5)"
        );
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(
            Variant::text("a \"b\"\\\n\u{1}\0é]").to_string(),
            "\"a \\\"b\\\"\\\\\\n\\u0001\u{fffd}é]\""
        );
    }

    #[test]
    fn metadata_is_found_in_both_dialects() {
        for dialect in [Dialect::Three, Dialect::Four] {
            let entries = vec![
                ("id".into(), Variant::Int(3)),
                ("path".into(), Variant::Null),
            ];
            let section = Section::new("node").meta(dialect, entries);
            assert_eq!(
                (section.metadata("id"), section.metadata("path")),
                (Some(&Variant::Int(3)), None)
            );
        }
    }
}
