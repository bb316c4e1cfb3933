//! A map as Tiled knows it, as far as it holds objects: what the three files say, before they say it.

use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_runtime::scene::Color;

/// A map of object layers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Map {
    /// Columns and rows of tiles.
    pub size: [u32; 2],
    /// The side of a tile, in pixels.
    pub tile: u32,
    /// Properties of the map itself.
    pub properties: Properties,
    /// The layers, the lowest first.
    pub layers: Vec<Layer>,
}

/// Typed custom properties, in the order in which Tiled keeps them.
pub type Properties = BTreeMap<String, Value>;

/// The value of a custom property.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// On or off.
    Bool(bool),
    /// A whole number; Tiled has 32 bits for it.
    Int(i32),
    /// Any number.
    Float(f64),
    /// A text.
    Text(String),
    /// An opaque color.
    Color(Color),
    /// An object of the map, by its id.
    Object(u32),
}

impl Value {
    /// A count or id: a whole number where Tiled has the bits for it.
    pub fn whole(number: u64) -> Self {
        i32::try_from(number).map_or(Self::Float(number as f64), Self::Int)
    }
}

/// An object layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// Tells it from the other layers of the map.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// The color its objects are drawn in.
    pub color: Color,
    /// Whether its objects are out of reach.
    pub locked: bool,
    /// How far from their coordinates its objects are drawn.
    pub offset: DVec2,
    /// The objects.
    pub objects: Vec<Object>,
}

/// An object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// Tells it from the other objects of the map.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// What kind of thing it is: Tiled's class, called type in some versions.
    pub class: String,
    /// Its place: the upper left corner of what has a size, and what the points of a line are relative to.
    pub place: DVec2,
    /// Width and height.
    pub size: DVec2,
    /// Degrees about its place; clockwise on the screen.
    pub rotation: f64,
    /// Whether it is drawn not.
    pub hidden: bool,
    /// What it looks like.
    pub shape: Shape,
    /// Its properties.
    pub properties: Properties,
}

/// What an object looks like.
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
    /// A tile of a tileset; its place is its lower left corner.
    Tile,
    /// A text, or whatever later versions have.
    Other,
}
