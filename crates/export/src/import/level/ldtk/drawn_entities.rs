//! The tiles of entities: scaled, cropped or repeated in the entity's box, as its definition says.

use crate::import::level::beyond;
use crate::import::level::drawing::{Drawn, DrawnTile, Sides};
use glam::DVec2;
use serde::Deserialize;
use steerwright_format::FormatError;
use steerwright_format::limits::MAP_TILES;

/// What all entities of a kind have in common.
#[derive(Deserialize)]
pub struct EntityDefinition {
    pub uid: i64,
    #[serde(default, rename = "tileRenderMode")]
    fit: RenderMode,
    #[serde(default = "opaque", rename = "tileOpacity")]
    opacity: f64,
    /// The widths of the borders that keep their size: top, right, bottom and left.
    #[serde(default, rename = "nineSliceBorders")]
    borders: Vec<f64>,
}

/// How a tile fits into the box of an entity.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
enum RenderMode {
    Cover,
    #[default]
    FitInside,
    Repeat,
    Stretch,
    FullSizeCropped,
    FullSizeUncropped,
    NineSlice,
    #[serde(other)]
    Unknown,
}

/// An entity in a level.
#[derive(Deserialize)]
pub struct DrawnEntity {
    #[serde(default, rename = "defUid")]
    pub definition: i64,
    #[serde(default)]
    px: [f64; 2],
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(default, rename = "__pivot")]
    pivot: [f64; 2],
    #[serde(rename = "__tile")]
    tile: Option<EntityTile>,
}

/// A part of the image of a tileset.
#[derive(Deserialize)]
struct EntityTile {
    #[serde(rename = "tilesetUid")]
    tileset: i64,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    w: f64,
    #[serde(default)]
    h: f64,
    /// Corner and size, in files of LDtk before 1.0.
    #[serde(rename = "srcRect")]
    part: Option<[f64; 4]>,
}

/// A part of a tile, and where it is in the box of the entity.
#[derive(Clone, Copy)]
struct Piece {
    from: DVec2,
    pixels: DVec2,
    at: DVec2,
    size: DVec2,
}

fn opaque() -> f64 {
    1.0
}

impl DrawnEntity {
    /// The id of the tileset of its tile.
    pub fn tileset(&self) -> Option<i64> {
        self.tile.as_ref().map(|tile| tile.tileset)
    }

    /// Draws its tile. `offset` is the corner of its layer.
    pub fn draw(
        &self,
        definition: Option<&EntityDefinition>,
        image: usize,
        offset: DVec2,
        opacity: f64,
        drawn: &mut Drawn,
    ) -> Result<(), FormatError> {
        let Some(tile) = &self.tile else {
            return Ok(());
        };
        let [x, y, width, height] = tile.part.unwrap_or([tile.x, tile.y, tile.w, tile.h]);
        let (part, tile) = (DVec2::new(x, y), DVec2::new(width, height));
        let (size, pivot) = (DVec2::new(self.width, self.height), DVec2::from(self.pivot));
        // No comparison holds for what is not a number.
        if !(tile.min_element() >= 1.0 && size.min_element() > 0.0) {
            return Ok(());
        }
        let corner = offset + DVec2::from(self.px) - size * pivot;
        let of_definition = definition.map_or(1.0, |definition| definition.opacity);
        let opacity = (opacity * of_definition).clamp(0.0, 1.0);
        let fit = definition.map_or(RenderMode::default(), |definition| definition.fit);
        let borders = definition.map_or(&[][..], |definition| &definition.borders);
        let mut add = |piece: Piece| {
            let from = (part + piece.from).round();
            let pixels = piece.pixels.round().max(DVec2::ONE);
            let sides = Sides {
                across: DVec2::new(piece.size.x, 0.0),
                down: DVec2::new(0.0, piece.size.y),
            };
            drawn.add(DrawnTile {
                image,
                // Casts saturate.
                part: Some([from.x, from.y, pixels.x, pixels.y].map(|side| side as u32)),
                at: corner + piece.at,
                sides: (piece.size != pixels).then_some(sides),
                transposed: false,
                flipped_across: false,
                flipped_down: false,
                opacity,
            })
        };
        let scaled = |scale: f64| {
            let pixels = (size / scale).min(tile);
            Piece {
                from: (tile - pixels) * pivot,
                pixels,
                at: (size - pixels * scale) * pivot,
                size: pixels * scale,
            }
        };
        let whole = Piece {
            from: DVec2::ZERO,
            pixels: tile,
            at: DVec2::ZERO,
            size,
        };
        let scales = size / tile;
        match fit {
            RenderMode::Stretch => add(whole),
            RenderMode::FitInside | RenderMode::Unknown => add(scaled(scales.min_element())),
            RenderMode::Cover => add(scaled(scales.max_element())),
            RenderMode::FullSizeCropped => add(scaled(1.0)),
            RenderMode::FullSizeUncropped => add(Piece {
                at: (size - tile) * pivot,
                size: tile,
                ..whole
            }),
            RenderMode::Repeat => repeat(whole, &mut add),
            RenderMode::NineSlice => nine_slices(whole, borders, &mut add),
        }
    }
}

/// Repeats a piece with its own size until `piece.size` is covered.
fn repeat(
    piece: Piece,
    add: &mut impl FnMut(Piece) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    if !(piece.pixels.min_element() >= 1.0) {
        return Ok(());
    }
    let count = (piece.size / piece.pixels).ceil();
    if count.x * count.y > MAP_TILES.max as f64 {
        return Err(beyond("the map", &MAP_TILES));
    }
    let mut y = 0.0;
    while y < piece.size.y {
        let mut x = 0.0;
        while x < piece.size.x {
            let done = DVec2::new(x, y);
            let pixels = piece.pixels.min(piece.size - done);
            add(Piece {
                from: piece.from,
                pixels,
                at: piece.at + done,
                size: pixels,
            })?;
            x += piece.pixels.x;
        }
        y += piece.pixels.y;
    }
    Ok(())
}

/// Draws the corners of a tile at the corners of the box, and repeats what is between them.
fn nine_slices(
    piece: Piece,
    borders: &[f64],
    add: &mut impl FnMut(Piece) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    let &[top, right, bottom, left] = borders else {
        return repeat(piece, add);
    };
    let columns = slices(piece.pixels.x, piece.size.x, left, right);
    let rows = slices(piece.pixels.y, piece.size.y, top, bottom);
    for row in rows {
        for column in columns {
            repeat(
                Piece {
                    from: DVec2::new(column.from, row.from),
                    pixels: DVec2::new(column.pixels, row.pixels),
                    at: DVec2::new(column.at, row.at),
                    size: DVec2::new(column.size, row.size),
                },
                add,
            )?;
        }
    }
    Ok(())
}

/// A part of a side of a tile, and where it is on that side of the box.
#[derive(Clone, Copy)]
struct Slice {
    from: f64,
    pixels: f64,
    at: f64,
    size: f64,
}

/// The parts of a side of a tile: the first border, the middle, and the last border.
fn slices(pixels: f64, size: f64, first: f64, last: f64) -> [Slice; 3] {
    let slice = |from, pixels, at, size| Slice {
        from,
        pixels,
        at,
        size,
    };
    [
        slice(0.0, first, 0.0, first),
        slice(first, pixels - first - last, first, size - first - last),
        slice(pixels - last, last, size - last, last),
    ]
}
