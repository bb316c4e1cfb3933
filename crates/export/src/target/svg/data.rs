//! What the groups of a picture stand for: ids, custom properties and actions as data attributes,
//! and tooltips that list them.
//!
//! The attributes have the words, units and axes of `NAME.steer.json`.

use super::shape;
use crate::target::properties::value_text;
use serde_json::Value;
use std::collections::BTreeMap;
use steerwright_runtime::scene::{
    AgentId, MarkerId, PathId, Properties, PropertyType, PropertyValue, ReferenceKind, Scene,
    WallId,
};
use svg::Node;
use svg::node::element::{Group, Title};

/// The fields of an exported item that are attributes of its group, if it has them.
const FIELDS: [&str; 7] = [
    "properties",
    "preset_properties",
    "actions",
    "along",
    "choose",
    "not_back",
    "next",
];
/// Longer tooltips are truncated.
const MAX_LINES: usize = 60;
/// Longer lines of tooltips are truncated.
const LINE_CHARS: usize = 100;

/// The items of an export by list and id.
pub struct Exported<'a>(BTreeMap<(&'static str, u64), &'a Value>);

impl<'a> Exported<'a> {
    /// All items of an export that pictures show.
    pub fn new(exported: &'a Value) -> Self {
        let lists = ["paths", "markers", "walls", "agents"];
        let items = lists.into_iter().flat_map(|list| {
            let items = exported[list].as_array().into_iter().flatten();
            items.filter_map(move |item| Some(((list, item["id"].as_u64()?), item)))
        });
        Self(items.collect())
    }

    /// The item with this id in this list.
    pub fn item(&self, list: &'static str, id: u32) -> &'a Value {
        let item = self.0.get(&(list, u64::from(id)));
        item.copied().unwrap_or(&Value::Null)
    }
}

/// A group for an item of this kind, with its attributes.
pub fn group(kind: &str, exported: &Value) -> Group {
    let mut group = Group::new().set("data-item", kind);
    if let Some(id) = exported["id"].as_u64() {
        group = group.set("data-id", id);
    }
    for field in FIELDS {
        if let Some(value) = exported.get(field) {
            group.assign(format!("data-{}", field.replace('_', "-")), text(value));
        }
    }
    group
}

/// A value as an attribute: a word as it is, and others as JSON without characters that XML cannot
/// have.
pub fn text(value: &Value) -> String {
    if let Value::String(word) = value {
        return shape::legal(word);
    }
    let mut text = String::new();
    for letter in value.to_string().chars() {
        if shape::is_legal(letter) {
            text.push(letter);
        } else {
            text.push_str(&format!("\\u{:04x}", u32::from(letter)));
        }
    }
    text
}

/// A tooltip with a name and these lines.
pub fn title(name: &str, lines: impl IntoIterator<Item = String>) -> Title {
    let mut lines: Vec<String> = (lines.into_iter())
        .map(|line| shape::cut(&line, LINE_CHARS))
        .collect();
    if lines.len() > MAX_LINES {
        let omitted = format!("and {} more", lines.len() - MAX_LINES);
        lines.truncate(MAX_LINES);
        lines.push(omitted);
    }
    lines.insert(0, shape::legal(name));
    Title::new(lines.join("\n"))
}

/// A line for each value that was set.
pub fn property_lines(properties: &Properties, scene: &Scene) -> Vec<String> {
    let line = |(name, value): (&str, &PropertyValue)| {
        let declaration = scene.declared_property(name);
        let value_type = declaration.map(|declaration| &declaration.value_type);
        format!("{name}: {}", shown(value, value_type, scene))
    };
    properties.iter().map(line).collect()
}

/// A value as a reader understands it: a reference is the name of its item.
fn shown(value: &PropertyValue, value_type: Option<&PropertyType>, scene: &Scene) -> String {
    let text = || match value {
        PropertyValue::Null => "none".into(),
        PropertyValue::Bool(_) | PropertyValue::Number(_) | PropertyValue::Text(_) => {
            value_text(value)
        }
    };
    let Some(PropertyType::Reference(kind)) = value_type else {
        return text();
    };
    let Some(id) = value.as_id() else {
        return text();
    };
    let name = match kind {
        ReferenceKind::Agents => scene.agent(AgentId(id)).map(|agent| &agent.name),
        ReferenceKind::Paths => scene.path(PathId(id)).map(|path| &path.name),
        ReferenceKind::Markers => scene.marker(MarkerId(id)).map(|marker| &marker.name),
        ReferenceKind::Walls => scene.wall(WallId(id)).map(|wall| &wall.name),
        // Exports refer to presets by name.
        ReferenceKind::Presets => None,
    };
    match name {
        Some(name) if !name.is_empty() => name.clone(),
        Some(_) | None => text(),
    }
}
