//! Exported files back into scenes, one file a format; this one is their table.
//!
//! Each brings back what its format carries, in the units, axes and around the origin that the scene was authored in.

mod csv;
mod godot;
mod ids;
mod pairs;
mod ron;
mod tiled;
mod web;

use crate::target::unity;
use steerwright_format::export_file::as_authored;
use steerwright_format::export_file::read_export;
use steerwright_format::{FormatError, SCENE_EXTENSION, read_scene};
use steerwright_runtime::scene::Scene;

/// A reader of one format.
struct Format {
    /// How the names of its files end.
    ending: &'static str,
    read: fn(&str) -> Result<Scene, FormatError>,
}

const FORMATS: &[Format] = &[
    Format {
        ending: SCENE_EXTENSION,
        read: |text| Ok(read_scene(text)?.value),
    },
    Format {
        ending: "steer.json",
        read: steer,
    },
    Format {
        ending: "nodes.csv",
        read: csv::read,
    },
    Format {
        ending: "tmx",
        read: tiled::read_tmx,
    },
    Format {
        ending: "tmj",
        read: tiled::read_tmj,
    },
    Format {
        ending: "lua",
        read: tiled::read_lua,
    },
    Format {
        ending: "steer.ron",
        read: ron::read,
    },
    Format {
        ending: "tscn",
        read: godot::read_tscn,
    },
    Format {
        ending: "tres",
        read: godot::read_tres,
    },
    Format {
        ending: unity::EXTENSION,
        read: steer,
    },
    Format {
        ending: "phaser.json",
        read: web::read,
    },
    Format {
        ending: "three.json",
        read: web::read,
    },
];

fn steer(text: &str) -> Result<Scene, FormatError> {
    let exported = read_export(text)?;
    as_authored(exported.scene, exported.scale, exported.origin)
}

/// How the names of files end that can be brought back with [`import`].
pub fn importable() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|format| format.ending)
}

/// The scene that was exported to the file called `name` with this text; `None` if its ending is none of [`importable`].
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
/// A [`FormatError`] that names the place and the mend.
pub fn import(name: &str, text: &str) -> Option<Result<Scene, FormatError>> {
    let name = name.to_lowercase();
    FORMATS
        .iter()
        .find(|format| name.ends_with(&format!(".{}", format.ending)))
        .map(|format| (format.read)(text))
}
