//! The schemas of actions and terms, which are flat objects in an export.

use super::exported_node::ExportedAction;
use super::exported_state::{ExportedEnter, ExportedTerm};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use steerwright_runtime::scene::{EnterAction, LookAt, NodeAction, Term};
use steerwright_runtime::steering::Goal;

/// Each of the variants of an enum as a flat object with the field `kind`.
fn flat<T: JsonSchema>(generator: &mut SchemaGenerator, description: &str) -> Value {
    let schema = T::json_schema(generator).to_value();
    let variants = schema["oneOf"].as_array().into_iter().flatten();
    let kinds: Vec<Value> = variants.map(flat_variant).collect();
    json!({ "description": description, "oneOf": kinds })
}

fn flat_variant(variant: &Value) -> Value {
    let inner = variant["properties"].as_object();
    let (kind, content) = match inner.and_then(|inner| inner.iter().next()) {
        Some((kind, content)) => (kind.as_str(), content),
        None => (variant["const"].as_str().unwrap_or_default(), &Value::Null),
    };
    let mut properties = Map::new();
    properties.insert(
        "kind".into(),
        json!({ "description": "The kind.", "const": kind }),
    );
    for (key, what) in content["properties"].as_object().into_iter().flatten() {
        let mut what = what.clone();
        if let Value::Object(what) = &mut what {
            what.remove("default");
            if let Some(Value::String(description)) = what.get_mut("description") {
                *description = description.replace("Absent:", "null:");
            }
        }
        properties.insert(key.clone(), what);
    }
    json!({
        "type": "object",
        "description": variant["description"],
        "properties": properties,
        "required": properties.keys().collect::<Vec<_>>(),
    })
}

/// Adds a field that is always there to the variant of a kind.
fn add(schema: &mut Value, kind: &str, key: &str, what: Value) {
    let variants = schema["oneOf"].as_array_mut().into_iter().flatten();
    for variant in variants {
        if variant["properties"]["kind"]["const"] == kind {
            variant["properties"][key] = what.clone();
            if let Some(required) = variant["required"].as_array_mut()
                && !required.contains(&json!(key))
            {
                required.push(key.into());
            }
        }
    }
}

fn ticks(of: &str) -> Value {
    json!({ "description": format!("`{of}` in ticks."), "type": "integer", "minimum": 0, "maximum": u32::MAX })
}

fn direction(of: &str) -> Value {
    let number = json!({ "type": "number", "minimum": -1, "maximum": 1 });
    json!({ "description": format!("The direction of `{of}`, as [x, y]."), "type": "array", "items": number, "minItems": 2, "maxItems": 2 })
}

/// The names of goals.
pub(super) fn goals(generator: &mut SchemaGenerator) -> Vec<Value> {
    let schema = Goal::json_schema(generator).to_value();
    let variants = schema["oneOf"].as_array().into_iter().flatten();
    let name = |variant: &Value| match variant["properties"].as_object() {
        Some(inner) => inner.keys().next().map(|key| json!(key)),
        None => variant.get("const").cloned(),
    };
    variants.filter_map(name).collect()
}

/// The seconds of a goal, null without.
pub(super) fn ahead() -> Value {
    json!({ "description": "With the goal `last_seen_ahead`, how much later the place is, s; otherwise null.", "type": ["number", "null"], "minimum": 0, "maximum": 1000 })
}

fn add_turn(schema: &mut Value, kind: &str) {
    for (key, what, least) in [("turn_cos", "cosine", -1), ("turn_sin", "sine", 0)] {
        let description =
            format!("The {what} of the angle of a turn in a tick; null if `turn_rate` is.");
        add(
            schema,
            kind,
            key,
            json!({ "description": description, "type": ["number", "null"], "minimum": least, "maximum": 1 }),
        );
    }
}

impl JsonSchema for ExportedAction {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "NodeAction".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = flat::<NodeAction>(
            generator,
            "What an agent does at a node; its fields depend on its `kind`.",
        );
        for key in ["min", "max"] {
            add(&mut schema, "wait", &format!("{key}_ticks"), ticks(key));
        }
        let mut at = flat::<LookAt>(generator, "What an agent looks at.");
        for key in ["x", "y"] {
            let what = json!({ "description": "The direction of `deg`, along an axis.", "type": "number", "minimum": -1, "maximum": 1 });
            add(&mut at, "direction", key, what);
            let what = json!({ "description": "The coordinate along an axis, u.", "type": "number", "minimum": -1e9, "maximum": 1e9 });
            add(&mut at, "point", key, what);
        }
        let deg = json!({ "description": "The angle counterclockwise from the x axis, with y up, degrees.", "type": "number", "minimum": -360, "maximum": 360 });
        add(&mut at, "direction", "deg", deg);
        add(&mut schema, "look", "at", at);
        for key in ["from", "to"] {
            add(&mut schema, "sweep", key, direction(&format!("{key}_deg")));
        }
        add_turn(&mut schema, "look");
        add_turn(&mut schema, "sweep");
        as_schema(schema)
    }
}

impl JsonSchema for ExportedEnter {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EnterAction".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        as_schema(flat::<EnterAction>(
            generator,
            "What an agent does when it enters a state; its fields depend on its `kind`.",
        ))
    }
}

impl JsonSchema for ExportedTerm {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Term".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = flat::<Term>(
            generator,
            "A condition of a transition; its fields depend on its `kind`.",
        );
        add(&mut schema, "sees_not_for", "ticks", ticks("seconds"));
        for key in ["min", "max"] {
            add(&mut schema, "for", &format!("{key}_ticks"), ticks(key));
        }
        let goal = json!({ "description": "The goal.", "enum": goals(generator) });
        add(&mut schema, "near", "goal", goal);
        add(&mut schema, "near", "ahead", ahead());
        as_schema(schema)
    }
}

fn as_schema(value: Value) -> Schema {
    Schema::try_from(value).unwrap_or_default()
}
