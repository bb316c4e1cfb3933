//! Custom properties in JSON: a typed list in TMJ, an untyped table in Lua.

use super::properties;
use crate::target::tiled::map::{Properties, Value};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use std::fmt::Formatter;
use steerwright_format::{FormatError, sanitize_for_display};
use steerwright_runtime::geometry::decimal::rounded;

/// The properties of a map or an object.
#[derive(Default)]
pub struct FileProperties(pub Properties);

#[derive(Deserialize)]
struct FileProperty {
    name: String,
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    value: FileValue,
}

/// A value, without what no property needs.
#[derive(Default)]
enum FileValue {
    Bool(bool),
    Number(Number),
    Text(String),
    /// The id in an object of Lua.
    Object(Option<u32>),
    #[default]
    Other,
}

impl<'de> Deserialize<'de> for FileProperties {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_any(PropertiesVisitor)
    }
}

struct PropertiesVisitor;

impl PropertiesVisitor {
    fn add<E: Error>(read: &mut Properties, property: FileProperty) -> Result<(), E> {
        let FileProperty { name, kind, value } = property;
        let failed = |error: FormatError| E::custom(error);
        if let Some(value) = value.read(&name, &kind).map_err(E::custom)? {
            properties::insert(read, name, value).map_err(failed)?;
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for PropertiesVisitor {
    type Value = FileProperties;

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("a list or a table of properties")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut read = Properties::new();
        while let Some(property) = list.next_element()? {
            Self::add(&mut read, property)?;
        }
        Ok(FileProperties(read))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Self::Value, A::Error> {
        let mut read = Properties::new();
        while let Some((name, value)) = table.next_entry()? {
            let property = FileProperty {
                name,
                kind: String::new(),
                value,
            };
            Self::add(&mut read, property)?;
        }
        Ok(FileProperties(read))
    }
}

impl FileValue {
    /// The value of the property `name` of a type; `None` for a custom class.
    fn read(self, name: &str, kind: &str) -> Result<Option<Value>, String> {
        Ok(Some(match (kind, self) {
            (_, Self::Bool(on)) => Value::Bool(on),
            ("color", Self::Text(text)) => match properties::rgb(&text) {
                Some(color) => Value::Color(color),
                None => return Ok(None),
            },
            (_, Self::Text(text)) => Value::Text(text),
            ("object", Self::Number(number)) => {
                match number.as_u64().and_then(|id| u32::try_from(id).ok()) {
                    Some(id) => Value::Object(id),
                    None => {
                        let name = sanitize_for_display(name);
                        return Err(format!("{name}: {number} is not an object id"));
                    }
                }
            }
            ("int", Self::Number(number)) => {
                match number.as_i64().and_then(|whole| i32::try_from(whole).ok()) {
                    Some(whole) => Value::Int(whole),
                    None => Value::Float(number.as_f64().unwrap_or_default()),
                }
            }
            (_, Self::Number(number)) => {
                Value::Float(number.as_f64().map(rounded).unwrap_or_default())
            }
            (_, Self::Object(Some(id))) if kind.is_empty() => Value::Object(id),
            // A custom class.
            (_, Self::Object(_) | Self::Other) => return Ok(None),
        }))
    }
}

impl<'de> Deserialize<'de> for FileValue {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = FileValue;

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("the value of a property")
    }

    fn visit_bool<E: Error>(self, on: bool) -> Result<FileValue, E> {
        Ok(FileValue::Bool(on))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<FileValue, E> {
        Ok(FileValue::Number(number.into()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<FileValue, E> {
        Ok(FileValue::Number(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<FileValue, E> {
        Ok(Number::from_f64(number).map_or(FileValue::Other, FileValue::Number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<FileValue, E> {
        Ok(FileValue::Text(text.to_owned()))
    }

    fn visit_unit<E: Error>(self) -> Result<FileValue, E> {
        Ok(FileValue::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<FileValue, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(FileValue::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<FileValue, A::Error> {
        let mut id = None;
        while let Some(name) = table.next_key::<String>()? {
            if name == "id" {
                let value = table.next_value()?;
                id = if let FileValue::Number(number) = value {
                    number.as_u64().and_then(|id| u32::try_from(id).ok())
                } else {
                    None
                };
            } else {
                table.next_value::<IgnoredAny>()?;
            }
        }
        Ok(FileValue::Object(id))
    }
}
