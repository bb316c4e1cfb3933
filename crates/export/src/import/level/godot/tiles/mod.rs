//! Tile maps: the collision shapes of their tiles, and the cells that are filled.

mod cells;
mod grid;
mod tile_set;

use super::nodes::Resources;
use super::{Place, Reader};
use crate::import::godot::parse::{self, Section};
use crate::import::level::findings::Findings;
use crate::import::level::hints::propose;
use crate::import::level::outline::merged;
use crate::import::level::{Becomes, FilledCells, Found, FoundKind, Shape};
use crate::target::godot::text::Variant;
use cells::{Layer, Placed};
use glam::DVec2;
use grid::Grid;
use kurbo::{Affine, Point};
use std::collections::BTreeMap;
use std::rc::Rc;
use steerwright_format::FormatError;
use steerwright_format::limits::BLOCKED_CELLS;
use tile_set::TileSet;

/// The tile sets of a file, by what refers to them, or why they were not read.
#[derive(Default)]
pub struct TileSets(BTreeMap<String, Result<Rc<TileSet>, String>>);

impl Reader<'_> {
    /// Lists what a tile map contains.
    pub(super) fn tile_map(
        &mut self,
        resources: &Resources<'_>,
        node: Section<'_>,
        at: &Place,
        tile_sets: &mut TileSets,
    ) -> Result<(), FormatError> {
        let what = format!("the tile map {:?}", at.layer);
        let Some(reference) = node.value("tile_set") else {
            self.omissions.add(what, "it has no tile set");
            return Ok(());
        };
        let set = match self.tile_set(resources, &reference, tile_sets)? {
            Ok(set) => set,
            Err(why) => {
                self.omissions.add(what, why);
                return Ok(());
            }
        };
        let grid = set.grid(node);
        let to_scene = at.transform.unwrap_or_default();
        let [.., c, d, _, _] = to_scene.as_coeffs();
        let height = grid.size().y * c.hypot(d);
        if self.tile_height.is_none() && height.is_finite() && height > 0.0 {
            self.tile_height = Some(height);
        }
        let kind = node.head_text("type").unwrap_or_default();
        for layer in cells::layers(node, &kind, &mut self.tiles_left)? {
            self.tile_layer(&set, &grid, layer, at)?;
        }
        Ok(())
    }

    /// The tile set that a node refers to, or why it was not read.
    fn tile_set(
        &mut self,
        resources: &Resources<'_>,
        reference: &Variant,
        known: &mut TileSets,
    ) -> Result<Result<Rc<TileSet>, String>, FormatError> {
        let key = reference.to_string();
        if let Some(set) = known.0.get(&key) {
            return Ok(set.clone());
        }
        let set = match resources.inner(reference) {
            Some(section) => Ok(TileSet::read(resources, section, &mut self.nodes_left)?),
            None => self.named_tile_set(resources, reference)?,
        };
        let set = set.map(Rc::new);
        known.0.insert(key, set.clone());
        Ok(set)
    }

    /// Reads a tile set from its own file.
    fn named_tile_set(
        &mut self,
        resources: &Resources<'_>,
        reference: &Variant,
    ) -> Result<Result<TileSet, String>, FormatError> {
        let path = resources
            .external(reference)
            .and_then(|resource| resource.head_text("path"));
        let Some(path) = path.as_deref().and_then(|path| path.strip_prefix("res://")) else {
            return Ok(Err("the file of its tile set is not named".into()));
        };
        if !path.ends_with(".tres") {
            return Ok(Err("only text tile sets (.tres) are read".into()));
        }
        let folder = self.files.folder().to_owned();
        let file = match self.files.read(&folder, path) {
            Ok(file) => file,
            Err(why) => return Ok(Err(why)),
        };
        let sections = match parse::sections(&file.text) {
            Ok(sections) => sections,
            Err(error) => return Ok(Err(format!("{path}: {error}"))),
        };
        let Some(section) = sections.iter().find(|section| section.kind() == "resource") else {
            return Ok(Err(format!("{path} has no resource")));
        };
        let inner = Resources::of(&sections);
        TileSet::read(&inner, section, &mut self.nodes_left).map(Ok)
    }

    fn tile_layer(
        &mut self,
        set: &TileSet,
        grid: &Grid,
        layer: Layer,
        at: &Place,
    ) -> Result<(), FormatError> {
        let (mut source, mut path) = (at.source.clone(), at.layer.clone());
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
        let to_scene = at.transform.unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        let mut found = Found {
            properties: Vec::new(),
            node_at: None,
            source: format!("{source}/collision"),
            name,
            layer: path.clone(),
            kind: FoundKind::CollisionShapes,
            shapes: Vec::new(),
            cells: None,
            becomes: Becomes::Wall,
        };
        if layer.collides {
            found.shapes = collision(set, grid, &tiles, to_scene, &self.findings)?;
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

/// The collision shapes of tiles. Edges that closed shapes share vanish, if their corners are multiples of a quarter of a pixel.
fn collision(
    set: &TileSet,
    grid: &Grid,
    tiles: &[Placed],
    to_scene: Affine,
    findings: &Findings,
) -> Result<Vec<Shape>, FormatError> {
    let mut shapes = Vec::new();
    let mut polygons: Vec<Vec<DVec2>> = Vec::new();
    let mut total = 0;
    for placed in tiles {
        let middle = grid.middle(placed.cell, placed.flips.size(set.size(placed.tile)));
        for (index, (line, closed)) in set.lines(placed.tile).iter().enumerate() {
            total += line.len();
            findings.expect_points(total)?;
            let points: Vec<DVec2> = line
                .iter()
                .map(|&point| middle + placed.flips.apply(point))
                .collect();
            if *closed && points.iter().all(|&point| is_on_quarters(point)) {
                polygons.push(clockwise(points));
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

/// A polygon whose area is on the right of its edges, where y points down.
fn clockwise(mut points: Vec<DVec2>) -> Vec<DVec2> {
    let next = points.iter().cycle().skip(1);
    let area: f64 = points.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum();
    if area < 0.0 {
        points.reverse();
    }
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
