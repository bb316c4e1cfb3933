//! Reads a map from XML.

use super::{MAX_DEPTH, invalid, properties};
use crate::import::xml;
use crate::target::tiled::map::{Layer, Map, Object, Properties, Shape, Value};
use glam::DVec2;
use roxmltree::Node;
use steerwright_format::FormatError;
use steerwright_runtime::geometry::decimal::rounded;

/// Reads a map.
pub fn map(text: &str) -> Result<Map, FormatError> {
    let text = xml::without_doctype(text)?;
    let document = xml::parse(&text, "a Tiled map", "Tiled")?;
    let root = document.root_element();
    if !root.has_tag_name("map") {
        return Err(at(
            root,
            "this is not a Tiled map; open a file that starts with <map>",
        ));
    }
    let mut map = Map {
        properties: read_properties(root)?,
        ..Map::default()
    };
    read_layers(root, DVec2::ZERO, MAX_DEPTH, &mut map.layers)?;
    Ok(map)
}

/// Reads the object of a template.
pub fn template(text: &str) -> Result<Object, FormatError> {
    let text = xml::without_doctype(text)?;
    let document = xml::parse(&text, "a template of Tiled", "Tiled")?;
    let root = document.root_element();
    match named(root, "object").next() {
        Some(object) if root.has_tag_name("template") => read_object(object),
        Some(_) | None => Err(at(root, "this is not a template with an object")),
    }
}

fn at(node: Node<'_, '_>, message: impl Into<String>) -> FormatError {
    let place = node.document().text_pos_at(node.range().start);
    invalid(format!("{}:{}", place.row, place.col), message)
}

fn named<'a, 'input: 'a>(
    parent: Node<'a, 'input>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    parent
        .children()
        .filter(move |child| child.has_tag_name(name))
}

fn read_layers(
    parent: Node<'_, '_>,
    offset: DVec2,
    depth: usize,
    layers: &mut Vec<Layer>,
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
        match child.tag_name().name() {
            "group" => read_layers(child, offset()?, depth - 1, layers)?,
            "objectgroup" => {
                let objects = named(child, "object")
                    .map(read_object)
                    .collect::<Result<_, _>>()?;
                let name = child.attribute("name").unwrap_or_default().to_owned();
                layers.push(Layer {
                    name,
                    offset: offset()?,
                    objects,
                    ..Layer::default()
                });
            }
            _ => {}
        }
    }
    Ok(())
}

fn read_object(node: Node<'_, '_>) -> Result<Object, FormatError> {
    let text = |name: &str| node.attribute(name).unwrap_or_default().to_owned();
    let class = if node.has_attribute("class") {
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
        hidden: node.attribute("visible") == Some("0"),
        shape: read_shape(node)?,
        properties: read_properties(node)?,
        template: text("template"),
    })
}

fn read_shape(node: Node<'_, '_>) -> Result<Shape, FormatError> {
    if node.has_attribute("gid") {
        return Ok(Shape::Tile);
    }
    for child in node.children() {
        match child.tag_name().name() {
            "ellipse" => return Ok(Shape::Ellipse),
            "point" => return Ok(Shape::Point),
            "polyline" => return points(child).map(Shape::Polyline),
            "polygon" => return points(child).map(Shape::Polygon),
            "properties" | "" => {}
            _ => return Ok(Shape::Other),
        }
    }
    Ok(Shape::Rectangle)
}

fn points(node: Node<'_, '_>) -> Result<Vec<DVec2>, FormatError> {
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
    let pairs = node
        .attribute("points")
        .unwrap_or_default()
        .split_whitespace();
    pairs
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
fn number(node: Node<'_, '_>, name: &str) -> Result<f64, FormatError> {
    let Some(text) = node.attribute(name) else {
        return Ok(0.0);
    };
    finite(text).ok_or_else(|| {
        at(
            node,
            format!(
                "{name} is {:?}, which is not a number; change it in Tiled",
                steerwright_format::sanitize_for_display(text)
            ),
        )
    })
}

fn read_properties(parent: Node<'_, '_>) -> Result<Properties, FormatError> {
    let mut read = Properties::new();
    for node in named(parent, "properties").flat_map(|list| named(list, "property")) {
        // Multi-line strings are in the text of the element.
        let text = node.attribute("value").or(node.text()).unwrap_or_default();
        let wrong = |what: &str| {
            at(
                node,
                format!(
                    "{:?} is not {what}; change it in Tiled",
                    steerwright_format::sanitize_for_display(text)
                ),
            )
        };
        let value = match node.attribute("type").unwrap_or("string") {
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
        read.insert(node.attribute("name").unwrap_or_default().to_owned(), value);
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
            let message = map(&text).expect_err("refused").to_string();
            assert!(
                message.starts_with("2: ") && message.contains("limit \"attributes\""),
                "{decoy}: {message}"
            );
        }
        let namespaces: String = (0..20).map(|i| format!("<a xmlns:n{i}='u'>")).collect();
        let message = map(&namespaces).expect_err("refused").to_string();
        assert!(message.contains("limit \"namespaces\""), "{message}");
    }
}
