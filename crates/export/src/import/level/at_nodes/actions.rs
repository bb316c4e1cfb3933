//! Actions and junctions in JSON, as scene files have them, but in pixels and with references to
//! what is in the map.

use super::references::References;
use crate::import::json::rounded_numbers;
use crate::import::level::MapValue;
use glam::DVec2;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use steerwright_format::limits::Limit;
use steerwright_format::{read_value, sanitize_for_display};
use steerwright_runtime::scene::{AlongAction, NextNode, NodeAction};

/// Fields that are not written if they are as usual.
const OPTIONAL: [&str; 5] = ["times", "turn_rate", "limit", "value", "weight"];

/// The JSON of a value: a text with a list or one of its items, or a list of texts.
fn items(value: &MapValue, limit: &'static Limit) -> Result<Vec<Value>, String> {
    let parts = if let MapValue::List(parts) = value {
        parts.clone()
    } else {
        vec![Some(value.clone())]
    };
    let mut items = Vec::new();
    for part in parts.iter().flatten() {
        let text = part
            .text()
            .ok_or_else(|| format!("{} is not JSON text; write [{{…}}]", part.shown()))?;
        let parsed = serde_json::from_str(&rounded_numbers(text));
        let parsed = parsed.map_err(|error| format!("the JSON cannot be read: {error}"))?;
        if let Value::Array(list) = parsed {
            items.extend(list);
        } else {
            items.push(parsed);
        }
    }
    if items.len() as u64 > limit.max {
        return Err(limit.message());
    }
    Ok(items)
}

/// Reads each item after `change` has replaced what is said as in a map.
fn read<T: DeserializeOwned + Serialize>(
    items: Vec<Value>,
    change: impl Fn(&mut Value) -> Result<(), String>,
) -> Result<Vec<T>, String> {
    let read_one = |(number, mut item): (usize, Value)| {
        let wrong = |why: String| format!("item {}: {}", number + 1, sanitize_for_display(&why));
        change(&mut item).map_err(wrong)?;
        let read: T = read_value(&item).map_err(|e| wrong(e.to_string()))?;
        let known = serde_json::to_value(&read).map_err(|e| wrong(e.to_string()))?;
        match unknown(&item, &known) {
            Some(name) => Err(wrong(format!(
                "the field {name:?} is unknown; remove it or correct its name"
            ))),
            None => Ok(read),
        }
    };
    items.into_iter().enumerate().map(read_one).collect()
}

/// A field that was not read.
fn unknown<'a>(item: &'a Value, known: &Value) -> Option<&'a str> {
    let fields = item.as_object()?;
    fields
        .iter()
        .find_map(|(name, value)| match known.get(name) {
            Some(known) => unknown(value, known),
            None => (!OPTIONAL.contains(&&**name)).then_some(&**name),
        })
}

/// The actions at a node.
pub fn actions(
    value: &MapValue,
    limit: &'static Limit,
    references: &References,
) -> Result<Vec<NodeAction>, String> {
    read(items(value, limit)?, |item| action(item, references))
}

/// The actions on the way to the next node.
pub fn along(
    value: &MapValue,
    limit: &'static Limit,
    references: &References,
) -> Result<Vec<AlongAction>, String> {
    read(items(value, limit)?, |item| {
        scale(item, "/distance", references);
        item.get_mut("action")
            .map_or(Ok(()), |inner| action(inner, references))
    })
}

/// The nodes to which agents go on.
pub fn next(
    value: &MapValue,
    limit: &'static Limit,
    references: &References,
) -> Result<Vec<NextNode>, String> {
    read(items(value, limit)?, |item| {
        let path = references.in_json(&item["path"]);
        let index = references.path(&path).ok_or_else(|| {
            let shown = path.shown();
            format!("{shown} leads to nothing that is imported as a path")
        })?;
        let number = item["node"].as_u64();
        let number = number.and_then(|number| usize::try_from(number).ok());
        let found = number.and_then(|number| references.node_of(index, number));
        let (path, node) = found.ok_or_else(|| {
            let shown = &item["node"];
            format!("the path has no node {shown}; its first node has the number 0")
        })?;
        (item["path"], item["node"]) = (json!(path), json!(node));
        Ok(())
    })
}

/// Replaces a length in pixels.
fn scale(item: &mut Value, pointer: &str, references: &References) {
    if let Some(length) = item.pointer_mut(pointer)
        && let Some(pixels) = length.as_f64()
    {
        *length = json!(references.length(pixels));
    }
}

/// Replaces the lengths, the places and the references of an action.
fn action(item: &mut Value, references: &References) -> Result<(), String> {
    scale(item, "/speed/limit", references);
    if let Some(wall) = item.pointer_mut("/set_wall/wall") {
        *wall = json!(references.wall(&references.in_json(wall))?);
    }
    if let Some(marker) = item.pointer_mut("/look/at/marker/id") {
        *marker = json!(references.marker(&references.in_json(marker))?);
    }
    if let Some(point) = item.pointer_mut("/look/at/point")
        && let (Some(x), Some(y)) = (point["x"].as_f64(), point["y"].as_f64())
    {
        let place = references.point(DVec2::new(x, y));
        (point["x"], point["y"]) = (json!(place.x), json!(place.y));
    }
    Ok(())
}
