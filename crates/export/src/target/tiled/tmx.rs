//! The map as TMX (XML).

use super::map::{ImageLayer, Layer, Map, Object, Properties, Shape, Value};
use super::{FORMAT_VERSION, TILED_VERSION};
use crate::ExportError;
use glam::DVec2;
use quick_xml::Writer;
use quick_xml::escape::escape;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, Event};
use std::io;

type Xml = Writer<Vec<u8>>;

/// The content of the file.
pub fn text(map: &Map) -> Result<Vec<u8>, ExportError> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 1);
    write(&mut xml, map).map_err(|error| ExportError::Encode(error.to_string()))?;
    let mut text = xml.into_inner();
    text.push(b'\n');
    Ok(text)
}

fn write(xml: &mut Xml, map: &Map) -> io::Result<()> {
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let tile = map.tile.to_string();
    let objects = map.layers.iter().flat_map(|layer| &layer.objects);
    let attributes = [
        ("version", FORMAT_VERSION.into()),
        ("tiledversion", TILED_VERSION.into()),
        ("orientation", "orthogonal".into()),
        ("renderorder", "right-down".into()),
        ("width", map.size[0].to_string()),
        ("height", map.size[1].to_string()),
        ("tilewidth", tile.clone()),
        ("tileheight", tile),
        ("infinite", "0".into()),
        (
            "nextlayerid",
            (map.layers.len() + map.images.len() + 1).to_string(),
        ),
        (
            "nextobjectid",
            (objects.map(|object| object.id).max().unwrap_or(0) + 1).to_string(),
        ),
    ];
    element(xml, "map", &attributes, |xml| {
        write_properties(xml, &map.properties)?;
        map.images
            .iter()
            .try_for_each(|layer| write_image(xml, layer))?;
        map.layers
            .iter()
            .try_for_each(|layer| write_layer(xml, layer))
    })
}

fn write_image(xml: &mut Xml, layer: &ImageLayer) -> io::Result<()> {
    let mut attributes = vec![
        ("id", layer.id.to_string()),
        ("name", layer.name.clone()),
        ("offsetx", layer.offset.x.to_string()),
        ("offsety", layer.offset.y.to_string()),
    ];
    if layer.opacity != 1.0 {
        attributes.push(("opacity", layer.opacity.to_string()));
    }
    if layer.hidden {
        attributes.push(("visible", "0".into()));
    }
    element(xml, "imagelayer", &attributes, |xml| {
        empty(xml, "image", &[("source", layer.source.clone())])?;
        write_properties(xml, &layer.properties)
    })
}

fn write_layer(xml: &mut Xml, layer: &Layer) -> io::Result<()> {
    let mut attributes = vec![
        ("color", layer.color.to_string()),
        ("id", layer.id.to_string()),
        ("name", layer.name.clone()),
    ];
    if layer.locked {
        attributes.push(("locked", "1".into()));
    }
    attributes.extend([
        ("offsetx", layer.offset.x.to_string()),
        ("offsety", layer.offset.y.to_string()),
    ]);
    if layer.objects.is_empty() {
        return empty(xml, "objectgroup", &attributes);
    }
    element(xml, "objectgroup", &attributes, |xml| {
        layer
            .objects
            .iter()
            .try_for_each(|object| write_object(xml, object))
    })
}

fn write_object(xml: &mut Xml, object: &Object) -> io::Result<()> {
    let mut attributes = vec![
        ("id", object.id.to_string()),
        ("name", object.name.clone()),
        ("type", object.class.clone()),
    ];
    attributes.extend([
        ("x", object.place.x.to_string()),
        ("y", object.place.y.to_string()),
    ]);
    if object.size != DVec2::ZERO {
        attributes.extend([
            ("width", object.size.x.to_string()),
            ("height", object.size.y.to_string()),
        ]);
    }
    if object.hidden {
        attributes.push(("visible", "0".into()));
    }
    if object.shape == Shape::Rectangle && object.properties.is_empty() {
        return empty(xml, "object", &attributes);
    }
    element(xml, "object", &attributes, |xml| {
        write_properties(xml, &object.properties)?;
        match &object.shape {
            Shape::Rectangle | Shape::Tile | Shape::Other => Ok(()),
            Shape::Ellipse => empty(xml, "ellipse", &[]),
            Shape::Point => empty(xml, "point", &[]),
            Shape::Polyline(points) => empty(xml, "polyline", &[("points", pairs(points))]),
            Shape::Polygon(points) => empty(xml, "polygon", &[("points", pairs(points))]),
        }
    })
}

fn pairs(points: &[DVec2]) -> String {
    points
        .iter()
        .map(|point| format!("{},{}", point.x, point.y))
        .collect::<Vec<_>>()
        .join(" ")
}

fn write_properties(xml: &mut Xml, properties: &Properties) -> io::Result<()> {
    if properties.is_empty() {
        return Ok(());
    }
    element(xml, "properties", &[], |xml| {
        properties.iter().try_for_each(|(name, value)| {
            let mut attributes = vec![("name", name.clone())];
            let (kind, value) = match value {
                Value::Bool(on) => ("bool", on.to_string()),
                Value::Int(number) => ("int", number.to_string()),
                Value::Float(number) => ("float", number.to_string()),
                Value::Text(text) => ("string", text.clone()),
                Value::Color(color) => ("color", argb(color)),
                Value::Object(id) => ("object", id.to_string()),
            };
            if kind != "string" {
                attributes.push(("type", kind.into()));
            }
            attributes.push(("value", value));
            empty(xml, "property", &attributes)
        })
    })
}

/// A color in the format of Tiled's properties, with the opacity first.
pub(super) fn argb(color: &steerwright_runtime::scene::Color) -> String {
    color.to_string().replacen('#', "#ff", 1)
}

fn start(name: &'static str, attributes: &[(&'static str, String)]) -> BytesStart<'static> {
    let mut start = BytesStart::new(name);
    for (key, value) in attributes {
        // XML readers normalize white space in attributes unless it is a character reference.
        let value = escape(value.as_str())
            .replace('\n', "&#10;")
            .replace('\r', "&#13;")
            .replace('\t', "&#9;");
        start.push_attribute((key.as_bytes(), value.as_bytes()));
    }
    start
}

fn empty(
    xml: &mut Xml,
    name: &'static str,
    attributes: &[(&'static str, String)],
) -> io::Result<()> {
    xml.write_event(Event::Empty(start(name, attributes)))
}

fn element(
    xml: &mut Xml,
    name: &'static str,
    attributes: &[(&'static str, String)],
    inside: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> io::Result<()> {
    xml.write_event(Event::Start(start(name, attributes)))?;
    inside(xml)?;
    xml.write_event(Event::End(BytesEnd::new(name)))
}
