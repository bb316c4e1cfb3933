//! `NAME.properties.csv` and `NAME.declared_properties.csv`: custom properties.

use super::table::{maybe, table};
use crate::ExportError;
use crate::target::properties::{self, ids_of, kind_of, refers_to, value_text};
use serde_json::json;
use steerwright_format::export_file::{PlacedScene, word};
use steerwright_runtime::scene::{PropertyOwner, PropertyType};

const VALUES: [&str; 7] = ["item", "path", "id", "name", "type", "refers_to", "value"];
const DECLARATIONS: [&str; 7] = [
    "name",
    "type",
    "refers_to",
    "on",
    "choices",
    "default",
    "description",
];

/// One row per value that was set. A value that the scene does not declare has no type.
pub(super) fn values(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let rows = properties::all(placed).map(|set| {
        let (path, id) = ids_of(set.item);
        let value_type = set.declaration.map(|declaration| &declaration.value_type);
        [
            kind_of(set.item).to_owned(),
            maybe(path),
            id.to_string(),
            set.name.to_owned(),
            maybe(value_type.map(PropertyType::key)),
            maybe(value_type.and_then(refers_to)),
            value_text(set.value),
        ]
    });
    table(VALUES, rows)
}

/// One row per property that the scene declares.
pub(super) fn declarations(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let rows = placed.scene.declared_properties.iter().map(|declaration| {
        let choices = match &declaration.value_type {
            PropertyType::Choice(choices) => json!(choices).to_string(),
            PropertyType::Bool
            | PropertyType::Int
            | PropertyType::Number
            | PropertyType::Text
            | PropertyType::Color
            | PropertyType::Reference(_) => String::new(),
        };
        let on: Vec<String> = (declaration.on.iter())
            .map(|owner: PropertyOwner| word(owner))
            .collect();
        [
            declaration.name.clone(),
            declaration.value_type.key().to_owned(),
            maybe(refers_to(&declaration.value_type)),
            on.join(" "),
            choices,
            value_text(&declaration.default),
            declaration.description.clone(),
        ]
    });
    table(DECLARATIONS, rows)
}
