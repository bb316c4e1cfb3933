//! The pictures of tile objects.

use super::drawing::Reader;
use super::objects::{Object, Outline};
use super::placement::FLIPPED;
use super::property_types::PropertyTypes;
use super::sheet::Sheet;
use super::tilesets::parsed;
use crate::import::level::drawing::Drawn;
use crate::import::level::element::{Document, Element};
use crate::import::level::files::{Files, NamedFile, folder_of};
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::FormatError;

/// The templates of a map, by their names, or why they cannot be read.
pub type Templates<'t> = BTreeMap<&'t str, Result<Template<'t>, String>>;

/// What the instances of a template share.
pub struct Template<'t> {
    document: Document<'t>,
    /// The first number of its tileset, and the tileset.
    set: Option<(u32, Sheet)>,
}

impl<'t> Template<'t> {
    /// Reads a template from its file.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(file: &'t NamedFile, files: &mut Files, drawn: &mut Drawn) -> Result<Self, String> {
        let document = parsed(&file.text, "template").map_err(|error| error.to_string())?;
        let mut set = None;
        if let Some(node) = document.root().child("tileset") {
            let sheet = Sheet::of(&node, &folder_of(&file.path), files, drawn);
            let first = node.whole("firstgid");
            set = first
                .and_then(|first| Ok(Some((first, sheet?))))
                .map_err(|error| error.to_string())?;
        }
        Ok(Self { document, set })
    }
}

impl Reader<'_> {
    /// Draws the tile objects of a layer.
    pub(super) fn objects(
        &mut self,
        layer: &Element<'_>,
        offset: DVec2,
        opacity: f64,
    ) -> Result<(), FormatError> {
        let mut objects = Vec::new();
        for node in layer.all("object") {
            if node.attribute("visible").is_some_and(|text| text == "0") {
                continue;
            }
            let template = match node.attribute("template") {
                None => None,
                Some(name) => match self.templates.get(&*name) {
                    Some(Ok(template)) => Some(template),
                    Some(Err(why)) => {
                        let what = "the objects of a template";
                        self.drawn.leave_out(what, why.clone());
                        continue;
                    }
                    None => continue,
                },
            };
            let object = {
                let shared = template.and_then(|template| template.document.root().child("object"));
                Object::read(&node, shared.as_ref(), &PropertyTypes::default())?
            };
            let seen = opacity * node.number_or("opacity", 1.0)?.clamp(0.0, 1.0);
            if let Outline::Tile(number) = object.outline {
                objects.push((object, number, template, seen));
            }
        }
        if layer.attribute("draworder").as_deref() != Some("index") {
            objects.sort_by(|(a, ..), (b, ..)| a.at.y.total_cmp(&b.at.y));
        }
        for (object, number, template, opacity) in objects {
            let of_template = template.and_then(|template| template.set.as_ref());
            self.tile_object(&object, number, of_template, offset, opacity)?;
        }
        Ok(())
    }

    fn tile_object(
        &mut self,
        object: &Object,
        number: u32,
        of_template: Option<&(u32, Sheet)>,
        offset: DVec2,
        opacity: f64,
    ) -> Result<(), FormatError> {
        let plain = number & !FLIPPED;
        let known = || self.sheets.range(..=plain).next_back();
        let found = match of_template {
            Some((first, sheet)) => Some((first, sheet)),
            None => known(),
        };
        let Some((picture, sheet)) = found.and_then(|(first, sheet)| {
            let tile = plain.checked_sub(*first)?;
            Some((sheet.picture(tile)?, sheet))
        }) else {
            return Ok(());
        };
        let size = DVec2::from(picture.size.map(f64::from));
        if !(size.min_element() > 0.0) {
            return Ok(());
        }
        let placement = (sheet.style).of_object(self.projection, object, number, size);
        self.place(&picture, placement.moved(offset), opacity)
    }
}
