//! Scene and preset files: `*.scene.json`, `*.preset.json`.
//!
//! Text in, [`Scene`](steerwright_runtime::scene::Scene) out, and back; the same scene always gives the same text, one node a line.

mod error;
pub mod export_file;
mod migrate;
pub mod parameter;
mod print;
mod read;
mod sanitize;
#[cfg(feature = "save")]
mod save;
#[cfg(feature = "schema")]
pub(crate) mod schema;
pub mod validate;
mod write;

pub use error::{FileError, FormatError};
pub use migrate::{FORMAT_VERSION, MIN_READER};
pub use print::pretty;
pub(crate) use read::read_as;
pub use read::round_numbers;
pub use read::{
    Loaded, MAX_FILE_BYTES, load_preset, load_scene, load_text, read_preset, read_scene,
};
pub use sanitize::sanitize_for_display;
#[cfg(feature = "save")]
pub use save::{save_preset, save_scene, save_text, save_together};
#[cfg(feature = "schema")]
pub use schema::{preset_schema, scene_schema};
pub use write::{write_preset, write_scene};

/// The end of a scene file's name.
pub const SCENE_EXTENSION: &str = "scene.json";
/// The end of a preset file's name.
pub const PRESET_EXTENSION: &str = "preset.json";

/// What a file holds, as its `format` field names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole scene.
    Scene,
    /// One agent preset.
    Preset,
    /// A scene made ready for games.
    Export,
}

impl Kind {
    /// The value of the `format` field.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Scene => "steerwright-scene",
            Self::Preset => "steerwright-preset",
            Self::Export => "steerwright-export",
        }
    }
}
