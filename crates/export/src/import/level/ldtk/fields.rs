//! The fields of entities as custom properties.

use super::file::{self, Project};
use crate::import::json::Node;
use crate::import::level::{MapProperty, MapValue};
use crate::import::tiled::rgb;
use serde::Deserialize;
use steerwright_format::FormatError;
use steerwright_runtime::geometry::decimal::rounded;

/// The name and the type of a field.
#[derive(Deserialize)]
struct Head {
    #[serde(default, rename = "__identifier")]
    name: String,
    #[serde(default, rename = "__type")]
    kind: String,
}

/// The fields of an entity that have a value and are no lists or points.
pub fn properties(
    entity: Node<'_>,
    place: &str,
    project: &Project,
) -> Result<Vec<MapProperty>, FormatError> {
    let mut properties = Vec::new();
    for (node, place) in file::items(entity, "fieldInstances", place)? {
        let Head { name, kind } = file::read(node, &place)?;
        let value = node
            .get("__value")
            .and_then(|own| value(own, &kind, project));
        if let Some(value) = value.filter(|_| !name.is_empty()) {
            properties.push(MapProperty { name, value });
        }
    }
    Ok(properties)
}

fn value(own: Node<'_>, kind: &str, project: &Project) -> Option<MapValue> {
    let is_null = own.raw() == "null";
    if kind == "EntityRef" {
        let entity = own.get("entityIid").map(Node::plain);
        return match entity {
            Some(iid) => Some(MapValue::Reference(Some(format!("entity/{iid}")))),
            None => is_null.then_some(MapValue::Reference(None)),
        };
    }
    if is_null || own.is_object() || own.is_list() {
        return None;
    }
    let text = own.plain();
    let number = || text.parse().ok().filter(|x: &f64| x.is_finite());
    Some(match kind {
        // As a text of an attribute, true is 1.
        "Bool" => MapValue::Bool(matches!(&*text, "true" | "1")),
        "Int" => MapValue::Int(number()?),
        "Float" => MapValue::Number(rounded(number()?)),
        "Color" => MapValue::Color(rgb(&text)?),
        "String" | "Multilines" | "FilePath" => MapValue::Text(text.into_owned()),
        _ => {
            let (_, name) = kind.split_once("Enum.")?;
            MapValue::Choice {
                value: text.into_owned(),
                choices: project.choices(name),
            }
        }
    })
}
