//! What the levels of a project draw: background colors, tiles, and the tiles that rules placed.

use super::file;
use crate::import::level::drawing::{Drawing, Drawn, DrawnTile};
use crate::import::level::files::Files;
use glam::DVec2;
use serde::Deserialize;
use std::collections::BTreeMap;
use steerwright_format::FormatError;

#[derive(Deserialize)]
struct Project {
    #[serde(rename = "jsonVersion")]
    _version: String,
    #[serde(rename = "worldLayout")]
    layout: Option<String>,
    #[serde(default)]
    defs: Definitions,
    #[serde(default)]
    levels: Vec<Level>,
    #[serde(default)]
    worlds: Vec<World>,
}

#[derive(Deserialize)]
struct World {
    #[serde(rename = "worldLayout")]
    layout: Option<String>,
    #[serde(default)]
    levels: Vec<Level>,
}

#[derive(Default, Deserialize)]
struct Definitions {
    #[serde(default)]
    tilesets: Vec<Tileset>,
}

#[derive(Deserialize)]
struct Tileset {
    uid: i64,
    #[serde(rename = "relPath")]
    image: Option<String>,
    #[serde(rename = "tileGridSize")]
    tile: u32,
}

#[derive(Deserialize)]
struct Level {
    #[serde(default, rename = "identifier")]
    name: String,
    #[serde(default, rename = "worldX")]
    x: f64,
    #[serde(default, rename = "worldY")]
    y: f64,
    #[serde(default, rename = "pxWid")]
    width: f64,
    #[serde(default, rename = "pxHei")]
    height: f64,
    #[serde(default, rename = "worldDepth")]
    depth: i64,
    #[serde(rename = "__bgColor")]
    color: Option<String>,
    #[serde(rename = "externalRelPath")]
    file: Option<String>,
    #[serde(rename = "layerInstances")]
    layers: Option<Vec<Layer>>,
}

#[derive(Deserialize)]
struct Layer {
    #[serde(default = "opaque", rename = "__opacity")]
    opacity: f64,
    #[serde(default, rename = "__pxTotalOffsetX")]
    offset_x: f64,
    #[serde(default, rename = "__pxTotalOffsetY")]
    offset_y: f64,
    #[serde(rename = "__tilesetDefUid")]
    tileset: Option<i64>,
    #[serde(default = "shown")]
    visible: bool,
    #[serde(default, rename = "gridTiles")]
    tiles: Vec<Tile>,
    #[serde(default, rename = "autoLayerTiles")]
    auto_tiles: Vec<Tile>,
}

#[derive(Deserialize)]
struct Tile {
    px: [f64; 2],
    src: [f64; 2],
    /// 1: left and right are exchanged, 2: top and bottom.
    #[serde(default)]
    f: u8,
    /// The opacity.
    a: Option<f64>,
}

fn opaque() -> f64 {
    1.0
}

fn shown() -> bool {
    true
}

/// Reads the drawing of all levels.
pub fn read(text: &str, files: &mut Files) -> Result<Drawing, FormatError> {
    let document = file::document(text)?;
    let project: Project = file::read(document.root(), "")?;
    let tilesets = project.defs.tilesets.iter();
    let tilesets: BTreeMap<i64, &Tileset> = tilesets.map(|set| (set.uid, set)).collect();
    let mut drawn = Drawn::default();
    let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    let mut placed: Vec<(&Level, DVec2)> = Vec::new();
    let worlds = project.worlds.iter();
    let worlds = worlds.map(|world| (&world.levels, &world.layout));
    for (levels, layout) in std::iter::once((&project.levels, &project.layout)).chain(worlds) {
        let mut next = DVec2::ZERO;
        for level in levels {
            let size = DVec2::new(level.width, level.height);
            let corner = match layout.as_deref() {
                Some("LinearHorizontal") => DVec2::new(next.x, 0.0),
                Some("LinearVertical") => DVec2::new(0.0, next.y),
                Some(_) | None => DVec2::new(level.x, level.y),
            };
            next += size;
            low = low.min(corner);
            high = high.max(corner + size);
            placed.push((level, corner));
        }
    }
    // Lower worlds are below higher ones.
    placed.sort_by_key(|(level, _)| level.depth);
    for (level, corner) in placed {
        if let Some(color) = level.color.as_deref().and_then(color) {
            let size = DVec2::new(level.width, level.height);
            drawn.drawing.areas.push((corner, size, color));
        }
        draw(level, corner, &tilesets, files, &mut drawn)?;
    }
    if !(low.x <= high.x) {
        (low, high) = (DVec2::ZERO, DVec2::ONE);
    }
    Ok(drawn.finish(low, high))
}

fn draw(
    level: &Level,
    corner: DVec2,
    tilesets: &BTreeMap<i64, &Tileset>,
    files: &mut Files,
    drawn: &mut Drawn,
) -> Result<(), FormatError> {
    let folder = files.folder().to_owned();
    let separate = match (&level.layers, &level.file) {
        (None, Some(name)) => {
            let read = files.read(&folder, name);
            let read = read.and_then(|file| {
                let document = file::document(file.text).map_err(|e| e.to_string())?;
                file::read::<Level>(document.root(), "").map_err(|e| e.to_string())
            });
            match read {
                Ok(level) => Some(level),
                Err(why) => {
                    drawn.leave_out(format!("the level {:?}", level.name), why);
                    return Ok(());
                }
            }
        }
        _ => None,
    };
    let layers = separate.as_ref().unwrap_or(level).layers.as_deref();
    // The first layer is on top.
    for layer in layers
        .unwrap_or_default()
        .iter()
        .rev()
        .filter(|layer| layer.visible)
    {
        let tileset = layer.tileset.and_then(|uid| tilesets.get(&uid));
        let Some((set, name)) = tileset.and_then(|set| Some((set, set.image.as_deref()?))) else {
            continue;
        };
        let Some(image) = drawn.image(files, &folder, name) else {
            continue;
        };
        let offset = corner + DVec2::new(layer.offset_x, layer.offset_y);
        // Tiles of rules are below those that were placed by hand.
        for tile in layer.auto_tiles.iter().chain(&layer.tiles) {
            // Casts saturate.
            let [x, y] = tile.src.map(|at| at as u32);
            drawn.add(DrawnTile {
                image,
                part: Some([x, y, set.tile, set.tile]),
                at: offset + DVec2::from(tile.px),
                transposed: false,
                flipped_across: tile.f & 1 != 0,
                flipped_down: tile.f & 2 != 0,
                opacity: (layer.opacity * tile.a.unwrap_or(1.0)).clamp(0.0, 1.0),
            })?;
        }
    }
    Ok(())
}

/// A color as "#rrggbb".
fn color(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}
