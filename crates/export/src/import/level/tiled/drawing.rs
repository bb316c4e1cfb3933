//! What a map of Tiled draws: its layers of tiles and images, and its tile objects.

use super::data;
use super::drawn_objects::Templates;
use super::projection::{Orientation, Projection};
use super::sheet::{Sheet, image_of};
use crate::import::level::drawing::{Drawing, Drawn, DrawnTile};
use crate::import::level::element::Element;
use crate::import::level::files::Files;
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::limits::{BLOCKED_CELLS, MAP_TILES};
use steerwright_format::{FormatError, sanitize_for_display};

pub(super) const ACROSS: u32 = 0x8000_0000;
pub(super) const DOWN: u32 = 0x4000_0000;
pub(super) const DIAGONALLY: u32 = 0x2000_0000;
const ROTATED_HEXAGON: u32 = 0x1000_0000;

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
    let mut reader = Reader {
        projection: &projection,
        sheets,
        templates: Templates::default(),
        files,
        drawn,
        tiles_left: MAP_TILES.max,
        low: DVec2::INFINITY,
        high: DVec2::NEG_INFINITY,
    };
    reader.layers(root, DVec2::ZERO, 1.0)?;
    let is_infinite = root.attribute("infinite").is_some_and(|text| text != "0");
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
    pub(super) templates: Templates,
    pub(super) files: &'a mut Files,
    pub(super) drawn: Drawn,
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
                "layer" => match data::filled(&node, &mut self.tiles_left)? {
                    Some(tiles) => {
                        for (cell, number) in tiles {
                            self.tile(cell, number, moved, seen)?;
                        }
                    }
                    None => {
                        let name = node.text_of("name");
                        let what = format!("the layer {}", sanitize_for_display(&name));
                        let why = format!("it has more than {} filled tiles", BLOCKED_CELLS.max);
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

    pub(super) fn include(&mut self, at: DVec2, size: DVec2) {
        self.low = self.low.min(at);
        self.high = self.high.max(at + size);
    }

    fn tile(
        &mut self,
        [column, row]: [i32; 2],
        number: u32,
        offset: DVec2,
        opacity: f64,
    ) -> Result<(), FormatError> {
        let plain = number & !data::FLIPPED;
        let Some((first, sheet)) = self.sheets.range(..=plain).next_back() else {
            return Ok(());
        };
        let Some(picture) = sheet.picture(plain - first) else {
            return Ok(());
        };
        let mut transposed = number & DIAGONALLY != 0;
        if self.projection.orientation == Orientation::Staggered
            && number & (DIAGONALLY | ROTATED_HEXAGON) != 0
        {
            let why = "tiles of hexagonal maps that are rotated are drawn unrotated";
            self.drawn.leave_out("the rotation of a tile", why);
            transposed = false;
        }
        let [width, height] = picture.size;
        let shown = if transposed {
            [height, width]
        } else {
            picture.size
        };
        let up = self.projection.tile.y - f64::from(shown[1]);
        let corner = self.projection.tile_corner(column, row);
        let at = offset + corner + sheet.offset + DVec2::new(0.0, up);
        self.include(at, DVec2::from(shown.map(f64::from)));
        self.drawn.add(DrawnTile {
            image: picture.image,
            part: picture.part,
            at,
            sides: None,
            transposed,
            flipped_across: number & ACROSS != 0,
            flipped_down: number & DOWN != 0,
            opacity,
        })
    }
}
