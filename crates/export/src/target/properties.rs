//! Custom properties for tables: each value that was set, with its item and its declaration.

use std::collections::BTreeMap;
use steerwright_format::export_file::{PlacedScene, word};
use steerwright_runtime::scene::{
    PropertyDeclaration, PropertyItem, PropertyOwner, PropertyType, PropertyValue,
};

/// A value that an item has.
pub struct SetProperty<'a> {
    pub item: PropertyItem,
    pub name: &'a str,
    /// None if the scene does not declare the property.
    pub declaration: Option<&'a PropertyDeclaration>,
    pub value: &'a PropertyValue,
}

/// All values that were set, in the order of the scene file.
pub fn all(placed: &PlacedScene) -> impl Iterator<Item = SetProperty<'_>> {
    let declarations = placed.scene.declared_properties.iter();
    let declared: BTreeMap<&str, &PropertyDeclaration> = declarations
        .map(|declaration| (declaration.name.as_str(), declaration))
        .collect();
    let items = placed.scene.items_with_properties();
    items.flat_map(move |(item, properties)| {
        let set = |(name, value)| SetProperty {
            item,
            name,
            declaration: declared.get(name).copied(),
            value,
        };
        properties.iter().map(set).collect::<Vec<_>>()
    })
}

/// The kind of an item, as games name it when they ask for a property.
pub fn kind_of(item: PropertyItem) -> &'static str {
    match item.owner() {
        PropertyOwner::Nodes => "node",
        PropertyOwner::Paths => "path",
        PropertyOwner::Agents => "agent",
        PropertyOwner::Markers => "marker",
        PropertyOwner::Walls => "wall",
        PropertyOwner::Presets => "preset",
    }
}

/// The id of the path of a node, and the id of the item.
pub fn ids_of(item: PropertyItem) -> (Option<u32>, u32) {
    match item {
        PropertyItem::Node(path, node) => (Some(path.0), node.0),
        PropertyItem::Path(id) => (None, id.0),
        PropertyItem::Agent(id) => (None, id.0),
        PropertyItem::Marker(id) => (None, id.0),
        PropertyItem::Wall(id) => (None, id.0),
        PropertyItem::Preset(id) => (None, id.0),
    }
}

/// The kind of item to which a reference leads, as files name it.
pub fn refers_to(value_type: &PropertyType) -> Option<String> {
    match value_type {
        PropertyType::Reference(kind) => Some(word(kind)),
        PropertyType::Bool
        | PropertyType::Int
        | PropertyType::Number
        | PropertyType::Text
        | PropertyType::Color
        | PropertyType::Choice(_) => None,
    }
}

/// A value as the text of a cell; that of a reference to nothing is empty.
pub fn value_text(value: &PropertyValue) -> String {
    match value {
        PropertyValue::Null => String::new(),
        PropertyValue::Bool(on) => on.to_string(),
        PropertyValue::Number(number) => (number + 0.0).to_string(),
        PropertyValue::Text(text) => text.clone(),
    }
}
