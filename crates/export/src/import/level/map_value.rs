//! The custom properties of what is in a map.

use glam::DVec2;
use std::sync::Arc;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::Color;

/// A custom property of something in a map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapProperty {
    /// Its name in the map.
    pub name: String,
    /// Its value.
    pub value: MapValue,
}

/// The value of a custom property in a map.
#[derive(Clone, Debug, PartialEq)]
pub enum MapValue {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(f64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A color.
    Color(Color),
    /// One of several texts.
    Choice {
        /// The text.
        value: String,
        /// All of them, shared by all properties of an enum.
        choices: Arc<[String]>,
    },
    /// What has this source in the map, or nothing.
    Reference(Option<String>),
    /// A point, in pixels.
    Point(DVec2),
    /// Several values, of which some may be absent.
    List(Vec<Option<MapValue>>),
}

impl MapValue {
    /// The text of a text or a choice.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) | Self::Choice { value: text, .. } = self {
            Some(text)
        } else {
            None
        }
    }

    /// The number of a number, or of a text that is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        let number = match self {
            Self::Int(number) | Self::Number(number) => *number,
            Self::Text(text) => text.trim().parse().ok()?,
            Self::Bool(_)
            | Self::Color(_)
            | Self::Choice { .. }
            | Self::Reference(_)
            | Self::Point(_)
            | Self::List(_) => return None,
        };
        number.is_finite().then_some(number)
    }

    /// Several values: those of a list, the parts of a text with commas, or the only one.
    #[must_use]
    pub fn parts(&self) -> Vec<Option<Self>> {
        match self {
            Self::List(values) => values.clone(),
            Self::Text(text) if text.contains(',') => {
                let parts = text.split(',').map(str::trim);
                let value = |part: &str| (!part.is_empty()).then(|| Self::Text(part.to_owned()));
                parts.map(value).collect()
            }
            Self::Bool(_)
            | Self::Int(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::Color(_)
            | Self::Choice { .. }
            | Self::Reference(_)
            | Self::Point(_) => vec![Some(self.clone())],
        }
    }

    /// Whether it is nothing or an empty text, which programs write for properties that were not
    /// set.
    #[must_use]
    pub fn is_unset(&self) -> bool {
        match self {
            Self::Reference(source) => source.is_none(),
            Self::Text(text) | Self::Choice { value: text, .. } => text.trim().is_empty(),
            Self::Bool(_)
            | Self::Int(_)
            | Self::Number(_)
            | Self::Color(_)
            | Self::Point(_)
            | Self::List(_) => false,
        }
    }

    /// The words for it in a message.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Bool(on) => on.to_string(),
            Self::Int(number) | Self::Number(number) => number.to_string(),
            Self::Text(text) | Self::Choice { value: text, .. } => {
                let short: String = text.chars().take(40).collect();
                format!("{:?}", sanitize_for_display(&short))
            }
            Self::Color(color) => format!("the color {color}"),
            Self::Reference(Some(source)) => format!("a reference to {source}"),
            Self::Reference(None) => "a reference to nothing".into(),
            Self::Point(_) => "a point".into(),
            Self::List(values) => format!("a list of {} values", values.len()),
        }
    }
}
