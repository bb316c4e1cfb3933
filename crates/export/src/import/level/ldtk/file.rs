//! The parts of LDtk's files that a level needs.

use crate::import::json;
use crate::import::level::invalid;
use glam::DVec2;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use steerwright_format::{FormatError, sanitize_for_display};

/// Reads a file.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let message = sanitize_for_display(&error.inner().to_string());
        invalid(
            json::pointer(error.path()),
            format!("this is not an LDtk file: {message}; save it again in LDtk"),
        )
    })
}

#[derive(Deserialize)]
pub struct Project {
    #[serde(rename = "jsonVersion")]
    _version: String,
    #[serde(rename = "worldLayout")]
    pub layout: Option<String>,
    #[serde(rename = "defaultGridSize")]
    pub grid_size: Option<f64>,
    #[serde(default)]
    defs: Definitions,
    #[serde(default)]
    pub levels: Vec<LdtkLevel>,
    #[serde(default)]
    pub worlds: Vec<World>,
}

#[derive(Deserialize)]
pub struct World {
    #[serde(rename = "worldLayout")]
    pub layout: Option<String>,
    #[serde(default)]
    pub levels: Vec<LdtkLevel>,
}

#[derive(Default, Deserialize)]
struct Definitions {
    #[serde(default)]
    layers: Vec<LayerDefinition>,
    #[serde(default)]
    entities: Vec<EntityDefinition>,
}

#[derive(Deserialize)]
struct LayerDefinition {
    uid: i64,
    #[serde(default, rename = "intGridValues")]
    values: Vec<ValueDefinition>,
}

#[derive(Deserialize)]
struct ValueDefinition {
    value: Option<i64>,
    identifier: Option<String>,
}

#[derive(Deserialize)]
struct EntityDefinition {
    uid: i64,
    #[serde(default, rename = "resizableX")]
    resizable_x: bool,
    #[serde(default, rename = "resizableY")]
    resizable_y: bool,
    #[serde(default, rename = "fieldDefs")]
    fields: Vec<FieldDefinition>,
}

#[derive(Deserialize)]
struct FieldDefinition {
    uid: i64,
    #[serde(default, rename = "editorDisplayMode")]
    display: Option<String>,
}

#[derive(Deserialize)]
pub struct LdtkLevel {
    #[serde(default, rename = "identifier")]
    pub name: String,
    #[serde(default)]
    pub uid: i64,
    #[serde(default, rename = "worldX")]
    pub x: f64,
    #[serde(default, rename = "worldY")]
    pub y: f64,
    #[serde(default, rename = "pxWid")]
    pub width: f64,
    #[serde(default, rename = "pxHei")]
    pub height: f64,
    #[serde(rename = "externalRelPath")]
    pub file: Option<String>,
    #[serde(rename = "layerInstances")]
    pub layers: Option<Vec<Layer>>,
}

#[derive(Deserialize)]
pub struct Layer {
    #[serde(default, rename = "__identifier")]
    pub name: String,
    #[serde(default, rename = "__type")]
    pub kind: String,
    #[serde(default, rename = "__gridSize")]
    pub grid: f64,
    #[serde(default, rename = "__cWid")]
    pub columns: u32,
    #[serde(default, rename = "__pxTotalOffsetX")]
    pub offset_x: f64,
    #[serde(default, rename = "__pxTotalOffsetY")]
    pub offset_y: f64,
    pub iid: Option<String>,
    #[serde(default, rename = "layerDefUid")]
    pub definition: i64,
    #[serde(default, rename = "intGridCsv")]
    pub values: Vec<i64>,
    #[serde(default, rename = "gridTiles")]
    pub tiles: Vec<Tile>,
    #[serde(default, rename = "entityInstances")]
    pub entities: Vec<Entity>,
}

#[derive(Deserialize)]
pub struct Tile {
    pub px: [f64; 2],
}

#[derive(Deserialize)]
pub struct Entity {
    #[serde(default, rename = "__identifier")]
    pub name: String,
    #[serde(default, rename = "__tags")]
    pub tags: Vec<String>,
    #[serde(default, rename = "__pivot")]
    pub pivot: [f64; 2],
    pub iid: Option<String>,
    #[serde(default)]
    pub width: f64,
    #[serde(default)]
    pub height: f64,
    #[serde(default, rename = "defUid")]
    pub definition: i64,
    #[serde(default)]
    pub px: [f64; 2],
    #[serde(default, rename = "fieldInstances")]
    pub fields: Vec<Field>,
}

#[derive(Deserialize)]
pub struct Field {
    #[serde(default, rename = "__identifier")]
    pub name: String,
    #[serde(default, rename = "__type")]
    kind: String,
    #[serde(default, rename = "__value")]
    value: Json,
    #[serde(default, rename = "defUid")]
    definition: i64,
}

impl Field {
    /// Whether the field is a list of points.
    pub fn is_list(&self) -> bool {
        self.kind == "Array<Point>"
    }

    /// The columns and rows of its points. None if it has another type.
    pub fn points(&self) -> Vec<DVec2> {
        let point = |value: &Json| {
            let number = |name: &str| value.get(name).and_then(Json::as_f64);
            Some(DVec2::new(number("cx")?, number("cy")?))
        };
        if self.is_list() {
            let list = self.value.as_array();
            list.into_iter().flatten().filter_map(point).collect()
        } else if self.kind == "Point" {
            point(&self.value).into_iter().collect()
        } else {
            Vec::new()
        }
    }
}

impl Project {
    /// The name of a value of an IntGrid layer.
    pub fn value_name(&self, layer: i64, value: i64) -> Option<String> {
        let layer = self.defs.layers.iter().find(|known| known.uid == layer)?;
        let known = layer
            .values
            .iter()
            .find(|known| known.value == Some(value))?;
        known.identifier.clone()
    }

    fn entity(&self, uid: i64) -> Option<&EntityDefinition> {
        self.defs.entities.iter().find(|known| known.uid == uid)
    }

    /// Whether entities of this kind have sizes of their own.
    pub fn is_resizable(&self, entity: i64) -> bool {
        self.entity(entity)
            .is_some_and(|known| known.resizable_x || known.resizable_y)
    }

    /// How LDtk draws a field.
    pub fn display_of(&self, entity: i64, field: &Field) -> Option<&str> {
        let fields = &self.entity(entity)?.fields;
        let known = fields.iter().find(|known| known.uid == field.definition)?;
        known.display.as_deref()
    }
}
