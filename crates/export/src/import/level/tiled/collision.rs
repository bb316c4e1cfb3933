//! The collision shapes of tiles: of those placed in a layer, and of tile objects.

use super::map::{Map, MapObject};
use super::objects::Object;
use super::tilesets::Tileset;
use crate::import::level::Shape;
use crate::import::level::findings::Findings;
use crate::import::level::outline::merged;
use glam::DVec2;
use steerwright_format::FormatError;

/// The collision shapes of tiles in a layer that was moved by `offset`. Those that fill their cells
/// are merged.
pub fn shapes_of_layer(
    map: &Map,
    filled: &[([i32; 2], u32)],
    offset: DVec2,
    findings: &Findings,
) -> Result<Vec<Shape>, FormatError> {
    let outline = |&[column, row]: &[i32; 2]| {
        let outline = map.projection.tile_outline(column, row);
        let moved = outline.into_iter().map(|point| point + offset);
        moved.collect::<Vec<DVec2>>()
    };
    let mut whole: Vec<[i32; 2]> = Vec::new();
    let mut shapes: Vec<Shape> = Vec::new();
    let mut total = 0;
    for &([column, row], number) in filled {
        let Some((set, tile)) = map.tilesets.tile(number) else {
            continue;
        };
        let objects = set.shapes_of(tile);
        if objects.is_empty() {
            // One that is marked as solid fills its cell.
            if set.collides(tile) {
                whole.push([column, row]);
            }
            continue;
        }
        let size = map.picture_size(set, tile);
        let cell = [column, row];
        let placement = set.style.in_layer(&map.projection, cell, number, size);
        let placement = placement.moved(offset);
        for (index, object) in objects.iter().enumerate() {
            let Some((points, closed)) = set.style.collision_shape(object, size) else {
                continue;
            };
            let points: Vec<DVec2> = points
                .into_iter()
                .map(|point| placement.point(point))
                .collect();
            if closed && same_corners(&points, &outline(&cell)) {
                // Each shape that fills a cell is the same.
                if whole.last() != Some(&[column, row]) {
                    whole.push([column, row]);
                }
            } else {
                total += points.len();
                findings.expect_points(total)?;
                let id = if object.id == 0 {
                    index as u32
                } else {
                    object.id
                };
                shapes.push(Shape {
                    key: format!("{column},{row}/{id}"),
                    points,
                    closed,
                });
            }
        }
    }
    let mut all = merged(whole.iter().map(&outline), findings)?;
    all.append(&mut shapes);
    Ok(all)
}

/// The collision shapes of a tile object, or the outline of its picture, in the coordinates of its
/// layer.
pub fn shapes_of_object(
    map: &Map,
    placed: &MapObject,
    number: u32,
    findings: &Findings,
) -> Result<Vec<Shape>, FormatError> {
    let object = &placed.object;
    let unknown = Tileset::default();
    let (set, tile) = map.tile_of(placed, number).unwrap_or((&unknown, 0));
    let size = map.picture_size(set, tile);
    let points: usize = set.shapes_of(tile).iter().map(Object::points).sum();
    findings.expect_points(points)?;
    let placement = set.style.of_object(&map.projection, object, number, size);
    let shapes = set.shapes_of(tile).iter().filter_map(|shape| {
        let (points, closed) = set.style.collision_shape(shape, size)?;
        let points = points.into_iter().map(|point| placement.point(point));
        Some(Shape {
            key: shape.id.to_string(),
            points: points.collect(),
            closed,
        })
    });
    let mut shapes: Vec<Shape> = shapes.collect();
    if shapes.is_empty() {
        shapes.push(Shape {
            key: String::new(),
            points: (set.style).outline_of_object(&map.projection, object, number, size),
            closed: true,
        });
    }
    Ok(shapes)
}

/// Whether a shape has the corners of an outline, within a hundredth of a pixel.
fn same_corners(points: &[DVec2], outline: &[DVec2]) -> bool {
    let is_near = |a: DVec2, b: DVec2| (a - b).abs().max_element() < 0.01;
    points.len() == outline.len()
        && outline
            .iter()
            .all(|&corner| points.iter().any(|&point| is_near(point, corner)))
}
