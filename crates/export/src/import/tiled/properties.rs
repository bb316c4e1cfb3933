//! Reads custom properties, whatever type they have in Tiled.

use crate::target::tiled::map::{Properties, Value};
use serde::de::DeserializeOwned;
use steerwright_format::limits::PROPERTIES;
use steerwright_format::{FormatError, read_value};
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::Color;

/// Adds a property to those of a map or an object.
pub fn insert(properties: &mut Properties, name: String, value: Value) -> Result<(), FormatError> {
    properties.insert(name, value);
    if properties.len() as u64 > PROPERTIES.max {
        return Err(FormatError::BeyondLimit {
            pointer: "the map".into(),
            limit: &PROPERTIES,
        });
    }
    Ok(())
}

/// The property as a number.
pub fn number(properties: &Properties, name: &str) -> Option<f64> {
    let number = match properties.get(name)? {
        Value::Int(number) => f64::from(*number),
        Value::Float(number) => *number,
        Value::Text(text) => text.trim().parse().ok()?,
        Value::Bool(_) | Value::Color(_) | Value::Object(_) => return None,
    };
    number.is_finite().then(|| rounded(number))
}

/// The property as an integer from 0 to 9e15.
pub fn whole(properties: &Properties, name: &str) -> Option<u64> {
    number(properties, name)
        .filter(|number| number.fract() == 0.0 && (0.0..=9e15).contains(number))
        .map(|number| number as u64)
}

/// The property as an id of the scene.
pub fn id(properties: &Properties, name: &str) -> Option<u32> {
    whole(properties, name).and_then(|id| u32::try_from(id).ok())
}

/// Whether the property is true.
pub fn is_on(properties: &Properties, name: &str) -> bool {
    match properties.get(name) {
        Some(Value::Bool(on)) => *on,
        Some(Value::Text(text)) => text == "true",
        _ => false,
    }
}

/// The property as a string.
pub fn text<'a>(properties: &'a Properties, name: &str) -> Option<&'a str> {
    if let Value::Text(text) = properties.get(name)? {
        Some(text)
    } else {
        None
    }
}

/// The property as an enum variant by its name in files.
pub fn choice<T: DeserializeOwned>(properties: &Properties, name: &str) -> Option<T> {
    read_value(&text(properties, name)?.into()).ok()
}

/// The property as a color, without its opacity.
pub fn color(properties: &Properties, name: &str) -> Option<Color> {
    match properties.get(name)? {
        Value::Color(color) => Some(*color),
        Value::Text(text) => self::rgb(text),
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Object(_) => None,
    }
}

/// Parses a color of Tiled: `#rrggbb` or `#aarrggbb`.
pub fn rgb(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#')?;
    let opaque = if digits.len() == 8 {
        digits.get(2..)?
    } else {
        digits
    };
    format!("#{opaque}").parse().ok()
}

/// The property as an object id; `None` for an empty reference.
pub fn object(properties: &Properties, name: &str) -> Option<u32> {
    let object = if let Value::Object(id) = properties.get(name)? {
        Some(*id)
    } else {
        id(properties, name)
    };
    object.filter(|id| *id != 0)
}

/// The exact numbers of the export, in the property `exact`.
pub fn exact<const N: usize>(properties: &Properties) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = text(properties, "exact")?
        .split_whitespace()
        .map(|number| number.parse().ok().filter(|x: &f64| x.is_finite()))
        .collect();
    numbers?.try_into().ok()
}
