//! The collision shapes of tiles: of those placed in a layer, and of tile objects.

use super::data::FLIPPED;
use super::map::Map;
use super::objects::{Object, Outline, turned};
use super::projection::{Orientation, Projection};
use super::tilesets::Tileset;
use crate::import::level::findings::Findings;
use crate::import::level::outline::merged;
use crate::import::level::{Omissions, Shape};
use glam::DVec2;
use steerwright_format::FormatError;

const FLIPPED_ACROSS: u32 = 0x8000_0000;
const FLIPPED_DOWN: u32 = 0x4000_0000;
const FLIPPED_DIAGONALLY: u32 = 0x2000_0000;

/// The collision shapes of tiles in a layer that was moved by `offset`. Those that fill their tiles are merged.
pub fn shapes_of_layer(
    map: &Map,
    filled: &[([i32; 2], u32)],
    offset: DVec2,
    findings: &Findings,
    omissions: &mut Omissions,
) -> Result<Vec<Shape>, FormatError> {
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
        if is_rotated_hexagon(&map.projection, number) {
            omissions.add(
                "the collision shapes of a tile",
                "tiles of hexagonal maps that are rotated are not read",
            );
            continue;
        }
        let size = set.size_of(tile);
        let corner = map.projection.tile_corner(column, row)
            + set.offset
            + DVec2::new(0.0, map.projection.tile.y - size.y);
        for (index, object) in objects.iter().enumerate() {
            let Some((points, closed)) = points_in_tile(object) else {
                continue;
            };
            let points: Vec<DVec2> = points
                .iter()
                .map(|&point| offset + corner + flipped(point, size, number))
                .collect();
            let fills = closed && fills_tile(&points, offset + corner, size);
            if fills {
                // Each shape that fills a tile is the same.
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
    let outline = |&[column, row]: &[i32; 2]| {
        let outline = map.projection.tile_outline(column, row);
        let moved = outline.into_iter().map(|point| point + offset);
        moved.collect::<Vec<DVec2>>()
    };
    let mut all = merged(whole.iter().map(outline), findings)?;
    all.append(&mut shapes);
    Ok(all)
}

/// The collision shapes of a tile object, from the upper left corner of its picture, as large as the object.
pub fn shapes_of_object(
    set: &Tileset,
    tile: u32,
    number: u32,
    size: DVec2,
    findings: &Findings,
) -> Result<Vec<Shape>, FormatError> {
    let drawn = set.size_of(tile);
    if drawn.x <= 0.0 || drawn.y <= 0.0 {
        return Ok(Vec::new());
    }
    let points: usize = set.shapes_of(tile).iter().map(Object::points).sum();
    findings.expect_points(points)?;
    let scale = size / drawn;
    let shapes = set.shapes_of(tile).iter().filter_map(|object| {
        let (points, closed) = points_in_tile(object)?;
        let points = points
            .iter()
            .map(|&point| flipped(point, drawn, number) * scale);
        Some(Shape {
            key: object.id.to_string(),
            points: points.collect(),
            closed,
        })
    });
    Ok(shapes.collect())
}

fn is_rotated_hexagon(projection: &Projection, number: u32) -> bool {
    let rotated = number & FLIPPED & !(FLIPPED_ACROSS | FLIPPED_DOWN);
    projection.orientation == Orientation::Staggered && rotated != 0
}

/// The points of a collision shape, in the pixels of its tile.
fn points_in_tile(object: &Object) -> Option<(Vec<DVec2>, bool)> {
    let (points, closed) = match &object.outline {
        Outline::Line(points) => (points, false),
        Outline::Polygon(points) => (points, true),
        Outline::Point | Outline::Tile(_) | Outline::Text => return None,
    };
    let place = |&point: &DVec2| object.at + turned(point, object.rotation);
    Some((points.iter().map(place).collect(), closed))
}

fn flipped(point: DVec2, size: DVec2, number: u32) -> DVec2 {
    let (mut point, mut size) = (point, size);
    if number & FLIPPED_DIAGONALLY != 0 {
        (point, size) = (DVec2::new(point.y, point.x), DVec2::new(size.y, size.x));
    }
    if number & FLIPPED_ACROSS != 0 {
        point.x = size.x - point.x;
    }
    if number & FLIPPED_DOWN != 0 {
        point.y = size.y - point.y;
    }
    point
}

/// Whether a shape is the box of its tile, within a hundredth of a pixel.
fn fills_tile(points: &[DVec2], corner: DVec2, size: DVec2) -> bool {
    let is_near = |a: DVec2, b: DVec2| (a - b).abs().max_element() < 0.01;
    points.len() == 4
        && super::objects::rectangle(size)
            .iter()
            .all(|&wanted| points.iter().any(|&point| is_near(point, corner + wanted)))
}
