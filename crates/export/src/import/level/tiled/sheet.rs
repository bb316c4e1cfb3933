//! The tilesets of a map as it draws them: how tiles lie in images.

use super::placement::TileStyle;
use super::tilesets::parsed;
use crate::import::level::drawing::{Drawn, color};
use crate::import::level::element::Element;
use crate::import::level::files::{Files, folder_of};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use steerwright_format::FormatError;

/// A tileset: how its tiles lie in its image, or the images of its tiles.
#[derive(Default)]
pub struct Sheet {
    image: Option<usize>,
    /// The size of its tiles.
    pub tile: [u32; 2],
    columns: u32,
    margin: u32,
    spacing: u32,
    /// How its tiles are drawn.
    pub style: TileStyle,
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

/// An image that a file names.
pub struct ImageName<'a> {
    /// Its file, relative to the file that names it.
    pub source: Option<Cow<'a, str>>,
    /// Its size, or 0 if the file does not say it.
    pub size: [u32; 2],
    /// The color whose pixels are transparent.
    pub transparent: Option<[u8; 3]>,
}

/// The picture of a tile.
pub struct TilePicture {
    /// The index of the image.
    pub image: usize,
    /// The part of the image; `None` for all of it.
    pub part: Option<[u32; 4]>,
    /// The size of the tile.
    pub size: [u32; 2],
}

impl Sheet {
    /// Reads the tileset in an element, or in the file that it names.
    pub fn of(
        node: &Element<'_>,
        folder: &Path,
        files: &mut Files,
        drawn: &mut Drawn,
    ) -> Result<Self, FormatError> {
        let Some(source) = node.attribute("source") else {
            return read(node, folder, files, drawn);
        };
        let file = match files.read(folder, &source) {
            Ok(file) => file,
            Err(why) => return Ok(Self::left_out(drawn, why)),
        };
        match parsed(&file.text, "tileset") {
            Ok(document) => read(&document.root(), &folder_of(&file.path), files, drawn),
            Err(error) => Ok(Self::left_out(drawn, error.to_string())),
        }
    }

    fn left_out(drawn: &mut Drawn, why: String) -> Self {
        drawn.leave_out("the tiles of a tileset", why);
        Self::default()
    }

    /// The picture of a tile; of an animated one, the first.
    pub fn picture(&self, tile: u32) -> Option<TilePicture> {
        let tile = self.animated.get(&tile).copied().unwrap_or(tile);
        let (image, part, size) = match self.own.get(&tile) {
            Some(tile) => (tile.image, tile.part, tile.size),
            None if self.columns > 0 => {
                let [width, height] = self.tile;
                let corner = |index: u32, side: u32| {
                    let step = u64::from(side) + u64::from(self.spacing);
                    u64::from(self.margin) + u64::from(index) * step
                };
                let x = corner(tile % self.columns, width);
                let y = corner(tile / self.columns, height);
                let [x, y] = [x, y].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
                (self.image, Some([x, y, width, height]), self.tile)
            }
            None => (None, None, self.tile),
        };
        let [width, height] = size;
        Some(TilePicture {
            image: image?,
            part: part.or((width > 0 && height > 0).then_some([0, 0, width, height])),
            size,
        })
    }
}

fn read(
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
        style: TileStyle::read(node)?,
        ..Sheet::default()
    };
    let image = image_of(node)?;
    let size = image.size;
    if let Some(source) = &image.source {
        sheet.image = drawn.image(files, folder, source, image.transparent);
        if sheet.columns == 0 {
            // Old versions do not say how many there are.
            let step = (sheet.tile[0] + sheet.spacing).max(1);
            sheet.columns = (size[0] + sheet.spacing).saturating_sub(sheet.margin) / step;
        }
    }
    for tile in node.all("tile") {
        let id = tile.whole("id")?;
        let image = image_of(&tile)?;
        if let Some(source) = &image.source {
            let part = ["x", "y", "width", "height"];
            let has_part = tile.attribute("width").is_some();
            let part = match part.map(|name| tile.whole(name)) {
                [Ok(x), Ok(y), Ok(width), Ok(height)] if has_part => Some([x, y, width, height]),
                _ => None,
            };
            let picture = Own {
                image: drawn.image(files, folder, source, image.transparent),
                part,
                size: part.map_or(image.size, |[.., width, height]| [width, height]),
            };
            sheet.own.insert(id, picture);
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

/// The image of a tileset, a tile or a layer.
pub fn image_of<'a>(node: &Element<'a>) -> Result<ImageName<'a>, FormatError> {
    let transparent = |text: Option<Cow<'_, str>>| text.and_then(|text| color(&text));
    if let Some(image) = node.child("image") {
        return Ok(ImageName {
            source: image.attribute("source"),
            size: [image.whole("width")?, image.whole("height")?],
            transparent: transparent(image.attribute("trans")),
        });
    }
    Ok(ImageName {
        source: node.attribute("image").filter(|source| !source.is_empty()),
        size: [node.whole("imagewidth")?, node.whole("imageheight")?],
        transparent: transparent(node.attribute("transparentcolor")),
    })
}
