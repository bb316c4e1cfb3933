//! `NAME_Properties.csv` and `NAME_DeclaredProperties.csv`: custom properties.

use super::cell::{or_minus_one, table, text};
use crate::ExportError;
use crate::target::properties::{self, ids_of, value_text};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::{PropertyItem, PropertyOwner, PropertyType, ReferenceKind};

const VALUES: [&str; 8] = [
    "---", "Item", "PathId", "ItemId", "Name", "Type", "RefersTo", "Value",
];
const DECLARATIONS: [&str; 7] = [
    "---",
    "Item",
    "Name",
    "Type",
    "RefersTo",
    "Default",
    "Description",
];

/// One row per value that was set.
pub(super) fn values(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    // The values of an item follow one another.
    let mut last: Option<(PropertyItem, usize)> = None;
    let rows = properties::all(placed).map(|set| {
        let number = last
            .filter(|(item, _)| *item == set.item)
            .map_or(0, |(_, number)| number + 1);
        last = Some((set.item, number));
        let (path, id) = ids_of(set.item);
        let item = item(set.item.owner());
        let of_path = path.map_or_else(String::new, |path| format!("Path{path}"));
        let value_type = set.declaration.map(|declaration| &declaration.value_type);
        [
            format!("{of_path}{item}{id}Property{number}"),
            item.to_owned(),
            or_minus_one(path),
            id.to_string(),
            text(set.name),
            value_type.map_or("None", type_name).to_owned(),
            value_type.map_or("None", refers_to).to_owned(),
            text(&value_text(set.value)),
        ]
    });
    table(VALUES, rows)
}

/// One row per kind of item that has a property, so that a game finds the default by the kind and
/// the name.
pub(super) fn declarations(placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let declared = placed.scene.declared_properties.iter().enumerate();
    let rows = declared.flat_map(|(i, declaration)| {
        let value_type = &declaration.value_type;
        declaration.on.iter().map(move |owner| {
            [
                format!("Property{i}{}", item(owner)),
                item(owner).to_owned(),
                text(&declaration.name),
                type_name(value_type).to_owned(),
                refers_to(value_type).to_owned(),
                text(&value_text(&declaration.default)),
                text(&declaration.description),
            ]
        })
    });
    table(DECLARATIONS, rows)
}

fn item(owner: PropertyOwner) -> &'static str {
    match owner {
        PropertyOwner::Nodes => "Node",
        PropertyOwner::Paths => "Path",
        PropertyOwner::Agents => "Agent",
        PropertyOwner::Markers => "Marker",
        PropertyOwner::Walls => "Wall",
        PropertyOwner::Presets => "Preset",
    }
}

fn type_name(value_type: &PropertyType) -> &'static str {
    match value_type {
        PropertyType::Bool => "Bool",
        PropertyType::Int => "Int",
        PropertyType::Number => "Number",
        PropertyType::Text => "Text",
        PropertyType::Color => "Color",
        PropertyType::Choice(_) => "Choice",
        PropertyType::Reference(_) => "Reference",
    }
}

fn refers_to(value_type: &PropertyType) -> &'static str {
    match value_type {
        PropertyType::Reference(ReferenceKind::Agents) => "Agent",
        PropertyType::Reference(ReferenceKind::Paths) => "Path",
        PropertyType::Reference(ReferenceKind::Markers) => "Marker",
        PropertyType::Reference(ReferenceKind::Walls) => "Wall",
        PropertyType::Reference(ReferenceKind::Presets) => "Preset",
        PropertyType::Bool
        | PropertyType::Int
        | PropertyType::Number
        | PropertyType::Text
        | PropertyType::Color
        | PropertyType::Choice(_) => "None",
    }
}
