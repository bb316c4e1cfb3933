//! Writes scenes and presets as text.

use crate::validate;
use crate::{FORMAT_VERSION, FileKind, FormatError, print};
use serde::Serialize;
use serde_json::{Map, Value};
use steerwright_runtime::scene::{Preset, Scene};

/// The text of a scene file. Numbers are rounded to the precision of files.
///
/// # Errors
/// [`FormatError::Validation`] for a scene that could not be read back.
pub fn write_scene(scene: &Scene) -> Result<String, FormatError> {
    let mut scene = scene.clone();
    validate::round_numbers(&mut scene);
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
    validate::round_numbers(&mut holder);
    let errors = validate::preset_errors(&holder.presets[0]);
    if errors.is_empty() {
        write(&*holder.presets[0], FileKind::Preset)
    } else {
        Err(FormatError::Validation(errors))
    }
}

fn write(value: &impl Serialize, kind: FileKind) -> Result<String, FormatError> {
    let mut file = Map::new();
    file.insert("format".into(), kind.tag().into());
    file.insert("format_version".into(), FORMAT_VERSION.into());
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => file.extend(fields),
        Ok(_) => {}
        Err(error) => {
            return Err(FormatError::InvalidField {
                pointer: "/".into(),
                message: format!("cannot be written as JSON: {error}"),
            });
        }
    }
    Ok(print::pretty(&Value::Object(file)))
}
