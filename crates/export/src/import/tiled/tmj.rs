//! Reads a map from JSON, or from a Lua table converted to JSON.

use super::{MAX_DEPTH, invalid, properties};
use crate::import::json;
use crate::target::tiled::map::{Layer, Map, Object, Properties, Shape, Value};
use glam::DVec2;
use serde::Deserialize;
use serde_json::{Map as Table, Value as Json};
use steerwright_format::FormatError;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::geometry::decimal::rounded;

/// Reads a map.
pub fn map(text: &str) -> Result<Map, FormatError> {
    let file = json::parse(text)?;
    if file.get("type").and_then(Json::as_str) != Some("map") {
        return Err(invalid(
            "/type",
            "this is not a Tiled map; open a file whose \"type\" is \"map\"",
        ));
    }
    from_value(file)
}

/// Reads the object of a template.
pub fn template(text: &str) -> Result<Object, FormatError> {
    let file = json::parse(text)?;
    let object = file.get("object").unwrap_or(&Json::Null);
    let object = serde_path_to_error::deserialize(object).map_err(|error| {
        invalid(
            json::pointer(error.path()),
            sanitize_for_display(&error.inner().to_string()),
        )
    })?;
    read_object(object)
}

/// Reads a map from a value in the format of TMJ or Lua.
pub fn from_value(file: Json) -> Result<Map, FormatError> {
    let file: FileMap = serde_path_to_error::deserialize(&file).map_err(|error| {
        invalid(
            json::pointer(error.path()),
            format!(
                "{}; save the map again in Tiled",
                sanitize_for_display(&error.inner().to_string())
            ),
        )
    })?;
    let mut map = Map {
        properties: file.properties.read()?,
        ..Map::default()
    };
    read_layers(file.layers, DVec2::ZERO, MAX_DEPTH, &mut map.layers)?;
    Ok(map)
}

#[derive(Deserialize)]
struct FileMap {
    #[serde(default)]
    properties: FileProperties,
    #[serde(default)]
    layers: Vec<FileLayer>,
}

#[derive(Deserialize)]
struct FileLayer {
    #[serde(default)]
    name: String,
    #[serde(default)]
    offsetx: f64,
    #[serde(default)]
    offsety: f64,
    #[serde(default)]
    objects: Vec<FileObject>,
    /// The layers of a group.
    #[serde(default)]
    layers: Vec<FileLayer>,
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
    gid: Option<Json>,
    text: Option<Json>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
struct FilePoint {
    x: f64,
    y: f64,
}

/// A typed list in TMJ, an untyped table in Lua.
#[derive(Deserialize)]
#[serde(untagged)]
enum FileProperties {
    List(Vec<FileProperty>),
    Table(Table<String, Json>),
}

impl Default for FileProperties {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

#[derive(Deserialize)]
struct FileProperty {
    name: String,
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    value: Json,
}

impl FileProperties {
    fn read(self) -> Result<Properties, FormatError> {
        let mut read = Properties::new();
        let entries: Vec<FileProperty> = match self {
            Self::List(list) => list,
            Self::Table(table) => table
                .into_iter()
                .map(|(name, value)| FileProperty {
                    name,
                    kind: String::new(),
                    value,
                })
                .collect(),
        };
        for FileProperty { name, kind, value } in entries {
            let value = match (kind.as_str(), value) {
                (_, Json::Bool(on)) => Value::Bool(on),
                ("color", Json::String(text)) => match properties::rgb(&text) {
                    Some(color) => Value::Color(color),
                    None => continue,
                },
                (_, Json::String(text)) => Value::Text(text),
                ("object", Json::Number(number)) => {
                    match number.as_u64().and_then(|id| u32::try_from(id).ok()) {
                        Some(id) => Value::Object(id),
                        None => {
                            return Err(invalid(
                                sanitize_for_display(&name),
                                format!("{number} is not an object id; change it in Tiled"),
                            ));
                        }
                    }
                }
                ("int", Json::Number(number)) => {
                    match number.as_i64().and_then(|whole| i32::try_from(whole).ok()) {
                        Some(whole) => Value::Int(whole),
                        None => Value::Float(number.as_f64().unwrap_or_default()),
                    }
                }
                (_, Json::Number(number)) => {
                    Value::Float(number.as_f64().map(rounded).unwrap_or_default())
                }
                (_, Json::Object(table)) => match table
                    .get("id")
                    .and_then(Json::as_u64)
                    .and_then(|id| u32::try_from(id).ok())
                {
                    Some(id) if kind.is_empty() => Value::Object(id),
                    // A custom class.
                    _ => continue,
                },
                (_, Json::Null | Json::Array(_)) => continue,
            };
            read.insert(name, value);
        }
        Ok(read)
    }
}

fn read_layers(
    files: Vec<FileLayer>,
    offset: DVec2,
    depth: usize,
    layers: &mut Vec<Layer>,
) -> Result<(), FormatError> {
    if depth == 0 {
        return Err(invalid(
            "/layers",
            "layers are nested too deeply; ungroup some",
        ));
    }
    for file in files {
        let offset = offset + DVec2::new(rounded(file.offsetx), rounded(file.offsety));
        let objects = file
            .objects
            .into_iter()
            .map(read_object)
            .collect::<Result<Vec<_>, _>>()?;
        layers.push(Layer {
            name: file.name,
            offset,
            objects,
            ..Layer::default()
        });
        read_layers(file.layers, offset, depth - 1, layers)?;
    }
    Ok(())
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
        properties: file.properties.read()?,
        template: file.template,
    })
}
