//! What a map contains that can become part of a scene.

use super::collision::{shapes_of_layer, shapes_of_object};
use super::map::{Content, Layer, Map, MapObject};
use super::objects::{Outline, rectangle, turned};
use super::projection::Orientation;
use crate::import::level::hints::propose;
use crate::import::level::outline::merged;
use crate::import::level::{FilledCells, Found, FoundKind, Omissions, Shape};
use glam::DVec2;
use steerwright_format::FormatError;
use steerwright_format::limits::BLOCKED_CELLS;

/// Lists what a map contains.
pub fn found(map: &Map, omissions: &mut Omissions) -> Result<Vec<Found>, FormatError> {
    let mut found = Vec::new();
    for layer in &map.layers {
        match &layer.content {
            Content::Tiles(chunks) => {
                let filled: Vec<([i32; 2], u32)> =
                    chunks.iter().flat_map(|chunk| chunk.filled()).collect();
                if filled.len() as u64 > BLOCKED_CELLS.max {
                    omissions.add(
                        format!("the tile layer {:?}", layer.path),
                        BLOCKED_CELLS.message(),
                    );
                } else if !filled.is_empty() {
                    found.extend(collision_shapes(map, layer, &filled, omissions));
                    found.push(filled_tiles(map, layer, &filled));
                }
            }
            Content::Objects(objects) => {
                for (index, object) in objects.iter().enumerate() {
                    found.extend(object_found(map, layer, index, object, omissions));
                }
            }
        }
    }
    Ok(found)
}

fn collision_shapes(
    map: &Map,
    layer: &Layer,
    filled: &[([i32; 2], u32)],
    omissions: &mut Omissions,
) -> Option<Found> {
    let shapes = shapes_of_layer(map, filled, layer.offset, omissions);
    let kind = FoundKind::CollisionShapes;
    (!shapes.is_empty()).then(|| Found {
        source: format!("{}/collision", layer.source),
        name: layer.path.clone(),
        layer: layer.path.clone(),
        kind,
        shapes,
        cells: None,
        becomes: propose(kind, &[]),
    })
}

fn filled_tiles(map: &Map, layer: &Layer, filled: &[([i32; 2], u32)]) -> Found {
    let outline = |&([column, row], _): &([i32; 2], u32)| {
        map.projection
            .tile_outline(column, row)
            .into_iter()
            .map(|point| point + layer.offset)
            .collect()
    };
    let cells = map.projection.has_square_cells().then(|| FilledCells {
        size: map.projection.tile.x,
        corner: layer.offset,
        cells: filled.iter().map(|(cell, _)| *cell).collect(),
    });
    let kind = FoundKind::FilledTiles;
    Found {
        source: layer.source.clone(),
        name: layer.path.clone(),
        layer: layer.path.clone(),
        kind,
        shapes: merged(filled.iter().map(outline).collect()),
        cells,
        becomes: propose(kind, &[&layer.class, &layer.path]),
    }
}

fn object_found(
    map: &Map,
    layer: &Layer,
    index: usize,
    placed: &MapObject,
    omissions: &mut Omissions,
) -> Option<Found> {
    let object = &placed.object;
    let at = map.projection.object_point(object.at);
    let on_map = |points: &[DVec2]| -> Vec<DVec2> {
        points
            .iter()
            .map(|&point| {
                let drawn = map.projection.object_point(object.at + point);
                layer.offset + at + turned(drawn - at, object.rotation)
            })
            .collect()
    };
    let line = |points: &[DVec2], closed: bool| {
        let one = Shape {
            key: String::new(),
            points: on_map(points),
            closed,
        };
        vec![one]
    };
    let mut class = object.class.clone();
    let (kind, shapes) = match &object.outline {
        Outline::Text => {
            omissions.add(
                format!("a text object in {:?}", layer.path),
                "texts have no shape",
            );
            return None;
        }
        Outline::Point => (FoundKind::Point, line(&[DVec2::ZERO], false)),
        Outline::Line(points) => (FoundKind::Line, line(points, false)),
        Outline::Polygon(points) => (FoundKind::Polygon, line(points, true)),
        Outline::Tile(number) => {
            let tile = map.tile_of(placed, *number);
            if let (true, Some((set, tile))) = (class.is_empty(), tile) {
                class = set.class_of(tile).to_owned();
            }
            let to_map = |point: DVec2| layer.offset + at + turned(point, object.rotation);
            (
                FoundKind::Tile,
                tile_object(map, placed, *number)
                    .into_iter()
                    .map(|shape| Shape {
                        points: shape.points.iter().map(|&point| to_map(point)).collect(),
                        ..shape
                    })
                    .collect(),
            )
        }
    };
    let points: usize = shapes.iter().map(|shape: &Shape| shape.points.len()).sum();
    if points == 0 {
        omissions.add(format!("an object in {:?}", layer.path), "it has no points");
        return None;
    }
    // Old versions of Tiled gave objects no ids.
    let source = match object.id {
        0 => format!("{}/object/{index}", layer.source),
        id => format!("object/{id}"),
    };
    let has_collision = kind == FoundKind::Tile && shapes.iter().any(|shape| !shape.key.is_empty());
    let proposed = if has_collision {
        FoundKind::Polygon
    } else {
        kind
    };
    Some(Found {
        source,
        becomes: propose(proposed, &[&class, &object.name, &layer.path]),
        name: object.name.clone(),
        layer: layer.path.clone(),
        kind,
        shapes,
        cells: None,
    })
}

/// The collision shapes of a tile object, or its picture's rectangle, from its position.
fn tile_object(map: &Map, placed: &MapObject, number: u32) -> Vec<Shape> {
    let object = &placed.object;
    let tile = map.tile_of(placed, number);
    let mut size = object.size;
    if size == DVec2::ZERO {
        size = tile.map_or(map.projection.tile, |(set, tile)| set.size_of(tile));
    }
    let alignment = tile.map_or("", |(set, _)| set.alignment.as_str());
    let corner = -anchor(alignment, map.projection.orientation) * size;
    let mut shapes = tile.map_or_else(Vec::new, |(set, tile)| {
        shapes_of_object(set, tile, number, size)
    });
    if shapes.is_empty() {
        shapes.push(Shape {
            key: String::new(),
            points: rectangle(size),
            closed: true,
        });
    }
    for shape in &mut shapes {
        for point in &mut shape.points {
            *point += corner;
        }
    }
    shapes
}

/// The part of a tile object that is at its position, as a share of its size.
fn anchor(alignment: &str, orientation: Orientation) -> DVec2 {
    let (x, y) = match alignment {
        "topleft" => (0.0, 0.0),
        "top" => (0.5, 0.0),
        "topright" => (1.0, 0.0),
        "left" => (0.0, 0.5),
        "center" => (0.5, 0.5),
        "right" => (1.0, 0.5),
        "bottom" => (0.5, 1.0),
        "bottomright" => (1.0, 1.0),
        "bottomleft" => (0.0, 1.0),
        _ if orientation == Orientation::Isometric => (0.5, 1.0),
        _ => (0.0, 1.0),
    };
    DVec2::new(x, y)
}
