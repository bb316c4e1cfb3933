//! Imports exported files, with one module per format.
//!
//! Each import restores what its format can represent, in the authored units, axes and origin.

mod csv;
pub(crate) mod godot;
mod ids;
pub(crate) mod json;
pub mod level;
mod pairs;
mod pictures;
mod ron;
mod spawners;
mod tiled;
mod web;
mod xml;

use crate::authored;
use crate::target::unity;
use std::path::Path;
use steerwright_format::export_file::read_export;
use steerwright_format::limits::{FILE_BYTES, Limit, TREE_BYTES};
use steerwright_format::{FormatError, SCENE_EXTENSION, read_scene};
use steerwright_runtime::scene::Scene;

/// An importable format.
struct Format {
    /// The extension of its files.
    extension: &'static str,
    read: fn(&str) -> Result<Scene, FormatError>,
    /// The largest text that is read. Formats that are first read into a tree of values have a lower limit.
    max_bytes: &'static Limit,
}

const FORMATS: &[Format] = &[
    Format {
        extension: SCENE_EXTENSION,
        read: |text| Ok(read_scene(text)?.value),
        max_bytes: &FILE_BYTES,
    },
    Format {
        extension: "steer.json",
        read: read_steer,
        max_bytes: &FILE_BYTES,
    },
    Format {
        extension: "nodes.csv",
        read: csv::read,
        max_bytes: &FILE_BYTES,
    },
    Format {
        extension: "tmx",
        read: tiled::read_tmx,
        max_bytes: &TREE_BYTES,
    },
    Format {
        extension: "tmj",
        read: tiled::read_tmj,
        max_bytes: &TREE_BYTES,
    },
    Format {
        extension: "lua",
        read: tiled::read_lua,
        max_bytes: &TREE_BYTES,
    },
    Format {
        extension: "steer.ron",
        read: ron::read,
        max_bytes: &FILE_BYTES,
    },
    Format {
        extension: "tscn",
        read: godot::read_tscn,
        max_bytes: &TREE_BYTES,
    },
    Format {
        extension: "tres",
        read: godot::read_tres,
        max_bytes: &TREE_BYTES,
    },
    Format {
        extension: unity::EXTENSION,
        read: read_steer,
        max_bytes: &FILE_BYTES,
    },
    Format {
        extension: "phaser.json",
        read: web::read,
        max_bytes: &TREE_BYTES,
    },
    Format {
        extension: "three.json",
        read: web::read,
        max_bytes: &TREE_BYTES,
    },
];

fn read_steer(text: &str) -> Result<Scene, FormatError> {
    let exported = read_export(text)?;
    let mut scene = pictures::scene_with(exported, pictures::of_json(text))?;
    authored::restore(&mut scene, text);
    Ok(scene)
}

/// The extensions of files that [`import`] can read.
pub fn importable() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|format| format.extension)
}

/// Imports the scene from the file at `path`, whose text was read, as [`import`] does. Templates that the objects of a map for Tiled are
/// instances of are read from its folder.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn import_file(path: &Path, text: &str) -> Option<Result<Scene, FormatError>> {
    let name = path.file_name()?.to_string_lossy();
    let is_map = ["tmx", "tmj"].iter().any(|extension| {
        path.extension()
            .is_some_and(|found| found.eq_ignore_ascii_case(extension))
    });
    if is_map && text.len() as u64 <= TREE_BYTES.max {
        return Some(tiled::read_file(path, text));
    }
    import(&name, text)
}

/// Imports the scene from the file called `name` with this text; `None` if its extension is not one of [`importable`].
///
/// ```
/// use steerwright_export::{ExportTarget, self as export};
/// use steerwright_runtime::scene::{ExportOptions, Scene};
/// let scene = Scene { name: "Night watch".into(), ..Scene::default() };
/// let files = export::export(&scene, ExportTarget::Json, &ExportOptions { scale: 32.0, ..ExportOptions::default() })?;
/// let text = std::str::from_utf8(&files[0].bytes)?;
/// assert_eq!(export::import(&files[0].name, text).transpose()?, Some(scene));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn import(name: &str, text: &str) -> Option<Result<Scene, FormatError>> {
    let name = name.to_lowercase();
    FORMATS
        .iter()
        .find(|format| name.ends_with(&format!(".{}", format.extension)))
        .map(|format| {
            if text.len() as u64 > format.max_bytes.max {
                return Err(FormatError::TooLarge {
                    bytes: text.len() as u64,
                    limit: format.max_bytes,
                });
            }
            (format.read)(text)
        })
}
