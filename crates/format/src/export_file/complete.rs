//! Checks that an export is complete and consistent: it has every field that is written, and its derived values match the rest.
//!
//! The runtimes of other languages use the derived values and have no defaults, so they would move other agents.

use crate::FormatError;
use crate::export_file::PlacedScene;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Fields that are not compared: informative numbers, which are rounded, and authored values that can be written in several ways.
const NOT_COMPARED: [&str; 5] = ["dt", "length", "cumulative", "color", "blocked"];

/// Fields of the file that may be missing: those that `read_as` has removed, those with a default, and informative ones.
const NOT_REQUIRED: [&str; 9] = [
    "format",
    "format_version",
    "min_reader",
    "plane",
    "scale",
    "origin",
    "dt",
    "length",
    "cumulative",
];

/// The names that fields had in earlier files.
const OLD_NAMES: [(&str, &str); 2] = [("blend_mode", "combine"), ("mode", "aim")];

/// Compares `file` with what is written for the scene that was read from it. Unknown fields are ignored.
///
/// # Errors
/// [`FormatError::InvalidField`] with the first field that is missing or does not match.
pub(super) fn check_complete(placed: &PlacedScene, file: &Value) -> Result<(), FormatError> {
    let mut expected = super::write::value(placed);
    // Agents are written by id, but may come in any order.
    if let Some(agents) = expected.get_mut("agents").and_then(Value::as_array_mut) {
        let order: HashMap<u64, usize> = (placed.scene.agents.iter().enumerate())
            .map(|(index, agent)| (u64::from(agent.id.0), index))
            .collect();
        agents.sort_by_key(|agent| {
            agent
                .get("id")
                .and_then(Value::as_u64)
                .and_then(|id| order.get(&id))
                .copied()
        });
    }
    check_value(&expected, file, "")
}

fn check_value(expected: &Value, file: &Value, pointer: &str) -> Result<(), FormatError> {
    match (expected, file) {
        (Value::Object(expected), Value::Object(file)) => {
            expected.iter().try_for_each(|(key, expected_value)| {
                match field(file, key) {
                    Some(_) if NOT_COMPARED.contains(&key.as_str()) => Ok(()),
                    // The pointer has no id.
                    _ if key == "id" && is_pointer(expected) => Ok(()),
                    Some(found) => check_value(expected_value, found, &format!("{pointer}/{key}")),
                    None if NOT_REQUIRED.contains(&key.as_str()) => Ok(()),
                    None => Err(invalid(
                        &format!("{pointer}/{key}"),
                        "missing from the file",
                    )),
                }
            })
        }
        (Value::Array(expected), Value::Array(file)) if expected.len() == file.len() => expected
            .iter()
            .zip(file)
            .enumerate()
            .try_for_each(|(i, (expected, found))| {
                check_value(expected, found, &format!("{pointer}/{i}"))
            }),
        (Value::Number(expected), Value::Number(file)) if expected.as_f64() == file.as_f64() => {
            Ok(())
        }
        _ if expected == file => Ok(()),
        _ => Err(invalid(pointer, "does not match the rest of the file")),
    }
}

/// The field `key`, under its present or its old name.
fn field<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    let old_name = OLD_NAMES
        .iter()
        .find(|(name, _)| *name == key)
        .map(|&(_, old)| old);
    object
        .get(key)
        .or_else(|| object.get(old_name.unwrap_or(key)))
}

/// Whether a target is the pointer.
fn is_pointer(target: &Map<String, Value>) -> bool {
    target.get("kind").and_then(Value::as_str) == Some("pointer")
}

fn invalid(pointer: &str, problem: &str) -> FormatError {
    FormatError::InvalidField {
        pointer: pointer.to_owned(),
        message: format!("{problem}; export the scene again"),
    }
}
