//! Custom properties: their declarations, and the values of items.
//!
//! Everything here leaves a valid scene: values are of their declared type, and names are unique.

mod adding;
mod conversion;
mod form;
mod references;

pub use adding::{Adapted, Renamed, adapt, adapted_text, add_preset_file, conflicts};
pub use conversion::{Converted, change_type, converted, set_choices};
pub use form::{Row, Undeclared, declare_value, rows, undeclared};
pub(crate) use references::{forget_gone, names as reference_names, redirect, remap};

use crate::edit::naming::free_name;
use crate::{Item, Line};
use std::sync::Arc;
use steerwright_format::limits;
use steerwright_format::validate::MAX_PROPERTY_NAME_CHARS;
use steerwright_runtime::scene::{
    Properties, PropertyDeclaration, PropertyItem, PropertyOwner, PropertyOwners, PropertyType,
    PropertyValue, Scene,
};

/// The item as one that can have custom properties.
pub fn property_item(item: Item) -> Option<PropertyItem> {
    match item {
        Item::Node(Line::Path(path), node) => Some(PropertyItem::Node(path, node)),
        Item::Path(id) => Some(PropertyItem::Path(id)),
        Item::Agent(id) => Some(PropertyItem::Agent(id)),
        Item::Marker(id) => Some(PropertyItem::Marker(id)),
        Item::Wall(id) => Some(PropertyItem::Wall(id)),
        Item::Preset(id) => Some(PropertyItem::Preset(id)),
        _ => None,
    }
}

/// Why a name, a choice or a list cannot be used. `None` if it can.
pub type Refusal = Option<String>;

/// Why the property at `index` cannot have this name.
pub fn name_refusal(scene: &Scene, index: usize, name: &str) -> Refusal {
    let declared = &scene.declared_properties;
    let old = declared
        .get(index)
        .map(|declaration| declaration.name.as_str());
    let is_taken = declared
        .iter()
        .enumerate()
        .any(|(i, other)| i != index && other.name == name);
    // A value that the scene does not declare would become one of the property.
    let has_value = old != Some(name)
        && scene
            .items_with_properties()
            .any(|(_, values)| values.get(name).is_some());
    if is_taken {
        Some(format!("Another property is named “{name}”"))
    } else if has_value {
        Some(format!(
            "Items already have a value “{name}” that isn't declared"
        ))
    } else {
        text_refusal(name)
    }
}

/// Why a text cannot be a name or a choice.
pub fn text_refusal(name: &str) -> Refusal {
    if name.is_empty() {
        Some("Enter a name".into())
    } else if name.chars().count() > MAX_PROPERTY_NAME_CHARS {
        Some(format!("Use at most {MAX_PROPERTY_NAME_CHARS} characters"))
    } else {
        None
    }
}

/// Declares a property of some kinds of items at the end of the list and returns its index. `None`
/// without a kind, or if there are as many as there can be.
pub fn declare(scene: &mut Scene, owners: PropertyOwners) -> Option<usize> {
    let declared = &scene.declared_properties;
    if owners.is_empty() || declared.len() as u64 >= limits::DECLARED_PROPERTIES.max {
        return None;
    }
    let values = scene.items_with_properties();
    let taken = values.flat_map(|(_, values)| values.iter().map(|(name, _)| name));
    let declared = declared.iter().map(|declaration| declaration.name.as_str());
    let name = free_name("Property", declared.chain(taken));
    let declaration = PropertyDeclaration::new(name, PropertyType::Bool, owners.iter());
    let declared = Arc::make_mut(&mut scene.declared_properties);
    declared.push(declaration);
    Some(declared.len() - 1)
}

/// Renames a property and its values. Nothing happens if it [cannot](name_refusal) have the name.
pub fn rename(scene: &mut Scene, index: usize, name: &str) {
    if name_refusal(scene, index, name).is_some() {
        return;
    }
    let Some(declaration) = Arc::make_mut(&mut scene.declared_properties).get_mut(index) else {
        return;
    };
    let old = std::mem::replace(&mut declaration.name, name.to_owned());
    scene.change_properties(|_, values| {
        if let Some(value) = values.remove(&old) {
            values.set(name, value);
        }
    });
}

/// Moves a declaration to another place in the list.
pub fn move_declaration(scene: &mut Scene, from: usize, to: usize) {
    let count = scene.declared_properties.len();
    if from != to && from < count && to < count {
        let declared = Arc::make_mut(&mut scene.declared_properties);
        let declaration = declared.remove(from);
        declared.insert(to, declaration);
    }
}

/// Removes a declaration with all values of the property, and returns the number of these.
pub fn remove(scene: &mut Scene, index: usize) -> usize {
    if index >= scene.declared_properties.len() {
        return 0;
    }
    let declaration = Arc::make_mut(&mut scene.declared_properties).remove(index);
    remove_values(scene, &declaration.name, |_| true)
}

/// Sets the kinds of items that have a property. The values of other kinds are removed, and their
/// number is returned. Nothing happens without a kind.
pub fn set_owners(scene: &mut Scene, index: usize, owners: PropertyOwners) -> usize {
    if owners.is_empty() {
        return 0;
    }
    let Some(declaration) = Arc::make_mut(&mut scene.declared_properties).get_mut(index) else {
        return 0;
    };
    declaration.on = owners;
    let name = declaration.name.clone();
    remove_values(scene, &name, |item| !owners.contains(item.owner()))
}

/// The number of items of a kind that have a value of their own.
pub fn values_on(scene: &Scene, name: &str, owner: PropertyOwner) -> usize {
    let has_value = |(item, values): &(PropertyItem, &Properties)| {
        item.owner() == owner && values.get(name).is_some()
    };
    scene.items_with_properties().filter(has_value).count()
}

/// Sets the default of a property, if the value is of its type.
pub fn set_default(scene: &mut Scene, index: usize, value: PropertyValue) {
    if let Some(declaration) = Arc::make_mut(&mut scene.declared_properties).get_mut(index)
        && declaration.value_type.accepts(&value)
    {
        declaration.default = value;
    }
}

/// Sets the description of a property. What is beyond the longest text is cut off.
pub fn set_description(scene: &mut Scene, index: usize, text: &str) {
    if let Some(declaration) = Arc::make_mut(&mut scene.declared_properties).get_mut(index) {
        declaration.description = text
            .chars()
            .take(limits::PROPERTY_TEXT.max as usize)
            .collect();
    }
}

/// Gives items a value of a declared property. Items of kinds that do not have it keep what they
/// have.
pub fn set_value(scene: &mut Scene, items: &[PropertyItem], name: &str, value: &PropertyValue) {
    let Some(declaration) = scene.declared_property(name) else {
        return;
    };
    let (owners, accepts) = (declaration.on, declaration.value_type.accepts(value));
    if !accepts {
        return;
    }
    for &item in items.iter().filter(|item| owners.contains(item.owner())) {
        let has_it = |values: &Properties| values.get(name) == Some(value);
        if !scene.properties_of(item).is_some_and(has_it)
            && let Some(values) = scene.properties_of_mut(item)
        {
            values.set(name, value.clone());
        }
    }
}

/// Removes the values that items have of a property, so that they have its default.
pub fn reset(scene: &mut Scene, items: &[PropertyItem], name: &str) {
    for &item in items {
        let has_one = |values: &Properties| values.get(name).is_some();
        if scene.properties_of(item).is_some_and(has_one)
            && let Some(values) = scene.properties_of_mut(item)
        {
            values.remove(name);
        }
    }
}

/// Takes over the values of properties that an item does not have.
pub(crate) fn fill(into: &mut Properties, from: &Properties) {
    for (name, value) in from.iter() {
        if into.get(name).is_none() {
            into.set(name, value.clone());
        }
    }
}

fn remove_values(
    scene: &mut Scene,
    name: &str,
    is_concerned: impl Fn(PropertyItem) -> bool,
) -> usize {
    let mut count = 0;
    scene.change_properties(|item, values| {
        if is_concerned(item) && values.remove(name).is_some() {
            count += 1;
        }
    });
    count
}
