//! Maps of Tiled.

mod collision;
mod data;
pub(super) mod drawing;
mod drawn_objects;
mod found;
mod map;
mod objects;
mod placement;
mod projection;
mod properties;
mod property_types;
mod sheet;
mod templates;
mod tile_properties;
mod tilesets;

pub use objects::{has_shape, line_points};
pub use placement::FLIPPED;
pub use properties::property_list;
pub use sheet::image_of;
pub use tilesets::parsed;

use super::element::{Document, Element};
use super::files::Files;
use super::{Level, Omissions};
use crate::import::tiled::lua;
use steerwright_format::FormatError;

/// Reads a map from XML or JSON.
pub fn read(text: &str, files: &mut Files) -> Result<Level, FormatError> {
    read_level(&map_in(text)?.root(), files)
}

/// Reads a map that Tiled exported to Lua.
pub fn read_lua(text: &str, files: &mut Files) -> Result<Level, FormatError> {
    read_level(&lua::document(text)?.root(), files)
}

/// A map in XML or JSON, whatever the name of its file.
pub fn map_in(text: &str) -> Result<Document<'_>, FormatError> {
    let document = parsed(text, "map")?;
    let root = document.root();
    if root.tag != "map" {
        return Err(root.unsupported("this is not a Tiled map; open a file that starts with <map>"));
    }
    // Versions before 1.0 did not say it.
    let is_map = match root.attribute("type") {
        Some(kind) => kind == "map",
        None => matches!(document, Document::Xml(_)) || root.attribute("tilewidth").is_some(),
    };
    if !is_map {
        let message = "this is not a Tiled map; open a file whose \"type\" is \"map\"";
        return Err(root.unsupported(message));
    }
    Ok(document)
}

fn read_level(root: &Element<'_>, files: &mut Files) -> Result<Level, FormatError> {
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
