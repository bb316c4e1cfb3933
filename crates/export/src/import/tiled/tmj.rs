//! Reads a map from JSON, or from a Lua table converted to JSON.

use super::file_properties::FileProperties;
use super::map::{Source, Visit};
use super::objects::Layer;
use super::{MAX_DEPTH, invalid};
use crate::import::json::{Document, Node};
use crate::target::tiled::map::{ImageLayer, Object, Properties, Shape};
use glam::DVec2;
use serde::Deserialize;
use serde::de::IgnoredAny;
use steerwright_format::FormatError;
use steerwright_runtime::geometry::decimal::rounded;

/// Checks that a text is a map, and finds its lists and objects.
pub fn document(text: &str) -> Result<Document<'_>, FormatError> {
    let document = Document::parse(text)?;
    let kind = document.root().get("type").and_then(Node::as_text);
    if kind.as_deref() != Some("map") {
        return Err(invalid(
            "/type",
            "this is not a Tiled map; open a file whose \"type\" is \"map\"",
        ));
    }
    Ok(document)
}

/// Reads the object of a template.
pub fn template(text: &str) -> Result<Object, FormatError> {
    let document = Document::parse(text)?;
    let null = Document::parse("null")?;
    let node = document.root().get("object").unwrap_or(null.root());
    let file = node.read("").map_err(|(at, what)| invalid(at, what))?;
    read_object(file)
}

/// Reads a part of a map, which is at `place`.
fn part<'a, T: Deserialize<'a>>(node: Node<'a>, place: &str) -> Result<T, FormatError> {
    node.read(place)
        .map_err(|(at, what)| invalid(at, format!("{what}; save the map again in Tiled")))
}

/// Reads the custom properties of a map.
pub fn properties_of(root: Node<'_>) -> Result<Properties, FormatError> {
    let file: FileMap = part(root, "")?;
    Ok(file.properties.0)
}

/// Reads an object, which is at `place`.
pub fn object(node: Node<'_>, place: &str) -> Result<Object, FormatError> {
    read_object(part(node, place)?)
}

/// Visits the objects of all layers of a map.
pub fn visit<'a>(root: Node<'a>, visit: &mut Visit<'_, 'a>) -> Result<(), FormatError> {
    layers(root, "", DVec2::ZERO, MAX_DEPTH, visit)
}

/// The items of the list in a field, with their places.
fn items<'a>(
    node: Node<'a>,
    field: &str,
    place: &str,
) -> Result<impl Iterator<Item = (Node<'a>, String)>, FormatError> {
    let list = node.get(field);
    let place = format!("{place}/{field}");
    if let Some(list) = list {
        part::<Vec<IgnoredAny>>(list, &place)?;
    }
    let items = list.map(Node::items).into_iter().flatten().enumerate();
    Ok(items.map(move |(index, item)| (item, format!("{place}/{index}"))))
}

fn layers<'a>(
    parent: Node<'a>,
    place: &str,
    offset: DVec2,
    depth: usize,
    visit: &mut Visit<'_, 'a>,
) -> Result<(), FormatError> {
    for (node, place) in items(parent, "layers", place)? {
        if depth == 0 {
            return Err(invalid(
                "/layers",
                "layers are nested too deeply; ungroup some",
            ));
        }
        let file: FileLayer = part(node, &place)?;
        let layer = Layer {
            name: file.name,
            offset: offset + DVec2::new(rounded(file.offsetx), rounded(file.offsety)),
        };
        for (object, place) in items(node, "objects", &place)? {
            visit(&layer, Source::Json(object), &place)?;
        }
        layers(node, &place, layer.offset, depth - 1, visit)?;
    }
    Ok(())
}

/// The image layers of a map.
pub fn images(root: Node<'_>) -> Result<Vec<ImageLayer>, FormatError> {
    let mut images = Vec::new();
    add_images(root, "", DVec2::ZERO, MAX_DEPTH, &mut images)?;
    Ok(images)
}

fn add_images(
    parent: Node<'_>,
    place: &str,
    offset: DVec2,
    depth: usize,
    images: &mut Vec<ImageLayer>,
) -> Result<(), FormatError> {
    for (node, place) in items(parent, "layers", place)? {
        let kind = node.get("type").and_then(Node::as_text);
        let file: FileLayer = part(node, &place)?;
        let moved = offset + DVec2::new(rounded(file.offsetx), rounded(file.offsety));
        match kind.as_deref() {
            Some("group") if depth > 0 => add_images(node, &place, moved, depth - 1, images)?,
            Some("imagelayer") => {
                let image: FileImage = part(node, &place)?;
                images.push(ImageLayer {
                    id: 0,
                    name: file.name,
                    source: image.image,
                    size: DVec2::new(rounded(image.width), rounded(image.height)),
                    offset: moved,
                    opacity: rounded(image.opacity),
                    hidden: !image.visible,
                    properties: image.properties.0,
                });
            }
            _ => {}
        }
    }
    Ok(())
}

/// What only an image layer has.
#[derive(Deserialize)]
struct FileImage {
    #[serde(default)]
    image: String,
    #[serde(default, rename = "imagewidth")]
    width: f64,
    #[serde(default, rename = "imageheight")]
    height: f64,
    #[serde(default = "opaque")]
    opacity: f64,
    #[serde(default = "shown")]
    visible: bool,
    #[serde(default)]
    properties: FileProperties,
}

fn opaque() -> f64 {
    1.0
}

fn shown() -> bool {
    true
}

#[derive(Deserialize)]
struct FileMap {
    #[serde(default)]
    properties: FileProperties,
}

#[derive(Deserialize)]
struct FileLayer {
    #[serde(default)]
    name: String,
    #[serde(default)]
    offsetx: f64,
    #[serde(default)]
    offsety: f64,
}

#[derive(Deserialize)]
struct FileObject {
    #[serde(default)]
    id: u32,
    #[serde(default)]
    name: String,
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    class: String,
    #[serde(default)]
    template: String,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(default)]
    rotation: f64,
    #[serde(default = "yes")]
    visible: bool,
    #[serde(default)]
    properties: FileProperties,
    /// The shape in Lua. In TMJ, each shape has its own field.
    #[serde(default)]
    shape: String,
    #[serde(default)]
    ellipse: bool,
    #[serde(default)]
    point: bool,
    polyline: Option<Vec<FilePoint>>,
    polygon: Option<Vec<FilePoint>>,
    gid: Option<IgnoredAny>,
    text: Option<IgnoredAny>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
struct FilePoint {
    x: f64,
    y: f64,
}

fn read_object(file: FileObject) -> Result<Object, FormatError> {
    let points = |points: Vec<FilePoint>| {
        points
            .iter()
            .map(|point| DVec2::new(rounded(point.x), rounded(point.y)))
            .collect()
    };
    let shape = match (file.shape.as_str(), file.polyline, file.polygon) {
        _ if file.gid.is_some() => Shape::Tile,
        _ if file.text.is_some() => Shape::Other,
        (_, Some(line), _) => Shape::Polyline(points(line)),
        (_, _, Some(line)) => Shape::Polygon(points(line)),
        ("ellipse", ..) => Shape::Ellipse,
        ("point", ..) => Shape::Point,
        _ if file.ellipse => Shape::Ellipse,
        _ if file.point => Shape::Point,
        ("" | "rectangle", ..) => Shape::Rectangle,
        _ => Shape::Other,
    };
    Ok(Object {
        id: file.id,
        name: file.name,
        class: if file.class.is_empty() {
            file.kind
        } else {
            file.class
        },
        place: DVec2::new(rounded(file.x), rounded(file.y)),
        size: DVec2::new(rounded(file.width), rounded(file.height)),
        rotation: rounded(file.rotation),
        hidden: !file.visible,
        shape,
        properties: file.properties.0,
        template: file.template,
    })
}
