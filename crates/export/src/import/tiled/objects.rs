//! The objects of a map by what they are, at the places where Tiled shows them.

use super::{invalid, properties};
use crate::target::tiled::layers::names;
use crate::target::tiled::map::{Map, Object, Properties, Shape};
use glam::DVec2;
use steerwright_format::FormatError;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::geometry::rotation;
use steerwright_runtime::geometry::rotation::RADIANS_PER_DEGREE;

/// What an object is in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Cell,
    Path,
    Node,
    Marker,
    Pointer,
    Agent,
}

/// An object, and how far it was moved together with its layer.
#[derive(Clone, Copy)]
pub struct Item<'a> {
    pub kind: Kind,
    pub object: &'a Object,
    pub moved: DVec2,
}

/// No map has more points in its lines.
const MAX_POINTS: usize = 1_000_000;

/// The objects that mean something to a scene, in the order of the map.
pub fn items(map: &Map) -> Result<Vec<Item<'_>>, FormatError> {
    let points = |object: &Object| match &object.shape {
        Shape::Polyline(points) | Shape::Polygon(points) => points.len(),
        _ => 0,
    };
    if map
        .layers
        .iter()
        .flat_map(|layer| &layer.objects)
        .map(points)
        .sum::<usize>()
        > MAX_POINTS
    {
        return Err(invalid(
            "the map",
            format!("its lines have more than {MAX_POINTS} points; split it"),
        ));
    }
    // How far our layers are drawn from their coordinates: what a person draws in a layer of their own is drawn without.
    let shift = ["shift_x", "shift_y"]
        .map(|name| properties::number(&map.properties, name).unwrap_or_default());
    let mut items = Vec::new();
    for layer in &map.layers {
        let moved = |offset: f64, shift: f64| {
            if is(offset, shift) {
                0.0
            } else {
                offset - shift
            }
        };
        let moved = DVec2::new(
            moved(layer.offset.x, shift[0]),
            moved(layer.offset.y, shift[1]),
        );
        let kind = |object: &Object| kind(object, &layer.name);
        items.extend(layer.objects.iter().filter_map(|object| {
            Some(Item {
                kind: kind(object)?,
                object,
                moved,
            })
        }));
    }
    Ok(items)
}

/// By its class; one without a class by its layer; and every line without a class is a path.
fn kind(object: &Object, layer: &str) -> Option<Kind> {
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

/// `exact` as Tiled writes it in TMX and Lua: with six digits.
fn six_digits(exact: f64) -> f64 {
    format!("{exact:.5e}").parse().unwrap_or(exact)
}

/// Whether a number of a map still is the one that was exported.
pub fn is(number: f64, exact: f64) -> bool {
    number == exact || number == six_digits(exact)
}

/// [`is`] for both coordinates.
pub fn are(point: DVec2, exact: DVec2) -> bool {
    is(point.x, exact.x) && is(point.y, exact.y)
}

impl<'a> Item<'a> {
    pub fn properties(&self) -> &'a Properties {
        &self.object.properties
    }

    /// A point seen from the object's place, turned with the object and moved with its layer.
    pub fn seen_from_place(&self, offset: DVec2) -> DVec2 {
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

    /// The middle of the object, to the digit where it was not moved.
    pub fn center(&self) -> DVec2 {
        let exact = properties::exact::<2>(self.properties()).map(DVec2::from_array);
        match exact {
            Some(exact)
                if self.moved == DVec2::ZERO
                    && are(self.object.place, exact)
                    && self.object.size == DVec2::ZERO =>
            {
                exact
            }
            _ if self.object.shape == Shape::Tile => {
                self.seen_from_place(DVec2::new(self.object.size.x, -self.object.size.y) / 2.0)
            }
            _ => self.seen_from_place(self.object.size / 2.0),
        }
    }
}
