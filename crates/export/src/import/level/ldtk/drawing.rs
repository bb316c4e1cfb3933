//! What the levels of a project draw: background colors and images, tiles, the tiles that rules
//! placed, and those of entities.

use super::drawn_entities::{DrawnEntity, EntityDefinition};
use super::{PIXELS_PER_UNIT, file};
use crate::import::level::drawing::{Drawing, Drawn, DrawnTile, Sides, color};
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
    #[serde(rename = "defaultGridSize")]
    grid_size: Option<f64>,
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
    #[serde(default)]
    entities: Vec<EntityDefinition>,
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
    #[serde(rename = "bgRelPath")]
    background: Option<String>,
    #[serde(rename = "__bgPos")]
    background_place: Option<BackgroundPlace>,
    #[serde(rename = "externalRelPath")]
    file: Option<String>,
    #[serde(rename = "layerInstances")]
    layers: Option<Vec<Layer>>,
}

/// Which part of a background is where.
#[derive(Deserialize)]
struct BackgroundPlace {
    #[serde(rename = "topLeftPx")]
    at: [f64; 2],
    scale: [f64; 2],
    #[serde(rename = "cropRect")]
    part: [f64; 4],
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
    #[serde(default, rename = "entityInstances")]
    entities: Vec<DrawnEntity>,
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
    let entities = project.defs.entities.iter();
    let definitions = ById {
        tilesets: tilesets.map(|set| (set.uid, set)).collect(),
        entities: entities.map(|entity| (entity.uid, entity)).collect(),
    };
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
        draw_background(level, corner, files, &mut drawn)?;
        draw(level, corner, &definitions, files, &mut drawn)?;
    }
    if !(low.x <= high.x) {
        (low, high) = (DVec2::ZERO, DVec2::ONE);
    }
    let grid = project.grid_size.filter(|size| *size > 0.0);
    Ok(Drawing {
        pixels_per_unit: grid.unwrap_or(PIXELS_PER_UNIT),
        ..drawn.finish(low, high)
    })
}

/// The definitions of a project, by their ids.
struct ById<'a> {
    tilesets: BTreeMap<i64, &'a Tileset>,
    entities: BTreeMap<i64, &'a EntityDefinition>,
}

impl ById<'_> {
    /// Whether the image of a tileset is not a file.
    fn is_built_in(&self, tileset: Option<i64>) -> bool {
        let set = tileset.and_then(|uid| self.tilesets.get(&uid));
        set.is_some_and(|set| set.image.is_none())
    }

    /// The index of the image of a tileset, and the side of its tiles.
    fn image(
        &self,
        tileset: Option<i64>,
        files: &mut Files,
        drawn: &mut Drawn,
    ) -> Option<(usize, u32)> {
        let set = self.tilesets.get(&tileset?)?;
        let folder = files.folder().to_owned();
        let image = drawn.image(files, &folder, set.image.as_deref()?, None)?;
        Some((image, set.tile))
    }
}

/// Draws the image behind a level.
fn draw_background(
    level: &Level,
    corner: DVec2,
    files: &mut Files,
    drawn: &mut Drawn,
) -> Result<(), FormatError> {
    let (Some(name), Some(place)) = (&level.background, &level.background_place) else {
        return Ok(());
    };
    let folder = files.folder().to_owned();
    let Some(image) = drawn.image(files, &folder, name, None) else {
        return Ok(());
    };
    // Casts saturate.
    let part = place.part.map(|number| number.round() as u32);
    let [_, _, width, height] = place.part;
    let [across, down] = place.scale;
    let is_scaled = place.scale != [1.0, 1.0];
    drawn.add(DrawnTile {
        image,
        part: Some(part),
        at: corner + DVec2::from(place.at),
        sides: is_scaled.then_some(Sides {
            across: DVec2::new(width * across, 0.0),
            down: DVec2::new(0.0, height * down),
        }),
        transposed: false,
        flipped_across: false,
        flipped_down: false,
        opacity: 1.0,
    })
}

fn draw(
    level: &Level,
    corner: DVec2,
    definitions: &ById<'_>,
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
        let offset = corner + DVec2::new(layer.offset_x, layer.offset_y);
        for entity in &layer.entities {
            let Some((image, _)) = definitions.image(entity.tileset(), files, drawn) else {
                if definitions.is_built_in(entity.tileset()) {
                    let why = "icons that are part of LDtk are not drawn";
                    drawn.leave_out("the icon of an entity", why);
                }
                continue;
            };
            let definition = definitions.entities.get(&entity.definition);
            entity.draw(definition.copied(), image, offset, layer.opacity, drawn)?;
        }
        let Some((image, side)) = definitions.image(layer.tileset, files, drawn) else {
            continue;
        };
        // Tiles of rules are below those that were placed by hand.
        for tile in layer.auto_tiles.iter().chain(&layer.tiles) {
            // Casts saturate.
            let [x, y] = tile.src.map(|at| at as u32);
            drawn.add(DrawnTile {
                image,
                part: Some([x, y, side, side]),
                at: offset + DVec2::from(tile.px),
                sides: None,
                transposed: false,
                flipped_across: tile.f & 1 != 0,
                flipped_down: tile.f & 2 != 0,
                opacity: (layer.opacity * tile.a.unwrap_or(1.0)).clamp(0.0, 1.0),
            })?;
        }
    }
    Ok(())
}
