//! Writes scenes and presets as text.

use crate::rounding;
use crate::validate;
use crate::{FORMAT_VERSION, FileKind, FormatError, PresetFile, print};
use serde::Serialize;
use std::sync::Arc;
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
    write_preset_file(&PresetFile {
        declared_properties: Arc::default(),
        preset: preset.clone(),
    })
}

/// The text of a preset file, with the custom properties that are declared with the preset. Numbers
/// are rounded to the precision of files.
///
/// # Errors
/// [`FormatError::Validation`] for a preset that could not be read back.
pub fn write_preset_file(file: &PresetFile) -> Result<String, FormatError> {
    let mut holder = Scene {
        declared_properties: Arc::clone(&file.declared_properties),
        presets: vec![file.preset.clone().into()],
        ..Scene::default()
    };
    rounding::round_numbers(&mut holder);
    let Scene {
        declared_properties,
        mut presets,
        ..
    } = holder;
    let preset = Arc::unwrap_or_clone(presets.remove(0));
    let errors = validate::errors_with_declarations(&preset, &declared_properties);
    if errors.is_empty() {
        let file = PresetFile {
            declared_properties,
            preset,
        };
        write(&file, FileKind::Preset)
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
