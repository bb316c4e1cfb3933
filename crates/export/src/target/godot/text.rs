//! The text of Godot's resources and scenes: sections of named values.

use crate::target::godot::dialect::Dialect;
pub(crate) use crate::target::godot::variant::Variant;
use std::fmt::{Display, Formatter, Result};

/// A heading in brackets, and the values below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Section {
    /// The first word of the heading.
    pub kind: String,
    /// The named values in the heading.
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
    use crate::import::godot::parse::sections;

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
            let text = Section::new("node").meta(dialect, entries).to_string();
            let sections = sections(&text).expect("a section");
            let section = sections.iter().next().expect("a section");
            assert_eq!(
                (section.metadata("id"), section.metadata("path")),
                (Some(Variant::Int(3)), None)
            );
        }
    }
}
