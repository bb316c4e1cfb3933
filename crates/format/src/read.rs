//! Reads scenes and presets from text and files.

use crate::{FileError, FileKind, FormatError, migrate};
use crate::{sanitize_for_display, validate};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::Read;
use std::path::Path;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{Preset, Scene};

/// The largest file that is read: 64 MiB, about half a million nodes.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// A value read from a file, with the fields that were ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded<T> {
    /// The value.
    pub value: T,
    /// JSON pointers to unknown fields. They are ignored, and are lost when the value is saved.
    pub unknown_fields: Vec<String>,
}

/// Reads a scene from text.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn read_scene(text: &str) -> Result<Loaded<Scene>, FormatError> {
    let mut loaded: Loaded<Scene> = read_as(text, FileKind::Scene)?;
    validated(validate::scene_errors(&loaded.value))?;
    loaded.value.prune_editor_data();
    Ok(loaded)
}

/// Reads a preset from text.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn read_preset(text: &str) -> Result<Loaded<Preset>, FormatError> {
    let loaded: Loaded<Preset> = read_as(text, FileKind::Preset)?;
    validated(validate::preset_errors(&loaded.value))?;
    Ok(loaded)
}

/// Reads the scene file at `path`.
///
/// # Errors
/// A [`FileError`] that prints as `file:place: message`.
pub fn load_scene(path: &Path) -> Result<Loaded<Scene>, FileError> {
    load_text(path)
        .and_then(|text| read_scene(&text))
        .map_err(|error| FileError::new(path, error))
}

/// Reads the preset file at `path`.
///
/// # Errors
/// A [`FileError`] that prints as `file:place: message`.
pub fn load_preset(path: &Path) -> Result<Loaded<Preset>, FileError> {
    load_text(path)
        .and_then(|text| read_preset(&text))
        .map_err(|error| FileError::new(path, error))
}

/// Reads the text of the file at `path`, of any kind.
///
/// # Errors
/// A [`FormatError`] for a file that cannot be read, is larger than [`MAX_FILE_BYTES`], or is not UTF-8.
pub fn load_text(path: &Path) -> Result<String, FormatError> {
    let io = |source: std::io::Error| {
        let help = match source.kind() {
            std::io::ErrorKind::NotFound => "check the file name",
            std::io::ErrorKind::PermissionDenied => "check its permissions",
            _ => "check that it is a readable file",
        };
        FormatError::Io {
            action: "cannot read",
            source,
            help: help.into(),
        }
    };
    let file = std::fs::File::open(path).map_err(io)?;
    let mut bytes = Vec::new();
    // One byte more than allowed, so that an endless source ends too.
    file.take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(io)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let bytes = std::fs::metadata(path).map_or(MAX_FILE_BYTES + 1, |meta| {
            meta.len().max(MAX_FILE_BYTES + 1)
        });
        return Err(FormatError::TooLarge {
            bytes,
            limit: MAX_FILE_BYTES,
        });
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&b| b == b'\n').count();
        let column = 1 + good.iter().rev().take_while(|&&b| b != b'\n').count();
        FormatError::Syntax {
            line,
            column,
            message: "the text is not UTF-8".into(),
        }
    })
}

/// Reads a value from a text of the given kind, without validating it.
pub(crate) fn read_as<T: DeserializeOwned>(
    text: &str,
    kind: FileKind,
) -> Result<Loaded<T>, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let file: Value = serde_json::from_str(text).map_err(|error| FormatError::Syntax {
        line: error.line(),
        // serde_json reports column 0 after a final line feed.
        column: error.column().max(1),
        message: without_position(&error.to_string()),
    })?;
    let mut file = migrate::to_current(file, kind)?;
    if let Some(object) = file.as_object_mut() {
        object.shift_remove("format");
        object.shift_remove("format_version");
        object.shift_remove("min_reader");
        object.shift_remove("$schema");
    }
    round_numbers(&mut file);

    let mut unknown_fields = Vec::new();
    let mut track = serde_path_to_error::Track::new();
    let deserializer = serde_path_to_error::Deserializer::new(&file, &mut track);
    let mut note =
        |path: serde_ignored::Path<'_>| unknown_fields.push(unknown_pointer(&path, &file).0);
    let value = serde_ignored::deserialize(deserializer, &mut note);
    match value {
        Ok(value) => Ok(Loaded {
            value,
            unknown_fields,
        }),
        Err(error) => Err(FormatError::InvalidField {
            pointer: sanitize_for_display(&pointer(&track.path())),
            message: with_fix(&error.to_string()),
        }),
    }
}

fn validated(errors: Vec<validate::ValidationError>) -> Result<(), FormatError> {
    if errors.is_empty() {
        Ok(())
    } else {
        Err(FormatError::Validation(errors))
    }
}

/// serde_json appends the position to its messages.
fn without_position(message: &str) -> String {
    message
        .split(" at line ")
        .next()
        .unwrap_or(message)
        .to_owned()
}

/// Adds how to fix the error.
fn with_fix(message: &str) -> String {
    match message.strip_prefix("missing field ") {
        Some(field) => format!("missing field {}; add it", field.replace('`', "\"")),
        None => format!(
            "{}; see the schema (steerwright schema)",
            sanitize_for_display(message).replace('`', "\"")
        ),
    }
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
            Segment::Map { key } => {
                pointer.push_str(&format!("/{}", key.replace('~', "~0").replace('/', "~1")))
            }
            Segment::Enum { variant } => pointer.push_str(&format!("/{variant}")),
            Segment::Unknown => {}
        }
    }
    if pointer.is_empty() {
        "/".into()
    } else {
        pointer
    }
}

/// The pointer to an ignored field of `file`, and its value. `serde_ignored` omits the variants of enums, which in the file are
/// the only key of an object.
fn unknown_pointer<'a>(
    path: &serde_ignored::Path<'_>,
    file: &'a Value,
) -> (String, Option<&'a Value>) {
    use serde_ignored::Path;
    let (parent, key) = match path {
        Path::Root => return (String::new(), Some(file)),
        Path::Some { parent } | Path::NewtypeStruct { parent } => {
            return unknown_pointer(parent, file);
        }
        Path::Seq { parent, index } => (parent, index.to_string()),
        Path::Map { parent, key } => (parent, key.clone()),
        Path::NewtypeVariant { parent } => {
            let (pointer, at) = unknown_pointer(parent, file);
            return match at.and_then(only_field) {
                Some((variant, inner)) => (format!("{pointer}/{variant}"), Some(inner)),
                None => (pointer, None),
            };
        }
    };
    let (mut pointer, mut at) = unknown_pointer(parent, file);
    // For a struct variant (`seek`), `serde_ignored` reports no path segment at all.
    if let Some((variant, inner)) = at.and_then(only_field)
        && at.is_some_and(|at| at.get(&key).is_none())
        && inner.get(&key).is_some()
    {
        (pointer, at) = (format!("{pointer}/{variant}"), Some(inner));
    }
    let inner = at.and_then(|at| match at {
        Value::Array(items) => key.parse::<usize>().ok().and_then(|index| items.get(index)),
        other => other.get(&key),
    });
    (
        format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")),
        inner,
    )
}

fn only_field(value: &Value) -> Option<(&String, &Value)> {
    value
        .as_object()
        .filter(|object| object.len() == 1)
        .and_then(|object| object.iter().next())
}

/// Rounds every number of a file to nine decimals, the precision of authored numbers.
pub fn round_numbers(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let rounded = number
                .as_f64()
                .map(rounded)
                .and_then(serde_json::Number::from_f64);
            if let Some(rounded) = rounded {
                *number = rounded;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(round_numbers),
        Value::Object(fields) => fields.values_mut().for_each(round_numbers),
        _ => {}
    }
}
