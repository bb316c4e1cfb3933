//! A map whose objects are read from its text when they are asked for, because all of them together
//! take much memory.

use super::objects::{Entry, Item, Kind, Layer, kind};
use super::{elements, invalid, templates};
use crate::import::level::element::Element;
use crate::import::level::files::Files;
use crate::target::tiled::map::{ImageLayer, Object, Properties};
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::FormatError;
use steerwright_format::limits::{AGENTS, Limit, MARKERS, NODES, PATHS, WALLS};

/// The maximum number of points in all lines of a map.
const MAX_POINTS: usize = 1_000_000;

/// A map, and where its objects are.
pub struct Map<'a> {
    root: Element<'a>,
    pub properties: Properties,
    /// What instances of templates share, by the names of their files. Empty if templates are not
    /// read.
    templates: BTreeMap<String, Object>,
    /// The offset of exported layers. Layers that were added in Tiled have none.
    shift: DVec2,
    /// The objects that belong to the scene, in the order of the map, without its cells.
    entries: Vec<Entry<'a>>,
    /// By how much the layers of the entries were moved.
    moved: Vec<DVec2>,
    pub has_cells: bool,
    /// Its image layers.
    pub images: Vec<ImageLayer>,
}

impl<'a> Map<'a> {
    /// Finds the objects of a map. Templates are read if `files` are given.
    pub fn new(root: Element<'a>, mut files: Option<&mut Files>) -> Result<Self, FormatError> {
        let properties = elements::properties_of(&root)?;
        let shift = ["shift_x", "shift_y"]
            .map(|name| super::properties::number(&properties, name).unwrap_or_default());
        let mut map = Self {
            images: elements::images(&root)?,
            root: root.clone(),
            properties,
            templates: BTreeMap::new(),
            shift: DVec2::from(shift),
            entries: Vec::new(),
            moved: Vec::new(),
            has_cells: false,
        };
        let mut points = 0;
        let mut counts: BTreeMap<Kind, u64> = BTreeMap::new();
        elements::visit(&root, &mut |layer, element| {
            let mut object = elements::object(&element)?;
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
            map.add(kind, layer, element);
            Ok(())
        })?;
        Ok(map)
    }

    fn add(&mut self, kind: Kind, layer: &Layer, element: Element<'a>) {
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
            element,
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
    pub fn entries(&self) -> &[Entry<'a>] {
        &self.entries
    }

    /// Reads an object.
    pub fn item(&self, entry: &Entry<'_>) -> Result<Item, FormatError> {
        let mut object = elements::object(&entry.element)?;
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
        elements::visit(&self.root, &mut |layer, element| {
            let mut object = elements::object(&element)?;
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
