//! The objects and image layers of a map, from its elements.

use super::objects::Layer;
use super::properties::{self, rgb};
use crate::import::level::element::Element;
use crate::import::level::tiled::{has_shape, image_of, line_points, property_list};
use crate::target::tiled::map::{ImageLayer, Object, Properties, Shape, Value};
use glam::DVec2;
use steerwright_format::{FormatError, sanitize_for_display};
use steerwright_runtime::geometry::decimal::rounded;

/// What is called for each object.
pub type Visit<'v, 'a> = dyn FnMut(&Layer, Element<'a>) -> Result<(), FormatError> + 'v;

/// Visits the objects of all layers, in the order of the map.
pub fn visit<'a>(root: &Element<'a>, visit: &mut Visit<'_, 'a>) -> Result<(), FormatError> {
    layers(root, DVec2::ZERO, visit)
}

fn layers<'a>(
    parent: &Element<'a>,
    offset: DVec2,
    visit: &mut Visit<'_, 'a>,
) -> Result<(), FormatError> {
    for child in parent.children() {
        let moved = || Ok::<_, FormatError>(offset + child.point("offsetx", "offsety")?);
        match &*child.tag {
            "group" => layers(&child, moved()?, visit)?,
            "objectgroup" => {
                let layer = Layer {
                    name: child.text_of("name").into_owned(),
                    offset: moved()?,
                };
                for object in child.all("object") {
                    visit(&layer, object)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The image layers of a map, in its order.
pub fn images(root: &Element<'_>) -> Result<Vec<ImageLayer>, FormatError> {
    let mut images = Vec::new();
    add_images(root, DVec2::ZERO, &mut images)?;
    Ok(images)
}

fn add_images(
    parent: &Element<'_>,
    offset: DVec2,
    images: &mut Vec<ImageLayer>,
) -> Result<(), FormatError> {
    for child in parent.children() {
        let moved = || Ok::<_, FormatError>(offset + child.point("offsetx", "offsety")?);
        match &*child.tag {
            "group" => add_images(&child, moved()?, images)?,
            "imagelayer" => {
                let image = image_of(&child)?;
                images.push(ImageLayer {
                    id: 0,
                    name: child.text_of("name").into_owned(),
                    source: image.source.unwrap_or_default().into_owned(),
                    size: DVec2::from(image.size.map(f64::from)),
                    offset: moved()?,
                    opacity: child.number_or("opacity", 1.0)?,
                    hidden: is_hidden(&child),
                    properties: properties_of(&child)?,
                });
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_hidden(element: &Element<'_>) -> bool {
    element.attribute("visible").as_deref() == Some("0")
}

/// Reads an object, without what it shares with other instances of its template.
pub fn object(element: &Element<'_>) -> Result<Object, FormatError> {
    let text = |name: &str| element.text_of(name).into_owned();
    let class = text("class");
    Ok(Object {
        id: text("id").parse().unwrap_or_default(),
        name: text("name"),
        class: if class.is_empty() {
            text("type")
        } else {
            class
        },
        place: element.point("x", "y")?,
        size: element.point("width", "height")?,
        rotation: element.number("rotation")?,
        hidden: is_hidden(element),
        shape: shape(element)?,
        properties: properties_of(element)?,
        template: text("template"),
    })
}

fn shape(element: &Element<'_>) -> Result<Shape, FormatError> {
    let is = |shape: &str| has_shape(element, shape);
    let points = |shape: &str| {
        let points = line_points(element, shape)?.into_iter();
        Ok::<_, FormatError>(points.map(|point| point.map(rounded)).collect())
    };
    Ok(if element.attribute("gid").is_some() {
        Shape::Tile
    } else if is("text") || is("capsule") {
        Shape::Other
    } else if is("polyline") {
        Shape::Polyline(points("polyline")?)
    } else if is("polygon") {
        Shape::Polygon(points("polygon")?)
    } else if is("ellipse") {
        Shape::Ellipse
    } else if is("point") {
        Shape::Point
    } else {
        Shape::Rectangle
    })
}

/// The custom properties of a map, a layer or an object. Those of custom classes are left out.
pub fn properties_of(parent: &Element<'_>) -> Result<Properties, FormatError> {
    let mut read = Properties::new();
    for property in property_list(parent) {
        // Texts of several lines are in the element.
        let text = property.attribute("value");
        let text = text.unwrap_or_else(|| property.text());
        let name = property.text_of("name").into_owned();
        let wrong = |what: &str| {
            let [name, text] = [&name, &*text].map(sanitize_for_display);
            property.error(format!("{name} is {text:?}, which is not {what}"))
        };
        let number = || {
            let number = text.trim().parse().ok().filter(|x: &f64| x.is_finite());
            number.map(rounded).ok_or_else(|| wrong("a number"))
        };
        let value = match &*property.text_of("type") {
            "bool" => Value::Bool(matches!(&*text, "true" | "1")),
            "int" => match text.parse() {
                Ok(whole) => Value::Int(whole),
                Err(_) => Value::Float(number()?),
            },
            "float" => Value::Float(number()?),
            "object" => {
                let id = text.parse().map_err(|_| wrong("the id of an object"))?;
                Value::Object(id)
            }
            "color" => match rgb(&text) {
                Some(color) => Value::Color(color),
                None => continue,
            },
            "" | "string" | "file" => Value::Text(text.into_owned()),
            _ => continue,
        };
        properties::insert(&mut read, name, value)?;
    }
    Ok(read)
}
