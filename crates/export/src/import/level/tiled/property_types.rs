//! The enums and classes of a project of Tiled.

use super::properties::{DEEPEST, is_collides, value};
use crate::import::level::files::Files;
use crate::import::level::{MapProperty, MapValue, Omissions};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The file into which Tiled exports the types alone.
const EXPORTED: &str = "propertytypes.json";
/// The members of classes of one layer, object or tile that are read.
pub const MAX_MEMBERS: usize = 1_000;

/// The types of custom properties.
#[derive(Debug, Default)]
pub struct PropertyTypes(BTreeMap<String, PropertyType>);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PropertyType {
    #[serde(default)]
    name: String,
    /// `enum` or `class`.
    #[serde(default, rename = "type")]
    kind: String,
    /// `string` or `int`.
    #[serde(default)]
    storage_type: String,
    #[serde(default, deserialize_with = "shared")]
    values: Arc<[String]>,
    /// Whether a value is any number of the values.
    #[serde(default)]
    values_as_flags: bool,
    #[serde(default)]
    members: Vec<Member>,
}

fn shared<'de, D: Deserializer<'de>>(reader: D) -> Result<Arc<[String]>, D::Error> {
    Vec::deserialize(reader).map(Arc::from)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Member {
    #[serde(default)]
    name: String,
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    property_type: String,
    #[serde(default)]
    value: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Project {
    #[serde(default)]
    property_types: Vec<PropertyType>,
}

impl PropertyTypes {
    /// Reads the types from the projects in the folder of the map, or above it if files outside of
    /// it may be read.
    pub fn beside(files: &mut Files, omissions: &mut Omissions) -> Self {
        let mut types = Self::default();
        for (folder, name) in files.beside(&[".tiled-project", EXPORTED]) {
            let read = files.read(&folder, &name).and_then(|file| {
                let text = file.text.trim_start_matches('\u{feff}');
                let listed = if name.ends_with(EXPORTED) {
                    serde_json::from_str(text)
                } else {
                    serde_json::from_str(text).map(|project: Project| project.property_types)
                };
                listed.map_err(|error| format!("{name} cannot be read: {error}"))
            });
            match read {
                Ok(listed) => {
                    for one in listed {
                        types.0.entry(one.name.clone()).or_insert(one);
                    }
                }
                Err(why) => omissions.add("the types of custom properties", why),
            }
        }
        types
    }

    /// A value of the enum `of_type`. `None` if there is no such enum.
    pub fn choice(&self, of_type: &str, text: &str) -> Option<MapValue> {
        let property_type = self
            .0
            .get(of_type)
            .filter(|property_type| property_type.kind == "enum")?;
        let number = || text.trim().parse::<usize>().ok();
        let value = match (
            property_type.storage_type == "int",
            property_type.values_as_flags,
        ) {
            (true, true) => {
                let flags = number()?;
                let is_set = |index: &usize| flags >> index.min(&63) & 1 == 1;
                let set = property_type.values.iter().enumerate();
                let set = set.filter(|(index, _)| is_set(index));
                let set: Vec<&str> = set.map(|(_, value)| value.as_str()).collect();
                return Some(MapValue::Text(set.join(",")));
            }
            // Several values are no choice.
            (false, true) => return None,
            (true, false) => property_type.values.get(number()?)?.clone(),
            (false, false) => text.to_owned(),
        };
        Some(MapValue::Choice {
            value,
            choices: Arc::clone(&property_type.values),
        })
    }

    /// The members of the class of an object, with their defaults.
    pub fn members(&self, class: &str) -> Vec<MapProperty> {
        let (mut left, mut all) = (MAX_MEMBERS, Vec::new());
        self.add_members("", class, 0, &mut left, &mut all);
        all.retain(|property| !is_collides(&property.name));
        all
    }

    /// Adds the members of a class with their defaults, but at most `left` of them.
    pub fn add_members(
        &self,
        name: &str,
        class: &str,
        depth: usize,
        left: &mut usize,
        all: &mut Vec<MapProperty>,
    ) {
        for member in self.class(class) {
            let path = joined(name, &member.name);
            self.add_value(&path, Some(member), &member.value, depth, left, all);
        }
    }

    /// Adds the fields of a value of a class, but at most `left` of them.
    pub fn add_fields(
        &self,
        name: &str,
        class: &str,
        fields: &Map<String, Value>,
        depth: usize,
        left: &mut usize,
        all: &mut Vec<MapProperty>,
    ) {
        for (field, value) in fields {
            let member = self
                .class(class)
                .iter()
                .find(|member| member.name == *field);
            self.add_value(&joined(name, field), member, value, depth, left, all);
        }
    }

    fn class(&self, name: &str) -> &[Member] {
        let class = self.0.get(name).filter(|class| class.kind == "class");
        class.map_or(&[], |class| class.members.as_slice())
    }

    fn add_value(
        &self,
        name: &str,
        member: Option<&Member>,
        json: &Value,
        depth: usize,
        left: &mut usize,
        all: &mut Vec<MapProperty>,
    ) {
        if depth >= DEEPEST || *left == 0 {
            return;
        }
        // Each is counted, also in classes whose members lead to no value: a class can have many
        // members of its own type.
        *left -= 1;
        let (kind, of_type) = match (member, json) {
            (Some(member), _) => (member.kind.as_str(), member.property_type.as_str()),
            // Without the project, a value tells its type.
            (None, Value::Bool(_)) => ("bool", ""),
            (None, Value::Number(_)) => ("float", ""),
            (None, Value::Null | Value::String(_) | Value::Array(_)) => ("string", ""),
            (None, Value::Object(_)) => ("class", ""),
        };
        let text = match json {
            Value::Object(fields) => {
                self.add_fields(name, of_type, fields, depth + 1, left, all);
                let mut members = Vec::new();
                self.add_members(name, of_type, depth + 1, left, &mut members);
                super::properties::add_missing(all, &members);
                return;
            }
            Value::Array(_) => {
                let value = MapValue::List(Vec::new());
                let name = name.to_owned();
                all.push(MapProperty { name, value });
                return;
            }
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            Value::Bool(_) | Value::Number(_) => json.to_string(),
        };
        if let Some(value) = value(&text, kind, of_type, self) {
            let name = name.to_owned();
            all.push(MapProperty { name, value });
        }
    }
}

fn joined(class: &str, member: &str) -> String {
    if class.is_empty() {
        member.to_owned()
    } else {
        format!("{class}.{member}")
    }
}
