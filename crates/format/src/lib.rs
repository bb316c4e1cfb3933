//! Reads and writes the files of Steerwright: scenes (`*.scene.json`), presets (`*.preset.json`)
//! and exports (`*.steer.json`).
//!
//! Files are migrated to the current version, validated, and rejected with the place of every
//! error. Writing is deterministic: the same scene always gives the same text, with one node per
//! line, so that a diff shows what changed.
//!
//! ```
//! use steerwright_format::{read_scene, write_scene};
//! use steerwright_runtime::simulation::World;
//!
//! let text = r#"{ "format": "steerwright-scene", "format_version": 1, "name": "Night watch" }"#;
//! let scene = read_scene(text)?.value;
//! assert_eq!(read_scene(&write_scene(&scene)?)?.value, scene);
//!
//! let mut world = World::new(&scene);
//! world.step();
//! # Ok::<(), steerwright_format::FormatError>(())
//! ```
//!
//! A game usually calls [`load_scene`] for a scene file, or [`export_file::read_export`] for a file
//! that the editor exported.
//!
//! # Features
//!
//! - `ron` writes `*.steer.ron`, the assets of the Bevy plugin; `read-ron` reads them too.
//! - `save` saves files atomically.
//! - `schema` generates the JSON Schemas. The application ships what it generated.

// A new variant of an enum is a decision at each match, which `_` would take silently.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod dangling;
mod error;
pub mod export_file;
mod io_message;
pub mod limits;
pub mod listed;
mod preset_file;
mod print;
mod read;
pub mod references;
pub mod rounding;
mod sanitize;
#[cfg(feature = "save")]
mod save;
#[cfg(feature = "schema")]
pub(crate) mod schema;
pub mod validate;
mod write;

pub use error::{FileError, FormatError};
pub use io_message::io_message;
pub use preset_file::PresetFile;
pub use print::pretty;
pub use read::{
    FORMAT_VERSION, Loaded, MAX_FILE_BYTES, MIN_READER, ReadError, load_preset, load_preset_file,
    load_scene, load_scene_to_run, load_table, load_text, open_regular, read_preset,
    read_preset_file, read_scene, read_value, round_numbers, utf8_text,
};
pub(crate) use read::{read_as, read_with};
pub use sanitize::sanitize_for_display;
#[cfg(feature = "save")]
pub use save::{
    Content, StagedFiles, UpdateLock, WriteFile, is_device, lock_for_update, open_device,
    save_preset, save_preset_file, save_scene, save_text, save_text_if, save_together, stage_files,
};
#[cfg(feature = "schema")]
pub use schema::{preset_schema, scene_schema};
pub use write::{write_preset, write_preset_file, write_scene};

/// The extension of scene files.
pub const SCENE_EXTENSION: &str = "scene.json";
/// The extension of preset files.
pub const PRESET_EXTENSION: &str = "preset.json";

/// The kind of a file, which its `format` field names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A whole scene.
    Scene,
    /// One agent preset.
    Preset,
    /// A scene exported for a game.
    Export,
}

impl FileKind {
    /// The value of the `format` field.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::Scene => "steerwright-scene",
            Self::Preset => "steerwright-preset",
            Self::Export => "steerwright-export",
        }
    }
}

/// Compiles the examples of the READMEs.
#[cfg(doctest)]
mod readme {
    #[doc = include_str!("../../../README.md")]
    struct Repository;

    #[doc = include_str!("../README.md")]
    struct Format;

    #[doc = include_str!("../../runtime/README.md")]
    struct Runtime;
}
