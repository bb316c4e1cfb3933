//! From older formats to the present one, a pure step a version.

use crate::sanitize_for_display;
use crate::{FormatError, Kind};
use serde_json::Value;

/// The version this program writes, and the newest it knows.
pub const FORMAT_VERSION: u64 = 1;
/// The oldest reader that understands what this program writes: raised only where older readers would get it wrong.
pub const MIN_READER: u64 = 1;

/// `STEPS[v - 1]` turns a file of version v into one of version v + 1.
const STEPS: [fn(Value) -> Value; FORMAT_VERSION as usize - 1] = [];

/// Checks what a file says it is, and brings it to the present version.
pub(super) fn to_present(mut file: Value, kind: Kind) -> Result<Value, FormatError> {
    let found = match file.get("format") {
        Some(Value::String(tag)) => format!("its \"format\" is \"{}\"", sanitize_for_display(tag)),
        Some(_) => "its \"format\" is not a text".into(),
        None if file.is_object() => "it has no \"format\"".into(),
        None => "it is not a JSON object".into(),
    };
    if file.get("format").and_then(Value::as_str) != Some(kind.tag()) {
        return Err(FormatError::OtherFormat {
            wanted: kind.tag(),
            found,
        });
    }
    let version = match file.get("format_version").map(Value::as_u64) {
        Some(Some(version)) if version > 0 => version,
        _ => {
            let message =
                format!("is missing or not a whole number above 0; the newest is {FORMAT_VERSION}");
            return Err(FormatError::Shape {
                pointer: "/format_version".into(),
                message,
            });
        }
    };
    let min_reader = match file.get("min_reader").map(Value::as_u64) {
        None => version,
        Some(Some(reader)) if reader > 0 => reader,
        Some(_) => {
            let message = "is not a whole number above 0; leave it out, or take it from the program that wrote the file".into();
            return Err(FormatError::Shape {
                pointer: "/min_reader".into(),
                message,
            });
        }
    };
    if min_reader > FORMAT_VERSION {
        return Err(FormatError::Newer {
            found: version,
            needs: min_reader,
            known: FORMAT_VERSION,
        });
    }
    // A newer file that says we may read it has fields we do not know, and nothing to migrate.
    for step in STEPS.iter().skip(version.min(FORMAT_VERSION) as usize - 1) {
        file = step(file);
    }
    Ok(file)
}
