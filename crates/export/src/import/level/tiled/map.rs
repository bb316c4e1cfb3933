//! The layers of a map. Each is read into what was found in it before the next one.

use super::data;
use super::found::{filled_found, object_found};
use super::objects::Object;
use super::projection::Projection;
use super::properties::{collides, properties};
use super::property_types::PropertyTypes;
use super::templates::template_files;
use super::tilesets::{self, Template, Tileset, Tilesets};
use crate::import::level::element::Element;
use crate::import::level::files::Files;
use crate::import::level::findings::Findings;
use crate::import::level::{Found, MapProperty, Omissions};
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::FormatError;
use steerwright_format::limits::MAP_TILES;

/// What the layers of a map share.
pub struct Map {
    pub projection: Projection,
    pub tilesets: Tilesets,
    pub types: PropertyTypes,
}

/// A layer that is not a group.
pub struct Layer {
    /// What identifies the layer.
    pub source: String,
    /// The names of the groups around it and its own.
    pub path: String,
    pub class: String,
    pub offset: DVec2,
    /// Whether it is marked as solid.
    pub collides: bool,
    pub properties: Vec<MapProperty>,
}

/// An object of the map.
pub struct MapObject<'t> {
    pub object: Object,
    pub template: Option<&'t Template<'t>>,
}

impl Map {
    /// The tileset and tile of an object.
    pub fn tile_of<'a>(
        &'a self,
        object: &MapObject<'a>,
        number: u32,
    ) -> Option<(&'a Tileset, u32)> {
        match object.template {
            Some(template) if template.tileset.is_some() => template.tile(number),
            Some(_) | None => self.tilesets.tile(number),
        }
    }

    /// The size of the picture of a tile; that of a cell if it is not known.
    pub fn picture_size(&self, set: &Tileset, tile: u32) -> DVec2 {
        let size = set.size_of(tile);
        if size.min_element() > 0.0 {
            size
        } else {
            self.projection.tile
        }
    }
}

/// Reads what a map shares, and lists what its layers contain.
pub fn map(
    root: &Element<'_>,
    files: &mut Files,
    omissions: &mut Omissions,
) -> Result<(Map, Vec<Found>), FormatError> {
    let folder = files.folder().to_owned();
    let types = PropertyTypes::beside(files, omissions);
    let mut tilesets = Tilesets::default();
    for node in root.all("tileset") {
        let set = tilesets::tileset(&node, &folder, &types, files, omissions)?;
        tilesets.add(node.whole("firstgid")?, set);
    }
    let map = Map {
        projection: Projection::read(root)?,
        tilesets,
        types,
    };
    let template_files = template_files(root, files);
    let templates = template_files.iter().map(|(name, file)| {
        let file = file.as_ref().map_err(String::clone);
        let template = file.and_then(|file| Template::read(file, &map.types, files, omissions));
        (&**name, template)
    });
    let templates: BTreeMap<&str, _> = templates.collect();
    let mut reader = Reader {
        map: &map,
        omissions,
        templates: &templates,
        is_infinite: is_infinite(root),
        tiles_left: MAP_TILES.max,
        unread: None,
        findings: Findings::default(),
    };
    reader.layers(root, "", DVec2::ZERO)?;
    let found = reader.findings.list();
    match reader.unread {
        // There is nothing else.
        Some(error) if found.is_empty() => Err(error),
        Some(_) | None => Ok((map, found)),
    }
}

struct Reader<'a> {
    map: &'a Map,
    omissions: &'a mut Omissions,
    templates: &'a BTreeMap<&'a str, Result<Template<'a>, String>>,
    is_infinite: bool,
    tiles_left: u64,
    /// Why the first layer of tiles is left out that cannot be read.
    unread: Option<FormatError>,
    findings: Findings,
}

/// Whether a map has no edges.
pub fn is_infinite(root: &Element<'_>) -> bool {
    root.attribute("infinite").is_some_and(|text| text != "0")
}

impl Reader<'_> {
    fn layers(
        &mut self,
        parent: &Element<'_>,
        path: &str,
        offset: DVec2,
    ) -> Result<(), FormatError> {
        for node in parent.children() {
            let is_layer = ["group", "layer", "objectgroup", "imagelayer"];
            if !is_layer.contains(&&*node.tag) {
                continue;
            }
            let name = node.text_of("name");
            let inner = if path.is_empty() {
                name.into_owned()
            } else {
                format!("{path}/{name}")
            };
            self.findings.count_name(&inner)?;
            let moved = offset + node.point("offsetx", "offsety")?;
            if node.tag == "group" {
                self.layers(&node, &inner, moved)?;
                continue;
            }
            if node.tag == "imagelayer" {
                self.omissions
                    .add(format!("the image layer {inner:?}"), "it has no shapes");
                continue;
            }
            let layer = Layer {
                source: match node.attribute("id") {
                    Some(id) => format!("layer/{id}"),
                    None => format!("layer/{inner}"),
                },
                path: inner,
                class: node.text_of("class").into_owned(),
                offset: moved,
                collides: collides(&node) == Some(true),
                properties: properties(&node, &self.map.types),
            };
            if node.tag == "layer" {
                match data::filled(&node, self.is_infinite, &mut self.tiles_left)? {
                    Ok(filled) => {
                        let (findings, omissions) = (&mut self.findings, &mut *self.omissions);
                        filled_found(self.map, &layer, filled, findings, omissions)?;
                    }
                    Err(why) => {
                        let what = format!("the tile layer {:?}", layer.path);
                        let error = || node.unsupported(format!("{what}: {why}"));
                        self.unread.get_or_insert_with(error);
                        self.omissions.add(what, why);
                    }
                }
            } else {
                self.objects(&node, &layer)?;
            }
        }
        Ok(())
    }

    fn objects(&mut self, node: &Element<'_>, layer: &Layer) -> Result<(), FormatError> {
        let mut index = 0;
        for node in node.all("object") {
            let template = match node.attribute("template") {
                None => None,
                Some(name) => match self.templates.get(&*name) {
                    Some(Ok(template)) => Some(template),
                    Some(Err(why)) => {
                        self.omissions.add("an object of a template", why);
                        continue;
                    }
                    None => continue,
                },
            };
            let object = {
                let shared = template.and_then(Template::object);
                Object::read(&node, shared.as_ref(), &self.map.types)?
            };
            let object = MapObject { object, template };
            let (findings, omissions) = (&mut self.findings, &mut *self.omissions);
            object_found(self.map, layer, index, &object, findings, omissions)?;
            index += 1;
        }
        Ok(())
    }
}
