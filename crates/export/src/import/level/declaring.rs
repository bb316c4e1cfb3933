//! The declarations of custom properties that come from a map.

use super::{MapProperty, MapValue};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use steerwright_format::limits::{CHOICES, DECLARED_PROPERTIES, PROPERTY_TEXT};
use steerwright_format::validate::MAX_PROPERTY_NAME_CHARS;
use steerwright_runtime::scene::{
    PropertyDeclaration, PropertyItem, PropertyOwner, PropertyType, PropertyValue, ReferenceKind,
    Scene,
};

/// A value as the scene can have it.
pub(super) struct TypedValue {
    pub value_type: PropertyType,
    pub value: PropertyValue,
}

/// The type and the value in the scene.
///
/// # Errors
/// Why the scene cannot have it.
pub(super) fn typed(
    property: &MapProperty,
    by_source: &BTreeMap<String, PropertyItem>,
) -> Result<TypedValue, String> {
    let is_long = |text: &str| text.chars().count() as u64 > PROPERTY_TEXT.max;
    let (value_type, value) = match &property.value {
        MapValue::Bool(on) => (PropertyType::Bool, (*on).into()),
        MapValue::Int(number) if number.abs() < 1e15 => (PropertyType::Int, (*number).into()),
        MapValue::Number(number) if number.abs() <= 1e15 => {
            (PropertyType::Number, (*number).into())
        }
        MapValue::Int(number) | MapValue::Number(number) => {
            return Err(format!("{number} is out of range; use -1e15 to 1e15"));
        }
        MapValue::Text(text) | MapValue::Choice { value: text, .. } if is_long(text) => {
            return Err(PROPERTY_TEXT.message());
        }
        MapValue::Text(text) => (PropertyType::Text, text.as_str().into()),
        MapValue::Color(color) => (PropertyType::Color, (*color).into()),
        MapValue::Choice { value, choices } => {
            let fits = |choice: &String| {
                !choice.is_empty() && choice.chars().count() <= MAX_PROPERTY_NAME_CHARS
            };
            let is_possible = choices.len() as u64 <= CHOICES.max
                && choices.iter().all(fits)
                && choices.iter().collect::<BTreeSet<_>>().len() == choices.len()
                && choices.contains(value);
            if is_possible {
                (
                    PropertyType::Choice(choices.to_vec()),
                    value.as_str().into(),
                )
            } else {
                (PropertyType::Text, value.as_str().into())
            }
        }
        MapValue::List(_) => return Err("lists are not read as custom properties".into()),
        MapValue::Point(_) => return Err("points are not read as custom properties".into()),
        MapValue::Reference(Some(source)) => {
            let (kind, id) = match by_source.get(source) {
                Some(PropertyItem::Wall(id)) => (ReferenceKind::Walls, id.0),
                Some(PropertyItem::Path(id)) => (ReferenceKind::Paths, id.0),
                Some(PropertyItem::Marker(id)) => (ReferenceKind::Markers, id.0),
                Some(PropertyItem::Agent(id)) => (ReferenceKind::Agents, id.0),
                Some(PropertyItem::Node(..) | PropertyItem::Preset(_)) | None => {
                    return Err("what it refers to is not imported".into());
                }
            };
            (PropertyType::Reference(kind), f64::from(id).into())
        }
        MapValue::Reference(None) => {
            let kind = PropertyType::Reference(ReferenceKind::Markers);
            (kind, PropertyValue::Null)
        }
    };
    Ok(TypedValue { value_type, value })
}

/// The names that a property can get: its own, and with a number if that is declared with another
/// type.
pub(super) fn names(name: &str) -> impl Iterator<Item = String> {
    let most = MAX_PROPERTY_NAME_CHARS - 4;
    let whole: String = name.chars().take(MAX_PROPERTY_NAME_CHARS).collect();
    let short: String = name.chars().take(most).collect();
    let numbered = (2..=DECLARED_PROPERTIES.max).map(move |number| format!("{short} {number}"));
    std::iter::once(whole).chain(numbered)
}

/// Declares a property, if it is not. Returns its name; none if the scene can declare no more.
pub(super) fn declare(
    scene: &mut Scene,
    name: &str,
    typed: &TypedValue,
    owner: PropertyOwner,
) -> Option<String> {
    for name in names(name) {
        let known = scene.declared_properties.iter();
        let known = known.zip(0..).find(|(known, _)| known.name == name);
        let Some((known, index)) = known else {
            if scene.declared_properties.len() as u64 >= DECLARED_PROPERTIES.max {
                return None;
            }
            let declaration = PropertyDeclaration::new(&name, typed.value_type.clone(), [owner]);
            Arc::make_mut(&mut scene.declared_properties).push(declaration);
            return Some(name);
        };
        let Some(joined) = joined(&known.value_type, typed) else {
            continue;
        };
        if known.on.contains(owner) && joined == known.value_type {
            return Some(name);
        }
        let index: usize = index;
        if let Some(known) = Arc::make_mut(&mut scene.declared_properties).get_mut(index) {
            known.on.insert(owner);
            known.value_type = joined;
        }
        return Some(name);
    }
    None
}

/// The type of which both the values of a declared property and a new one are; none if there is
/// none.
fn joined(known: &PropertyType, new: &TypedValue) -> Option<PropertyType> {
    match (known, &new.value_type) {
        (PropertyType::Choice(known), PropertyType::Choice(new)) => {
            let mut all = known.clone();
            all.extend(new.iter().filter(|choice| !known.contains(choice)).cloned());
            (all.len() as u64 <= CHOICES.max).then_some(PropertyType::Choice(all))
        }
        (PropertyType::Number, PropertyType::Int)
        | (PropertyType::Text, PropertyType::Choice(_) | PropertyType::Color) => {
            Some(known.clone())
        }
        (PropertyType::Choice(_), PropertyType::Text) if known.accepts(&new.value) => {
            Some(known.clone())
        }
        (
            PropertyType::Bool
            | PropertyType::Int
            | PropertyType::Number
            | PropertyType::Text
            | PropertyType::Color
            | PropertyType::Choice(_)
            | PropertyType::Reference(_),
            _,
        ) => (*known == new.value_type).then(|| known.clone()),
    }
}
