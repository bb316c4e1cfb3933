//! The JSON Schemas of the file formats, generated from the types that serde reads.

use crate::parameter;
use crate::parameter::{MAX_COORDINATE, Parameter};
use crate::validate::MAX_SEED;
use crate::{FORMAT_VERSION, FileKind, print};
use glam::DVec2;
use schemars::Schema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use steerwright_runtime::scene::{Behavior, Node, NodeId, PathId, PatrolPath, Preset, Scene};
use steerwright_runtime::steering::{Body, GridChase};

/// The schema of `*.scene.json`.
pub fn scene_schema() -> String {
    schema::<Scene>(FileKind::Scene, "A Steerwright scene")
}

/// The schema of `*.preset.json`.
pub fn preset_schema() -> String {
    schema::<Preset>(FileKind::Preset, "A Steerwright agent preset")
}

fn schema<T: schemars::JsonSchema>(kind: FileKind, title: &str) -> String {
    let mut schema = tagged(
        SchemaSettings::draft2020_12()
            .into_generator()
            .into_root_schema_for::<T>(),
        kind,
        title,
    );
    add_ranges(&mut schema);
    print::pretty(&schema)
}

/// Adds the title and the fields that identify the kind of file.
pub(crate) fn tagged(schema: Schema, kind: FileKind, title: &str) -> Value {
    let mut schema = schema.to_value();
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".into(), title.into());
        let mut properties = Map::new();
        properties.insert("$schema".into(), json!({ "type": "string" }));
        properties.insert("format".into(), json!({ "const": kind.tag() }));
        properties.insert(
            "format_version".into(),
            json!({ "type": "integer", "minimum": 1, "maximum": FORMAT_VERSION }),
        );
        let min_reader = "The oldest reader version that understands the file. Defaults to the version of the file.";
        properties.insert(
            "min_reader".into(),
            json!({ "description": min_reader, "type": "integer", "minimum": 1 }),
        );
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
    schema
}

/// Adds the ranges that validation checks, from the same table.
pub(crate) fn add_ranges(schema: &mut Value) {
    limit(
        schema.get_mut("properties"),
        "seed",
        json!(0),
        json!(MAX_SEED),
    );
    limit(
        schema.get_mut("properties"),
        "ticks_per_second",
        json!(1),
        json!(1000),
    );
    let Some(types) = schema.get_mut("$defs") else {
        return;
    };
    for name in ["Point", "Node", "Marker", "Agent"] {
        for key in ["x", "y"] {
            limit(
                types.pointer_mut(&format!("/{name}/properties")),
                key,
                json!(-MAX_COORDINATE),
                json!(MAX_COORDINATE),
            );
        }
    }
    let mut describe = |name: &str, parameters: Vec<Parameter<'_>>| {
        for Parameter {
            key,
            allowed: (min, max),
            ..
        } in parameters
        {
            limit(
                types.pointer_mut(&format!("/{name}/properties")),
                key,
                json!(min),
                json!(max),
            );
        }
    };
    describe("Body", parameter::of_body(&mut Body::default()));
    describe(
        "GridChase",
        parameter::of_grid_chase(&mut GridChase::default()),
    );
    describe("WeightedBehavior", vec![parameter::of_weight(&mut 1.0)]);
    describe(
        "PatrolPath",
        parameter::of_path(&mut PatrolPath::new(PathId(1), "")),
    );
    describe(
        "Node",
        parameter::of_node(&mut Node::at(NodeId(1), DVec2::ZERO), 0.0).into(),
    );
    for mut behavior in Behavior::all() {
        describe(
            &type_name(behavior.label()),
            parameter::of_behavior(&mut behavior),
        );
    }
}

/// Sets the range of a property, if the property exists.
pub(crate) fn limit(properties: Option<&mut Value>, key: &str, min: Value, max: Value) {
    if let Some(Value::Object(property)) = properties.and_then(|properties| properties.get_mut(key))
    {
        property.insert("minimum".into(), min);
        property.insert("maximum".into(), max);
    }
}

/// Turns the label of a behavior into the name of its type: "Follow path" into "FollowPath".
pub(crate) fn type_name(label: &str) -> String {
    let capitalized = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    };
    label.split(' ').map(capitalized).collect()
}
