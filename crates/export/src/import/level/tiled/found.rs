//! What a map contains that can become part of a scene.

use super::collision::{shapes_of_layer, shapes_of_object};
use super::map::{Layer, Map, MapObject};
use super::objects::{Outline, turned};
use super::properties::add_missing;
use super::tile_properties::{common, with_collision};
use crate::import::level::findings::Findings;
use crate::import::level::hints::propose;
use crate::import::level::node_places::normalized_name;
use crate::import::level::outline::merged;
use crate::import::level::{Becomes, FilledCells, Found, FoundKind, Omissions, Shape};
use glam::DVec2;
use steerwright_format::FormatError;

/// Lists what a layer of tiles contains.
pub fn filled_found(
    map: &Map,
    layer: &Layer,
    filled: Vec<([i32; 2], u32)>,
    findings: &mut Findings,
    omissions: &mut Omissions,
) -> Result<(), FormatError> {
    if filled.is_empty() {
        return Ok(());
    }
    let shapes = shapes_of_layer(map, &filled, layer.offset, findings)?;
    if !shapes.is_empty() {
        let kind = FoundKind::CollisionShapes;
        let mut properties = common(map, layer, with_collision(map, &filled), Some(omissions));
        add_missing(&mut properties, &layer.properties);
        findings.add(Found {
            source: format!("{}/collision", layer.source),
            name: layer.path.clone(),
            layer: layer.path.clone(),
            kind,
            shapes,
            cells: None,
            becomes: propose(kind, &[]),
            properties,
            node_at: None,
            heading: None,
        })?;
    }
    let found = filled_tiles(map, layer, filled, findings, omissions)?;
    findings.add(found)
}

fn filled_tiles(
    map: &Map,
    layer: &Layer,
    filled: Vec<([i32; 2], u32)>,
    findings: &Findings,
    omissions: &mut Omissions,
) -> Result<Found, FormatError> {
    let outline = |&([column, row], _): &([i32; 2], u32)| {
        let outline = map.projection.tile_outline(column, row);
        let moved = outline.into_iter().map(|point| point + layer.offset);
        moved.collect::<Vec<DVec2>>()
    };
    let shapes = merged(filled.iter().map(outline), findings)?;
    let cells = map.projection.has_square_cells().then(|| FilledCells {
        size: map.projection.tile.x,
        corner: layer.offset,
        cells: filled.iter().map(|(cell, _)| *cell).collect(),
    });
    let kind = FoundKind::FilledTiles;
    let becomes = solid_or(layer.collides, propose(kind, &[&layer.class, &layer.path]));
    // Most layers are the floor, and become nothing.
    let listed = (becomes != Becomes::Nothing).then_some(omissions);
    let tiles = filled.iter().map(|(_, number)| *number);
    let mut properties = common(map, layer, tiles, listed);
    add_missing(&mut properties, &layer.properties);
    Ok(Found {
        source: layer.source.clone(),
        name: layer.path.clone(),
        layer: layer.path.clone(),
        kind,
        shapes,
        cells,
        becomes,
        properties,
        node_at: None,
        heading: None,
    })
}

/// What is marked as solid is a wall, unless it is a door.
fn solid_or(collides: bool, proposed: Becomes) -> Becomes {
    if collides && proposed != Becomes::Door {
        Becomes::Wall
    } else {
        proposed
    }
}

/// Lists what an object is.
pub fn object_found(
    map: &Map,
    layer: &Layer,
    index: usize,
    placed: &MapObject,
    findings: &mut Findings,
    omissions: &mut Omissions,
) -> Result<(), FormatError> {
    let object = &placed.object;
    findings.count_name(&object.class)?;
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
    let mut properties = object.properties.clone();
    let mut collides = object.collides || layer.collides;
    let (kind, shapes) = match &object.outline {
        Outline::Text => {
            omissions.add(
                format!("a text object in {:?}", layer.path),
                "texts have no shape",
            );
            return findings.count_name(&layer.path);
        }
        Outline::Point => (FoundKind::Point, line(&[DVec2::ZERO], false)),
        Outline::Line(points) => (FoundKind::Line, line(points, false)),
        Outline::Polygon(points) => (FoundKind::Polygon, line(points, true)),
        Outline::Tile(number) => {
            let tile = map.tile_of(placed, *number);
            if let (true, Some((set, tile))) = (class.is_empty(), tile) {
                class = set.class_of(tile).to_owned();
            }
            collides |= tile.is_some_and(|(set, tile)| set.collides(tile));
            if let Some((set, tile)) = tile {
                add_missing(&mut properties, set.properties_of(tile));
            }
            let mut shapes = shapes_of_object(map, placed, *number, findings)?;
            for point in shapes.iter_mut().flat_map(|shape| &mut shape.points) {
                *point += layer.offset;
            }
            (FoundKind::Tile, shapes)
        }
    };
    // What an object says itself wins over its tile, then its class, and what its layer says comes
    // last.
    add_missing(&mut properties, &map.types.members(&class));
    add_missing(&mut properties, &layer.properties);
    let points: usize = shapes.iter().map(|shape: &Shape| shape.points.len()).sum();
    if points == 0 {
        omissions.add(format!("an object in {:?}", layer.path), "it has no points");
        return findings.count_name(&layer.path);
    }
    // Old versions of Tiled gave objects no ids.
    let source = match object.id {
        0 => format!("{}/object/{index}", layer.source),
        id => format!("object/{id}"),
    };
    let node_at = (normalized_name(&class) == "node").then(|| {
        let has_size = object.size != DVec2::ZERO && !matches!(object.outline, Outline::Tile(_));
        let center = if has_size {
            object.size / 2.0
        } else {
            DVec2::ZERO
        };
        on_map(&[center])[0]
    });
    let has_collision = kind == FoundKind::Tile && shapes.iter().any(|shape| !shape.key.is_empty());
    let proposed = if has_collision {
        FoundKind::Polygon
    } else {
        kind
    };
    let proposed = propose(proposed, &[&class, &object.name, &layer.path]);
    findings.add(Found {
        source,
        becomes: solid_or(collides && kind != FoundKind::Point, proposed),
        name: object.name.clone(),
        layer: layer.path.clone(),
        kind,
        shapes,
        cells: None,
        properties,
        node_at,
        heading: (object.rotation != 0.0).then(|| turned(DVec2::X, object.rotation)),
    })
}
