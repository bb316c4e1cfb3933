//! The tilesets of a map: the sizes and collision shapes of their tiles.

use super::objects::Object;
use super::placement::TileStyle;
use super::properties::{collides, properties};
use super::property_types::PropertyTypes;
use crate::import::level::element::{Document, Element};
use crate::import::level::files::{Files, NamedFile, folder_of};
use crate::import::level::{MapProperty, Omissions};
use glam::DVec2;
use std::collections::BTreeMap;
use std::path::Path;
use steerwright_format::FormatError;

/// A tileset.
#[derive(Clone, Debug, Default)]
pub struct Tileset {
    /// The size of its tiles, in pixels.
    size: DVec2,
    /// How its tiles are drawn.
    pub style: TileStyle,
    tiles: BTreeMap<u32, Tile>,
}

/// What is special about a tile.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tile {
    size: Option<DVec2>,
    class: String,
    shapes: Vec<Object>,
    collides: bool,
    properties: Vec<MapProperty>,
}

impl Tileset {
    /// The size of a tile, in pixels.
    pub fn size_of(&self, tile: u32) -> DVec2 {
        let size = self.tiles.get(&tile).and_then(|tile| tile.size);
        size.unwrap_or(self.size)
    }

    /// The collision shapes of a tile.
    pub fn shapes_of(&self, tile: u32) -> &[Object] {
        self.tiles
            .get(&tile)
            .map_or(&[], |tile| tile.shapes.as_slice())
    }

    /// Whether a tile is marked as solid.
    pub fn collides(&self, tile: u32) -> bool {
        self.tiles.get(&tile).is_some_and(|tile| tile.collides)
    }

    /// The custom properties of a tile.
    pub fn properties_of(&self, tile: u32) -> &[MapProperty] {
        self.tiles
            .get(&tile)
            .map_or(&[], |tile| tile.properties.as_slice())
    }

    /// The class of a tile.
    pub fn class_of(&self, tile: u32) -> &str {
        self.tiles.get(&tile).map_or("", |tile| tile.class.as_str())
    }

    /// Reads a tileset from its element.
    pub fn read(node: &Element<'_>, types: &PropertyTypes) -> Result<Self, FormatError> {
        let mut set = Self {
            size: node.point("tilewidth", "tileheight")?,
            style: TileStyle::read(node)?,
            ..Self::default()
        };
        for tile in node.all("tile") {
            let mut read = Tile {
                class: ["class", "type"]
                    .into_iter()
                    .find_map(|name| tile.attribute(name))
                    .unwrap_or_default()
                    .into_owned(),
                collides: collides(&tile) == Some(true),
                properties: properties(&tile, types),
                ..Tile::default()
            };
            // A part of the image comes last.
            let pictures = [
                (tile.child("image"), ["width", "height"]),
                (Some(tile.clone()), ["imagewidth", "imageheight"]),
                (Some(tile.clone()), ["width", "height"]),
            ];
            for (picture, [width, height]) in pictures {
                if let Some(picture) = picture.filter(|picture| picture.attribute(width).is_some())
                {
                    read.size = Some(picture.point(width, height)?);
                }
            }
            for group in tile.all("objectgroup") {
                for shape in group.all("object") {
                    read.shapes.push(Object::read(&shape, None, types)?);
                }
            }
            let id = tile.whole("id")?;
            if read == Tile::default() {
                set.tiles.remove(&id);
            } else {
                set.tiles.insert(id, read);
            }
        }
        Ok(set)
    }
}

/// The tilesets of a map, by the number of their first tile.
#[derive(Clone, Debug, Default)]
pub struct Tilesets(BTreeMap<u32, Tileset>);

impl Tilesets {
    pub fn add(&mut self, first: u32, set: Tileset) {
        self.0.insert(first, set);
    }

    /// The tileset of a tile, and the number of the tile in it.
    pub fn tile(&self, number: u32) -> Option<(&Tileset, u32)> {
        let number = number & !super::placement::FLIPPED;
        let (first, set) = self.0.range(..=number).next_back()?;
        Some((set, number - first))
    }
}

/// Reads a tileset that is in the map or that the map names. One that cannot be read is left out.
pub fn tileset(
    node: &Element<'_>,
    folder: &Path,
    types: &PropertyTypes,
    files: &mut Files,
    omissions: &mut Omissions,
) -> Result<Tileset, FormatError> {
    let Some(source) = node.attribute("source") else {
        return Tileset::read(node, types);
    };
    let read = files.read(folder, &source).and_then(|file| {
        parsed(&file.text, "tileset")
            .and_then(|document| Tileset::read(&document.root(), types))
            .map_err(|error| error.to_string())
    });
    Ok(read.unwrap_or_else(|why| {
        omissions.add("the collision shapes of a tileset", why);
        Tileset::default()
    }))
}

/// A file in XML or JSON.
pub fn parsed<'a>(text: &'a str, tag: &'static str) -> Result<Document<'a>, FormatError> {
    let inner = text.trim_start_matches('\u{feff}').trim_start();
    if inner.starts_with('{') {
        return Document::from_json(text, tag);
    }
    let name = match tag {
        "map" => "a Tiled map",
        _ => "a Tiled file",
    };
    Document::from_xml(text, name, "Tiled")
}

/// A template, and the tileset of its tile.
pub struct Template<'a> {
    document: Document<'a>,
    pub tileset: Option<Tileset>,
    first: u32,
}

impl<'a> Template<'a> {
    /// Reads a template from its file.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(
        file: &'a NamedFile,
        types: &PropertyTypes,
        files: &mut Files,
        omissions: &mut Omissions,
    ) -> Result<Self, String> {
        let document = parsed(&file.text, "template").map_err(|error| error.to_string())?;
        let root = document.root();
        if root.child("object").is_none() {
            let name = file.path.file_name().unwrap_or_default().to_string_lossy();
            return Err(format!("{name} contains no object"));
        }
        let (mut set, mut first) = (None, 0);
        if let Some(node) = root.child("tileset") {
            first = node.whole("firstgid").map_err(|error| error.to_string())?;
            let read = tileset(&node, &folder_of(&file.path), types, files, omissions);
            set = Some(read.map_err(|error| error.to_string())?);
        }
        Ok(Self {
            document,
            tileset: set,
            first,
        })
    }

    /// What its instances share.
    pub fn object(&self) -> Option<Element<'_>> {
        self.document.root().child("object")
    }

    /// The tile of the template in its own tileset.
    pub fn tile(&self, number: u32) -> Option<(&Tileset, u32)> {
        let number = (number & !super::placement::FLIPPED).checked_sub(self.first)?;
        Some((self.tileset.as_ref()?, number))
    }
}
