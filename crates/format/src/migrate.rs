//! Migrates older files to the current version, with one pure function per version.

use crate::sanitize_for_display;
use crate::{FileKind, FormatError};
use serde_json::{Map, Value};

/// The version that is written, and the newest that is read.
pub const FORMAT_VERSION: u64 = 1;
/// The oldest reader that understands what is written. Raised only when older readers would misread it.
pub const MIN_READER: u64 = 1;

/// `MIGRATIONS[v - 1]` turns a file of version v into one of version v + 1.
const MIGRATIONS: [fn(Value) -> Value; FORMAT_VERSION as usize - 1] = [];

/// Checks the kind and version of a file, and migrates it to the current version.
pub(super) fn to_current(mut file: Value, kind: FileKind) -> Result<Value, FormatError> {
    let found = match file.get("format") {
        Some(Value::String(tag)) => format!("its \"format\" is \"{}\"", sanitize_for_display(tag)),
        Some(_) => "its \"format\" is not a string".into(),
        None if file.is_object() => "it has no \"format\"".into(),
        None => "it is not a JSON object".into(),
    };
    if file.get("format").and_then(Value::as_str) != Some(kind.tag()) {
        return Err(FormatError::WrongFormat {
            expected: kind.tag(),
            found,
        });
    }
    let version = match file.get("format_version").map(Value::as_u64) {
        Some(Some(version)) if version > 0 => version,
        _ => {
            let message = format!(
                "missing, or not a positive integer; the newest version is {FORMAT_VERSION}"
            );
            return Err(FormatError::InvalidField {
                pointer: "/format_version".into(),
                message,
            });
        }
    };
    let min_reader = match file.get("min_reader").map(Value::as_u64) {
        None => version,
        Some(Some(reader)) if reader > 0 => reader,
        Some(_) => {
            let message = "not a positive integer; remove it, or export the file again".into();
            return Err(FormatError::InvalidField {
                pointer: "/min_reader".into(),
                message,
            });
        }
    };
    if min_reader > FORMAT_VERSION {
        return Err(FormatError::NewerVersion {
            found: version,
            needs: min_reader,
            known: FORMAT_VERSION,
        });
    }
    // A newer file that allows this reader has unknown fields, but nothing to migrate.
    for migration in MIGRATIONS
        .iter()
        .skip(version.min(FORMAT_VERSION) as usize - 1)
    {
        file = migration(file);
    }
    if kind == FileKind::Scene && file.get("editor").is_none() {
        gather_editor_data(&mut file);
    }
    Ok(file)
}

/// Moves what only the editor uses to `editor`. Scenes used to have `groups` and `exports` of their own, and an `outline` in each
/// item.
fn gather_editor_data(file: &mut Value) {
    let mut old = Map::new();
    for key in ["groups", "exports"] {
        old.extend(take(file, key));
    }
    for key in ["paths", "markers", "agents"] {
        let items = file.get_mut(key).and_then(Value::as_array_mut);
        let outlines: Map<String, Value> = items
            .into_iter()
            .flatten()
            .filter_map(|item| Some((item.get("id")?.to_string(), take(item, "outline")?.1)))
            .collect();
        if !outlines.is_empty() {
            old.insert(key.into(), outlines.into());
        }
    }
    if let Some(file) = file.as_object_mut().filter(|_| !old.is_empty()) {
        file.insert("editor".into(), old.into());
    }
}

fn take(from: &mut Value, key: &str) -> Option<(String, Value)> {
    from.as_object_mut()?.shift_remove_entry(key)
}
