//! The layers of a map.

use super::data::{self, Chunk};
use super::objects::Object;
use super::projection::Projection;
use super::tilesets::{self, Template, Tileset, Tilesets};
use crate::import::level::Omissions;
use crate::import::level::element::Element;
use crate::import::level::files::Files;
use glam::DVec2;
use std::collections::BTreeMap;
use std::rc::Rc;
use steerwright_format::FormatError;
use steerwright_format::limits::MAP_TILES;

/// A map.
pub struct Map {
    pub projection: Projection,
    pub tilesets: Tilesets,
    pub layers: Vec<Layer>,
}

/// A layer that is not a group.
pub struct Layer {
    /// What identifies the layer.
    pub source: String,
    /// The names of the groups around it and its own.
    pub path: String,
    pub class: String,
    pub offset: DVec2,
    pub content: Content,
}

/// What a layer contains.
pub enum Content {
    Tiles(Vec<Chunk>),
    Objects(Vec<MapObject>),
}

/// An object of the map.
pub struct MapObject {
    pub object: Object,
    pub template: Option<Rc<Template>>,
}

impl Map {
    /// The tileset and tile of an object.
    pub fn tile_of<'a>(&'a self, object: &'a MapObject, number: u32) -> Option<(&'a Tileset, u32)> {
        let template = object.template.as_ref();
        match template {
            Some(template) if template.tileset.is_some() => template.tile(number),
            Some(_) | None => self.tilesets.tile(number),
        }
    }
}

/// Reads a map.
pub fn map(
    root: &Element,
    files: &mut Files,
    omissions: &mut Omissions,
) -> Result<Map, FormatError> {
    let folder = files.folder().to_owned();
    let mut tilesets = Tilesets::default();
    for node in root.all("tileset") {
        let set = tilesets::tileset(node, &folder, files, omissions)?;
        tilesets.add(node.whole("firstgid")?, set);
    }
    let mut reader = Reader {
        files,
        omissions,
        templates: BTreeMap::new(),
        tiles_left: MAP_TILES.max,
        layers: Vec::new(),
    };
    reader.layers(root, "", DVec2::ZERO)?;
    Ok(Map {
        projection: Projection::read(root)?,
        tilesets,
        layers: reader.layers,
    })
}

struct Reader<'a> {
    files: &'a mut Files,
    omissions: &'a mut Omissions,
    templates: BTreeMap<String, Option<Rc<Template>>>,
    tiles_left: u64,
    layers: Vec<Layer>,
}

impl Reader<'_> {
    fn layers(&mut self, parent: &Element, path: &str, offset: DVec2) -> Result<(), FormatError> {
        for node in &parent.children {
            let name = node.text_of("name");
            let inner = if path.is_empty() {
                name.to_owned()
            } else {
                format!("{path}/{name}")
            };
            let moved = offset + node.point("offsetx", "offsety")?;
            let content = match &*node.tag {
                "group" => {
                    self.layers(node, &inner, moved)?;
                    continue;
                }
                "layer" => Content::Tiles(data::chunks(node, &mut self.tiles_left)?),
                "objectgroup" => Content::Objects(self.objects(node)?),
                "imagelayer" => {
                    self.omissions
                        .add(format!("the image layer {inner:?}"), "it has no shapes");
                    continue;
                }
                _ => continue,
            };
            let source = match node.attribute("id") {
                Some(id) => format!("layer/{id}"),
                None => format!("layer/{inner}"),
            };
            self.layers.push(Layer {
                source,
                path: inner,
                class: node.text_of("class").to_owned(),
                offset: moved,
                content,
            });
        }
        Ok(())
    }

    fn objects(&mut self, layer: &Element) -> Result<Vec<MapObject>, FormatError> {
        let mut objects = Vec::new();
        for node in layer.all("object") {
            let template = match node.attribute("template") {
                None => None,
                Some(source) => match self.template(source) {
                    Some(template) => Some(template),
                    None => continue,
                },
            };
            let shared = template.as_ref().map(|template| &template.object);
            objects.push(MapObject {
                object: Object::read(node, shared)?,
                template,
            });
        }
        Ok(objects)
    }

    /// A template, which is read once. Objects of one that cannot be read are left out.
    fn template(&mut self, source: &str) -> Option<Rc<Template>> {
        if let Some(known) = self.templates.get(source) {
            if known.is_none() {
                self.omissions.add(
                    "an object of a template",
                    format!("{source} cannot be read"),
                );
            }
            return known.clone();
        }
        let folder = self.files.folder().to_owned();
        let read = Template::read(source, &folder, self.files, self.omissions);
        let read = read
            .map_err(|why| self.omissions.add("an object of a template", why))
            .ok()
            .map(Rc::new);
        self.templates.insert(source.to_owned(), read.clone());
        read
    }
}
