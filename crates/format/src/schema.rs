//! The JSON Schemas of the file formats, generated from the types that serde reads.

use crate::validate::{MAX_SEED, MAX_VELOCITY};
use crate::{FORMAT_VERSION, FileKind, PresetFile, print};
use schemars::Schema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::{MAX_COORDINATE, ParameterTable};
use steerwright_runtime::scene::{Behavior, Scene};

/// The schema of `*.scene.json`.
#[must_use]
pub fn scene_schema() -> String {
    schema::<Scene>(FileKind::Scene, "A Steerwright scene")
}

/// The schema of `*.preset.json`.
#[must_use]
pub fn preset_schema() -> String {
    schema::<PresetFile>(FileKind::Preset, "A Steerwright agent preset")
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
    join_lines(&mut schema);
    print::pretty(&schema)
}

/// Joins the lines of descriptions, which end where those of comments do.
pub(crate) fn join_lines(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == "description"
                    && let Value::String(text) = value
                {
                    let paragraphs = text.split("\n\n").map(|text| text.replace('\n', " "));
                    *text = paragraphs.collect::<Vec<_>>().join("\n\n");
                } else {
                    join_lines(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(join_lines),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
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
        if let Some(Value::Object(fields)) = root.get_mut("properties") {
            properties.append(fields);
            *fields = properties;
        }
        let mut required = vec![json!("format"), json!("format_version")];
        if let Some(Value::Array(names)) = root.get("required") {
            required.extend(names.iter().cloned());
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
    limit_parameters(schema.get_mut("properties"), parameter::SCENE);
    limit_parameters(schema.get_mut("properties"), parameter::SKIN);
    limit_parameters(schema.get_mut("properties"), parameter::MARGINS);
    let Some(types) = schema.get_mut("$defs") else {
        return;
    };
    for name in ["Point", "Node", "Marker", "Agent"] {
        for key in ["x", "y"] {
            limit(
                properties(types, name),
                key,
                json!(-MAX_COORDINATE),
                json!(MAX_COORDINATE),
            );
        }
    }
    for key in ["vx", "vy"] {
        limit(
            properties(types, "Agent"),
            key,
            json!(-MAX_VELOCITY),
            json!(MAX_VELOCITY),
        );
    }
    limit_parameters(properties(types, "Body"), parameter::BODY);
    limit_parameters(properties(types, "GridChase"), parameter::GRID_CHASE);
    for key in ["hx", "hy"] {
        limit(properties(types, "Agent"), key, json!(-1), json!(1));
    }
    limit_parameters(properties(types, "Facing"), parameter::FACING);
    limit_parameters(properties(types, "Sight"), parameter::SIGHT);
    limit_parameters(properties(types, "WeightedBehavior"), parameter::WEIGHT);
    limit_parameters(properties(types, "PatrolPath"), parameter::PATH);
    limit_parameters(properties(types, "Node"), parameter::NODE);
    limit_parameters(properties(types, "Scatter"), parameter::SCATTER);
    limit_parameters(properties(types, "Spawner"), parameter::SPAWNER);
    limit_parameters(properties(types, "Contact"), parameter::CONTACT);
    limit_parameters(properties(types, "CellMap"), parameter::CELLS);
    limit_parameters(properties(types, "Hearing"), parameter::HEARING);
    limit_parameters(properties(types, "Alert"), parameter::ALERT);
    limit_parameters(properties(types, "Noise"), parameter::NOISE);
    limit_parameters(properties(types, "StateRules"), parameter::STATE);
    limit_parameters(properties(types, "State"), parameter::STATE);
    limit_parameters(properties(types, "SearchSweep"), parameter::SEARCH_SWEEP);
    limit_parameters(properties(types, "AlongAction"), parameter::ALONG);
    limit_parameters(properties(types, "NextNode"), parameter::NEXT);
    limit_variants(
        types.get_mut("Goal"),
        &[("last_seen_ahead", parameter::GOAL)],
    );
    limit_variants(
        types.get_mut("LookAt"),
        &[("direction", parameter::LOOK_AT)],
    );
    limit_variants(types.get_mut("NodeAction"), parameter::ACTIONS);
    limit_variants(types.get_mut("Term"), parameter::TERMS);
    limit_variants(types.get_mut("EnterAction"), parameter::ENTER);
    for behavior in Behavior::all() {
        limit_parameters(
            properties(types, &type_name(behavior.description().key)),
            behavior.parameters(),
        );
    }
}

fn properties<'a>(types: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    types.get_mut(name)?.get_mut("properties")
}

/// Sets the ranges of the parameters of `table` that are among the properties.
pub(crate) fn limit_parameters<T>(mut properties: Option<&mut Value>, table: ParameterTable<T>) {
    for parameter in table {
        let (min, max) = parameter.range;
        limit(
            properties.as_deref_mut(),
            parameter.key,
            json!(min),
            json!(max),
        );
    }
}

/// Sets the ranges of the numbers of the variants of an enum, by the names of these in files.
fn limit_variants<T>(mut variants: Option<&mut Value>, tables: &[(&str, ParameterTable<T>)]) {
    for (key, table) in tables {
        let found = variants
            .as_deref_mut()
            .and_then(|variants| variants.get_mut("oneOf")?.as_array_mut())
            .into_iter()
            .flatten()
            .find_map(|variant| numbers_of_variant(variant, key));
        limit_parameters(found, *table);
    }
}

/// The properties of a variant with this name: inside of its one field, or flat with the field
/// `kind`.
fn numbers_of_variant<'a>(variant: &'a mut Value, key: &str) -> Option<&'a mut Value> {
    let properties = variant.get_mut("properties")?;
    if properties.pointer("/kind/const").and_then(Value::as_str) == Some(key) {
        return Some(properties);
    }
    properties.get_mut(key)?.get_mut("properties")
}

/// Sets the range of a property, if the property exists.
pub(crate) fn limit(properties: Option<&mut Value>, key: &str, min: Value, max: Value) {
    if let Some(Value::Object(property)) = properties.and_then(|properties| properties.get_mut(key))
    {
        property.insert("minimum".into(), min);
        property.insert("maximum".into(), max);
    }
}

/// Turns the name of a behavior in files into the name of its type: "follow_path" into
/// "FollowPath".
pub(crate) fn type_name(key: &str) -> String {
    let capitalized = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    };
    key.split('_').map(capitalized).collect()
}
