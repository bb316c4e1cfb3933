//! Compares an export with what is written for its scene, while the file is read as a stream: it
//! has every field, and its derived values match the rest. The runtimes of other languages use
//! these values and have no defaults, so they would move other agents.

use crate::{FileKind, FormatError, read_with};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// What a part of an export has to be. The items of lists are made when they are needed, because a
/// tree of all values of a large scene would not fit in memory.
pub(super) enum Expected<'a> {
    Value(Value),
    Object(Vec<(Cow<'static, str>, Expected<'a>)>),
    List(usize, Box<dyn Fn(usize) -> Expected<'a> + 'a>),
}

/// An object with the fields of `head` and then `fields`.
pub(super) fn with_fields<'a>(
    head: Value,
    fields: impl IntoIterator<Item = (&'static str, Expected<'a>)>,
) -> Expected<'a> {
    match head.into() {
        Expected::Object(mut object) => {
            object.extend(fields.into_iter().map(|(key, field)| (key.into(), field)));
            Expected::Object(object)
        }
        other @ (Expected::Value(_) | Expected::List(..)) => other,
    }
}

impl<'a> Expected<'a> {
    /// A list with one item for each of `items`.
    pub fn list<T>(items: &'a [T], item: impl Fn(&'a T) -> Self + 'a) -> Self {
        Self::List(items.len(), Box::new(move |i| item(&items[i])))
    }

    /// The whole value.
    pub fn into_value(self) -> Value {
        match self {
            Self::Value(value) => value,
            Self::Object(fields) => fields
                .into_iter()
                .map(|(key, field)| (key.into_owned(), field.into_value()))
                .collect(),
            Self::List(count, item) => (0..count).map(|i| item(i).into_value()).collect(),
        }
    }
}

/// Values without lists that grow with the scene.
impl From<Value> for Expected<'_> {
    fn from(value: Value) -> Self {
        match value {
            Value::Object(fields) => Self::Object(
                fields
                    .into_iter()
                    .map(|(key, field)| (key.into(), field.into()))
                    .collect(),
            ),
            Value::Array(items) => {
                Self::List(items.len(), Box::new(move |i| items[i].clone().into()))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                Self::Value(value)
            }
        }
    }
}

/// Fields that are not compared: those that are checked before, informative numbers, which are
/// rounded, custom properties, from which nothing is derived, and authored values that can be
/// written in several ways.
const NOT_COMPARED: [&str; 12] = [
    "format",
    "format_version",
    "min_reader",
    "dt",
    "length",
    "cumulative",
    "color",
    "blocked",
    "nets",
    "declared_properties",
    "properties",
    "preset_properties",
];

/// Fields of the file that may be missing: those that are checked before, and those with a default.
const NOT_REQUIRED_IN_FILE: [&str; 11] = [
    "format",
    "format_version",
    "min_reader",
    "plane",
    "scale",
    "origin",
    "dt",
    "touch_margin",
    "repath_distance",
    "route_tolerance",
    "nets",
];

/// Informative fields of what the file contains, which may be missing.
const NOT_REQUIRED: [&str; 2] = ["length", "cumulative"];

/// Fields that may be missing where they are null.
const NULL_IF_MISSING: [&str; 1] = ["facing"];

/// The present names of fields, by the names in earlier files.
const OLD_NAMES: [(&str, &str); 2] = [("combine", "blend_mode"), ("aim", "mode")];
const MISMATCH: &str = "does not match the rest of the file";

/// Checks that `text` has every expected value. Unknown fields are ignored.
pub(super) fn check(text: &str, expected: Expected<'_>) -> Result<(), FormatError> {
    let describe = |message: &str| format!("{message}; export the scene again");
    read_with(text, FileKind::Export, expected, describe).map(|_| ())
}

impl<'de> DeserializeSeed<'de> for Expected<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Expected<'_> {
    fn equals<E: Error>(&self, found: &Value) -> Result<(), E> {
        let same = match (self, found) {
            (Self::Value(Value::Number(expected)), Value::Number(found)) => {
                expected.as_f64() == found.as_f64()
            }
            (Self::Value(expected), found) => expected == found,
            (Self::Object(_) | Self::List(..), _) => false,
        };
        if same {
            Ok(())
        } else {
            Err(E::custom(MISMATCH))
        }
    }
}

/// Whether these are the fields of a target that is the pointer.
fn is_pointer(target: &[(Cow<'static, str>, Expected<'_>)]) -> bool {
    target.iter().any(|(key, value)| {
        key == "kind" && matches!(value, Expected::Value(Value::String(kind)) if kind == "pointer")
    })
}

/// Whether these are the fields of an action on a segment.
fn is_along(fields: &[(Cow<'static, str>, Expected<'_>)]) -> bool {
    let has = |name| fields.iter().any(|(key, _)| key == name);
    has("distance") && has("action")
}

impl<'de> Visitor<'de> for Expected<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what the rest of the file says")
    }

    fn visit_bool<E: Error>(self, found: bool) -> Result<(), E> {
        self.equals(&found.into())
    }

    fn visit_i64<E: Error>(self, found: i64) -> Result<(), E> {
        self.equals(&found.into())
    }

    fn visit_u64<E: Error>(self, found: u64) -> Result<(), E> {
        self.equals(&found.into())
    }

    fn visit_f64<E: Error>(self, found: f64) -> Result<(), E> {
        self.equals(&found.into())
    }

    fn visit_str<E: Error>(self, found: &str) -> Result<(), E> {
        self.equals(&found.into())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.equals(&Value::Null)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut found: A) -> Result<(), A::Error> {
        let Self::Object(mut expected) = self else {
            return Err(A::Error::custom(MISMATCH));
        };
        if is_pointer(&expected) {
            // It has no id.
            expected.retain(|(key, _)| key != "id");
        }
        if is_along(&expected) {
            // Runtimes take its place as it is, and do not read its distance.
            expected.retain(|(key, _)| key == "action");
        }
        let not_required: &[&str] = if expected.iter().any(|(key, _)| key == "format") {
            &NOT_REQUIRED_IN_FILE
        } else {
            &NOT_REQUIRED
        };
        let mut taken = Vec::new();
        while let Some(key) = found.next_key::<Cow<'_, str>>()? {
            let present_name = OLD_NAMES.iter().find(|(old, _)| *old == key);
            let key = present_name.map_or(key.as_ref(), |(_, name)| name);
            if taken.iter().any(|known: &Cow<'static, str>| known == key) {
                return Err(A::Error::custom(format!("duplicate field \"{key}\"")));
            }
            let at = expected.iter().position(|(known, _)| known == key);
            match at.map(|at| expected.swap_remove(at)) {
                Some((known, value)) if NOT_COMPARED.contains(&key) => {
                    drop(value);
                    taken.push(known);
                    found.next_value::<IgnoredAny>()?;
                }
                Some((known, value)) => {
                    taken.push(known);
                    found.next_value_seed(value)?;
                }
                None => {
                    found.next_value::<IgnoredAny>()?;
                }
            }
        }
        let is_required = |(key, value): &&(Cow<'_, str>, Expected<'_>)| {
            let is_null = matches!(value, Expected::Value(Value::Null));
            let may_be_missing = not_required.contains(&key.as_ref())
                || (is_null && NULL_IF_MISSING.contains(&key.as_ref()));
            !may_be_missing
        };
        match expected.iter().find(is_required) {
            None => Ok(()),
            Some((key, _)) => Err(A::Error::custom(format!("\"{key}\" is missing"))),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut found: A) -> Result<(), A::Error> {
        let Self::List(count, item) = self else {
            return Err(A::Error::custom(MISMATCH));
        };
        for i in 0..count {
            if found.next_element_seed(item(i))?.is_none() {
                return Err(A::Error::custom(MISMATCH));
            }
        }
        match found.next_element::<IgnoredAny>()? {
            None => Ok(()),
            Some(_) => Err(A::Error::custom(MISMATCH)),
        }
    }
}
