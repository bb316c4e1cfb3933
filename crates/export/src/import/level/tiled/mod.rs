//! Maps of Tiled.

mod collision;
mod data;
pub(super) mod drawing;
mod drawn_objects;
mod found;
mod map;
mod objects;
mod projection;
mod properties;
mod property_types;
mod sheet;
mod tile_properties;
mod tilesets;

use super::element::{Document, Element};
use super::files::Files;
use super::{Level, Omissions};
use steerwright_format::FormatError;

/// Reads a map from XML.
pub fn read_tmx(text: &str, files: &mut Files) -> Result<Level, FormatError> {
    let document = tmx(text)?;
    read(&document.root(), files)
}

/// A map in XML.
pub fn tmx(text: &str) -> Result<Document<'_>, FormatError> {
    let document = Document::from_xml(text, "a Tiled map", "Tiled")?;
    let root = document.root();
    if root.tag != "map" {
        return Err(root.error("this is not a Tiled map; open a file that starts with <map>"));
    }
    Ok(document)
}

/// Reads a map from JSON.
pub fn read_tmj(text: &str, files: &mut Files) -> Result<Level, FormatError> {
    let document = tmj(text)?;
    read(&document.root(), files)
}

/// A map in JSON.
pub fn tmj(text: &str) -> Result<Document<'_>, FormatError> {
    let document = Document::from_json(text, "map")?;
    let root = document.root();
    if root.attribute("type").is_some_and(|kind| kind != "map") {
        return Err(root.error("this is not a Tiled map; open a file whose \"type\" is \"map\""));
    }
    Ok(document)
}

fn read(root: &Element<'_>, files: &mut Files) -> Result<Level, FormatError> {
    let mut omissions = Omissions::default();
    let (map, found) = map::map(root, files, &mut omissions)?;
    let mut level = Level {
        pixels_per_unit: map.projection.tile.y,
        found,
        ..Level::default()
    };
    level.left_out = omissions.list();
    Ok(level)
}
