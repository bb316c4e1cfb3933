//! What a map of Tiled draws: its layers of tiles and images, and its tile objects.

use super::data;
use super::drawn_objects::{Template, Templates};
use super::map::is_infinite;
use super::placement::{FLIPPED, Placement};
use super::projection::{Orientation, Projection};
use super::sheet::{Sheet, TilePicture, image_of};
use super::templates::template_files;
use crate::import::level::drawing::{Drawing, Drawn, DrawnTile, Sides};
use crate::import::level::element::Element;
use crate::import::level::files::Files;
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::limits::MAP_TILES;
use steerwright_format::{FormatError, sanitize_for_display};

/// Reads the drawing of a map.
pub fn read(root: &Element<'_>, files: &mut Files) -> Result<Drawing, FormatError> {
    let projection = Projection::read(root)?;
    let folder = files.folder().to_owned();
    let mut drawn = Drawn::default();
    let mut sheets = BTreeMap::new();
    for node in root.all("tileset") {
        let sheet = Sheet::of(&node, &folder, files, &mut drawn)?;
        sheets.insert(node.whole("firstgid")?, sheet);
    }
    let template_files = template_files(root, files);
    let templates = template_files.iter().map(|(name, file)| {
        let file = file.as_ref().map_err(String::clone);
        let template = file.and_then(|file| Template::read(file, files, &mut drawn));
        (&**name, template)
    });
    let templates: Templates<'_> = templates.collect();
    let is_infinite = is_infinite(root);
    let mut reader = Reader {
        projection: &projection,
        sheets,
        templates: &templates,
        files,
        drawn,
        is_infinite,
        tiles_left: MAP_TILES.max,
        low: DVec2::INFINITY,
        high: DVec2::NEG_INFINITY,
    };
    reader.layers(root, DVec2::ZERO, 1.0)?;
    let size = DVec2::new(
        f64::from(root.whole("width")?),
        f64::from(root.whole("height")?),
    );
    let (mut low, mut high) = (reader.low, reader.high);
    if projection.orientation == Orientation::Orthogonal && !is_infinite {
        (low, high) = (DVec2::ZERO, size * projection.tile);
    } else if !(low.x <= high.x) {
        (low, high) = (DVec2::ZERO, DVec2::ONE);
    }
    Ok(Drawing {
        pixels_per_unit: projection.tile.y,
        ..reader.drawn.finish(low, high)
    })
}

pub(super) struct Reader<'a> {
    pub(super) projection: &'a Projection,
    pub(super) sheets: BTreeMap<u32, Sheet>,
    pub(super) templates: &'a Templates<'a>,
    pub(super) files: &'a mut Files,
    pub(super) drawn: Drawn,
    is_infinite: bool,
    tiles_left: u64,
    /// The corners of what is drawn.
    low: DVec2,
    high: DVec2,
}

impl Reader<'_> {
    fn layers(
        &mut self,
        parent: &Element<'_>,
        offset: DVec2,
        opacity: f64,
    ) -> Result<(), FormatError> {
        for node in parent.children() {
            if node.attribute("visible").is_some_and(|text| text == "0") {
                continue;
            }
            let moved = offset + node.point("offsetx", "offsety")?;
            let seen = opacity * node.number_or("opacity", 1.0)?.clamp(0.0, 1.0);
            match &*node.tag {
                "group" => self.layers(&node, moved, seen)?,
                "layer" => match data::filled(&node, self.is_infinite, &mut self.tiles_left)? {
                    Ok(tiles) => {
                        for (cell, number) in tiles {
                            self.tile(cell, number, moved, seen)?;
                        }
                    }
                    Err(why) => {
                        let name = node.text_of("name");
                        let what = format!("the layer {}", sanitize_for_display(&name));
                        self.drawn.leave_out(what, why);
                    }
                },
                "objectgroup" => self.objects(&node, moved, seen)?,
                "imagelayer" => self.image(&node, moved, seen)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn image(&mut self, node: &Element<'_>, at: DVec2, opacity: f64) -> Result<(), FormatError> {
        let named = image_of(node)?;
        let Some(source) = &named.source else {
            return Ok(());
        };
        let folder = self.files.folder().to_owned();
        let image = (self.drawn).image(self.files, &folder, source, named.transparent);
        if let Some(image) = image {
            self.include(at, DVec2::from(named.size.map(f64::from)));
            self.drawn.add(DrawnTile {
                image,
                part: None,
                at,
                sides: None,
                transposed: false,
                flipped_across: false,
                flipped_down: false,
                opacity,
            })?;
        }
        Ok(())
    }

    fn include(&mut self, at: DVec2, size: DVec2) {
        self.low = self.low.min(at);
        self.high = self.high.max(at + size);
    }

    fn tile(
        &mut self,
        cell: [i32; 2],
        number: u32,
        offset: DVec2,
        opacity: f64,
    ) -> Result<(), FormatError> {
        let plain = number & !FLIPPED;
        let Some((first, sheet)) = self.sheets.range(..=plain).next_back() else {
            return Ok(());
        };
        let Some(picture) = sheet.picture(plain - first) else {
            return Ok(());
        };
        let size = DVec2::from(picture.size.map(f64::from));
        let placement = sheet.style.in_layer(self.projection, cell, number, size);
        self.place(&picture, placement.moved(offset), opacity)
    }

    /// Draws a picture.
    pub(super) fn place(
        &mut self,
        picture: &TilePicture,
        placement: Placement,
        opacity: f64,
    ) -> Result<(), FormatError> {
        let Placement { across, down, .. } = placement;
        let size = DVec2::from(picture.size.map(f64::from));
        let sides = Sides {
            across: across * size.x,
            down: down * size.y,
        };
        let corners = [
            DVec2::ZERO,
            sides.across,
            sides.down,
            sides.across + sides.down,
        ];
        let low = corners.into_iter().fold(DVec2::INFINITY, DVec2::min);
        let high = corners.into_iter().fold(DVec2::NEG_INFINITY, DVec2::max);
        self.include(placement.corner + low, high - low);
        // Pixels that stay pixels are copied, in rows or in columns.
        let is_upright = across.abs() == DVec2::X && down.abs() == DVec2::Y;
        let transposed = across.abs() == DVec2::Y && down.abs() == DVec2::X;
        let is_copied = is_upright || transposed;
        self.drawn.add(DrawnTile {
            image: picture.image,
            part: picture.part,
            at: placement.corner + if is_copied { low } else { DVec2::ZERO },
            sides: (!is_copied).then_some(sides),
            transposed,
            flipped_across: is_copied && (across.x + down.x) < 0.0,
            flipped_down: is_copied && (across.y + down.y) < 0.0,
            opacity,
        })
    }
}
