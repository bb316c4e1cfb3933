//! Maps as pictures: which parts of which images a map draws, and where.

use super::files::Files;
use super::{LeftOut, ldtk, tiled};
use glam::DVec2;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use steerwright_format::limits::{Limit, MAP_TILES, TREE_BYTES};
use steerwright_format::{FormatError, sanitize_for_display};

/// The extensions of maps that can be drawn.
pub const DRAWABLE: [&str; 4] = ["tmx", "tmj", "json", "ldtk"];

/// What a map draws.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The width and height, in pixels.
    pub size: [u32; 2],
    /// The upper left corner, in pixels of the map.
    pub corner: DVec2,
    /// The pixels that become one unit, unless the user says otherwise.
    pub pixels_per_unit: f64,
    /// The images.
    pub images: Vec<DrawnImage>,
    /// All files that the map names: images, tilesets, templates and levels.
    pub files: Vec<PathBuf>,
    /// The areas of one color, below all tiles: position, size, and red, green and blue.
    pub areas: Vec<(DVec2, DVec2, [u8; 3])>,
    /// The parts of images, from the lowest to the highest. Positions are from the upper left
    /// corner of the picture.
    pub tiles: Vec<DrawnTile>,
    /// What is not drawn, and why.
    pub left_out: Vec<LeftOut>,
    /// The files outside the folder of the map that were not read.
    pub outside: Vec<PathBuf>,
}

/// An image file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnImage {
    /// The file.
    pub path: PathBuf,
    /// The color whose pixels are transparent.
    pub transparent: Option<[u8; 3]>,
}

/// A part of an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnTile {
    /// The index of the image.
    pub image: usize,
    /// The corner of the part in the image, and its width and height. `None` for the whole image.
    pub part: Option<[u32; 4]>,
    /// The upper left corner in the picture.
    pub at: DVec2,
    /// Whether columns and rows are exchanged, before the other two.
    pub transposed: bool,
    /// Whether left and right are exchanged.
    pub flipped_across: bool,
    /// Whether top and bottom are exchanged.
    pub flipped_down: bool,
    /// Where its sides lead to in the picture, if it is scaled or rotated.
    pub sides: Option<Sides>,
    /// The opacity, 0 to 1.
    pub opacity: f64,
}

/// The sides of a part of an image in the picture, from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sides {
    /// To the upper right corner.
    pub across: DVec2,
    /// To the lower left corner.
    pub down: DVec2,
}

/// The drawing of the map at `path` with this text. Without `allow_outside`, images outside of its
/// folder are not in it; they are listed as left out.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn drawing(path: &Path, text: &str, allow_outside: bool) -> Result<Drawing, FormatError> {
    if text.len() as u64 > TREE_BYTES.max {
        return Err(FormatError::TooLarge {
            bytes: text.len() as u64,
            limit: &TREE_BYTES,
        });
    }
    let mut files = Files::new(path, allow_outside);
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let drawing = match extension.to_lowercase().as_str() {
        "ldtk" => ldtk::drawing::read(text, &mut files),
        _ => tiled::drawing::read(&tiled::map_in(text)?.root(), &mut files),
    }?;
    Ok(Drawing {
        outside: files.outside(),
        files: files.located(),
        ..drawing
    })
}

/// A drawing that is being put together.
#[derive(Default)]
pub(super) struct Drawn {
    pub drawing: Drawing,
    omissions: super::Omissions,
    known: BTreeMap<(PathBuf, Option<[u8; 3]>), Option<usize>>,
}

impl Drawn {
    /// Adds what is not drawn.
    pub fn leave_out(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.omissions.add(what, why);
    }

    /// The index of the image that a file in `folder` calls `name`. `None` if it must not be read.
    pub fn image(
        &mut self,
        files: &mut Files,
        folder: &Path,
        name: &str,
        transparent: Option<[u8; 3]>,
    ) -> Option<usize> {
        let key = (folder.join(name), transparent);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let index = match files.locate(folder, name) {
            Ok(path) => {
                self.drawing.images.push(DrawnImage { path, transparent });
                Some(self.drawing.images.len() - 1)
            }
            Err(why) => {
                self.omissions
                    .add(format!("the image {}", sanitize_for_display(name)), why);
                None
            }
        };
        self.known.insert(key, index);
        index
    }

    /// Adds a part of an image.
    pub fn add(&mut self, tile: DrawnTile) -> Result<(), FormatError> {
        const LIMIT: &Limit = &MAP_TILES;
        if self.drawing.tiles.len() as u64 >= LIMIT.max {
            return Err(super::beyond("the map", LIMIT));
        }
        self.drawing.tiles.push(tile);
        Ok(())
    }

    /// The drawing of what lies between two corners.
    pub fn finish(self, low: DVec2, high: DVec2) -> Drawing {
        let mut drawing = self.drawing;
        let low = low.floor();
        drawing.corner = low;
        for tile in &mut drawing.tiles {
            tile.at -= low;
        }
        for (at, ..) in &mut drawing.areas {
            *at -= low;
        }
        // Casts saturate.
        drawing.size = (high - low)
            .ceil()
            .to_array()
            .map(|side| side.max(1.0) as u32);
        drawing.left_out = self.omissions.list();
        drawing
    }
}

/// A color as "#rrggbb" or "rrggbb", or with two digits of an opacity first.
pub(super) fn color(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_color = matches!(digits.len(), 6 | 8);
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    is_color.then_some([red, green, blue])
}
