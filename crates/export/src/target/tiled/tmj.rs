//! The map as TMJ (JSON).

use super::map::{ImageLayer, Layer, Map, Object, Properties, Shape, Value};
use super::{FORMAT_VERSION, TILED_VERSION, tmx};
use glam::DVec2;
use serde_json::{Value as Json, json};
use steerwright_format::pretty;

/// The content of the file.
pub fn text(map: &Map) -> String {
    pretty(&json!({
        "type": "map",
        "version": FORMAT_VERSION,
        "tiledversion": TILED_VERSION,
        "compressionlevel": -1,
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": false,
        "width": map.size[0],
        "height": map.size[1],
        "tilewidth": map.tile,
        "tileheight": map.tile,
        "nextlayerid": map.layers.len() + map.images.len() + 1,
        "nextobjectid": map.layers.iter().flat_map(|layer| &layer.objects).map(|object| object.id).max().unwrap_or(0) + 1,
        "properties": properties(&map.properties),
        "tilesets": [],
        "layers": map.images.iter().map(image).chain(map.layers.iter().map(layer)).collect::<Vec<_>>(),
    }))
}

fn image(layer: &ImageLayer) -> Json {
    json!({
        "id": layer.id,
        "name": layer.name,
        "type": "imagelayer",
        "image": layer.source,
        "visible": !layer.hidden,
        "opacity": layer.opacity,
        "x": 0,
        "y": 0,
        "offsetx": layer.offset.x,
        "offsety": layer.offset.y,
        "properties": properties(&layer.properties),
    })
}

fn layer(layer: &Layer) -> Json {
    let mut value = json!({
        "id": layer.id,
        "name": layer.name,
        "type": "objectgroup",
        "color": layer.color.to_string(),
        "draworder": "topdown",
        "visible": true,
        "opacity": 1,
        "x": 0,
        "y": 0,
        "offsetx": layer.offset.x,
        "offsety": layer.offset.y,
        "objects": layer.objects.iter().map(object).collect::<Vec<_>>(),
    });
    if layer.locked {
        value["locked"] = true.into();
    }
    value
}

fn object(object: &Object) -> Json {
    let mut value = json!({
        "id": object.id,
        "name": object.name,
        "type": object.class,
        "x": object.place.x,
        "y": object.place.y,
        "width": object.size.x,
        "height": object.size.y,
        "rotation": object.rotation,
        "visible": !object.hidden,
    });
    match &object.shape {
        Shape::Rectangle | Shape::Tile | Shape::Other => {}
        Shape::Ellipse => value["ellipse"] = true.into(),
        Shape::Point => value["point"] = true.into(),
        Shape::Polyline(line) => value["polyline"] = points(line),
        Shape::Polygon(line) => value["polygon"] = points(line),
    }
    if !object.properties.is_empty() {
        value["properties"] = properties(&object.properties);
    }
    value
}

fn points(points: &[DVec2]) -> Json {
    points
        .iter()
        .map(|point| json!({ "x": point.x, "y": point.y }))
        .collect()
}

fn properties(properties: &Properties) -> Json {
    let property = |(name, value): (&String, &Value)| {
        let (kind, value): (&str, Json) = match value {
            Value::Bool(on) => ("bool", (*on).into()),
            Value::Int(number) => ("int", (*number).into()),
            Value::Float(number) => ("float", (*number).into()),
            Value::Text(text) => ("string", text.as_str().into()),
            Value::Color(color) => ("color", tmx::argb(color).into()),
            Value::Object(id) => ("object", (*id).into()),
        };
        json!({ "name": name, "type": kind, "value": value })
    };
    properties.iter().map(property).collect()
}
