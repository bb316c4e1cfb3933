//! Tiled: `NAME.tmx`, `NAME.tmj` and `NAME.lua`, one map of object layers in the three formats that
//! Tiled writes.
//!
//! The coordinates of objects are exactly those of the game. The offset of the layers, which
//! affects only the display, moves everything inside the map.

pub(crate) mod custom_properties;
mod ids;
pub(crate) mod layers;
mod lua;
pub(crate) mod map;
pub(crate) mod names;
pub(crate) mod node_script;
mod objects;
mod tmj;
mod tmx;
pub(crate) mod values;
mod walls;

use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo};
use crate::{ExportError, OutputFile};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::ExportOptions;

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "tiled",
    label: "Tiled",
    description: "Tiled maps as TMX, JSON and Lua, with polylines, polygons, ellipses and typed properties in object layers.",
    group: TargetGroup::Engines,
    space: Space::Flat,
    length_unit: "pixels",
    editor_data: KeptEditorData::Outliner,
    default_options: ExportOptions {
        y_down: true,
        scale: 32.0,
        ..ExportOptions::AS_AUTHORED
    },
};

/// The version of Tiled whose format the files use.
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

/// The Lua table alone, for targets that use Lua. It has no image layers: libraries would load the
/// images, which may not be there.
pub(super) fn lua_file(placed: &PlacedScene, file_name: &str) -> Result<OutputFile, ExportError> {
    let mut bare = placed.clone();
    bare.scene.editor = Default::default();
    bare.authored.editor = Default::default();
    Ok(OutputFile::new(
        format!("{file_name}.lua"),
        lua::text(&layers::map(&bare)?),
    ))
}
