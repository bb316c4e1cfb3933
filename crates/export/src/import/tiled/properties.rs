//! What custom properties say, whatever of Tiled's types a person chose for them.

use crate::target::tiled::map::{Properties, Value};
use serde::de::DeserializeOwned;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::Color;

/// The number of that name, as far as it is one.
pub fn number(properties: &Properties, name: &str) -> Option<f64> {
    let number = match properties.get(name)? {
        Value::Int(number) => f64::from(*number),
        Value::Float(number) => *number,
        Value::Text(text) => text.trim().parse().ok()?,
        Value::Bool(_) | Value::Color(_) | Value::Object(_) => return None,
    };
    number.is_finite().then(|| rounded(number))
}

/// The whole number of that name, as far as it is one from 0 to 2^53.
pub fn whole(properties: &Properties, name: &str) -> Option<u64> {
    number(properties, name)
        .filter(|number| number.fract() == 0.0 && (0.0..=9e15).contains(number))
        .map(|number| number as u64)
}

/// An id of a thing in a scene.
pub fn id(properties: &Properties, name: &str) -> Option<u32> {
    whole(properties, name).and_then(|id| u32::try_from(id).ok())
}

/// Whether the switch of that name is there and on.
pub fn is_on(properties: &Properties, name: &str) -> bool {
    match properties.get(name) {
        Some(Value::Bool(on)) => *on,
        Some(Value::Text(text)) => text == "true",
        _ => false,
    }
}

/// The text of that name.
pub fn text<'a>(properties: &'a Properties, name: &str) -> Option<&'a str> {
    match properties.get(name)? {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// The choice of that name, by the word that files have for it.
pub fn choice<T: DeserializeOwned>(properties: &Properties, name: &str) -> Option<T> {
    serde_json::from_value(text(properties, name)?.into()).ok()
}

/// The color of that name, without its opacity.
pub fn color(properties: &Properties, name: &str) -> Option<Color> {
    match properties.get(name)? {
        Value::Color(color) => Some(*color),
        Value::Text(text) => self::rgb(text),
        _ => None,
    }
}

/// A color as Tiled writes it: `#rrggbb`, or `#aarrggbb`.
pub fn rgb(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#')?;
    let opaque = if digits.len() == 8 {
        digits.get(2..)?
    } else {
        digits
    };
    format!("#{opaque}").parse().ok()
}

/// The id of the object of that name; none for an empty reference.
pub fn object(properties: &Properties, name: &str) -> Option<u32> {
    match properties.get(name)? {
        Value::Object(id) => Some(*id).filter(|id| *id != 0),
        _ => id(properties, name).filter(|id| *id != 0),
    }
}

/// As many numbers as are wanted, as they were exported.
pub fn exact<const N: usize>(properties: &Properties) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = text(properties, "exact")?
        .split_whitespace()
        .map(|number| number.parse().ok().filter(|x: &f64| x.is_finite()))
        .collect();
    numbers?.try_into().ok()
}
