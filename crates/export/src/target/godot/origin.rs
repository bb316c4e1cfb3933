//! What a file for Godot keeps of the scene it was made from, so that it can be brought back: the
//! scene as it was authored, and how it was placed. As one text, because Godot 3 saves numbers with
//! six digits.

use crate::import::json::{Document, Node};
use serde_json::{Value, json};
use steerwright_format::export_file::PlacedScene;
use steerwright_format::{FormatError, read_scene, write_scene};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;

/// The text, of `authored`: the scene, or a part of it.
pub(super) fn text(authored: &Scene, placed: &PlacedScene) -> Result<String, FormatError> {
    let scene: Value = serde_json::from_str(&write_scene(authored)?)
        .map_err(|error| invalid(&error.to_string()))?;
    let PlacedScene {
        y_down,
        plane,
        scale,
        origin,
        ..
    } = *placed;
    let options = ExportOptions {
        y_down,
        plane,
        scale,
        origin,
        with_trace: None,
    };
    Ok(json!({ "options": options, "scene": scene }).to_string())
}

/// The scene as it was authored, and how it was placed.
///
/// # Errors
/// A [`FormatError`] for what is no such text.
pub(crate) fn read(text: &str) -> Result<(Scene, ExportOptions), FormatError> {
    let document = Document::parse(text).map_err(|error| {
        let FormatError::Syntax {
            line,
            column,
            message,
        } = error
        else {
            return error;
        };
        invalid(&format!("{message} at line {line} column {column}"))
    })?;
    let field = |name: &str| document.root().get(name).map_or("null", Node::raw);
    let options =
        serde_json::from_str(field("options")).map_err(|error| invalid(&error.to_string()))?;
    Ok((read_scene(field("scene"))?.value, options))
}

fn invalid(what: &str) -> FormatError {
    let message = format!("{what}; the file was changed since its export: export the scene again");
    FormatError::InvalidField {
        pointer: "/metadata/steerwright_scene".into(),
        message,
    }
}
