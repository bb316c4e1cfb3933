//! The parts of LDtk's files that a level needs. Long lists are read item by item, and of
//! definitions only those that say something.

use crate::import::json::{Document, Node};
use crate::import::level::invalid;
use glam::DVec2;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt::Formatter;
use std::marker::PhantomData;
use std::sync::Arc;
use steerwright_format::FormatError;

/// Reads a value of a file, which is at `place`.
pub fn read<'a, T: Deserialize<'a>>(node: Node<'a>, place: &str) -> Result<T, FormatError> {
    node.read(place).map_err(|(place, message)| {
        invalid(
            place,
            format!("this is not an LDtk file: {message}; save it again in LDtk"),
        )
    })
}

/// The list in a field, with its place. `None` without one.
pub fn list<'a>(
    node: Node<'a>,
    field: &str,
    place: &str,
) -> Result<Option<(Node<'a>, String)>, FormatError> {
    let Some(list) = node.get(field) else {
        return Ok(None);
    };
    let place = format!("{place}/{field}");
    let is_list = read::<Option<Vec<IgnoredAny>>>(list, &place)?.is_some();
    Ok(is_list.then_some((list, place)))
}

/// The items of the list in a field, with their places.
pub fn items<'a>(
    node: Node<'a>,
    field: &str,
    place: &str,
) -> Result<impl Iterator<Item = (Node<'a>, String)>, FormatError> {
    let list = list(node, field, place)?.into_iter();
    Ok(list.flat_map(|(list, place)| {
        list.items()
            .enumerate()
            .map(move |(index, item)| (item, format!("{place}/{index}")))
    }))
}

/// A project without its levels.
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
}

#[derive(Deserialize)]
pub struct World {
    #[serde(rename = "worldLayout")]
    pub layout: Option<String>,
}

#[derive(Default, Deserialize)]
struct Definitions {
    #[serde(default)]
    layers: Telling<LayerDefinition>,
    #[serde(default)]
    entities: Telling<EntityDefinition>,
    #[serde(default)]
    enums: Vec<EnumDefinition>,
    #[serde(default, rename = "externalEnums")]
    external_enums: Vec<EnumDefinition>,
}

#[derive(Deserialize)]
struct EnumDefinition {
    #[serde(default)]
    identifier: String,
    #[serde(default, deserialize_with = "names_of_values")]
    values: Arc<[String]>,
}

#[derive(Deserialize)]
struct EnumValue {
    id: String,
}

fn names_of_values<'de, D: Deserializer<'de>>(reader: D) -> Result<Arc<[String]>, D::Error> {
    let values = Vec::<EnumValue>::deserialize(reader)?;
    Ok(values.into_iter().map(|value| value.id).collect())
}

/// The items of a list that say something.
struct Telling<T>(Vec<T>);

/// What may say nothing.
trait Tells {
    fn tells(&self) -> bool;
}

impl<T> Default for Telling<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Tells + Deserialize<'de>> Deserialize<'de> for Telling<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_seq(TellingVisitor(PhantomData))
    }
}

struct TellingVisitor<T>(PhantomData<T>);

impl<'de, T: Tells + Deserialize<'de>> Visitor<'de> for TellingVisitor<T> {
    type Value = Telling<T>;

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut telling = Vec::new();
        while let Some(item) = list.next_element::<T>()? {
            if item.tells() {
                telling.push(item);
            }
        }
        Ok(Telling(telling))
    }
}

#[derive(Deserialize)]
struct LayerDefinition {
    uid: i64,
    #[serde(default, rename = "intGridValues")]
    values: Telling<ValueDefinition>,
}

impl Tells for LayerDefinition {
    fn tells(&self) -> bool {
        !self.values.0.is_empty()
    }
}

#[derive(Deserialize)]
struct ValueDefinition {
    value: Option<i64>,
    identifier: Option<String>,
}

impl Tells for ValueDefinition {
    fn tells(&self) -> bool {
        self.value.is_some() && self.identifier.is_some()
    }
}

#[derive(Deserialize)]
struct EntityDefinition {
    uid: i64,
    #[serde(default, rename = "resizableX")]
    resizable_x: bool,
    #[serde(default, rename = "resizableY")]
    resizable_y: bool,
    #[serde(default, rename = "fieldDefs")]
    fields: Telling<FieldDefinition>,
}

impl Tells for EntityDefinition {
    fn tells(&self) -> bool {
        self.resizable_x || self.resizable_y || !self.fields.0.is_empty()
    }
}

#[derive(Deserialize)]
struct FieldDefinition {
    uid: i64,
    #[serde(default, rename = "editorDisplayMode")]
    display: Option<String>,
}

impl Tells for FieldDefinition {
    fn tells(&self) -> bool {
        self.display.is_some()
    }
}

/// A level without its layers.
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
}

/// A layer without its values, tiles and entities.
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
}

#[derive(Deserialize)]
pub struct Tile {
    pub px: [f64; 2],
}

/// An entity without its tags and fields.
#[derive(Deserialize)]
pub struct Entity {
    #[serde(default, rename = "__identifier")]
    pub name: String,
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
}

/// The tags of an entity, with blanks between them.
pub fn tags(entity: Node<'_>) -> String {
    let tags = entity.get("__tags").map(Node::items).into_iter().flatten();
    let mut joined = String::new();
    for tag in tags {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(&tag.plain());
    }
    joined
}

/// A field of an entity without its value.
#[derive(Deserialize)]
pub struct Field {
    #[serde(default, rename = "__identifier")]
    pub name: String,
    #[serde(default, rename = "__type")]
    kind: String,
    #[serde(default, rename = "defUid")]
    definition: i64,
}

impl Field {
    /// Whether the field is a list of points.
    pub fn is_list(&self) -> bool {
        self.kind == "Array<Point>"
    }

    /// The columns and rows of its points. None if it has another type.
    pub fn points<'a>(&self, field: Node<'a>) -> impl Iterator<Item = DVec2> + use<'a> {
        let value = field.get("__value");
        let list = value.filter(|_| self.is_list());
        let one = value.filter(|_| self.kind == "Point");
        let items = list.map(Node::items).into_iter().flatten().chain(one);
        items.filter_map(|point| {
            let number = |name: &str| point.get(name)?.raw().parse::<f64>().ok();
            Some(DVec2::new(number("cx")?, number("cy")?))
        })
    }
}

impl Project {
    /// The name of a value of an IntGrid layer.
    pub fn value_name(&self, layer: i64, value: i64) -> Option<String> {
        let layers = &self.defs.layers.0;
        let layer = layers.iter().find(|known| known.uid == layer)?;
        let mut values = layer.values.0.iter();
        let known = values.find(|known| known.value == Some(value))?;
        known.identifier.clone()
    }

    /// The values of an enum.
    pub fn choices(&self, name: &str) -> Arc<[String]> {
        let mut enums = self.defs.enums.iter().chain(&self.defs.external_enums);
        let known = enums.find(|known| known.identifier == name);
        known.map_or_else(Arc::default, |known| Arc::clone(&known.values))
    }

    fn entity(&self, uid: i64) -> Option<&EntityDefinition> {
        self.defs.entities.0.iter().find(|known| known.uid == uid)
    }

    /// Whether entities of this kind have sizes of their own.
    pub fn is_resizable(&self, entity: i64) -> bool {
        self.entity(entity)
            .is_some_and(|known| known.resizable_x || known.resizable_y)
    }

    /// How LDtk draws a field.
    pub fn display_of(&self, entity: i64, field: &Field) -> Option<&str> {
        let mut fields = self.entity(entity)?.fields.0.iter();
        let known = fields.find(|known| known.uid == field.definition)?;
        known.display.as_deref()
    }
}

/// A file, and where its lists and objects are.
pub fn document<'a>(text: impl Into<Cow<'a, str>>) -> Result<Document<'a>, FormatError> {
    Document::parse(text).map_err(|error| {
        let FormatError::Syntax {
            line,
            column,
            message,
        } = error
        else {
            return error;
        };
        invalid(
            format!("{line}:{column}"),
            format!("this is not an LDtk file: {message}; save it again in LDtk"),
        )
    })
}
