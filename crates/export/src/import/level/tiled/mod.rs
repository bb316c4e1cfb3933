//! Maps of Tiled.

mod collision;
mod data;
pub(super) mod drawing;
mod found;
mod map;
mod objects;
mod projection;
mod tilesets;

use super::element::{self, Element};
use super::files::Files;
use super::{Level, Omissions};
use steerwright_format::FormatError;

/// Reads a map from XML.
pub fn read_tmx(text: &str, files: &mut Files) -> Result<Level, FormatError> {
    read(&tmx_root(text)?, files)
}

/// The element of a map in XML.
pub fn tmx_root(text: &str) -> Result<Element, FormatError> {
    let root = element::from_xml(text, "a Tiled map", "Tiled")?;
    if &*root.tag != "map" {
        return Err(root.error("this is not a Tiled map; open a file that starts with <map>"));
    }
    Ok(root)
}

/// Reads a map from JSON.
pub fn read_tmj(text: &str, files: &mut Files) -> Result<Level, FormatError> {
    read(&tmj_root(text)?, files)
}

/// The element of a map in JSON.
pub fn tmj_root(text: &str) -> Result<Element, FormatError> {
    let root = element::from_json(text, "map")?;
    if root.attribute("type").is_some_and(|kind| kind != "map") {
        return Err(root.error("this is not a Tiled map; open a file whose \"type\" is \"map\""));
    }
    Ok(root)
}

fn read(root: &Element, files: &mut Files) -> Result<Level, FormatError> {
    let mut omissions = Omissions::default();
    let map = map::map(root, files, &mut omissions)?;
    let mut level = Level {
        pixels_per_unit: map.projection.tile.y,
        found: found::found(&map, &mut omissions)?,
        ..Level::default()
    };
    level.left_out = omissions.list();
    Ok(level)
}
