//! Changing the type of a property: values are converted where that is exact.

use std::sync::Arc;
use steerwright_format::limits;
use steerwright_format::validate::MAX_PROPERTY_NAME_CHARS;
use steerwright_runtime::scene::{
    PropertyDeclaration, PropertyItem, PropertyType, PropertyValue, Scene,
};

/// What became of the values of a property when its type changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Converted {
    /// The number of values that are now of the new type.
    pub kept: usize,
    /// The values that cannot be of the new type and were removed, with their items.
    pub dropped: Vec<(PropertyItem, PropertyValue)>,
}

/// A value as one of another type. `None` if there is none that means exactly the same.
pub fn converted(
    value: &PropertyValue,
    from: &PropertyType,
    to: &PropertyType,
) -> Option<PropertyValue> {
    let is_reference = |of: &PropertyType| matches!(of, PropertyType::Reference(_));
    if (is_reference(from) || is_reference(to)) && from != to {
        // An id means another item, or none.
        return (*value == PropertyValue::Null && is_reference(to)).then_some(PropertyValue::Null);
    }
    let new = match to {
        PropertyType::Bool => match value {
            PropertyValue::Number(number) if *number == 0.0 => false.into(),
            PropertyValue::Number(number) if *number == 1.0 => true.into(),
            PropertyValue::Text(text) if text == "false" => false.into(),
            PropertyValue::Text(text) if text == "true" => true.into(),
            PropertyValue::Number(_)
            | PropertyValue::Text(_)
            | PropertyValue::Bool(_)
            | PropertyValue::Null => value.clone(),
        },
        PropertyType::Int | PropertyType::Number => match value {
            PropertyValue::Bool(value) => f64::from(u8::from(*value)).into(),
            PropertyValue::Text(text) => {
                let number: f64 = text.parse().ok()?;
                // A text such as "007" or "1e3" is not only a number.
                (number.to_string() == *text).then_some(number)?.into()
            }
            PropertyValue::Number(_) | PropertyValue::Null => value.clone(),
        },
        PropertyType::Text | PropertyType::Color | PropertyType::Choice(_) => match value {
            PropertyValue::Bool(value) => PropertyValue::Text(value.to_string()),
            PropertyValue::Number(number) => PropertyValue::Text(number.to_string()),
            PropertyValue::Text(_) | PropertyValue::Null => value.clone(),
        },
        PropertyType::Reference(_) => value.clone(),
    };
    to.accepts(&new).then_some(new)
}

/// Changes the type of a property, and converts its default and values. Values that have no exact
/// counterpart are removed and returned. A choice without choices gets the texts that are in use.
pub fn change_type(scene: &mut Scene, index: usize, mut to: PropertyType) -> Converted {
    let Some(declaration) = scene.declared_properties.get(index) else {
        return Converted::default();
    };
    if declaration.value_type == to {
        return Converted::default();
    }
    if let PropertyType::Choice(choices) = &mut to
        && choices.is_empty()
    {
        *choices = choices_in_use(scene, declaration);
    }
    let name = declaration.name.clone();
    let Some(declaration) = Arc::make_mut(&mut scene.declared_properties).get_mut(index) else {
        return Converted::default();
    };
    let default = converted(&declaration.default, &declaration.value_type, &to);
    declaration.default = default.unwrap_or_else(|| to.natural_default());
    let from = std::mem::replace(&mut declaration.value_type, to.clone());
    let mut result = Converted::default();
    scene.change_properties(|item, values| {
        let Some(value) = values.get(&name).cloned() else {
            return;
        };
        match converted(&value, &from, &to) {
            Some(new) => {
                values.set(&name, new);
                result.kept += 1;
            }
            None => {
                values.remove(&name);
                result.dropped.push((item, value));
            }
        }
    });
    result
}

/// The texts of a property that can be choices, in order; at least one.
fn choices_in_use(scene: &Scene, declaration: &PropertyDeclaration) -> Vec<String> {
    let in_use = scene
        .items_with_properties()
        .filter_map(|(_, values)| values.get(&declaration.name));
    let mut choices: Vec<String> = Vec::new();
    for value in std::iter::once(&declaration.default).chain(in_use) {
        let text = match value {
            PropertyValue::Text(text) => text.clone(),
            PropertyValue::Number(number) => number.to_string(),
            PropertyValue::Bool(value) => value.to_string(),
            PropertyValue::Null => continue,
        };
        let fits = !text.is_empty() && text.chars().count() <= MAX_PROPERTY_NAME_CHARS;
        if fits && !choices.contains(&text) && (choices.len() as u64) < limits::CHOICES.max {
            choices.push(text);
        }
    }
    if choices.is_empty() {
        choices.push("Choice 1".into());
    }
    choices
}

/// Replaces the choices of a property: each new one with the index of the old one of which it takes
/// over the values. Values of choices that are gone are removed and returned. Nothing happens if
/// the list is empty, too long, or has a text twice.
pub fn set_choices(scene: &mut Scene, index: usize, new: &[(Option<usize>, String)]) -> Converted {
    let texts: Vec<String> = new.iter().map(|(_, text)| text.clone()).collect();
    let is_twice = (1..texts.len()).any(|i| texts[..i].contains(&texts[i]));
    let is_invalid = |text: &String| crate::properties::text_refusal(text).is_some();
    if texts.is_empty()
        || is_twice
        || texts.len() as u64 > limits::CHOICES.max
        || texts.iter().any(is_invalid)
    {
        return Converted::default();
    }
    let Some(declaration) = Arc::make_mut(&mut scene.declared_properties).get_mut(index) else {
        return Converted::default();
    };
    let PropertyType::Choice(old) = &declaration.value_type else {
        return Converted::default();
    };
    let old = old.clone();
    let renamed = |value: &PropertyValue| -> Option<PropertyValue> {
        let text = value.as_text()?;
        let before = old.iter().position(|choice| choice == text)?;
        let (_, now) = new.iter().find(|(from, _)| *from == Some(before))?;
        Some(PropertyValue::Text(now.clone()))
    };
    let name = declaration.name.clone();
    declaration.value_type = PropertyType::Choice(texts);
    declaration.default =
        renamed(&declaration.default).unwrap_or_else(|| declaration.value_type.natural_default());
    let mut result = Converted::default();
    scene.change_properties(|item, values| {
        let Some(value) = values.get(&name).cloned() else {
            return;
        };
        match renamed(&value) {
            Some(now) => {
                if now != value {
                    values.set(&name, now);
                }
                result.kept += 1;
            }
            None => {
                values.remove(&name);
                result.dropped.push((item, value));
            }
        }
    });
    result
}
