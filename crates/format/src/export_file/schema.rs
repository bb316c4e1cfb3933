//! The JSON Schema of `NAME.steer.json`, generated from the types that read it.
//!
//! Derived fields, which are written for games and not read back (points, ticks, random streams),
//! are added here, and each behavior becomes the flat object that it is in the file.

use super::file::ExportFile;
use super::schema_flat;
use crate::{FileKind, pretty, schema};
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};
use steerwright_runtime::parameter;
use steerwright_runtime::scene::Behavior;
use steerwright_runtime::scene::export_options::{MAX_SCALE, MIN_SCALE};
use steerwright_runtime::steering::GridChase;

/// The schema of `*.steer.json`.
pub fn export_schema() -> String {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let behaviors = behaviors(&mut generator);
    let mut schema = schema::tagged(
        generator.into_root_schema_for::<ExportFile>(),
        FileKind::Export,
        "A scene exported by Steerwright",
    );
    if let Some(Value::Object(types)) = schema.get_mut("$defs") {
        types.retain(|name, _| !PARAMETERS.contains(&name.as_str()));
        let kinds = behaviors
            .iter()
            .map(|(name, _)| json!({ "$ref": format!("#/$defs/{name}") }))
            .collect::<Vec<_>>();
        types.insert("Behavior".into(), json!({ "description": "A behavior; its fields depend on its `kind`.", "oneOf": kinds }));
        types.extend(behaviors);
    }
    let min_reader = "The oldest reader version that moves the agents of this file correctly.";
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
    let targets = schema
        .pointer_mut("/$defs/Target/oneOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten();
    for target in targets {
        if let Some(kind) = target.pointer_mut("/properties/kind") {
            kind["description"] = "The kind of target.".into();
        }
        if target.pointer("/properties/id").is_none() {
            add_field(
                Some(target),
                "id",
                json!({ "type": "null", "description": "Always null, because there is only one pointer." }),
            );
        }
    }
    let places = schema
        .pointer_mut("/$defs/SpawnPlace/oneOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten();
    for place in places {
        if let Some(kind) = place.pointer_mut("/properties/kind") {
            kind["description"] = "The kind of place.".into();
        }
    }
    schema::add_ranges(&mut schema);
    schema::limit(
        schema.get_mut("properties"),
        "scale",
        json!(MIN_SCALE),
        json!(MAX_SCALE),
    );
    schema::join_lines(&mut schema);
    pretty(&schema)
}

/// Objects that always have all their fields.
const OBJECTS: [&str; 22] = [
    "",
    "/$defs/PatrolPath",
    "/$defs/Node",
    "/$defs/Marker",
    "/$defs/Wall",
    "/$defs/Agent",
    "/$defs/Spawner",
    "/$defs/Contact",
    "/$defs/Scatter",
    "/$defs/Facing",
    "/$defs/Body",
    "/$defs/CellMap",
    "/$defs/Noise",
    "/$defs/Hearing",
    "/$defs/Alert",
    "/$defs/FirstState",
    "/$defs/State",
    "/$defs/Transition",
    "/$defs/AlongAction",
    "/$defs/NextNode",
    "/$defs/Net",
    "/$defs/SearchSweep",
];
/// Fields that older files do not have, those that are only there if they are authored, and the one
/// that only validators read.
const OPTIONAL: [&str; 29] = [
    "$schema",
    "plane",
    "origin",
    "spawners",
    "contacts",
    "hx",
    "hy",
    "facing",
    "team",
    "watches",
    "hearing",
    "alert",
    "noise",
    "state",
    "states",
    "actions",
    "along",
    "choose",
    "not_back",
    "next",
    "touch_margin",
    "repath_distance",
    "route_tolerance",
    "nets",
    "goal",
    "resume",
    "declared_properties",
    "properties",
    "preset_properties",
];

fn require_all(object: Option<&mut Value>) {
    let Some(object) = object else { return };
    let mut keys = Vec::new();
    for (key, what) in object
        .get_mut("properties")
        .and_then(Value::as_object_mut)
        .into_iter()
        .flatten()
    {
        if !OPTIONAL.contains(&key.as_str()) {
            what.as_object_mut().map(|what| what.remove("default"));
            keys.push(Value::from(key.as_str()));
        }
    }
    object["required"] = keys.into();
}

/// Types whose names behaviors of the file use instead.
const PARAMETERS: [&str; 4] = ["Start", "Goal", "EnterActionFields", "LookAt"];

/// Each behavior as a flat object, by the name of its type.
fn behaviors(generator: &mut SchemaGenerator) -> Map<String, Value> {
    let variants = Behavior::json_schema(generator).to_value();
    let mut types = Map::new();
    for behavior in Behavior::all() {
        let kind = behavior.description().key;
        let mut all = variants["oneOf"].as_array().into_iter().flatten();
        let variant = all
            .find(|variant| variant["properties"].get(kind).is_some())
            .unwrap_or(&Value::Null);
        let parameters = &variant["properties"][kind];
        let name = parameters["$ref"].as_str().unwrap_or_default();
        let name = name.strip_prefix("#/$defs/").unwrap_or_default();
        let mut parameters = generator
            .definitions()
            .get(name)
            .unwrap_or(parameters)
            .clone();
        add_derived(&mut parameters, &behavior, generator);
        let description = variant["description"].as_str().unwrap_or_default();
        let mut object = flat(kind, description, &parameters);
        if !matches!(behavior, Behavior::Search(_)) {
            add_optional(&mut object, &behavior, generator);
        }
        types.insert(schema::type_name(kind), object);
    }
    let mut chase = flat(
        "grid_chase",
        "Moves from cell to cell, toward a target or away from it.",
        &without_goal(GridChase::json_schema(generator).to_value()),
    );
    add_goal(&mut chase, generator);
    add_route(&mut chase);
    let step = json!({ "description": "Ticks per cell, derived from `step_interval`.", "type": "integer", "minimum": 1, "maximum": u32::MAX });
    add_field(Some(&mut chase), "step_ticks", step);
    types.insert("GridChase".into(), chase);
    types
}

/// Adds the fields that are computed from the parameters of a behavior.
fn add_derived(parameters: &mut Value, behavior: &Behavior, generator: &mut SchemaGenerator) {
    let properties = &mut parameters["properties"];
    if let Behavior::FollowPath(_) = behavior {
        put_start_in_two_fields(properties);
    } else if let Behavior::HomingWalk(_) = behavior {
        properties["repick_ticks"] = json!({ "description": "Ticks after which a waypoint is picked even if the last one is not reached, from `repick_interval`; 0 for never.", "type": "integer", "minimum": 0, "maximum": u32::MAX });
    } else if let Behavior::AvoidWalls(_) = behavior {
        for (key, what) in [("side_cos", "cosine"), ("side_sin", "sine")] {
            let description = format!("The {what} of `side_angle_deg`, rounded to nine decimals.");
            properties[key] = json!({ "description": description, "type": "number", "minimum": -1, "maximum": 1 });
        }
    } else if let Behavior::Search(_) = behavior {
        // A search always has all fields.
        properties["goal"] = json!({ "description": "What it searches around.", "enum": schema_flat::goals(generator) });
        properties["ahead"] = schema_flat::ahead();
        properties["route"] = route();
        properties["wait_ticks"] = json!({ "description": "`wait` in ticks.", "type": "integer", "minimum": 0, "maximum": u32::MAX });
    }
}

fn route() -> Value {
    json!({ "description": "How it gets to its goal: straight, or around walls by the shortest way.", "enum": ["direct", "around_walls"] })
}

fn without_goal(mut parameters: Value) -> Value {
    if let Some(Value::Object(properties)) = parameters.get_mut("properties") {
        properties.remove("goal");
        properties.remove("route");
    }
    parameters
}

/// Adds the goal and the route of a behavior that can have them.
fn add_optional(object: &mut Value, behavior: &Behavior, generator: &mut SchemaGenerator) {
    if behavior.has_goal() {
        add_goal(object, generator);
    }
    if behavior.has_route() {
        add_route(object);
    }
    if let Some(Value::Array(required)) = object.get_mut("required") {
        required.retain(|key| key != "resume");
    }
}

fn add_goal(object: &mut Value, generator: &mut SchemaGenerator) {
    object["properties"]["goal"] = json!({ "description": "What it moves toward or away from. Without it: the target or danger of the agent.", "enum": schema_flat::goals(generator) });
    object["properties"]["ahead"] = json!({ "description": "With the goal `last_seen_ahead`, how much later the place is, s. Only there with it.", "type": "number", "minimum": 0, "maximum": 1000 });
}

fn add_route(object: &mut Value) {
    object["properties"]["route"] = route();
}

fn flat(kind: &str, description: &str, parameters: &Value) -> Value {
    let mut object =
        json!({ "type": "object", "description": description, "properties": {}, "required": [] });
    add_field(
        Some(&mut object),
        "kind",
        json!({ "description": "The kind of behavior.", "const": kind }),
    );
    add_field(
        Some(&mut object),
        "weight",
        json!({ "description": "Multiplies the force.", "type": "number" }),
    );
    schema::limit_parameters(object.get_mut("properties"), parameter::WEIGHT);
    for (key, what) in parameters["properties"].as_object().into_iter().flatten() {
        let mut what = what.clone();
        if let Value::Object(what) = &mut what {
            // In an export every parameter is present.
            what.remove("default");
            if let Some(Value::String(description)) = what.get_mut("description") {
                *description = description.replace("absent:", "null:");
            }
        }
        add_field(Some(&mut object), key, what);
    }
    object
}

/// In an export, a start node takes two fields.
fn put_start_in_two_fields(properties: &mut Value) {
    properties["start"] = json!({
        "description": "The first target node: the first of the path, the nearest to where the agent starts, or `start_node`.",
        "enum": ["first", "nearest", "node"],
    });
    properties["start_node"] = json!({
        "description": "If `start` is `node`, the index of that node from 0 (the last node, if there are fewer); otherwise null.",
        "type": ["integer", "null"],
        "minimum": 0,
    });
}

/// The fields that are derived from the rest of the file: the parent object, the name, and the
/// schema.
fn derived() -> [(&'static str, &'static str, Value); 21] {
    let count = |description: &str, least: u32| json!({ "description": description, "type": "integer", "minimum": least, "maximum": u32::MAX });
    let number =
        |description: &str| json!({ "description": description, "type": "number", "minimum": 0 });
    let point =
        json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 });
    let pair = |description: &str| json!({ "description": description, "type": "array", "items": { "type": "number", "minimum": -1, "maximum": 1 }, "minItems": 2, "maxItems": 2 });
    let word = json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX });
    [
        (
            "/$defs/Facing",
            "turn_cos",
            json!({ "description": "The cosine of the angle of a turn in a tick; -1 for any turn.", "type": "number", "minimum": -1, "maximum": 1 }),
        ),
        (
            "/$defs/Facing",
            "turn_sin",
            json!({ "description": "The sine of that angle; 0 for any turn.", "type": "number", "minimum": 0, "maximum": 1 }),
        ),
        (
            "/$defs/Sight",
            "cos2",
            json!({ "description": "The square of the cosine of half the field of view.", "type": "number", "minimum": 0, "maximum": 1 }),
        ),
        (
            "",
            "turn_sign",
            json!({ "description": "-1 if `y_down` is true, where counterclockwise rotations become clockwise; otherwise 1.", "enum": [1, -1] }),
        ),
        (
            "",
            "dt",
            json!({ "description": "Seconds per tick: 1 / ticks_per_second. Informative.", "type": "number", "exclusiveMinimum": 0 }),
        ),
        (
            "/$defs/PatrolPath",
            "closed",
            json!({ "description": "Whether the last point connects to the first.", "type": "boolean" }),
        ),
        (
            "/$defs/PatrolPath",
            "length",
            number("The length of the path, u, including the closing segment. Informative."),
        ),
        (
            "/$defs/PatrolPath",
            "points",
            json!({ "description": "The polyline that agents follow, as [x, y], u: the nodes and the points of curves.", "type": "array", "items": point }),
        ),
        (
            "/$defs/PatrolPath",
            "cumulative",
            json!({ "description": "The length of the path up to each point, u. Informative.", "type": "array", "items": { "type": "number", "minimum": 0 } }),
        ),
        (
            "/$defs/Node",
            "wait_ticks",
            count("`wait` in ticks, including the tick of arrival.", 0),
        ),
        (
            "/$defs/Node",
            "point",
            count("The index of the node in the points of its path.", 0),
        ),
        (
            "/$defs/AlongAction",
            "x",
            json!({ "description": "The x coordinate of the place, u.", "type": "number" }),
        ),
        (
            "/$defs/AlongAction",
            "y",
            json!({ "description": "The y coordinate of the place, u; it points down if `y_down` is true.", "type": "number" }),
        ),
        (
            "/$defs/SearchSweep",
            "from",
            pair("The cosine and sine of `from_deg`, relative to the heading."),
        ),
        (
            "/$defs/SearchSweep",
            "to",
            pair("The cosine and sine of `to_deg`, relative to the heading."),
        ),
        (
            "/$defs/Spawner",
            "delay_ticks",
            count("`delay` in ticks.", 0),
        ),
        (
            "/$defs/Spawner",
            "every_ticks",
            count("`every` in ticks; 0 if it is null.", 0),
        ),
        (
            "/$defs/Spawner",
            "jitter_ticks",
            count("`jitter` in ticks.", 0),
        ),
        (
            "/$defs/Spawner",
            "lifetime_ticks",
            count("`lifetime` in ticks; 0 if it is null.", 0),
        ),
        (
            "/$defs/Spawner",
            "random_state",
            json!({ "description": "The initial state of the spawner's random stream, xoshiro128++: four 32-bit words.", "type": "array", "items": word.clone(), "minItems": 4, "maxItems": 4 }),
        ),
        (
            "/$defs/Agent",
            "random_state",
            json!({ "description": "The initial state of the agent's random stream, xoshiro128++: four 32-bit words.", "type": "array", "items": word, "minItems": 4, "maxItems": 4 }),
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
