//! Tile maps: the collision shapes of their tiles, and the cells that are filled.

mod cells;
mod grid;
mod tile_set;

use super::documents::Document;
use super::places::Body;
use super::{Item, Reader};
use crate::import::level::findings::Findings;
use crate::import::level::hints::propose;
use crate::import::level::outline::merged;
use crate::import::level::{Becomes, FilledCells, Found, FoundKind, Shape};
use crate::target::godot::text::Variant;
use cells::{Flips, Layer, Placed};
use glam::DVec2;
use grid::Grid;
use kurbo::{Affine, Point};
use std::collections::BTreeMap;
use std::rc::Rc;
use steerwright_format::FormatError;
use steerwright_format::limits::BLOCKED_CELLS;
use tile_set::TileSet;

/// The tile sets that were read.
#[derive(Default)]
pub struct TileSets(BTreeMap<(*const Document, u32), Rc<TileSet>>);

impl Reader<'_> {
    /// Lists what a tile map contains.
    pub(super) fn tile_map(&mut self, item: &Item<'_>) -> Result<(), FormatError> {
        let what = format!("the tile map {:?}", item.path);
        let Some((document, reference)) = item.node.find("tile_set") else {
            self.omissions.add(what, "it has no tile set");
            return Ok(());
        };
        let reference = reference.read().unwrap_or(Variant::Null);
        let resource = match self.documents.resource(document, &reference) {
            Ok(resource) => resource,
            Err(why) => {
                let why = format!("its tile set was not read: {why}");
                self.omissions.add(what, why);
                return Ok(());
            }
        };
        let set = match self.tile_sets.0.get(&resource.key()) {
            Some(set) => set.clone(),
            None => {
                let left = &mut self.values_left;
                let set = Rc::new(TileSet::read(&mut self.documents, &resource, left)?);
                self.tile_sets.0.insert(resource.key(), set.clone());
                set
            }
        };
        let grid = set.grid(item.node);
        let [.., c, d, _, _] = item.to_scene().as_coeffs();
        let height = grid.size().y * c.hypot(d);
        if self.tile_height.is_none() && height.is_finite() && height > 0.0 {
            self.tile_height = Some(height);
        }
        for layer in cells::layers(item.node, item.class, &mut self.tiles_left)? {
            self.tile_layer(&set, &grid, layer, item)?;
        }
        Ok(())
    }

    fn tile_layer(
        &mut self,
        set: &TileSet,
        grid: &Grid,
        layer: Layer,
        item: &Item<'_>,
    ) -> Result<(), FormatError> {
        let (mut source, mut path) = (item.source(), item.path.to_owned());
        if let Some(number) = layer.number {
            source = format!("{source}/layer_{number}");
        }
        if !layer.name.is_empty() {
            path = format!("{path}/{}", layer.name);
        }
        let what = format!("the tile map {path:?}");
        let Some(tiles) = layer.tiles else {
            self.omissions.add(what, BLOCKED_CELLS.message());
            return Ok(());
        };
        if tiles.is_empty() {
            return Ok(());
        }
        if !layer.enabled {
            self.omissions.add(what, "it is disabled");
            return Ok(());
        }
        if tiles.iter().any(|placed| set.is_scene(placed.tile)) {
            self.omissions.add(
                format!("tiles of {what}"),
                "tiles that are scenes are not read",
            );
        }
        let to_scene = item.to_scene();
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let mut found = Found {
            properties: Vec::new(),
            node_at: None,
            heading: None,
            source: format!("{source}/collision"),
            name,
            layer: path.clone(),
            kind: FoundKind::CollisionShapes,
            shapes: Vec::new(),
            cells: None,
            becomes: Becomes::Wall,
        };
        if layer.collides {
            if !has_body(item) {
                found.becomes = Becomes::Nothing;
            }
            let is_sized = |placed: &&Placed| {
                set.size(placed.tile).is_some()
                    || set.lines(placed.tile).is_empty()
                    || placed.flips == Flips::default() && !grid.is_centered()
            };
            let shapes_of = format!("collision shapes of {what}");
            if is_compatible(item, set, grid, &tiles) {
                let why = "how the compatibility mode of Godot 3 places them is not read";
                self.omissions.add(shapes_of, why);
            } else {
                if !tiles.iter().all(|placed| is_sized(&placed)) {
                    let why = "the places of some depend on the sizes of pictures; give these tiles regions";
                    self.omissions.add(shapes_of, why);
                }
                let tiles = tiles.iter().filter(is_sized);
                found.shapes = collision(set, grid, tiles, to_scene, &self.findings)?;
            }
        }
        let collides = !found.shapes.is_empty();
        if collides {
            self.findings.add(found.clone())?;
        }
        let kind = FoundKind::FilledTiles;
        let outlines = tiles.iter().map(|placed| grid.outline(placed.cell));
        self.findings.add(Found {
            shapes: in_scene(merged(outlines, &self.findings)?, to_scene),
            cells: filled_cells(grid, &tiles, to_scene),
            // Walls around cells would be there twice.
            becomes: if collides {
                Becomes::Nothing
            } else {
                propose(kind, &[&path])
            },
            kind,
            source,
            ..found
        })
    }
}

/// Whether the tiles of a map of Godot 3 belong to a body that others meet.
fn has_body(item: &Item<'_>) -> bool {
    let is_of_parent = item.node.is_on("collision_use_parent", false);
    let is_on_a_layer = item.node.number("collision_layer") != Some(0.0);
    if is_of_parent {
        item.place.body_above == Body::Static
    } else {
        is_on_a_layer
    }
}

/// Whether tiles of Godot 3 are placed as in its first versions, and that is somewhere else.
fn is_compatible(item: &Item<'_>, set: &TileSet, grid: &Grid, tiles: &[Placed]) -> bool {
    let has_origin = item.node.number("cell_tile_origin").unwrap_or(0.0) != 0.0;
    let is_square = |tile| set.size(tile).is_some_and(|size| size.x == size.y);
    let is_turned = |placed: &Placed| placed.flips != Flips::default() && !is_square(placed.tile);
    item.node.is_on("compatibility_mode", false)
        && !grid.is_centered()
        && (has_origin || tiles.iter().any(is_turned))
}

/// The collision shapes of tiles. Edges that closed shapes share vanish, if their corners are
/// multiples of a quarter of a pixel.
fn collision<'a>(
    set: &TileSet,
    grid: &Grid,
    tiles: impl Iterator<Item = &'a Placed>,
    to_scene: Affine,
    findings: &Findings,
) -> Result<Vec<Shape>, FormatError> {
    let mut shapes = Vec::new();
    let mut polygons: Vec<Vec<DVec2>> = Vec::new();
    let mut total = 0;
    for placed in tiles {
        let size = set.size(placed.tile).unwrap_or_default();
        let middle = grid.middle(placed.cell, placed.flips.size(size));
        let first = polygons.len();
        for (index, (line, closed)) in set.lines(placed.tile).iter().enumerate() {
            total += line.len();
            findings.expect_points(total)?;
            let points: Vec<DVec2> = line
                .iter()
                .map(|&point| middle + placed.flips.apply(point))
                .collect();
            if *closed && points.iter().all(|&point| is_on_quarters(point)) {
                let polygon = clockwise(points);
                // Several physics layers can have the same one.
                if !polygons[first..].contains(&polygon) {
                    polygons.push(polygon);
                }
            } else if !points.is_empty() {
                let [column, row] = placed.cell;
                shapes.push(Shape {
                    key: format!("{column},{row}/{index}"),
                    points,
                    closed: *closed,
                });
                findings.expect_items(shapes.len())?;
            }
        }
    }
    let mut all = merged(polygons.iter().cloned(), findings)?;
    all.append(&mut shapes);
    Ok(in_scene(all, to_scene))
}

fn is_on_quarters(point: DVec2) -> bool {
    let quarters = point * 4.0;
    (quarters - quarters.round()).abs().max_element() < 1e-3
}

/// A polygon whose area is on the right of its edges, where y points down, from its first corner in
/// reading order.
fn clockwise(mut points: Vec<DVec2>) -> Vec<DVec2> {
    let next = points.iter().cycle().skip(1);
    let area: f64 = points.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum();
    if area < 0.0 {
        points.reverse();
    }
    let place = |point: &DVec2| (point.y, point.x);
    let lowest = (0..points.len()).min_by(|&a, &b| {
        let (a, b) = (place(&points[a]), place(&points[b]));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    points.rotate_left(lowest.unwrap_or_default());
    points
}

fn in_scene(mut shapes: Vec<Shape>, to_scene: Affine) -> Vec<Shape> {
    for point in shapes.iter_mut().flat_map(|shape| &mut shape.points) {
        let placed = to_scene * Point::new(point.x, point.y);
        *point = DVec2::new(placed.x, placed.y);
    }
    shapes
}

/// The filled cells, if they are upright squares in the scene.
fn filled_cells(grid: &Grid, tiles: &[Placed], to_scene: Affine) -> Option<FilledCells> {
    let [a, b, c, d, x, y] = to_scene.as_coeffs();
    let is_upright = b == 0.0 && c == 0.0 && a == d && a > 0.0;
    (is_upright && grid.has_square_cells()).then(|| FilledCells {
        size: grid.size().x * a,
        corner: DVec2::new(x, y),
        cells: tiles.iter().map(|placed| placed.cell).collect(),
    })
}
