//! Reads objects of which only some fields are known, without keeping what others contain.

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// The names that fields of actions, terms, and what they contain can have. Derived ones are not
/// read.
const KNOWN: [&str; 26] = [
    "kind",
    "min",
    "max",
    "turn_rate",
    "from_deg",
    "to_deg",
    "times",
    "limit",
    "name",
    "value",
    "wall",
    "open",
    "count",
    "radius",
    "goal",
    "ahead",
    "seconds",
    "meter",
    "deg",
    "x",
    "y",
    "id",
    "action",
    "distance",
    "weight",
    "path",
];

/// The known fields of an object that are not objects or arrays. None for a value that is not an
/// object.
pub(super) struct FlatObject(pub Option<Map<String, Value>>);

/// An object like [`FlatObject`], whose field `at` is another.
pub(super) struct FlatObjectWithAt {
    pub fields: Map<String, Value>,
    pub at: Option<Map<String, Value>>,
}

impl<'de> Deserialize<'de> for FlatObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyVisitor)
    }
}

/// Reads a value of which only the fields of an object are kept.
struct AnyVisitor;

impl<'de> Visitor<'de> for AnyVisitor {
    type Value = FlatObject;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<FlatObject, E> {
        Ok(FlatObject(None))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<FlatObject, E> {
        Ok(FlatObject(None))
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<FlatObject, E> {
        Ok(FlatObject(None))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<FlatObject, E> {
        Ok(FlatObject(None))
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<FlatObject, E> {
        Ok(FlatObject(None))
    }

    fn visit_unit<E: Error>(self) -> Result<FlatObject, E> {
        Ok(FlatObject(None))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<FlatObject, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(FlatObject(None))
    }

    fn visit_map<A: MapAccess<'de>>(self, found: A) -> Result<FlatObject, A::Error> {
        FlatVisitor
            .visit_map(found)
            .map(|object| FlatObject(Some(object.fields)))
    }
}

impl<'de> Deserialize<'de> for FlatObjectWithAt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FlatVisitor)
    }
}

struct FlatVisitor;

impl<'de> Visitor<'de> for FlatVisitor {
    type Value = FlatObjectWithAt;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut found: A) -> Result<FlatObjectWithAt, A::Error> {
        let (mut fields, mut at) = (Map::new(), None);
        while let Some(key) = found.next_key::<String>()? {
            if key == "at" {
                let FlatObject(place) = found.next_value()?;
                at = place;
            } else if !KNOWN.contains(&key.as_str()) {
                found.next_value::<IgnoredAny>()?;
            } else if let Scalar(Some(value)) = found.next_value()? {
                fields.insert(key, value);
            }
        }
        Ok(FlatObjectWithAt { fields, at })
    }
}

/// The value as an enum of the scene model writes it: `{ "kind": "wait", "min": 1 }` is `{ "wait":
/// { "min": 1 } }`.
pub(super) fn tagged<E: Error>(mut fields: Map<String, Value>) -> Result<Value, E> {
    match fields.remove("kind") {
        Some(Value::String(kind)) => Ok(Value::Object(Map::from_iter([(
            kind,
            Value::Object(fields),
        )]))),
        Some(_) => Err(E::custom("\"kind\" is not a text")),
        None => Err(E::missing_field("kind")),
    }
}

/// A value that is not an object or array, of which nothing is kept.
pub(super) struct Scalar(pub Option<Value>);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Scalar, E> {
        Ok(Scalar(Some(value.into())))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Scalar, E> {
        Ok(Scalar(Some(value.into())))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Scalar, E> {
        Ok(Scalar(Some(value.into())))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Scalar, E> {
        Ok(Scalar(Some(value.into())))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Scalar, E> {
        Ok(Scalar(Some(value.into())))
    }

    fn visit_unit<E: Error>(self) -> Result<Scalar, E> {
        Ok(Scalar(Some(Value::Null)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Scalar, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar(None))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Scalar, A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar(None))
    }
}
