//! The JSON Schemas of the file formats, as shipped. Tests generate them from the types that serde
//! reads, and hold these files to that.

/// The schema of `*.scene.json`.
pub const SCENE: &str = include_str!("../../../presets/schema/scene.schema.json");

/// The schema of `*.preset.json`.
pub const PRESET: &str = include_str!("../../../presets/schema/preset.schema.json");

/// The schema of `*.steer.json`.
pub const EXPORT: &str = include_str!("../../../presets/schema/export.schema.json");
