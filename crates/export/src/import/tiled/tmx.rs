//! Reads a map from XML.

use super::map::{Source, Visit};
use super::objects::Layer;
use super::{MAX_DEPTH, invalid, properties};
use crate::import::xml::{Document, Kind, Node};
use crate::target::tiled::map::{ImageLayer, Object, Properties, Shape, Value};
use glam::DVec2;
use steerwright_format::FormatError;
use steerwright_format::limits::MAP_DEPTH;
use steerwright_runtime::geometry::decimal::rounded;

/// What a map should be.
const MAP: Kind = Kind {
    name: "a Tiled map",
    program: "Tiled",
    most: None,
    deepest: Some(&MAP_DEPTH),
};
/// What a template should be.
const TEMPLATE: Kind = Kind {
    name: "a template of Tiled",
    program: "Tiled",
    most: None,
    deepest: Some(&MAP_DEPTH),
};

/// Checks that a text is a map, and finds its elements.
pub fn document(text: &str) -> Result<Document<'_>, FormatError> {
    let document = Document::parse(text, MAP)?;
    let root = document.root();
    if root.tag() != "map" {
        return Err(at(
            root,
            "this is not a Tiled map; open a file that starts with <map>",
        ));
    }
    Ok(document)
}

/// Reads the object of a template.
pub fn template(text: &str) -> Result<Object, FormatError> {
    let document = Document::parse(text, TEMPLATE)?;
    let root = document.root();
    match root.all("object").next() {
        Some(node) if root.tag() == "template" => object(node),
        Some(_) | None => Err(at(root, "this is not a template with an object")),
    }
}

fn at(node: Node<'_>, message: impl Into<String>) -> FormatError {
    let (line, column) = node.position();
    invalid(format!("{line}:{column}"), message)
}

/// Visits the objects of all layers of a map.
pub fn visit<'a>(root: Node<'a>, visit: &mut Visit<'_, 'a>) -> Result<(), FormatError> {
    layers(root, DVec2::ZERO, MAX_DEPTH, visit)
}

fn layers<'a>(
    parent: Node<'a>,
    offset: DVec2,
    depth: usize,
    visit: &mut Visit<'_, 'a>,
) -> Result<(), FormatError> {
    if depth == 0 {
        return Err(at(parent, "layers are nested too deeply; ungroup some"));
    }
    for child in parent.children() {
        let offset = || {
            Ok::<_, FormatError>(
                offset + DVec2::new(number(child, "offsetx")?, number(child, "offsety")?),
            )
        };
        match child.tag() {
            "group" => layers(child, offset()?, depth - 1, visit)?,
            "objectgroup" => {
                let layer = Layer {
                    name: child.attribute("name").unwrap_or_default().into_owned(),
                    offset: offset()?,
                };
                for object in child.all("object") {
                    visit(&layer, Source::Xml(object), "")?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The image layers of a map.
pub fn images(root: Node<'_>) -> Result<Vec<ImageLayer>, FormatError> {
    let mut images = Vec::new();
    add_images(root, DVec2::ZERO, MAX_DEPTH, &mut images)?;
    Ok(images)
}

fn add_images(
    parent: Node<'_>,
    offset: DVec2,
    depth: usize,
    images: &mut Vec<ImageLayer>,
) -> Result<(), FormatError> {
    let is_wanted = |tag: &str| matches!(tag, "group" | "imagelayer") && depth > 0;
    for child in parent.children().filter(|child| is_wanted(child.tag())) {
        let own = DVec2::new(number(child, "offsetx")?, number(child, "offsety")?);
        if child.tag() == "group" {
            add_images(child, offset + own, depth - 1, images)?;
            continue;
        }
        let image = child.all("image").next();
        let size = match image {
            Some(image) => DVec2::new(number(image, "width")?, number(image, "height")?),
            None => DVec2::ZERO,
        };
        images.push(ImageLayer {
            id: 0,
            name: child.attribute("name").unwrap_or_default().into_owned(),
            source: image
                .and_then(|image| image.attribute("source"))
                .unwrap_or_default()
                .into_owned(),
            size,
            offset: offset + own,
            opacity: match child.attribute("opacity") {
                Some(_) => number(child, "opacity")?,
                None => 1.0,
            },
            hidden: child.attribute("visible").as_deref() == Some("0"),
            properties: properties_of(child)?,
        });
    }
    Ok(())
}

/// Reads an object.
pub fn object(node: Node<'_>) -> Result<Object, FormatError> {
    let text = |name: &str| node.attribute(name).unwrap_or_default().into_owned();
    let class = if node.attribute("class").is_some() {
        "class"
    } else {
        "type"
    };
    Ok(Object {
        id: text("id").parse().unwrap_or_default(),
        name: text("name"),
        class: text(class),
        place: DVec2::new(number(node, "x")?, number(node, "y")?),
        size: DVec2::new(number(node, "width")?, number(node, "height")?),
        rotation: number(node, "rotation")?,
        hidden: node.attribute("visible").as_deref() == Some("0"),
        shape: read_shape(node)?,
        properties: properties_of(node)?,
        template: text("template"),
    })
}

fn read_shape(node: Node<'_>) -> Result<Shape, FormatError> {
    if node.attribute("gid").is_some() {
        return Ok(Shape::Tile);
    }
    for child in node.children() {
        match child.tag() {
            "ellipse" => return Ok(Shape::Ellipse),
            "point" => return Ok(Shape::Point),
            "polyline" => return points(child).map(Shape::Polyline),
            "polygon" => return points(child).map(Shape::Polygon),
            "properties" => {}
            _ => return Ok(Shape::Other),
        }
    }
    Ok(Shape::Rectangle)
}

fn points(node: Node<'_>) -> Result<Vec<DVec2>, FormatError> {
    let wrong = |pair: &str| {
        at(
            node,
            format!(
                "{:?} is not a point; write points as \"x,y x,y\"",
                steerwright_format::sanitize_for_display(pair)
            ),
        )
    };
    let read = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        Some(DVec2::new(finite(x)?, finite(y)?))
    };
    let points = node.attribute("points").unwrap_or_default();
    points
        .split_whitespace()
        .map(|pair| read(pair).ok_or_else(|| wrong(pair)))
        .collect()
}

fn finite(text: &str) -> Option<f64> {
    text.parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
        .map(rounded)
}

/// The number in an attribute, or 0 if the attribute is missing.
fn number(node: Node<'_>, name: &str) -> Result<f64, FormatError> {
    let Some(text) = node.attribute(name) else {
        return Ok(0.0);
    };
    finite(&text).ok_or_else(|| {
        at(
            node,
            format!(
                "{name} is {:?}, which is not a number; change it in Tiled",
                steerwright_format::sanitize_for_display(&text)
            ),
        )
    })
}

/// Reads the custom properties of a map or an object.
pub fn properties_of(parent: Node<'_>) -> Result<Properties, FormatError> {
    let mut read = Properties::new();
    for node in parent
        .all("properties")
        .flat_map(|list| list.all("property"))
    {
        // Multi-line strings are in the text of the element.
        let text = node.attribute("value").unwrap_or_else(|| node.text());
        let text = &*text;
        let wrong = |what: &str| {
            at(
                node,
                format!(
                    "{:?} is not {what}; change it in Tiled",
                    steerwright_format::sanitize_for_display(text)
                ),
            )
        };
        let value = match node.attribute("type").as_deref().unwrap_or("string") {
            "bool" => Value::Bool(text == "true"),
            "int" => text
                .parse()
                .map(Value::Int)
                .map_err(|_| wrong("a 32-bit integer"))?,
            "float" => finite(text)
                .map(Value::Float)
                .ok_or_else(|| wrong("a number"))?,
            "object" => text
                .parse()
                .map(Value::Object)
                .map_err(|_| wrong("an object id"))?,
            "color" => match properties::rgb(text) {
                Some(color) => Value::Color(color),
                None => continue,
            },
            "string" | "file" => Value::Text(text.to_owned()),
            // A custom class.
            _ => continue,
        };
        let name = node.attribute("name").unwrap_or_default().into_owned();
        properties::insert(&mut read, name, value)?;
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_take_quadratic_time_are_refused() {
        let attributes: String = (0..100_000).map(|i| format!(" a{i}='>'")).collect();
        for decoy in ["", "<!-- <a b=' -->", "<?xml it='s?>", "<x>it's</x>"] {
            let text = format!("<map>\n{decoy}<object{attributes}/></map>");
            let message = document(&text).expect_err("refused").to_string();
            assert!(
                message.starts_with("2: ") && message.contains("limit \"attributes\""),
                "{decoy}: {message}"
            );
        }
    }
}
