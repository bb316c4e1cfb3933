//! Imports maps that were edited in Tiled, in any of the three formats.
//!
//! The map takes precedence: objects may have been moved, changed, added or deleted, also in a map that Tiled has saved with six
//! digits per position. `README.md` of the target documents the rules for users.

mod custom_properties;
mod file_properties;
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
mod tmj;
mod tmx;
mod walls;

pub(super) use properties::rgb;

use super::level::files::Files;
use crate::target::tiled::names;
use map::{Document, Map};
use std::path::Path;
use steerwright_format::FormatError;
use steerwright_runtime::scene::Scene;

/// Reads the scene from a TMX map.
pub(super) fn read_tmx(text: &str) -> Result<Scene, FormatError> {
    read(Document::Xml(tmx::document(text)?), None)
}

/// Reads the scene from a TMJ map.
pub(super) fn read_tmj(text: &str) -> Result<Scene, FormatError> {
    read(Document::Json(tmj::document(text)?), None)
}

/// Reads the scene from a TMX or TMJ map with this path, and the templates of its objects.
pub(super) fn read_file(path: &Path, text: &str) -> Result<Scene, FormatError> {
    let is_tmx = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("tmx"));
    let document = if is_tmx {
        Document::Xml(tmx::document(text)?)
    } else {
        Document::Json(tmj::document(text)?)
    };
    read(document, Some(&mut Files::new(path, false)))
}

/// Reads the scene from a Lua map.
pub(super) fn read_lua(text: &str) -> Result<Scene, FormatError> {
    read(Document::Json(lua::document(text)?), None)
}

/// Whether a TMX map was exported from a scene.
pub(super) fn is_exported_tmx(text: &str) -> bool {
    tmx::document(text).is_ok_and(|document| has_version(&Document::Xml(document)))
}

/// Whether a TMJ map was exported from a scene.
pub(super) fn is_exported_tmj(text: &str) -> bool {
    tmj::document(text).is_ok_and(|document| has_version(&Document::Json(document)))
}

/// Whether a Lua map was exported from a scene.
pub(super) fn is_exported_lua(text: &str) -> bool {
    lua::document(text).is_ok_and(|document| has_version(&Document::Json(document)))
}

/// Whether a map has the property with the version of the export.
fn has_version(document: &Document<'_>) -> bool {
    let properties = document.properties();
    properties.is_ok_and(|properties| properties.contains_key(names::VERSION))
}

fn read(document: Document<'_>, files: Option<&mut Files>) -> Result<Scene, FormatError> {
    scene::scene(&Map::new(&document, files)?)
}

/// The maximum nesting depth of layers.
const MAX_DEPTH: usize = 64;

/// An error with a place that users can find.
fn invalid(place: impl Into<String>, message: impl Into<String>) -> FormatError {
    FormatError::InvalidField {
        pointer: place.into(),
        message: message.into(),
    }
}
