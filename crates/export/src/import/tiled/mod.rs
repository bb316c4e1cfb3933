//! Imports maps that were edited in Tiled, in any of the three formats.
//!
//! The map takes precedence: objects may have been moved, changed, added or deleted, also in a map that Tiled has saved with six
//! digits per position. `README.md` of the target documents the rules for users.

mod lua;
mod objects;
mod paths;
mod properties;
mod scene;
mod tmj;
mod tmx;
mod walls;

use steerwright_format::FormatError;
use steerwright_runtime::scene::Scene;

/// Reads the scene from a TMX map.
pub(super) fn read_tmx(text: &str) -> Result<Scene, FormatError> {
    scene::scene(&tmx::map(text)?)
}

/// Reads the scene from a TMJ map.
pub(super) fn read_tmj(text: &str) -> Result<Scene, FormatError> {
    scene::scene(&tmj::map(text)?)
}

/// Reads the scene from a Lua map.
pub(super) fn read_lua(text: &str) -> Result<Scene, FormatError> {
    scene::scene(&lua::map(text)?)
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
