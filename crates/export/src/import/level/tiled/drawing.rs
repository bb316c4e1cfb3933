//! What a map of Tiled draws: its layers of tiles and images.

use super::data;
use super::projection::{Orientation, Projection};
use super::tilesets::parsed;
use crate::import::level::drawing::{Drawing, Drawn, DrawnTile};
use crate::import::level::element::Element;
use crate::import::level::files::{Files, folder_of};
use glam::DVec2;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use steerwright_format::limits::{BLOCKED_CELLS, MAP_TILES};
use steerwright_format::{FormatError, sanitize_for_display};

const ACROSS: u32 = 0x8000_0000;
const DOWN: u32 = 0x4000_0000;
const DIAGONALLY: u32 = 0x2000_0000;
const ROTATED_HEXAGON: u32 = 0x1000_0000;

/// A tileset: how its tiles lie in its image, or the images of its tiles.
#[derive(Default)]
struct Sheet {
    image: Option<usize>,
    tile: [u32; 2],
    columns: u32,
    margin: u32,
    spacing: u32,
    offset: DVec2,
    own: BTreeMap<u32, Own>,
    /// The first tiles of animations.
    animated: BTreeMap<u32, u32>,
}

/// A tile with an image, or a part of one, of its own.
struct Own {
    image: Option<usize>,
    part: Option<[u32; 4]>,
    size: [u32; 2],
}

/// Reads the drawing of a map.
pub fn read(root: &Element<'_>, files: &mut Files) -> Result<Drawing, FormatError> {
    let projection = Projection::read(root)?;
    let folder = files.folder().to_owned();
    let mut drawn = Drawn::default();
    let mut sheets = BTreeMap::new();
    for node in root.all("tileset") {
        let sheet = match node.attribute("source") {
            None => sheet(&node, &folder, files, &mut drawn)?,
            Some(source) => {
                let file = files.read(&folder, &source).and_then(|file| {
                    let folder = folder_of(&file.path);
                    let document =
                        parsed(file.text, "tileset").map_err(|error| error.to_string())?;
                    Ok((document, folder))
                });
                match file {
                    Ok((document, folder)) => sheet(&document.root(), &folder, files, &mut drawn)?,
                    Err(why) => {
                        drawn.leave_out("the tiles of a tileset", why);
                        Sheet::default()
                    }
                }
            }
        };
        sheets.insert(node.whole("firstgid")?, sheet);
    }
    let mut reader = Reader {
        projection: &projection,
        sheets,
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
    Ok(reader.drawn.finish(low, high))
}

fn sheet(
    node: &Element<'_>,
    folder: &Path,
    files: &mut Files,
    drawn: &mut Drawn,
) -> Result<Sheet, FormatError> {
    let mut sheet = Sheet {
        tile: [node.whole("tilewidth")?, node.whole("tileheight")?],
        columns: node.whole("columns")?,
        margin: node.whole("margin")?,
        spacing: node.whole("spacing")?,
        ..Sheet::default()
    };
    if let Some(offset) = node.child("tileoffset") {
        sheet.offset = offset.point("x", "y")?;
    }
    let (source, size) = image_of(node)?;
    if let Some(source) = source {
        sheet.image = drawn.image(files, folder, &source);
        if sheet.columns == 0 {
            // Old versions do not say how many there are.
            let step = (sheet.tile[0] + sheet.spacing).max(1);
            sheet.columns = (size[0] + sheet.spacing).saturating_sub(sheet.margin) / step;
        }
    }
    for tile in node.all("tile") {
        let id = tile.whole("id")?;
        if let (Some(source), size) = image_of(&tile)? {
            let part = ["x", "y", "width", "height"];
            let has_part = tile.attribute("width").is_some();
            let part = match part.map(|name| tile.whole(name)) {
                [Ok(x), Ok(y), Ok(width), Ok(height)] if has_part => Some([x, y, width, height]),
                _ => None,
            };
            let own = Own {
                image: drawn.image(files, folder, &source),
                part,
                size: part.map_or(size, |[.., width, height]| [width, height]),
            };
            sheet.own.insert(id, own);
        }
        let first = tile.child("animation");
        // XML has frames in it, JSON is the list of them.
        let first = first.map(|animation| animation.child("frame").unwrap_or(animation.clone()));
        if let Some(frame) = first {
            sheet.animated.insert(id, frame.whole("tileid")?);
        }
    }
    Ok(sheet)
}

/// The image of a tileset, a tile or a layer, and its size if the map says it.
fn image_of<'a>(node: &Element<'a>) -> Result<(Option<Cow<'a, str>>, [u32; 2]), FormatError> {
    if let Some(image) = node.child("image") {
        let size = [image.whole("width")?, image.whole("height")?];
        return Ok((image.attribute("source"), size));
    }
    let size = [node.whole("imagewidth")?, node.whole("imageheight")?];
    let source = node.attribute("image").filter(|source| !source.is_empty());
    Ok((source, size))
}

struct Reader<'a> {
    projection: &'a Projection,
    sheets: BTreeMap<u32, Sheet>,
    files: &'a mut Files,
    drawn: Drawn,
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
                "imagelayer" => self.image(&node, moved, seen)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn image(&mut self, node: &Element<'_>, at: DVec2, opacity: f64) -> Result<(), FormatError> {
        let (Some(source), size) = image_of(node)? else {
            return Ok(());
        };
        let folder = self.files.folder().to_owned();
        if let Some(image) = self.drawn.image(self.files, &folder, &source) {
            self.include(at, size);
            self.drawn.add(DrawnTile {
                image,
                part: None,
                at,
                transposed: false,
                flipped_across: false,
                flipped_down: false,
                opacity,
            })?;
        }
        Ok(())
    }

    fn include(&mut self, at: DVec2, size: [u32; 2]) {
        self.low = self.low.min(at);
        self.high = self.high.max(at + DVec2::from(size.map(f64::from)));
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
        let tile = plain - first;
        let tile = sheet.animated.get(&tile).copied().unwrap_or(tile);
        let (image, part, size) = match sheet.own.get(&tile) {
            Some(own) => (own.image, own.part, own.size),
            None if sheet.columns > 0 => {
                let [width, height] = sheet.tile;
                let corner = |index: u32, side: u32| {
                    let step = u64::from(side) + u64::from(sheet.spacing);
                    u64::from(sheet.margin) + u64::from(index) * step
                };
                let x = corner(tile % sheet.columns, width);
                let y = corner(tile / sheet.columns, height);
                let [x, y] = [x, y].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
                (sheet.image, Some([x, y, width, height]), sheet.tile)
            }
            None => (None, None, sheet.tile),
        };
        let Some(image) = image else {
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
        let [width, height] = size;
        let shown = if transposed { [height, width] } else { size };
        let up = self.projection.tile.y - f64::from(shown[1]);
        let corner = self.projection.tile_corner(column, row);
        let at = offset + corner + sheet.offset + DVec2::new(0.0, up);
        self.include(at, shown);
        self.drawn.add(DrawnTile {
            image,
            part: part.or((width > 0 && height > 0).then_some([0, 0, width, height])),
            at,
            transposed,
            flipped_across: number & ACROSS != 0,
            flipped_down: number & DOWN != 0,
            opacity,
        })
    }
}
