//! The object layers of a Tiled map, independent of the file format.

use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_runtime::scene::Color;

/// A map of object layers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// Columns and rows of tiles.
    pub size: [u32; 2],
    /// The size of a tile, in pixels.
    pub tile: u32,
    /// The properties of the map.
    pub properties: Properties,
    /// The image layers, from bottom to top. They are written only, below the others.
    pub images: Vec<ImageLayer>,
    /// The layers, from bottom to top.
    pub layers: Vec<Layer>,
}

/// A layer with an image.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImageLayer {
    /// Its id, unique in the map.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// The image file.
    pub source: String,
    /// The width and height of the image in pixels, as a map that was read says. Zero if it does
    /// not; not written.
    pub size: DVec2,
    /// The offset of its upper left corner.
    pub offset: DVec2,
    /// The opacity, 0 to 1.
    pub opacity: f64,
    /// Whether it is hidden.
    pub hidden: bool,
    /// Its properties.
    pub properties: Properties,
}

/// Custom properties, in Tiled's order.
pub type Properties = BTreeMap<String, Value>;

/// The value of a custom property.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A boolean.
    Bool(bool),
    /// A 32-bit integer.
    Int(i32),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Text(String),
    /// An opaque color.
    Color(Color),
    /// An object of the map, by its id.
    Object(u32),
}

impl Value {
    /// A count or id: an integer if it fits into 32 bits.
    pub fn whole(number: u64) -> Self {
        i32::try_from(number).map_or(Self::Float(number as f64), Self::Int)
    }
}

/// An object layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// Its id, unique in the map.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// The color of its objects.
    pub color: Color,
    /// Whether its objects cannot be selected.
    pub locked: bool,
    /// The offset at which its objects are drawn.
    pub offset: DVec2,
    /// The objects.
    pub objects: Vec<Object>,
}

/// An object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// Its id, unique in the map.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Its class, which some versions of Tiled call type.
    pub class: String,
    /// Its position: the top left corner of shapes with a size, and the origin of the points of a
    /// line.
    pub place: DVec2,
    /// Width and height.
    pub size: DVec2,
    /// The clockwise rotation about its position, in degrees.
    pub rotation: f64,
    /// Whether it is hidden.
    pub hidden: bool,
    /// Its shape.
    pub shape: Shape,
    /// Its properties.
    pub properties: Properties,
    /// For an imported instance of a template, the name of its file; otherwise empty.
    pub template: String,
}

/// The shape of an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Shape {
    /// A rectangle.
    #[default]
    Rectangle,
    /// An ellipse in its rectangle.
    Ellipse,
    /// A point.
    Point,
    /// An open line.
    Polyline(Vec<DVec2>),
    /// A closed line.
    Polygon(Vec<DVec2>),
    /// A tile; its position is the bottom left corner.
    Tile,
    /// A text, or a shape of a later version.
    Other,
}

impl Shape {
    /// The points of a line.
    pub fn points(&self) -> &[DVec2] {
        match self {
            Self::Polyline(points) | Self::Polygon(points) => points,
            Self::Rectangle | Self::Ellipse | Self::Point | Self::Tile | Self::Other => &[],
        }
    }
}
