//! The behaviors of an export: parameters by name.

use super::flat_object::{FlatObject, Scalar};
use crate::limits::BEHAVIOR_FIELDS;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// A behavior: a flat object whose fields depend on its `kind`.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Behavior"))]
pub(super) struct ExportedBehavior {
    /// The kind of behavior.
    pub kind: String,
    /// Multiplies the force.
    pub weight: f64,
    /// Its parameters: all other fields that are not objects or arrays, and the sweep of a search.
    #[cfg_attr(feature = "schema", schemars(flatten))]
    pub parameters: Map<String, Value>,
}

/// A flattened map of serde would keep all fields in memory, also unknown ones.
impl<'de> Deserialize<'de> for ExportedBehavior {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(BehaviorVisitor)
    }
}

struct BehaviorVisitor;

impl<'de> Visitor<'de> for BehaviorVisitor {
    type Value = ExportedBehavior;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a behavior")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<ExportedBehavior, A::Error> {
        let (mut kind, mut weight) = (None, None);
        let mut parameters = Map::new();
        let mut count = 0;
        while let Some(key) = fields.next_key::<String>()? {
            count += 1;
            if count > BEHAVIOR_FIELDS.max {
                return Err(A::Error::custom(BEHAVIOR_FIELDS.message()));
            }
            match key.as_str() {
                "kind" => kind = Some(fields.next_value()?),
                "weight" => weight = Some(fields.next_value()?),
                "sweep" => {
                    let FlatObject(fields) = fields.next_value()?;
                    parameters.insert(key, fields.map_or(Value::Null, Value::Object));
                }
                _ => {
                    if let Scalar(Some(value)) = fields.next_value()? {
                        parameters.insert(key, value);
                    }
                }
            }
        }
        Ok(ExportedBehavior {
            kind: kind.ok_or_else(|| A::Error::missing_field("kind"))?,
            weight: weight.ok_or_else(|| A::Error::missing_field("weight"))?,
            parameters,
        })
    }
}
