//! Migrates older files to the current version, with one pure function per version.

use super::head::Head;
use crate::limits::TREE_BYTES;
use crate::{FileKind, FormatError};
use serde_json::{Map, Value};

/// The version that is written, and the newest that is read.
pub const FORMAT_VERSION: u64 = 1;
/// The oldest reader that understands what is written. Raised only when older readers would misread
/// it.
pub const MIN_READER: u64 = 1;

/// `MIGRATIONS[v - 1]` turns a file of version v into one of version v + 1.
const MIGRATIONS: [fn(Value) -> Value; FORMAT_VERSION as usize - 1] = [];

/// Checks the kind of a file, and returns its version. A newer version that allows this reader
/// counts as the current one: it has unknown fields, but nothing to migrate.
pub(super) fn checked_version(head: &Head, kind: FileKind) -> Result<u64, FormatError> {
    if head.tag() != Some(kind.tag()) {
        return Err(FormatError::WrongFormat {
            expected: kind.tag(),
            found: head.found(),
        });
    }
    let version = head.format_version.as_ref().and_then(|v| v.positive());
    let Some(version) = version else {
        let message =
            format!("missing, or not a positive integer; the newest version is {FORMAT_VERSION}");
        return Err(FormatError::InvalidField {
            pointer: "/format_version".into(),
            message,
        });
    };
    let needs = match &head.min_reader {
        None => version,
        Some(reader) => reader.positive().ok_or_else(|| FormatError::InvalidField {
            pointer: "/min_reader".into(),
            message: "not a positive integer; remove it, or export the file again".into(),
        })?,
    };
    if needs > FORMAT_VERSION {
        return Err(FormatError::NewerVersion {
            found: version,
            needs,
            known: FORMAT_VERSION,
        });
    }
    Ok(version.min(FORMAT_VERSION))
}

/// The file in `text`, migrated from `version` to the current one. This keeps a tree of values in
/// memory, which is many times the size of the text, so older files are limited to [`TREE_BYTES`].
pub(super) fn to_current(text: &str, version: u64) -> Result<Value, FormatError> {
    let file = tree(text)?;
    let steps = MIGRATIONS.iter().skip(version as usize - 1);
    Ok(steps.fold(file, |file, migration| migration(file)))
}

/// Whether a scene has the data that only the editor uses in its items, among `unknown_fields`.
/// Scenes used to have `groups` and `exports` of their own, and an `outline` in each item.
pub(super) fn has_scattered_editor_data(unknown_fields: &[String]) -> bool {
    unknown_fields
        .iter()
        .any(|field| field == "/groups" || field == "/exports" || field.ends_with("/outline"))
}

/// The scene in `text`, with the data that only the editor uses moved to `editor`.
///
/// # Errors
/// [`FormatError::TooLarge`], as in [`to_current`].
pub(super) fn with_gathered_editor_data(text: &str) -> Result<Value, FormatError> {
    let mut file = tree(text)?;
    if file.get("editor").is_none() {
        gather_editor_data(&mut file);
    }
    Ok(file)
}

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

/// The text as a tree of values.
fn tree(text: &str) -> Result<Value, FormatError> {
    if text.len() as u64 > TREE_BYTES.max {
        return Err(FormatError::TooLarge {
            bytes: text.len() as u64,
            limit: &TREE_BYTES,
        });
    }
    serde_json::from_str(text).map_err(|error| super::syntax_error(&error))
}
