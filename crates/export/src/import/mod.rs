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
mod spawners;
mod table;
mod tiled;
mod xml;

use crate::authored;
use crate::target::unity;
use std::collections::BTreeSet;
use std::path::Path;
use steerwright_format::export_file::read_export;
use steerwright_format::limits::{FILE_BYTES, Limit, TREE_BYTES};
use steerwright_format::{FormatError, SCENE_EXTENSION, load_table, load_text, read_scene};
use steerwright_runtime::scene::Scene;

/// An importable format.
struct Format {
    /// The extension of its files.
    extension: &'static str,
    read: fn(&str) -> Result<Scene, FormatError>,
    /// The largest text that is read. Formats that are first read into a tree of values have a
    /// lower limit.
    max_bytes: &'static Limit,
    /// Whether a file with this extension has this format, if not all have it.
    is_in: fn(&str) -> bool,
}

impl Format {
    const fn new(
        extension: &'static str,
        read: fn(&str) -> Result<Scene, FormatError>,
        max_bytes: &'static Limit,
    ) -> Self {
        Self {
            extension,
            read,
            max_bytes,
            is_in: |_| true,
        }
    }

    const fn only_if(self, is_in: fn(&str) -> bool) -> Self {
        Self { is_in, ..self }
    }
}

const FORMATS: &[Format] = &[
    Format::new(SCENE_EXTENSION, read_whole_scene, &FILE_BYTES),
    Format::new("steer.json", read_steer, &FILE_BYTES),
    Format::new("nodes.csv", csv::read, &FILE_BYTES),
    // A table of nodes that was renamed.
    Format::new("csv", csv::read, &FILE_BYTES).only_if(csv::is_exported),
    Format::new("tmx", tiled::read, &TREE_BYTES),
    Format::new("tmj", tiled::read, &TREE_BYTES),
    Format::new("lua", tiled::read_lua, &TREE_BYTES),
    Format::new("tscn", godot::read_tscn, &TREE_BYTES),
    Format::new("tres", godot::read_tres, &TREE_BYTES),
    Format::new(unity::EXTENSION, read_steer, &FILE_BYTES),
    // Maps that Tiled saved under this name.
    Format::new("json", tiled::read, &TREE_BYTES).only_if(level::is_tiled_json),
];

fn read_whole_scene(text: &str) -> Result<Scene, FormatError> {
    Ok(read_scene(text)?.value)
}

fn read_steer(text: &str) -> Result<Scene, FormatError> {
    let exported = read_export(text)?;
    let mut scene = pictures::scene_with(exported, pictures::of_json(text))?;
    authored::restore(&mut scene, text);
    Ok(scene)
}

/// The extensions of files that can be imported, as scenes or as levels. Each is there once.
#[must_use]
pub fn importable() -> Vec<&'static str> {
    let exports = FORMATS.iter().map(|format| format.extension);
    let mut known = BTreeSet::new();
    exports
        .chain(level::extensions())
        .filter(|extension| known.insert(*extension))
        .collect()
}

/// The extension of a file that can be imported.
#[must_use]
pub fn importable_extension(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    importable()
        .into_iter()
        .find(|extension| name.ends_with(&format!(".{extension}")))
}

/// Why the file at `path` is none that can be imported, and what to do.
#[must_use]
pub fn not_importable(path: &Path) -> String {
    match importable_extension(path) {
        Some("json") => {
            "this is no map of Tiled; an export of a scene needs the name that it had (.steer.json or .scene.json), and instead of an export for Phaser or three.js, import the .steer.json beside it".into()
        }
        Some(extension) => {
            format!("this is no .{extension} file that can be imported; export or save it again")
        }
        None => {
            let known = importable().join(", .");
            format!("cannot import this type of file; use one of .{known}")
        }
    }
}

/// Reads the text of the file at `path` that is to be imported.
///
/// # Errors
/// A [`FormatError`] for a file that cannot be read or is too large, or whose encoding is not read.
pub fn load_import(path: &Path) -> Result<String, FormatError> {
    let is_table = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    if is_table {
        load_table(path)
    } else {
        load_text(path)
    }
}

/// Imports the scene from the file at `path`, whose text was read, as [`import`] does. Templates
/// that the objects of a map for Tiled are instances of are read from its folder.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn import_file(path: &Path, text: &str) -> Option<Result<Scene, FormatError>> {
    let name = path.file_name()?.to_string_lossy();
    let is_named = |ending: &str| {
        path.extension()
            .is_some_and(|found| found.eq_ignore_ascii_case(ending))
    };
    let is_map =
        is_named("tmx") || is_named("tmj") || (is_named("json") && level::is_tiled_json(text));
    if is_map && text.len() as u64 <= TREE_BYTES.max {
        return Some(tiled::read_file(path, text));
    }
    import(&name, text)
}

/// Imports the scene from the file called `name` with this text; `None` if it is not an export of a
/// scene.
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
        .filter(|format| (format.is_in)(text))
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
