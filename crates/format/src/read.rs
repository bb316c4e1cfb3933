//! From text to scene.

use crate::{FileError, FormatError, Kind, migrate};
use crate::{sanitize_for_display, validate};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::Read;
use std::path::Path;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{Preset, Scene, outliner};

/// No larger file is read: 64 MiB, about half a million nodes.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// Something read from a file, and what to tell about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded<T> {
    /// What was read.
    pub value: T,
    /// JSON pointers of fields this version does not know; they are ignored, and a save would leave them out.
    pub unknown_fields: Vec<String>,
}

/// Reads a scene from text.
///
/// # Errors
/// A [`FormatError`] that names the place and the mend.
pub fn read_scene(text: &str) -> Result<Loaded<Scene>, FormatError> {
    let mut loaded: Loaded<Scene> = read_as(text, Kind::Scene)?;
    sound(validate::problems(&loaded.value))?;
    outliner::leave_lost_groups(&mut loaded.value);
    Ok(loaded)
}

/// Reads a preset from text.
///
/// # Errors
/// A [`FormatError`] that names the place and the mend.
pub fn read_preset(text: &str) -> Result<Loaded<Preset>, FormatError> {
    let loaded: Loaded<Preset> = read_as(text, Kind::Preset)?;
    sound(validate::preset_problems(&loaded.value))?;
    Ok(loaded)
}

/// Reads the scene file at `path`.
///
/// # Errors
/// A [`FileError`] that prints as `file:place: message`.
pub fn load_scene(path: &Path) -> Result<Loaded<Scene>, FileError> {
    load_text(path)
        .and_then(|text| read_scene(&text))
        .map_err(|fault| FileError::new(path, fault))
}

/// Reads the preset file at `path`.
///
/// # Errors
/// A [`FileError`] that prints as `file:place: message`.
pub fn load_preset(path: &Path) -> Result<Loaded<Preset>, FileError> {
    load_text(path)
        .and_then(|text| read_preset(&text))
        .map_err(|fault| FileError::new(path, fault))
}

/// The text in the file at `path`, of whatever kind.
///
/// # Errors
/// A [`FormatError`] for what cannot be read, is larger than [`MAX_FILE_BYTES`], or is not UTF-8.
pub fn load_text(path: &Path) -> Result<String, FormatError> {
    let io = |source: std::io::Error| {
        let advice = match source.kind() {
            std::io::ErrorKind::NotFound => "check the name",
            std::io::ErrorKind::PermissionDenied => "ask for the right to read it",
            _ => "check that it is a file that can be read",
        };
        FormatError::Io {
            doing: "cannot read",
            source,
            advice: advice.into(),
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
            message: "it is not UTF-8 text".into(),
        }
    })
}

/// The value in a text of the given kind, before it is known to be sound.
pub(crate) fn read_as<T: DeserializeOwned>(
    text: &str,
    kind: Kind,
) -> Result<Loaded<T>, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let file: Value = serde_json::from_str(text).map_err(|error| FormatError::Syntax {
        line: error.line(),
        // A text that ends with a line feed ends before the first column of the next line.
        column: error.column().max(1),
        message: without_place(&error.to_string()),
    })?;
    let mut file = migrate::to_present(file, kind)?;
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
        Err(error) => Err(FormatError::Shape {
            pointer: sanitize_for_display(&pointer(&track.path())),
            message: mend(&error.to_string()),
        }),
    }
}

fn sound(problems: Vec<validate::ValidationError>) -> Result<(), FormatError> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(FormatError::Unsound(problems))
    }
}

/// serde_json repeats the place at the end of its messages.
fn without_place(message: &str) -> String {
    message
        .split(" at line ")
        .next()
        .unwrap_or(message)
        .to_owned()
}

fn mend(message: &str) -> String {
    match message.strip_prefix("missing field ") {
        Some(field) => format!("the field {} is missing; add it", field.replace('`', "\"")),
        None => format!(
            "{}; write it as the schema says (steerwright schema)",
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

/// The pointer to an ignored field of `file`, and what is there. `serde_ignored` does not name the variants of enums; in the
/// file a variant is the one key of an object.
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
    // Of a variant with fields of its own (`seek`), not even the place is noted.
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

/// Rounds every number of a file to nine decimals, the precision that everything is authored in.
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
