//! From scene to text.

use crate::validate;
use crate::{FORMAT_VERSION, FormatError, Kind, print};
use serde::Serialize;
use serde_json::{Map, Value};
use steerwright_runtime::scene::{Preset, Scene};

/// The text of a scene file. Numbers are rounded to what a file holds.
///
/// # Errors
/// [`FormatError::Unsound`] for a scene that could not be read back.
pub fn write_scene(scene: &Scene) -> Result<String, FormatError> {
    let mut scene = scene.clone();
    validate::round_numbers(&mut scene);
    let problems = validate::problems(&scene);
    if problems.is_empty() {
        write(&scene, Kind::Scene)
    } else {
        Err(FormatError::Unsound(problems))
    }
}

/// The text of a preset file. Numbers are rounded to what a file holds.
///
/// # Errors
/// [`FormatError::Unsound`] for a preset that could not be read back.
pub fn write_preset(preset: &Preset) -> Result<String, FormatError> {
    let mut holder = Scene {
        presets: vec![preset.clone().into()],
        ..Scene::default()
    };
    validate::round_numbers(&mut holder);
    let problems = validate::preset_problems(&holder.presets[0]);
    if problems.is_empty() {
        write(&*holder.presets[0], Kind::Preset)
    } else {
        Err(FormatError::Unsound(problems))
    }
}

fn write(value: &impl Serialize, kind: Kind) -> Result<String, FormatError> {
    let mut file = Map::new();
    file.insert("format".into(), kind.tag().into());
    file.insert("format_version".into(), FORMAT_VERSION.into());
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => file.extend(fields),
        Ok(_) => {}
        Err(error) => {
            return Err(FormatError::Shape {
                pointer: "/".into(),
                message: format!("cannot be written as JSON: {error}"),
            });
        }
    }
    Ok(print::pretty(&Value::Object(file)))
}
