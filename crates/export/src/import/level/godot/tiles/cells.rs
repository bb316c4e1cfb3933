//! The cells of a tile map, and the tiles in them.

use crate::import::level::beyond;
use crate::import::level::godot::tree::Properties;
use crate::target::godot::text::Variant;
use data_encoding::BASE64;
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::FormatError;
use steerwright_format::limits::{BLOCKED_CELLS, MAP_TILES};

/// A tile of a tile set. In Godot 3, `source` is its id, and `at` its place in the picture of an
/// autotile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile {
    pub source: u32,
    pub at: [u16; 2],
    pub alternative: u16,
}

/// How a tile is flipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flips {
    pub across: bool,
    pub down: bool,
    pub diagonally: bool,
}

/// A tile in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The column and the row.
    pub cell: [i32; 2],
    pub tile: Tile,
    pub flips: Flips,
}

/// A layer of a tile map.
pub struct Layer {
    /// Its number, in a tile map with several.
    pub number: Option<usize>,
    /// Its name, in a tile map with several.
    pub name: String,
    /// Whether the game has its tiles.
    pub enabled: bool,
    /// Whether its tiles have collision shapes.
    pub collides: bool,
    /// Its tiles; `None` if they are more than can be read.
    pub tiles: Option<Vec<Placed>>,
}

/// How the numbers of a cell are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrangement {
    /// Godot 3 before autotiles: 8 bytes.
    Short,
    /// Godot 3: 12 bytes.
    Three,
    /// Godot 4: 12 bytes.
    Four,
}

/// The layers of a tile map. `left` is how many tiles the scene may still have.
///
/// # Errors
/// There are too many tiles.
pub fn layers(
    node: &Properties<'_>,
    kind: &str,
    left: &mut u64,
) -> Result<Vec<Layer>, FormatError> {
    let is_on = |name: &str| node.is_on(name, true);
    let single = |tiles, collides| Layer {
        number: None,
        name: String::new(),
        enabled: is_on("enabled"),
        collides,
        tiles,
    };
    if kind == "TileMapLayer" {
        let bytes = bytes_of(node);
        // The first two bytes are a version.
        let tiles = placed(bytes.get(2..).unwrap_or_default(), Arrangement::Four, left)?;
        return Ok(vec![single(tiles, is_on("collision_enabled"))]);
    }
    let arrangement = match node.number("format") {
        Some(format) if format >= 2.0 => Arrangement::Four,
        Some(_) => Arrangement::Three,
        None => Arrangement::Short,
    };
    if arrangement != Arrangement::Four {
        let bytes = words(&node.numbers("tile_data").unwrap_or_default());
        return Ok(vec![single(placed(&bytes, arrangement, left)?, true)]);
    }
    let mut layers: BTreeMap<usize, Layer> = BTreeMap::new();
    for (name, value) in node.iter() {
        let Some((number, field)) = name
            .strip_prefix("layer_")
            .and_then(|rest| rest.split_once('/'))
            .and_then(|(number, field)| Some((number.parse().ok()?, field)))
        else {
            continue;
        };
        let layer = layers.entry(number).or_insert_with(|| Layer {
            number: Some(number),
            ..single(Some(Vec::new()), true)
        });
        match field {
            "name" => {
                layer.name = value
                    .read()
                    .and_then(|name| Some(name.as_text()?.to_owned()))
                    .unwrap_or_default();
            }
            "enabled" => layer.enabled = value.read() != Some(Variant::Bool(false)),
            "tile_data" => {
                let bytes = words(&value.numbers().unwrap_or_default());
                layer.tiles = placed(&bytes, arrangement, left)?;
            }
            _ => {}
        }
    }
    Ok(layers.into_values().collect())
}

/// The bytes of a layer of Godot 4: as base64, or as numbers.
fn bytes_of(node: &Properties<'_>) -> Vec<u8> {
    let name = "tile_map_data";
    if let Some(numbers) = node.numbers(name) {
        return numbers.iter().map(|&number| number as u8).collect();
    }
    let Some(Variant::Made(_, items)) = node.value(name) else {
        return Vec::new();
    };
    let text = items.first().and_then(Variant::as_text).unwrap_or_default();
    BASE64.decode(text.as_bytes()).unwrap_or_default()
}

/// The bytes of numbers of 32 bits, with or without a sign.
fn words(numbers: &[f64]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|&number| (number as i64 as u32).to_le_bytes())
        .collect()
}

/// The tiles of a layer; `None` if they are more than can be read.
fn placed(
    bytes: &[u8],
    arrangement: Arrangement,
    left: &mut u64,
) -> Result<Option<Vec<Placed>>, FormatError> {
    let size = match arrangement {
        Arrangement::Short => 8,
        Arrangement::Three | Arrangement::Four => 12,
    };
    let count = (bytes.len() / size) as u64;
    *left = left
        .checked_sub(count)
        .ok_or_else(|| beyond("the scene", &MAP_TILES))?;
    if count > BLOCKED_CELLS.max {
        return Ok(None);
    }
    let tiles = bytes.chunks_exact(size).map(|bytes| {
        let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let place = |at: usize| i32::from(short(at) as i16);
        let (tile, flags) = match arrangement {
            Arrangement::Short | Arrangement::Three => {
                let word = u32::from(short(4)) | u32::from(short(6)) << 16;
                let at = match arrangement {
                    Arrangement::Three => [short(8), short(10)],
                    Arrangement::Short | Arrangement::Four => [0, 0],
                };
                let tile = Tile {
                    source: word & 0x1fff_ffff,
                    at,
                    alternative: 0,
                };
                (tile, word >> 29)
            }
            Arrangement::Four => {
                let tile = Tile {
                    source: u32::from(short(4)),
                    at: [short(6), short(8)],
                    alternative: short(10) & 0x0fff,
                };
                (tile, u32::from(short(10) >> 12))
            }
        };
        Placed {
            cell: [place(0), place(2)],
            tile,
            flips: Flips {
                across: flags & 1 != 0,
                down: flags & 2 != 0,
                diagonally: flags & 4 != 0,
            },
        }
    });
    Ok(Some(tiles.collect()))
}

impl Flips {
    /// Where a point of a tile is after flipping, from the middle of the tile.
    pub fn apply(self, point: DVec2) -> DVec2 {
        let mut point = if self.diagonally {
            DVec2::new(point.y, point.x)
        } else {
            point
        };
        if self.across {
            point.x = -point.x;
        }
        if self.down {
            point.y = -point.y;
        }
        point
    }

    /// The size of a tile after flipping.
    pub fn size(self, size: DVec2) -> DVec2 {
        if self.diagonally {
            DVec2::new(size.y, size.x)
        } else {
            size
        }
    }
}
