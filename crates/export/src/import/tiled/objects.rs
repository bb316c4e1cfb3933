//! The objects of a map by kind, at the positions where Tiled shows them.

use super::properties;
use crate::import::level::element::Element;
use crate::target::tiled::map::{Object, Properties, Shape};
use crate::target::tiled::names;
use glam::DVec2;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::geometry::rotation;
use steerwright_runtime::geometry::rotation::RADIANS_PER_DEGREE;

/// What an object stands for in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Cell,
    Wall,
    Path,
    Node,
    Marker,
    Pointer,
    Agent,
}

/// Where an object that belongs to the scene is.
pub struct Entry<'a> {
    pub kind: Kind,
    /// The index of the distance by which its layer was moved.
    pub layer: u32,
    pub element: Element<'a>,
}

/// An object, and the distance by which its layer was moved.
pub struct Item {
    pub object: Object,
    pub moved: DVec2,
}

/// A layer of objects.
pub struct Layer {
    pub name: String,
    pub offset: DVec2,
}

impl Layer {
    /// The distance by which it was moved since it was exported with an offset of `shift`.
    pub fn moved(&self, shift: DVec2) -> DVec2 {
        let moved = |offset: f64, shift: f64| {
            if is_unchanged(offset, shift) {
                0.0
            } else {
                offset - shift
            }
        };
        DVec2::new(moved(self.offset.x, shift.x), moved(self.offset.y, shift.y))
    }
}

/// The kind of an object: by its class, or by its layer if it has none. A line without a class is
/// always a path.
pub fn kind(object: &Object, layer: &str) -> Option<Kind> {
    let by_layer = || {
        names::LAYERS
            .iter()
            .find(|(name, _)| *name == layer)
            .map_or("", |(_, class)| *class)
    };
    let class = if object.class.is_empty() {
        by_layer()
    } else {
        object.class.as_str()
    };
    let is_line = matches!(object.shape, Shape::Polyline(_) | Shape::Polygon(_));
    match class {
        "path" if is_line || object.shape == Shape::Point => Some(Kind::Path),
        "wall" if is_line || matches!(object.shape, Shape::Point | Shape::Rectangle) => {
            Some(Kind::Wall)
        }
        "cell" if object.shape == Shape::Rectangle => Some(Kind::Cell),
        "node" if object.shape == Shape::Ellipse => Some(Kind::Node),
        "marker" if !is_line => Some(Kind::Marker),
        names::POINTER if !is_line => Some(Kind::Pointer),
        "agent" if !is_line => Some(Kind::Agent),
        "curve" => None,
        _ if is_line && object.class.is_empty() => Some(Kind::Path),
        _ => None,
    }
}

/// `exact` with six digits, as Tiled writes it in TMX and Lua.
fn six_digits(exact: f64) -> f64 {
    format!("{exact:.5e}").parse().unwrap_or(exact)
}

/// Whether a number of the map equals the exported number.
pub fn is_unchanged(number: f64, exact: f64) -> bool {
    number == exact || number == six_digits(exact)
}

/// Whether both coordinates are unchanged.
pub fn is_unmoved(point: DVec2, exact: DVec2) -> bool {
    is_unchanged(point.x, exact.x) && is_unchanged(point.y, exact.y)
}

impl Item {
    pub fn properties(&self) -> &Properties {
        &self.object.properties
    }

    /// The number of points of its line.
    pub fn points(&self) -> usize {
        self.object.shape.points().len()
    }

    /// The map position of an offset from the object's position, after the rotation of the object
    /// and the offset of its layer.
    pub fn map_position(&self, offset: DVec2) -> DVec2 {
        let turned = match self.object.rotation {
            0.0 => offset,
            degrees => rotation::rotate(
                offset,
                (degrees - 360.0 * (degrees / 360.0).round()) * RADIANS_PER_DEGREE,
            ),
        };
        let at = self.object.place + self.moved + turned;
        DVec2::new(rounded(at.x), rounded(at.y))
    }

    /// The center of the object, which is exact if the object was not moved.
    pub fn center(&self) -> DVec2 {
        let exact = properties::exact::<2>(self.properties()).map(DVec2::from_array);
        match exact {
            Some(exact)
                if self.moved == DVec2::ZERO
                    && is_unmoved(self.object.place, exact)
                    && self.object.size == DVec2::ZERO =>
            {
                exact
            }
            _ if self.object.shape == Shape::Tile => {
                self.map_position(DVec2::new(self.object.size.x, -self.object.size.y) / 2.0)
            }
            _ => self.map_position(self.object.size / 2.0),
        }
    }
}

/// Identifies an object in error messages.
pub fn place_of(item: &Item) -> String {
    format!(
        "object {} \"{}\"",
        item.object.id,
        sanitize_for_display(&item.object.name)
    )
}
