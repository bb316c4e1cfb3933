//! The objects of walls.

use super::custom_properties;
use super::ids::Ids;
use super::map::{Object, Properties, Shape, Value};
use super::names;
use super::objects::add_outline;
use super::values::{exact, legal, offset, place};
use glam::DVec2;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::Wall;

/// A wall as a line through its nodes.
pub fn wall_object(wall: &Wall, id: u32, ids: &Ids, placed: &PlacedScene) -> Object {
    let points: Vec<DVec2> = wall
        .nodes
        .iter()
        .map(|node| place(node.position, placed))
        .collect();
    let origin = points.first().copied().unwrap_or_default();
    let nodes = wall.nodes.iter().zip(&points);
    let nodes: Vec<String> = nodes
        .map(|(node, at)| format!("{} {}", node.id.0, exact(&at.to_array())))
        .collect();
    let mut properties = Properties::from([
        ("wall_id".into(), Value::whole(wall.id.0.into())),
        ("blocks_motion".into(), Value::Bool(wall.blocks_motion)),
        ("blocks_sight".into(), Value::Bool(wall.blocks_sight)),
        (names::WALL_NODES.into(), Value::Text(nodes.join(" "))),
    ]);
    let relative = || points.iter().map(|point| offset(*point, origin)).collect();
    let shape = match points.len() {
        // A line needs two points; Tiled can neither draw nor select a shorter one.
        0 => {
            properties.insert("empty".into(), Value::Bool(true));
            Shape::Point
        }
        1 => Shape::Point,
        2 => Shape::Polyline(relative()),
        _ if wall.closed => Shape::Polygon(relative()),
        _ => Shape::Polyline(relative()),
    };
    if wall.closed && !matches!(shape, Shape::Polygon(_)) {
        properties.insert("closed".into(), Value::Bool(true));
    }
    if let Some(is_open) = wall.open {
        let state = if is_open { names::OPEN } else { names::CLOSED };
        properties.insert(names::DOOR.into(), Value::Text(state.into()));
    }
    if let Some(color) = wall.color {
        properties.insert("color".into(), Value::Color(color));
    }
    custom_properties::add(&mut properties, &wall.properties, ids, placed);
    let mut object = Object {
        id,
        name: legal(&wall.name),
        class: "wall".into(),
        place: origin,
        shape,
        properties,
        ..Object::default()
    };
    add_outline(&mut object, wall.id, placed);
    object
}
