//! The pictures of tile objects.

use super::drawing::Reader;
use super::objects::{Object, Outline};
use super::placement::FLIPPED;
use super::property_types::PropertyTypes;
use super::sheet::Sheet;
use super::tilesets::parsed;
use crate::import::level::element::{Document, Element};
use crate::import::level::files::folder_of;
use glam::DVec2;
use std::collections::BTreeMap;
use std::rc::Rc;
use steerwright_format::FormatError;

/// The templates of a map, by their names; `None` for those that cannot be read.
pub type Templates = BTreeMap<String, Option<Rc<Template>>>;

/// What the instances of a template share.
pub struct Template {
    document: Document<'static>,
    /// The first number of its tileset, and the tileset.
    set: Option<(u32, Sheet)>,
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
                Some(name) => match self.template(&name) {
                    Some(template) => Some(template),
                    None => continue,
                },
            };
            let object = {
                let shared = template
                    .as_ref()
                    .and_then(|template| template.document.root().child("object"));
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
            let own = template.as_ref().and_then(|template| template.set.as_ref());
            self.tile_object(&object, number, own, offset, opacity)?;
        }
        Ok(())
    }

    fn tile_object(
        &mut self,
        object: &Object,
        number: u32,
        own: Option<&(u32, Sheet)>,
        offset: DVec2,
        opacity: f64,
    ) -> Result<(), FormatError> {
        let plain = number & !FLIPPED;
        let known = || self.sheets.range(..=plain).next_back();
        let found = match own {
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

    /// A template, which is read once. Objects of one that cannot be read are left out.
    fn template(&mut self, name: &str) -> Option<Rc<Template>> {
        if let Some(known) = self.templates.get(name) {
            return known.clone();
        }
        let read = self.read_template(name).map(Rc::new);
        let read = read
            .map_err(|why| self.drawn.leave_out("the objects of a template", why))
            .ok();
        self.templates.insert(name.to_owned(), read.clone());
        read
    }

    fn read_template(&mut self, name: &str) -> Result<Template, String> {
        let folder = self.files.folder().to_owned();
        let file = self.files.read(&folder, name)?;
        let folder = folder_of(&file.path);
        let document = parsed(file.text, "template").map_err(|error| error.to_string())?;
        let mut set = None;
        if let Some(node) = document.root().child("tileset") {
            let sheet = Sheet::of(&node, &folder, self.files, &mut self.drawn);
            let first = node.whole("firstgid");
            set = first
                .and_then(|first| Ok(Some((first, sheet?))))
                .map_err(|error| error.to_string())?;
        }
        Ok(Template { document, set })
    }
}
