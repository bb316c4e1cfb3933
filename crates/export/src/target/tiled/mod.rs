//! Tiled: `NAME.tmx`, `NAME.tmj` and `NAME.lua`, one map of object layers in the three forms that Tiled itself writes.
//!
//! Coordinates of objects are those of the game, to the digit. The offset of the layers, which is for the eye only, brings
//! everything inside the map.

pub(crate) mod layers;
mod lua;
pub(crate) mod map;
mod tmj;
mod tmx;

use crate::target::{Space, TargetInfo};
use crate::{ExportError, OutputFile};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::ExportOptions;

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "tiled",
    label: "Tiled",
    description: "Maps with object layers for Tiled, as TMX and JSON, and a Lua table in its form: polylines, polygons, ellipses and typed properties.",
    space: Space::Flat,
    default_options: ExportOptions {
        y_down: true,
        scale: 32.0,
        ..ExportOptions::AS_AUTHORED
    },
};

/// The version of Tiled whose form the files have; later ones read it too.
const TILED_VERSION: &str = "1.8.2";
/// The version of the TMX and TMJ formats.
const FORMAT_VERSION: &str = "1.8";

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    let map = layers::map(placed)?;
    Ok(vec![
        OutputFile::new(format!("{file_name}.tmx"), tmx::text(&map)?),
        OutputFile::new(format!("{file_name}.tmj"), tmj::text(&map)),
        OutputFile::new(format!("{file_name}.lua"), lua::text(&map)),
        OutputFile::new(
            "steerwright/README-tiled.md".into(),
            include_str!("README.md"),
        ),
    ])
}

/// The Lua table by itself, for what runs Lua.
pub(super) fn lua_file(placed: &PlacedScene, file_name: &str) -> Result<OutputFile, ExportError> {
    Ok(OutputFile::new(
        format!("{file_name}.lua"),
        lua::text(&layers::map(placed)?),
    ))
}
