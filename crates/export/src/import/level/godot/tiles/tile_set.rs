//! Tile sets: the collision shapes of tiles.

use super::cells::Tile;
use super::grid::{Grid, GridFour, GridThree};
use crate::import::godot::parse::Value;
use crate::import::level::beyond;
use crate::import::level::godot::documents::{Documents, Resource};
use crate::import::level::godot::shapes;
use crate::import::level::godot::tree::Properties;
use crate::target::godot::text::Variant;
use glam::DVec2;
use kurbo::{Affine, Point};
use std::collections::{BTreeMap, BTreeSet};
use steerwright_format::FormatError;
use steerwright_format::limits::MAP_ELEMENTS;

/// The collision shape of a tile, from the middle of the tile, and whether it is closed.
pub type TileLine = (Vec<DVec2>, bool);

/// The picture of a tile of Godot 3.
struct Picture {
    /// Its size; `None` if it is that of its file.
    size: Option<DVec2>,
    /// Whether it has several tiles.
    is_atlas: bool,
}

/// The physics layers of a tile set.
#[derive(Default)]
struct PhysicsLayers {
    count: usize,
    /// Those without collisions.
    bodiless: BTreeSet<usize>,
}

/// A tile set.
#[derive(Default)]
pub struct TileSet {
    /// The cells, which a node of Godot 3 has instead.
    grid: Option<GridFour>,
    lines: BTreeMap<Tile, Vec<TileLine>>,
    /// The pictures of tiles, in Godot 3.
    pictures: BTreeMap<u32, Picture>,
    /// The sources whose tiles are scenes.
    scenes: BTreeSet<u32>,
}

impl TileSet {
    /// Reads a tile set. `left` is how many values may still be read.
    ///
    /// # Errors
    /// It has too many values.
    pub fn read(
        documents: &mut Documents<'_>,
        resource: &Resource,
        left: &mut u64,
    ) -> Result<Self, FormatError> {
        let section = resource.section();
        let mut set = Self::default();
        let mut tiles_of_three: BTreeMap<u32, Vec<(&str, Value<'_>)>> = BTreeMap::new();
        let mut sources = Vec::new();
        let mut layers = PhysicsLayers::default();
        for (name, value) in section.properties() {
            count(left)?;
            let Some((first, rest)) = name.split_once('/') else {
                continue;
            };
            if let Some(Ok(layer)) = first.strip_prefix("physics_layer_").map(str::parse) {
                layers.count = layers.count.max(layer + 1);
                let mask = value.clone().read().and_then(|mask| mask.number());
                if rest == "collision_layer" && mask == Some(0.0) {
                    layers.bodiless.insert(layer);
                }
            } else if let ("sources", Ok(id)) = (first, rest.parse::<u32>()) {
                sources.push((id, value));
            } else if let Ok(id) = first.parse::<u32>() {
                tiles_of_three.entry(id).or_default().push((rest, value));
            }
        }
        if tiles_of_three.is_empty() {
            set.grid = Some(GridFour::of(section));
        }
        for (id, reference) in sources {
            let source = reference
                .read()
                .and_then(|at| documents.resource(&resource.document, &at).ok());
            if let Some(source) = source {
                set.add_source(id, &source, &layers, left)?;
            }
        }
        for (id, values) in tiles_of_three {
            set.add_tile_of_three(documents, resource, id, &values);
        }
        Ok(set)
    }

    /// Adds a source of Godot 4: a picture with tiles, or scenes.
    fn add_source(
        &mut self,
        id: u32,
        source: &Resource,
        layers: &PhysicsLayers,
        left: &mut u64,
    ) -> Result<(), FormatError> {
        if source.kind() == "TileSetScenesCollectionSource" {
            self.scenes.insert(id);
            return Ok(());
        }
        for (name, value) in source.section().properties() {
            count(left)?;
            let Some((tile, layer)) = polygon_of(name) else {
                continue;
            };
            if layer < layers.count && !layers.bodiless.contains(&layer) {
                let numbers = value.numbers().unwrap_or_default();
                let points = numbers.chunks_exact(2);
                let points = points.map(|pair| DVec2::new(pair[0], pair[1])).collect();
                let lines = self.lines.entry(Tile { source: id, ..tile });
                lines.or_default().push((points, true));
            }
        }
        Ok(())
    }

    fn add_tile_of_three(
        &mut self,
        documents: &mut Documents<'_>,
        resource: &Resource,
        id: u32,
        values: &[(&str, Value<'_>)],
    ) {
        let find = |name: &str| values.iter().find(|(known, _)| *known == name);
        let read = |name: &str| find(name)?.1.clone().read();
        let numbers = |name: &str| find(name)?.1.clone().numbers();
        // Godot 3.0 has only the second.
        let is_atlas = read("tile_mode").and_then(|mode| mode.number()) > Some(0.0)
            || read("is_autotile") == Some(Variant::Bool(true));
        let size = match (
            is_atlas,
            numbers("autotile/tile_size").as_deref(),
            numbers("region").as_deref(),
        ) {
            (true, Some(&[x, y]), _) => Some(DVec2::new(x, y)),
            (true, _, _) => Some(DVec2::splat(64.0)),
            (false, _, Some(&[left, top, x, y])) if [left, top, x, y] != [0.0; 4] => {
                Some(DVec2::new(x, y))
            }
            (false, _, _) => None,
        };
        let size = size.map(DVec2::floor);
        self.pictures.insert(id, Picture { size, is_atlas });
        let size = size.unwrap_or_default();
        let mut add = |shape: &Variant, at: [u16; 2], transform: Affine| {
            let Ok(shape) = documents.resource(&resource.document, shape) else {
                return;
            };
            for (line, closed) in shapes::of_shape(&shape).unwrap_or_default() {
                let from_middle = |point: Point| {
                    let point = transform * point;
                    DVec2::new(point.x, point.y) - size / 2.0
                };
                let tile = Tile {
                    source: id,
                    at,
                    alternative: 0,
                };
                let line = line.into_iter().map(from_middle).collect();
                self.lines.entry(tile).or_default().push((line, closed));
            }
        };
        if let Some(Variant::List(shapes)) = read("shapes") {
            for entry in &shapes {
                let at = match entry.get("autotile_coord").and_then(made) {
                    Some([x, y]) if is_atlas => [x as u16, y as u16],
                    _ => [0, 0],
                };
                let transform = entry.get("shape_transform").and_then(made);
                if let Some(shape) = entry.get("shape") {
                    add(shape, at, transform.map_or(Affine::IDENTITY, Affine::new));
                }
            }
        } else if let Some(shape) = read("shape") {
            let offset = match numbers("shape_offset").as_deref() {
                Some(&[x, y]) => Affine::translate((x, y)),
                _ => Affine::IDENTITY,
            };
            add(&shape, [0, 0], offset);
        }
    }

    /// The cells of a tile map with this tile set.
    pub fn grid(&self, node: &Properties<'_>) -> Grid {
        match self.grid {
            Some(grid) => Grid::Four(grid),
            None => Grid::Three(GridThree::of(node)),
        }
    }

    /// The collision shapes of a tile.
    pub fn lines(&self, tile: Tile) -> &[TileLine] {
        let picture = self.pictures.get(&tile.source);
        let at = match picture {
            // Files can have any place in the picture.
            Some(picture) if !picture.is_atlas => [0, 0],
            _ => tile.at,
        };
        let lines = self.lines.get(&Tile { at, ..tile });
        lines.map_or(&[], Vec::as_slice)
    }

    /// The size of the picture of a tile, in Godot 3; `None` if it is that of its file.
    pub fn size(&self, tile: Tile) -> Option<DVec2> {
        match self.pictures.get(&tile.source) {
            Some(picture) => picture.size,
            None => Some(DVec2::ZERO),
        }
    }

    /// Whether a tile is a scene.
    pub fn is_scene(&self, tile: Tile) -> bool {
        self.scenes.contains(&tile.source)
    }
}

fn count(left: &mut u64) -> Result<(), FormatError> {
    *left = left
        .checked_sub(1)
        .ok_or_else(|| beyond("the tile set", &MAP_ELEMENTS))?;
    Ok(())
}

/// The numbers of a constructor call.
fn made<const N: usize>(value: &Variant) -> Option<[f64; N]> {
    let Variant::Made(_, items) = value else {
        return None;
    };
    let numbers: Vec<f64> = items.iter().filter_map(Variant::number).collect();
    numbers.try_into().ok()
}

/// The tile and the physics layer that `0:1/2/physics_layer_3/polygon_4/points` names.
fn polygon_of(name: &str) -> Option<(Tile, usize)> {
    let mut parts = name.split('/');
    let (x, y) = parts.next()?.split_once(':')?;
    let alternative = parts.next()?.parse().ok()?;
    let layer = parts.next()?.strip_prefix("physics_layer_")?;
    let layer = layer.parse().ok()?;
    let is_polygon = parts.next()?.starts_with("polygon_") && parts.next() == Some("points");
    let tile = Tile {
        source: 0,
        at: [x.parse().ok()?, y.parse().ok()?],
        alternative,
    };
    is_polygon.then_some((tile, layer))
}
