//! Reads and writes a point as an object with `x` and `y`, for fields with `#[serde(with = "xy")]`.
//!
//! (`glam` would write a list of two numbers.)

use crate::scene::file::PointFields;
use glam::DVec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes `{ "x": 1, "y": 2 }`.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(point: &DVec2, serializer: S) -> Result<S::Ok, S::Error> {
    PointFields::from(*point).serialize(serializer)
}

/// Reads `{ "x": 1, "y": 2 }`.
///
/// # Errors
/// Those of the deserializer, also for a missing coordinate.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DVec2, D::Error> {
    PointFields::deserialize(deserializer).map(Into::into)
}

/// The JSON Schema of a point.
#[cfg(feature = "schema")]
pub enum PointSchema {}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for PointSchema {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        PointFields::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        PointFields::json_schema(generator)
    }
}
