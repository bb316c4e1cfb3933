//! Reads scenes and presets from text and files.

mod encoding;
mod error;
mod file;
mod head;
mod key;
mod migrate;
mod progress;
mod reader;
mod scalar;
mod text;

pub use encoding::utf8_text;
pub use error::ReadError;
pub use file::{load_table, load_text, open_regular};
pub use migrate::{FORMAT_VERSION, MIN_READER};
use reader::Reader;

use crate::preset_file::DeclaredPart;
use crate::{FileError, FileKind, FormatError, PresetFile, limits};
use crate::{sanitize_for_display, validate};
use serde::de::{DeserializeOwned, DeserializeSeed};
use serde_json::Value;
use std::marker::PhantomData;
use std::path::Path;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{Preset, Scene};

/// The largest file that is read: 64 MiB.
pub const MAX_FILE_BYTES: u64 = limits::FILE_BYTES.max;

/// A value read from a file, with the fields that were ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded<T> {
    /// The value.
    pub value: T,
    /// JSON pointers to unknown fields, at most [`limits::LISTED_UNKNOWN_FIELDS`]. They are
    /// ignored, and are lost when the value is saved.
    pub unknown_fields: Vec<String>,
}

/// Reads a scene from text.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn read_scene(text: &str) -> Result<Loaded<Scene>, FormatError> {
    let mut loaded: Loaded<Scene> = read_as(text, FileKind::Scene)?;
    if migrate::has_scattered_editor_data(&loaded.unknown_fields) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let file = migrate::with_gathered_editor_data(text)?;
        loaded = read_checked(&file.to_string(), PhantomData, with_fix)?;
    }
    validated(validate::scene_errors(&loaded.value))?;
    loaded.value.prune_editor_data();
    Ok(loaded)
}

/// Reads a preset from text.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn read_preset(text: &str) -> Result<Loaded<Preset>, FormatError> {
    let Loaded {
        value,
        unknown_fields,
    } = read_preset_file(text)?;
    Ok(Loaded {
        value: value.preset,
        unknown_fields,
    })
}

/// Reads a preset from text, with the custom properties that are declared with it.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn read_preset_file(text: &str) -> Result<Loaded<PresetFile>, FormatError> {
    let Loaded {
        value: preset,
        mut unknown_fields,
    } = read_as::<Preset>(text, FileKind::Preset)?;
    // The fields of a preset are read as a stream, which has no place for one more.
    let part: Loaded<DeclaredPart> = read_as(text, FileKind::Preset)?;
    let declared_properties = part.value.declared_properties;
    unknown_fields.retain(|field| field != "/declared_properties");
    let is_within = |field: &String| field.starts_with("/declared_properties/");
    unknown_fields.extend(part.unknown_fields.into_iter().filter(is_within));
    validated(validate::errors_with_declarations(
        &preset,
        &declared_properties,
    ))?;
    Ok(Loaded {
        value: PresetFile {
            declared_properties,
            preset,
        },
        unknown_fields,
    })
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

/// Reads the scene file at `path` in order to run it: a scene that can only be edited is refused,
/// see [`run_errors`](validate::run_errors).
///
/// # Errors
/// A [`FileError`] that prints as `file:place: message`.
pub fn load_scene_to_run(path: &Path) -> Result<Loaded<Scene>, FileError> {
    let loaded = load_scene(path)?;
    match validated(validate::run_errors(&loaded.value)) {
        Ok(()) => Ok(loaded),
        Err(error) => Err(FileError::new(path, error)),
    }
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

/// Reads the preset file at `path`, with the custom properties that are declared with the preset.
///
/// # Errors
/// A [`FileError`] that prints as `file:place: message`.
pub fn load_preset_file(path: &Path) -> Result<Loaded<PresetFile>, FileError> {
    load_text(path)
        .and_then(|text| read_preset_file(&text))
        .map_err(|error| FileError::new(path, error))
}

/// Reads a value that was kept when its file was read, with the messages that the file itself would
/// have.
///
/// # Errors
/// What is wrong with it.
pub fn read_value<T: DeserializeOwned>(value: &Value) -> Result<T, ReadError> {
    // Through its text, so that no type is compiled for another reader.
    T::deserialize(&mut Reader::new(&value.to_string()))
}

/// Reads a value from a text of the given kind, without validating it.
pub(crate) fn read_as<T: DeserializeOwned>(
    text: &str,
    kind: FileKind,
) -> Result<Loaded<T>, FormatError> {
    read_with(text, kind, PhantomData, with_fix)
}

/// Reads a value from a text of the given kind with a seed. `describe` completes the messages of
/// errors that are not about syntax.
pub(crate) fn read_with<T>(
    text: &str,
    kind: FileKind,
    seed: impl for<'de> DeserializeSeed<'de, Value = T>,
    describe: fn(&str) -> String,
) -> Result<Loaded<T>, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() as u64 > MAX_FILE_BYTES {
        return Err(FormatError::TooLarge {
            bytes: text.len() as u64,
            limit: &limits::FILE_BYTES,
        });
    }
    let version = migrate::checked_version(&head::read(text)?, kind)?;
    if version < FORMAT_VERSION {
        let file = migrate::to_current(text, version)?;
        read_checked(&file.to_string(), seed, describe)
    } else {
        read_checked(text, seed, describe)
    }
}

/// Reads a value from a text whose syntax was checked.
fn read_checked<'de, S: DeserializeSeed<'de>>(
    text: &'de str,
    seed: S,
    describe: fn(&str) -> String,
) -> Result<Loaded<S::Value>, FormatError> {
    let mut reader = Reader::new(text);
    match seed.deserialize(&mut reader) {
        Ok(value) => Ok(Loaded {
            value,
            unknown_fields: reader.progress.into_unknown_fields(),
        }),
        Err(error) => Err(match reader.progress.take_exceeded() {
            Some((pointer, limit)) => FormatError::BeyondLimit { pointer, limit },
            None => {
                let (pointer, message) = place_of(&reader.progress, error.to_string());
                FormatError::InvalidField {
                    pointer: sanitize_for_display(&pointer),
                    message: describe(&message),
                }
            }
        }),
    }
}

/// The place and message of an error. Duplicate fields are detected at their object.
fn place_of(progress: &progress::Progress<'_>, message: String) -> (String, String) {
    let pointer = progress.pointer();
    let field = message
        .strip_prefix("duplicate field `")
        .and_then(|rest| rest.strip_suffix('`'));
    match field {
        Some(field) => (
            format!("{}/{field}", pointer.trim_end_matches('/')),
            "duplicate field, of which other programs read only one; remove one of them".into(),
        ),
        None => (pointer, message),
    }
}

/// An error of the JSON parser.
fn syntax_error(error: &serde_json::Error) -> FormatError {
    FormatError::Syntax {
        line: error.line(),
        // serde_json reports column 0 after a final line feed.
        column: error.column().max(1),
        message: if error.is_eof() {
            "the file is empty, or ends too early".into()
        } else {
            without_position(error)
        },
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
fn without_position(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    message
        .strip_suffix(&position)
        .unwrap_or(&message)
        .to_owned()
}

/// Adds how to fix the error.
fn with_fix(message: &str) -> String {
    if message.starts_with("duplicate field,") {
        return message.to_owned();
    }
    match message.strip_prefix("missing field ") {
        Some(field) => format!("missing field {}; add it", field.replace('`', "\"")),
        None => format!(
            "{}; \"steerwright schema\" prints the format",
            sanitize_for_display(message).replace('`', "\"")
        ),
    }
}

/// Rounds every number of a file to nine decimals, the precision of authored numbers. A whole
/// number becomes an integer, so that `1.0` can be an id as in languages that have only one type of
/// number.
pub fn round_numbers(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let rounded = number.as_f64().map(rounded).and_then(|rounded| {
                // Rounded numbers have at most 15 digits, which fit.
                if rounded.fract() == 0.0 {
                    Some((rounded as i64).into())
                } else {
                    serde_json::Number::from_f64(rounded)
                }
            });
            if let Some(rounded) = rounded {
                *number = rounded;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(round_numbers),
        Value::Object(fields) => fields.values_mut().for_each(round_numbers),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
