//! Writes scenes and presets as text.

use crate::rounding;
use crate::validate;
use crate::{FORMAT_VERSION, FileKind, FormatError, print};
use serde::Serialize;
use steerwright_runtime::scene::{Preset, Scene};

/// The text of a scene file. Numbers are rounded to the precision of files.
///
/// # Errors
/// [`FormatError::Validation`] for a scene that could not be read back.
pub fn write_scene(scene: &Scene) -> Result<String, FormatError> {
    let mut scene = scene.clone();
    rounding::round_numbers(&mut scene);
    let errors = validate::scene_errors(&scene);
    if errors.is_empty() {
        write(&scene, FileKind::Scene)
    } else {
        Err(FormatError::Validation(errors))
    }
}

/// The text of a preset file. Numbers are rounded to the precision of files.
///
/// # Errors
/// [`FormatError::Validation`] for a preset that could not be read back.
pub fn write_preset(preset: &Preset) -> Result<String, FormatError> {
    let mut holder = Scene {
        presets: vec![preset.clone().into()],
        ..Scene::default()
    };
    rounding::round_numbers(&mut holder);
    let errors = validate::preset_errors(&holder.presets[0]);
    if errors.is_empty() {
        write(&*holder.presets[0], FileKind::Preset)
    } else {
        Err(FormatError::Validation(errors))
    }
}

/// What a file starts with, before the fields of the value.
#[derive(Serialize)]
struct File<'a, T> {
    format: &'static str,
    format_version: u64,
    #[serde(flatten)]
    value: &'a T,
}

fn write(value: &impl Serialize, kind: FileKind) -> Result<String, FormatError> {
    let file = File {
        format: kind.tag(),
        format_version: FORMAT_VERSION,
        value,
    };
    print::pretty_serialized(&file).map_err(|error| FormatError::InvalidField {
        pointer: "/".into(),
        message: format!("cannot be written as JSON: {error}"),
    })
}
