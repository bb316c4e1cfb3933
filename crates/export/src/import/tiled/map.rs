//! A map whose objects are read from its text when they are asked for, because all of them together take much memory.

use super::objects::{Entry, Item, Kind, Layer, kind};
use super::{invalid, templates, tmj, tmx};
use crate::import::level::files::Files;
use crate::import::{json, xml};
use crate::target::tiled::map::{ImageLayer, Object, Properties};
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::FormatError;
use steerwright_format::limits::{AGENTS, Limit, MARKERS, NODES, PATHS, WALLS};

/// The maximum number of points in all lines of a map.
const MAX_POINTS: usize = 1_000_000;

/// The text of a map.
pub enum Document<'a> {
    Xml(xml::Document<'a>),
    Json(json::Document<'a>),
}

/// An object in the text of a map.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    Xml(xml::Node<'a>),
    Json(json::Node<'a>),
}

/// What is called for each object, with the JSON pointer to it.
pub type Visit<'v, 'a> = dyn FnMut(&Layer, Source<'a>, &str) -> Result<(), FormatError> + 'v;

impl<'a> Source<'a> {
    /// Reads the object. `place` is the JSON pointer to it.
    fn read(self, place: &str) -> Result<Object, FormatError> {
        match self {
            Self::Xml(node) => tmx::object(node),
            Self::Json(node) => tmj::object(node, place),
        }
    }

    /// What finds it in its document.
    fn key(self) -> [u32; 2] {
        match self {
            Self::Xml(node) => [node.index() as u32, 0],
            Self::Json(node) => node.key(),
        }
    }
}

impl<'a> Document<'a> {
    fn source(&'a self, key: [u32; 2]) -> Source<'a> {
        match self {
            Self::Xml(document) => Source::Xml(document.node(key[0] as usize)),
            Self::Json(document) => Source::Json(document.node(key)),
        }
    }

    pub fn properties(&self) -> Result<Properties, FormatError> {
        match self {
            Self::Xml(document) => tmx::properties_of(document.root()),
            Self::Json(document) => tmj::properties_of(document.root()),
        }
    }

    /// The image layers, in the order of the map.
    fn images(&self) -> Result<Vec<ImageLayer>, FormatError> {
        match self {
            Self::Xml(document) => tmx::images(document.root()),
            Self::Json(document) => tmj::images(document.root()),
        }
    }

    /// Visits the objects of all layers, in the order of the map.
    fn visit(&'a self, visit: &mut Visit<'_, 'a>) -> Result<(), FormatError> {
        match self {
            Self::Xml(document) => tmx::visit(document.root(), visit),
            Self::Json(document) => tmj::visit(document.root(), visit),
        }
    }
}

/// A map, and where its objects are.
pub struct Map<'a> {
    document: &'a Document<'a>,
    pub properties: Properties,
    /// What instances of templates share, by the names of their files. Empty if templates are not read.
    templates: BTreeMap<String, Object>,
    /// The offset of exported layers. Layers that were added in Tiled have none.
    shift: DVec2,
    /// The objects that belong to the scene, in the order of the map, without its cells.
    entries: Vec<Entry>,
    /// By how much the layers of the entries were moved.
    moved: Vec<DVec2>,
    pub has_cells: bool,
    /// Its image layers.
    pub images: Vec<ImageLayer>,
}

impl<'a> Map<'a> {
    /// Finds the objects of a map. Templates are read if `files` are given.
    pub fn new(
        document: &'a Document<'a>,
        mut files: Option<&mut Files>,
    ) -> Result<Self, FormatError> {
        let properties = document.properties()?;
        let shift = ["shift_x", "shift_y"]
            .map(|name| super::properties::number(&properties, name).unwrap_or_default());
        let mut map = Self {
            document,
            properties,
            templates: BTreeMap::new(),
            shift: DVec2::from(shift),
            entries: Vec::new(),
            moved: Vec::new(),
            has_cells: false,
            images: document.images()?,
        };
        let mut points = 0;
        let mut counts: BTreeMap<Kind, u64> = BTreeMap::new();
        document.visit(&mut |layer, source, place| {
            let mut object = source.read(place)?;
            if let Some(files) = &mut files
                && !object.template.is_empty()
            {
                templates::know(&mut map.templates, &object.template, files)?;
            }
            map.complete(&mut object);
            points += object.shape.points().len();
            if points > MAX_POINTS {
                return Err(invalid(
                    "the map",
                    format!("the lines have more than {MAX_POINTS} points; split the map"),
                ));
            }
            let Some(kind) = kind(&object, &layer.name) else {
                return Ok(());
            };
            if kind == Kind::Cell {
                map.has_cells = true;
                return Ok(());
            }
            let count = counts.entry(kind).or_default();
            *count += 1;
            if let Some((pointer, limit)) = limit_of(kind)
                && *count > limit.max
            {
                let pointer = pointer.to_owned();
                return Err(FormatError::BeyondLimit { pointer, limit });
            }
            map.add(kind, layer, source);
            Ok(())
        })?;
        Ok(map)
    }

    fn add(&mut self, kind: Kind, layer: &Layer, source: Source<'a>) {
        let moved = layer.moved(self.shift);
        if self.moved.last() != Some(&moved) {
            self.moved.push(moved);
        }
        if self.entries.len() == self.entries.capacity() {
            // Twice as much each time would be far more than is needed.
            self.entries.reserve_exact(64 + self.entries.len() / 4);
        }
        self.entries.push(Entry {
            kind,
            layer: self.moved.len() as u32 - 1,
            key: source.key(),
        });
    }

    /// The offset of exported layers.
    pub fn shift(&self) -> DVec2 {
        self.shift
    }

    fn complete(&self, object: &mut Object) {
        if let Some(template) = self.templates.get(&object.template) {
            templates::complete(object, template);
        }
    }

    /// The objects that belong to the scene, without its cells.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Reads an object.
    pub fn item(&self, entry: &Entry) -> Result<Item, FormatError> {
        let mut object = self.document.source(entry.key).read("")?;
        self.complete(&mut object);
        let moved = self.moved.get(entry.layer as usize);
        Ok(Item {
            object,
            moved: moved.copied().unwrap_or_default(),
        })
    }

    /// Reads the cells one by one.
    pub fn cells(
        &self,
        mut visit: impl FnMut(&Item) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        if !self.has_cells {
            return Ok(());
        }
        self.document.visit(&mut |layer, source, place| {
            let mut object = source.read(place)?;
            self.complete(&mut object);
            if kind(&object, &layer.name) != Some(Kind::Cell) {
                return Ok(());
            }
            visit(&Item {
                object,
                moved: layer.moved(self.shift),
            })
        })
    }
}

/// The limit of the items of a scene that objects become.
fn limit_of(kind: Kind) -> Option<(&'static str, &'static Limit)> {
    match kind {
        Kind::Path => Some(("/paths", &PATHS)),
        Kind::Wall => Some(("/walls", &WALLS)),
        Kind::Node => Some(("/paths", &NODES)),
        Kind::Marker => Some(("/markers", &MARKERS)),
        Kind::Agent => Some(("/agents", &AGENTS)),
        Kind::Pointer => None,
        // They are counted when they are read.
        Kind::Cell => None,
    }
}
