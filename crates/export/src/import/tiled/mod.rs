//! Imports maps that were edited in Tiled, in any of the three formats.
//!
//! The map takes precedence: objects may have been moved, changed, added or deleted, also in a map
//! that Tiled has saved with six digits per position. `README.md` of the target documents the rules
//! for users.

mod custom_properties;
mod elements;
pub(super) mod lua;
mod map;
mod node_script;
mod objects;
mod paths;
mod pictures;
mod properties;
mod scene;
mod scene_items;
mod scene_properties;
mod templates;
mod walls;

pub(super) use properties::rgb;

use super::level::element::Document;
use super::level::files::Files;
use super::level::tiled::map_in;
use crate::target::tiled::names;
use map::Map;
use std::path::Path;
use steerwright_format::FormatError;
use steerwright_runtime::scene::Scene;

/// Reads the scene from a map in XML or JSON.
pub(super) fn read(text: &str) -> Result<Scene, FormatError> {
    scene(&map_in(text)?, None)
}

/// Reads the scene from a map in XML or JSON with this path, and the templates of its objects.
pub(super) fn read_file(path: &Path, text: &str) -> Result<Scene, FormatError> {
    scene(&map_in(text)?, Some(&mut Files::new(path, false)))
}

/// Reads the scene from a map in Lua.
pub(super) fn read_lua(text: &str) -> Result<Scene, FormatError> {
    scene(&lua::document(text)?, None)
}

/// Whether a map in XML or JSON was exported from a scene.
pub(super) fn is_exported(text: &str) -> bool {
    map_in(text).is_ok_and(|document| has_version(&document))
}

/// Whether a map in Lua was exported from a scene.
pub(super) fn is_exported_lua(text: &str) -> bool {
    lua::document(text).is_ok_and(|document| has_version(&document))
}

/// Whether a map has the property with the version of the export.
fn has_version(document: &Document<'_>) -> bool {
    let properties = elements::properties_of(&document.root());
    properties.is_ok_and(|properties| properties.contains_key(names::VERSION))
}

fn scene(document: &Document<'_>, files: Option<&mut Files>) -> Result<Scene, FormatError> {
    scene::scene(&Map::new(document.root(), files)?)
}

/// An error with a place that users can find.
fn invalid(place: impl Into<String>, message: impl Into<String>) -> FormatError {
    FormatError::InvalidField {
        pointer: place.into(),
        message: message.into(),
    }
}
