//! The objects of a layer or of a tile.

use super::properties::{add_missing, collides, properties};
use super::property_types::PropertyTypes;
use crate::import::level::MapProperty;
use crate::import::level::element::Element;
use glam::DVec2;
use steerwright_format::{FormatError, sanitize_for_display};
use steerwright_runtime::geometry::rotation;
use steerwright_runtime::geometry::rotation::RADIANS_PER_DEGREE;

/// Corners of the polygon that stands for an ellipse.
const ELLIPSE_CORNERS: u32 = 24;

/// An object, in the coordinates of its layer or tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// 0 in old maps.
    pub id: u32,
    pub name: String,
    pub class: String,
    pub at: DVec2,
    pub size: DVec2,
    /// Clockwise, in degrees.
    pub rotation: f64,
    pub outline: Outline,
    /// Whether it is marked as solid.
    pub collides: bool,
    /// Its other custom properties.
    pub properties: Vec<MapProperty>,
}

/// The outline of an object, from its position.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    Point,
    Line(Vec<DVec2>),
    Polygon(Vec<DVec2>),
    /// A tile, by its number.
    Tile(u32),
    /// Of no use for a level.
    Text,
}

impl Object {
    /// Reads an object, which may be an instance of a template.
    pub fn read(
        node: &Element<'_>,
        template: Option<&Element<'_>>,
        types: &PropertyTypes,
    ) -> Result<Self, FormatError> {
        // What an instance does not say comes from the template.
        let holder = |name: &str| match template {
            Some(template) if node.attribute(name).is_none() => template,
            Some(_) | None => node,
        };
        let number = |name: &str| holder(name).number(name);
        let class = ["class", "type"]
            .into_iter()
            .find_map(|name| holder(name).attribute(name));
        let size = DVec2::new(number("width")?, number("height")?);
        let shaped = if is_shaped(node) {
            Some(node)
        } else {
            template
        };
        let outline = if holder("gid").attribute("gid").is_some() {
            Outline::Tile(holder("gid").whole("gid")?)
        } else {
            outline(shaped.unwrap_or(node), size)?
        };
        let mut values = properties(node, types);
        if let Some(template) = template {
            add_missing(&mut values, &properties(template, types));
        }
        Ok(Self {
            properties: values,
            id: node.whole("id")?,
            name: holder("name").text_of("name").into_owned(),
            class: class.unwrap_or_default().into_owned(),
            at: node.point("x", "y")?,
            size,
            rotation: number("rotation")?,
            outline,
            collides: collides(node).or(template.and_then(collides)) == Some(true),
        })
    }

    /// The number of its points.
    pub fn points(&self) -> usize {
        match &self.outline {
            Outline::Line(points) | Outline::Polygon(points) => points.len(),
            Outline::Point | Outline::Tile(_) | Outline::Text => 0,
        }
    }
}

const SHAPES: [&str; 6] = ["ellipse", "point", "polyline", "polygon", "text", "capsule"];

fn is_shaped(node: &Element<'_>) -> bool {
    SHAPES.iter().any(|shape| has_shape(node, shape))
}

/// Whether an object has a shape: XML and JSON name it, Lua has its name as a text.
pub fn has_shape(node: &Element<'_>, shape: &str) -> bool {
    node.child(shape).is_some()
        || node.attribute(shape).as_deref() == Some("1")
        || node.attribute("shape").as_deref() == Some(shape)
}

fn outline(node: &Element<'_>, size: DVec2) -> Result<Outline, FormatError> {
    let is = |shape: &str| has_shape(node, shape);
    let is_flat = size.x == 0.0 || size.y == 0.0;
    Ok(if is("point") {
        Outline::Point
    } else if is("text") {
        Outline::Text
    } else if is("polyline") {
        Outline::Line(line_points(node, "polyline")?)
    } else if is("polygon") {
        Outline::Polygon(line_points(node, "polygon")?)
    } else if is_flat {
        // Tiled draws a pin for objects without a size.
        if size == DVec2::ZERO {
            Outline::Point
        } else {
            Outline::Line(vec![DVec2::ZERO, size])
        }
    } else if is("ellipse") {
        Outline::Polygon(ellipse(size))
    } else if is("capsule") {
        Outline::Polygon(capsule(size))
    } else {
        Outline::Polygon(rectangle(size))
    })
}

/// The corners of a rectangle, clockwise.
pub fn rectangle(size: DVec2) -> Vec<DVec2> {
    [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
        .map(|corner| DVec2::from(corner) * size)
        .to_vec()
}

fn ellipse(size: DVec2) -> Vec<DVec2> {
    let corner = |index| {
        let angle = f64::from(index) * 360.0 / f64::from(ELLIPSE_CORNERS) - 180.0;
        (rotation::direction_at(angle * RADIANS_PER_DEGREE) + DVec2::ONE) / 2.0 * size
    };
    (0..ELLIPSE_CORNERS).map(corner).collect()
}

/// A rectangle with half circles at its short sides.
fn capsule(size: DVec2) -> Vec<DVec2> {
    let across = size.min_element();
    let half = size / 2.0 - across / 2.0;
    let side = |x: f64| if x < 0.0 { -1.0 } else { 1.0 };
    ellipse(DVec2::splat(across))
        .into_iter()
        .map(|point| {
            let from_center = point - across / 2.0;
            let shift = DVec2::new(side(from_center.x), side(from_center.y)) * half;
            size / 2.0 + from_center + shift
        })
        .collect()
}

/// The points of a line: in XML a text, in JSON a list.
pub fn line_points(node: &Element<'_>, shape: &str) -> Result<Vec<DVec2>, FormatError> {
    let mut texts = node.all(shape).filter_map(|line| {
        let text = line.attribute("points")?;
        Some((line, text))
    });
    if let Some((line, text)) = texts.next() {
        let pair = |pair: &str| {
            let (x, y) = pair.split_once(',')?;
            let number = |text: &str| text.parse().ok().filter(|x: &f64| x.is_finite());
            Some(DVec2::new(number(x)?, number(y)?))
        };
        return text
            .split_whitespace()
            .map(|text| {
                pair(text).ok_or_else(|| {
                    let shown = sanitize_for_display(text);
                    line.error(format!("{shown:?} is not a point"))
                })
            })
            .collect();
    }
    node.all(shape).map(|point| point.point("x", "y")).collect()
}

/// Turns an offset clockwise, in degrees.
pub fn turned(offset: DVec2, degrees: f64) -> DVec2 {
    if degrees == 0.0 {
        return offset;
    }
    let within = degrees - 360.0 * (degrees / 360.0).round();
    rotation::rotate(offset, within * RADIANS_PER_DEGREE)
}
