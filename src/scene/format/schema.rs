//! The JSON Schemas of the file formats, generated from the types that serde reads.

use crate::scene::format::{FORMAT_VERSION, Kind, print};
use crate::scene::{Preset, Scene};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The schema of `*.scene.json`.
pub fn scene_schema() -> String {
    schema::<Scene>(Kind::Scene, "A Steerwright scene")
}

/// The schema of `*.preset.json`.
pub fn preset_schema() -> String {
    schema::<Preset>(Kind::Preset, "A Steerwright agent preset")
}

fn schema<T: schemars::JsonSchema>(kind: Kind, title: &str) -> String {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value();
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".into(), title.into());
        let mut properties = Map::new();
        properties.insert("$schema".into(), json!({ "type": "string" }));
        properties.insert("format".into(), json!({ "const": kind.tag() }));
        properties.insert("format_version".into(), json!({ "type": "integer", "minimum": 1, "maximum": FORMAT_VERSION }));
        if let Some(Value::Object(own)) = root.get_mut("properties") {
            properties.append(own);
            *own = properties;
        }
        let mut required = vec![json!("format"), json!("format_version")];
        if let Some(Value::Array(own)) = root.get("required") {
            required.extend(own.iter().cloned());
        }
        root.insert("required".into(), required.into());
    }
    print::pretty(&schema)
}
