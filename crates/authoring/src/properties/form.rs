//! The form that is drawn for the properties of items.

use crate::properties::converted;
use std::sync::Arc;
use steerwright_format::limits;
use steerwright_runtime::scene::{
    PatrolPath, Properties, PropertyDeclaration, PropertyItem, PropertyOwners, PropertyType,
    PropertyValue, Scene,
};

/// A row of the form: a declared property of all items of the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The declaration.
    pub declaration: PropertyDeclaration,
    /// The value of all items. `None` if they have different ones.
    pub value: Option<PropertyValue>,
    /// Whether an item has a value of its own, which can be reset.
    pub is_set: bool,
}

/// A value that is not declared for the kind of its item.
#[derive(Clone, Debug, PartialEq)]
pub struct Undeclared {
    /// The name of the property.
    pub name: String,
    /// The value of all items. `None` if they have different ones, or not all have one.
    pub value: Option<PropertyValue>,
}

/// The rows for the properties that all of these items can have.
pub fn rows(scene: &Scene, items: &[PropertyItem]) -> Vec<Row> {
    let owners: PropertyOwners = items.iter().map(|item| item.owner()).collect();
    let is_common = |declaration: &&PropertyDeclaration| {
        owners.iter().all(|owner| declaration.on.contains(owner))
    };
    let declared = || scene.declared_properties.iter().filter(is_common);
    // Thousands of nodes can be selected.
    if items.is_empty() || declared().next().is_none() {
        return Vec::new();
    }
    let all: Vec<&Properties> = values_of(scene, items).map(|(_, values)| values).collect();
    let row = |declaration: &PropertyDeclaration| {
        let is_set = all
            .iter()
            .any(|values| values.get(&declaration.name).is_some());
        let mut all = all.iter();
        let first = all.next().map(|values| values.value_of(declaration));
        let is_same = all.all(|values| Some(values.value_of(declaration)) == first);
        Row {
            declaration: declaration.clone(),
            value: first.filter(|_| is_same).cloned(),
            is_set,
        }
    };
    declared().map(row).collect()
}

/// The values of items that are not declared for them, by name.
pub fn undeclared(scene: &Scene, items: &[PropertyItem]) -> Vec<Undeclared> {
    let mut found: Vec<Undeclared> = Vec::new();
    for (item, values) in values_of(scene, items) {
        for (name, _) in values.iter() {
            let is_declared = (scene.declared_property(name))
                .is_some_and(|declaration| declaration.on.contains(item.owner()));
            if is_declared || found.iter().any(|known| known.name == name) {
                continue;
            }
            let value_of = |&item: &PropertyItem| scene.properties_of(item)?.get(name);
            let first = value_of(&item);
            let is_same = items.iter().all(|item| value_of(item) == first);
            found.push(Undeclared {
                name: name.to_owned(),
                value: first.filter(|_| is_same).cloned(),
            });
        }
    }
    found
}

/// The values of items that exist. Nodes that follow one another in a path, as those that are
/// selected with a rectangle, are not searched.
fn values_of<'a>(
    scene: &'a Scene,
    items: &[PropertyItem],
) -> impl Iterator<Item = (PropertyItem, &'a Properties)> {
    let mut path: Option<&PatrolPath> = None;
    let mut next = 0;
    items.iter().filter_map(move |&item| {
        let PropertyItem::Node(of, id) = item else {
            return Some((item, scene.properties_of(item)?));
        };
        if path.is_none_or(|path| path.id != of) {
            path = scene.path(of);
            next = 0;
        }
        let nodes = &path?.nodes;
        let index = match nodes.get(next) {
            Some(node) if node.id == id => next,
            Some(_) | None => path?.index_of(id)?,
        };
        next = index + 1;
        Some((item, &nodes.get(index)?.properties))
    })
}

/// Declares the property of values that are not declared: of the type that they have, on the kinds
/// of items that have them. Returns whether that was possible.
pub fn declare_value(scene: &mut Scene, name: &str) -> bool {
    let with_value: Vec<(PropertyItem, PropertyValue)> = scene
        .items_with_properties()
        .filter_map(|(item, values)| Some((item, values.get(name)?.clone())))
        .collect();
    let owners: PropertyOwners = with_value.iter().map(|(item, _)| item.owner()).collect();
    let known = (scene.declared_properties.iter()).position(|declaration| declaration.name == name);
    if let Some(index) = known {
        let declaration = &mut Arc::make_mut(&mut scene.declared_properties)[index];
        declaration.on = declaration.on.union(owners);
        return true;
    }
    let is_full = scene.declared_properties.len() as u64 >= limits::DECLARED_PROPERTIES.max;
    if is_full || owners.is_empty() || crate::properties::text_refusal(name).is_some() {
        return false;
    }
    let values = || with_value.iter().map(|(_, value)| value);
    let fits = |value_type: &PropertyType| values().all(|value| value_type.accepts(value));
    let simple = [
        PropertyType::Bool,
        PropertyType::Int,
        PropertyType::Number,
        PropertyType::Color,
        PropertyType::Text,
    ];
    let value_type = simple.into_iter().find(fits).unwrap_or(PropertyType::Text);
    for (item, value) in &with_value {
        // Values of several types become texts. Null is no text: it is as good as no value.
        let text = converted(value, &PropertyType::Text, &value_type);
        let Some(values) = scene.properties_of_mut(*item) else {
            continue;
        };
        match text {
            Some(text) if text != *value => values.set(name, text),
            Some(_) => {}
            None => drop(values.remove(name)),
        }
    }
    let declaration = PropertyDeclaration::new(name, value_type, owners.iter());
    Arc::make_mut(&mut scene.declared_properties).push(declaration);
    true
}
