//! Walls: the points of a line, or the corners of a rectangle.
//!
//! The property `nodes` holds the ids and the exact places of the exported nodes. A point belongs
//! to the node with which it was exported; a point without one is a new node.

use super::objects::{Item, is_unmoved};
use super::paths::{numbered, pair};
use super::properties::{color, is_on, text};
use crate::target::tiled::map::Shape;
use crate::target::tiled::names;
use crate::target::tiled::values::offset;
use glam::DVec2;
use steerwright_runtime::scene::{NodeId, Wall, WallId, WallNode};

/// Reads a wall, with y as in the map.
pub fn wall(item: &Item, id: WallId) -> Wall {
    let (object, properties) = (&item.object, item.properties());
    // In a map that was drawn in Tiled, a wall blocks everything.
    let blocks = |name: &str| !properties.contains_key(name) || is_on(properties, name);
    let size = object.size;
    let corners = [
        DVec2::ZERO,
        DVec2::new(size.x, 0.0),
        size,
        DVec2::new(0.0, size.y),
    ];
    let (points, closes): (&[DVec2], bool) = match &object.shape {
        Shape::Polygon(points) => (points, true),
        Shape::Polyline(points) => (points, is_on(properties, "closed")),
        Shape::Rectangle => (&corners, true),
        Shape::Point | Shape::Ellipse | Shape::Tile | Shape::Other => {
            let is_empty = is_on(properties, "empty");
            let points = if is_empty { &[][..] } else { &corners[..1] };
            (points, is_on(properties, "closed"))
        }
    };
    Wall {
        id,
        name: object.name.clone(),
        color: color(properties, "color"),
        closed: closes,
        blocks_motion: blocks("blocks_motion"),
        blocks_sight: blocks("blocks_sight"),
        open: match text(properties, names::DOOR) {
            Some(names::OPEN) => Some(true),
            Some(_) => Some(false),
            None => None,
        },
        properties: Default::default(),
        nodes: nodes(item, points),
    }
}

fn nodes(item: &Item, points: &[DVec2]) -> Vec<WallNode> {
    let exported = exported_nodes(item);
    let origin = exported.first().map(|(_, place)| *place);
    let stays = item.moved == DVec2::ZERO
        && item.object.rotation == 0.0
        && origin.is_some_and(|origin| is_unmoved(item.object.place, origin));
    let expected: Vec<DVec2> = exported
        .iter()
        .map(|(_, place)| offset(*place, origin.unwrap_or(item.object.place)))
        .collect();
    let found = points.iter().zip(pair(points, &expected));
    let places = found.map(|(point, pair)| {
        let known = pair.map(|index| exported[index]);
        let in_place = pair.is_some_and(|index| stays && is_unmoved(*point, expected[index]));
        let place = match known {
            Some((_, exact)) if in_place => exact,
            _ => item.map_position(*point),
        };
        (known.map(|(id, _)| id), place)
    });
    let nodes = numbered(places).map(|(id, position)| WallNode {
        id: NodeId(id),
        position,
    });
    nodes.collect()
}

/// The ids and places of the nodes as they were exported. Empty if the property was changed.
fn exported_nodes(item: &Item) -> Vec<(u32, DVec2)> {
    let numbers: Option<Vec<f64>> = text(item.properties(), names::WALL_NODES)
        .unwrap_or_default()
        .split_whitespace()
        .map(|number| number.parse().ok().filter(|x: &f64| x.is_finite()))
        .collect();
    let numbers = numbers.unwrap_or_default();
    // `as` saturates.
    let nodes = numbers
        .chunks_exact(3)
        .map(|node| (node[0] as u32, DVec2::new(node[1], node[2])));
    nodes.collect()
}
