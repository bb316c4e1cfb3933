//! Numbers, places and texts of a map.

use super::map::Value;
use crate::ExportError;
use glam::DVec2;
use serde::Serialize;
use steerwright_format::FormatError;
use steerwright_format::export_file::{self, PlacedScene};
use steerwright_runtime::geometry::decimal::rounded;

/// The exact numbers as a string, because Tiled keeps only six digits of positions when it saves
/// TMX.
pub fn exact(numbers: &[f64]) -> String {
    numbers
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

pub fn place(at: DVec2, placed: &PlacedScene) -> DVec2 {
    DVec2::new(at.x, placed.y(at.y))
}

/// Text that is valid in XML, and the same in all three files: other characters become the
/// replacement character.
pub fn legal(text: &str) -> String {
    let illegal = |c: char| {
        (c.is_control() && c < ' ' && !matches!(c, '\t' | '\n' | '\r'))
            || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    text.chars()
        .map(|c| {
            if illegal(c) {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        })
        .collect()
}

pub fn text(text: &str) -> Value {
    Value::Text(legal(text))
}

/// A list as a JSON string.
pub fn json(parts: &impl Serialize) -> Result<Value, ExportError> {
    let shape = |error: serde_json::Error| FormatError::InvalidField {
        pointer: "/".into(),
        message: format!("cannot be written as JSON: {error}"),
    };
    Ok(text(&serde_json::to_string(parts).map_err(shape)?))
}

/// The name of an enum variant in files.
pub fn word(variant: impl Serialize) -> Value {
    Value::Text(export_file::word(variant))
}

/// The offset of `point` from `origin`.
pub fn offset(point: DVec2, origin: DVec2) -> DVec2 {
    DVec2::new(rounded(point.x - origin.x), rounded(point.y - origin.y))
}
