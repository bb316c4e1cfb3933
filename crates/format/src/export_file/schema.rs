//! The JSON Schema of `NAME.steer.json`, from the types that read it.
//!
//! They hold what a scene is made from. What follows from that and is written for games (points, ticks, random streams) is added
//! here, and each behavior becomes the flat object that it is in the file.

use super::file::ExportFile;
use crate::parameter;
use crate::parameter::MAX_COORDINATE;
use crate::{Kind, pretty, schema};
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};
use steerwright_runtime::scene::Behavior;
use steerwright_runtime::scene::export_setup::{MAX_SCALE, MIN_SCALE};
use steerwright_runtime::steering::{
    Arrive, Flee, FollowLeader, FollowPath, GridChase, HomingWalk, Leave, Pursue, Separation,
};

/// The schema of `*.steer.json`.
pub fn export_schema() -> String {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let behaviors = behaviors(&mut generator);
    let mut schema = schema::tagged(
        generator.into_root_schema_for::<ExportFile>(),
        Kind::Export,
        "A scene that Steerwright exported",
    );
    if let Some(Value::Object(types)) = schema.get_mut("$defs") {
        types.retain(|name, _| !PARAMETERS.contains(&name.as_str()));
        let kinds = behaviors
            .iter()
            .map(|(name, _)| json!({ "$ref": format!("#/$defs/{name}") }))
            .collect::<Vec<_>>();
        types.insert("Behavior".into(), json!({ "description": "What moves an agent, told apart by its `kind`.", "oneOf": kinds }));
        types.extend(behaviors);
    }
    let min_reader = "The oldest version of a reader that moves the file's agents as it should.";
    add_field(
        Some(&mut schema),
        "min_reader",
        json!({ "description": min_reader, "type": "integer", "minimum": 1 }),
    );
    for (place, key, what) in derived() {
        add_field(schema.pointer_mut(place), key, what);
    }
    OBJECTS
        .iter()
        .for_each(|place| require_all(schema.pointer_mut(place)));
    let aims = schema
        .pointer_mut("/$defs/Target/oneOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten();
    for aim in aims {
        if let Some(kind) = aim.pointer_mut("/properties/kind") {
            kind["description"] = "Which of the three it is.".into();
        }
        if aim.pointer("/properties/id").is_none() {
            add_field(
                Some(aim),
                "id",
                json!({ "type": "null", "description": "There is one pointer only." }),
            );
        }
    }
    schema::add_ranges(&mut schema);
    for (place, key, (low, high)) in RANGES {
        schema::limit(schema.pointer_mut(place), key, json!(low), json!(high));
    }
    pretty(&schema)
}

/// The objects that are written with all their fields.
const OBJECTS: [&str; 8] = [
    "",
    "/$defs/PatrolPath",
    "/$defs/Node",
    "/$defs/Marker",
    "/$defs/Agent",
    "/$defs/Scatter",
    "/$defs/Body",
    "/$defs/CellMap",
];
/// Fields that files of earlier versions do not have, and the one that only validators read.
const MAY_BE_MISSING: [&str; 3] = ["$schema", "plane", "origin"];

fn require_all(object: Option<&mut Value>) {
    let Some(object) = object else { return };
    let mut keys = Vec::new();
    for (key, what) in object
        .get_mut("properties")
        .and_then(Value::as_object_mut)
        .into_iter()
        .flatten()
    {
        if !MAY_BE_MISSING.contains(&key.as_str()) {
            what.as_object_mut().map(|what| what.remove("default"));
            keys.push(Value::from(key.as_str()));
        }
    }
    object["required"] = keys.into();
}

/// Ranges that reading checks besides those of the table of parameters.
const RANGES: [(&str, &str, (f64, f64)); 6] = [
    ("/properties", "scale", (MIN_SCALE, MAX_SCALE)),
    (
        "/$defs/Agent/properties",
        "vx",
        (-MAX_COORDINATE, MAX_COORDINATE),
    ),
    (
        "/$defs/Agent/properties",
        "vy",
        (-MAX_COORDINATE, MAX_COORDINATE),
    ),
    ("/$defs/Scatter/properties", "min", (0.0, MAX_COORDINATE)),
    ("/$defs/Scatter/properties", "max", (0.0, MAX_COORDINATE)),
    ("/$defs/CellMap/properties", "size", (1e-3, 1e6)),
];

/// Types of parameters whose names a behavior of the file takes over.
const PARAMETERS: [&str; 1] = ["Start"];

/// Each behavior as a flat object, by the name of its type.
fn behaviors(generator: &mut SchemaGenerator) -> Map<String, Value> {
    let mut types = Map::new();
    for behavior in Behavior::all() {
        let parameters = match behavior {
            Behavior::Seek {} => json!({}),
            Behavior::Flee(_) => Flee::json_schema(generator).to_value(),
            Behavior::Arrive(_) => Arrive::json_schema(generator).to_value(),
            Behavior::Leave(_) => Leave::json_schema(generator).to_value(),
            Behavior::Pursue(_) | Behavior::Evade(_) => Pursue::json_schema(generator).to_value(),
            Behavior::FollowPath(_) => {
                with_start_in_two_fields(FollowPath::json_schema(generator).to_value())
            }
            Behavior::Separation(_) => Separation::json_schema(generator).to_value(),
            Behavior::FollowLeader(_) => FollowLeader::json_schema(generator).to_value(),
            Behavior::HomingWalk(_) => {
                let mut parameters = HomingWalk::json_schema(generator).to_value();
                parameters["properties"]["repick_ticks"] = json!({ "description": "Ticks after which a waypoint is picked even if the last one is not reached, from `repick_interval`; 0 for never.", "type": "integer", "minimum": 0, "maximum": u32::MAX });
                parameters
            }
        };
        let kind = parameter::behavior_key(&behavior);
        types.insert(
            schema::type_name(behavior.label()),
            flat(kind, behavior.effect(), &parameters),
        );
    }
    let mut chase = flat(
        "grid_chase",
        "Moves by cells, toward a target or away from it.",
        &GridChase::json_schema(generator).to_value(),
    );
    let step = json!({ "description": "Ticks a cell, from `step_interval`.", "type": "integer", "minimum": 1, "maximum": u32::MAX });
    add_field(Some(&mut chase), "step_ticks", step);
    types.insert("GridChase".into(), chase);
    types
}

fn flat(kind: &str, effect: &str, parameters: &Value) -> Value {
    let mut object =
        json!({ "type": "object", "description": effect, "properties": {}, "required": [] });
    let (low, high) = parameter::of_weight(&mut 1.0).allowed;
    let weight = json!({ "description": "The force is multiplied by this.", "type": "number", "minimum": low, "maximum": high });
    add_field(
        Some(&mut object),
        "kind",
        json!({ "description": "Which behavior it is.", "const": kind }),
    );
    add_field(Some(&mut object), "weight", weight);
    for (key, what) in parameters["properties"].as_object().into_iter().flatten() {
        let mut what = what.clone();
        if let Value::Object(what) = &mut what {
            // In the file every parameter is there.
            what.remove("default");
            if let Some(Value::String(description)) = what.get_mut("description") {
                *description = description.replace("absent:", "null:");
            }
        }
        add_field(Some(&mut object), key, what);
    }
    object
}

/// In the file, a start at a node is a word and an index.
fn with_start_in_two_fields(mut parameters: Value) -> Value {
    if let Some(Value::Object(properties)) = parameters.get_mut("properties") {
        let start = json!({
            "description": "The first target node: the first of the path, the nearest to where the agent starts, or `start_node`.",
            "enum": ["first", "nearest", "node"],
        });
        let node = json!({
            "description": "With `node`: the index of that node, counted from 0; the last, if there are fewer. Else null.",
            "type": ["integer", "null"],
            "minimum": 0,
        });
        properties.insert("start".into(), start);
        properties.insert("start_node".into(), node);
    }
    parameters
}

/// What follows from the rest of the file: the object, the field, and what it says.
fn derived() -> [(&'static str, &'static str, Value); 9] {
    let count = |description: &str, least: u32| json!({ "description": description, "type": "integer", "minimum": least, "maximum": u32::MAX });
    let number =
        |description: &str| json!({ "description": description, "type": "number", "minimum": 0 });
    let pair =
        json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 });
    let word = json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX });
    [
        (
            "",
            "turn_sign",
            json!({ "description": "-1 with `y_down`, where a turn to the left is one to the right; else 1.", "enum": [1, -1] }),
        ),
        (
            "",
            "dt",
            json!({ "description": "Seconds a tick: 1 / ticks_per_second. For information.", "type": "number", "exclusiveMinimum": 0 }),
        ),
        (
            "/$defs/PatrolPath",
            "closed",
            json!({ "description": "Whether the last point leads back to the first.", "type": "boolean" }),
        ),
        (
            "/$defs/PatrolPath",
            "length",
            number(
                "The length of the whole line, u, with the way back if it is closed. For information.",
            ),
        ),
        (
            "/$defs/PatrolPath",
            "points",
            json!({ "description": "The line that agents are led along, as [x, y], u: nodes and the points of curves.", "type": "array", "items": pair }),
        ),
        (
            "/$defs/PatrolPath",
            "cumulative",
            json!({ "description": "For every point the length of the line up to it, u. For information.", "type": "array", "items": { "type": "number", "minimum": 0 } }),
        ),
        (
            "/$defs/Node",
            "wait_ticks",
            count("`wait` in ticks, the tick of arrival included.", 0),
        ),
        (
            "/$defs/Node",
            "point",
            count("The index of the node among the points of its path.", 0),
        ),
        (
            "/$defs/Agent",
            "random_state",
            json!({ "description": "Four 32-bit words: the start of its own stream of random numbers, xoshiro128++.", "type": "array", "items": word, "minItems": 4, "maxItems": 4 }),
        ),
    ]
}

fn add_field(object: Option<&mut Value>, key: &str, what: Value) {
    let Some(object) = object else { return };
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        properties.insert(key.into(), what);
    }
    match object.get_mut("required") {
        Some(Value::Array(required)) if !required.contains(&json!(key)) => {
            required.push(key.into())
        }
        Some(_) => {}
        None => object["required"] = json!([key]),
    }
}
