//! Maps that were edited in Tiled back into scenes, from each of the three forms.
//!
//! What the map shows wins: objects that were moved, changed, added or deleted, also in a map that Tiled has saved with six digits
//! for every place. See `README.md` of the target for the rules that people are told.

mod lua;
mod objects;
mod paths;
mod properties;
mod scene;
mod tmj;
mod tmx;

use steerwright_format::FormatError;
use steerwright_runtime::scene::Scene;

/// The scene in a map in XML.
pub(super) fn read_tmx(text: &str) -> Result<Scene, FormatError> {
    scene::scene(&tmx::map(text)?)
}

/// The scene in a map in JSON.
pub(super) fn read_tmj(text: &str) -> Result<Scene, FormatError> {
    scene::scene(&tmj::map(text)?)
}

/// The scene in a map as a Lua table.
pub(super) fn read_lua(text: &str) -> Result<Scene, FormatError> {
    scene::scene(&lua::map(text)?)
}

/// Layers in layers are followed no deeper.
const DEEPEST: usize = 64;

/// A fault at a place that a person finds.
fn invalid(place: impl Into<String>, message: impl Into<String>) -> FormatError {
    FormatError::InvalidField {
        pointer: place.into(),
        message: message.into(),
    }
}
