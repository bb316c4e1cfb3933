//! The values of custom properties, which games read.

use crate::scene::{Color, PropertyDeclaration};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A value of a custom property, as it is in files. Its [declaration](PropertyDeclaration) says
/// what it stands for.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PropertyValue {
    /// A reference to nothing.
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// A number; for a reference, the id of the item.
    Number(f64),
    /// A text, a color as `#rrggbb`, or one of the choices.
    Text(String),
}

impl PropertyValue {
    /// Whether it is true. `None` if it is neither true nor false.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            Self::Null | Self::Number(_) | Self::Text(_) => None,
        }
    }

    /// The number. `None` if it is none.
    #[must_use]
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Null | Self::Bool(_) | Self::Text(_) => None,
        }
    }

    /// The whole number. `None` if it is none.
    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        let whole = self.as_number().filter(|number| number.fract() == 0.0);
        // Numbers of files have at most 15 digits, which fit.
        whole.map(|number| number as i64)
    }

    /// The id of the item to which a reference leads. `None` if there is none.
    #[must_use]
    pub fn as_id(&self) -> Option<u32> {
        self.as_int().and_then(|id| u32::try_from(id).ok())
    }

    /// The text. `None` if it is none.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Null | Self::Bool(_) | Self::Number(_) => None,
        }
    }

    /// The color. `None` if it is none.
    #[must_use]
    pub fn as_color(&self) -> Option<Color> {
        self.as_text().and_then(|text| text.parse().ok())
    }
}

impl From<bool> for PropertyValue {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<f64> for PropertyValue {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for PropertyValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Color> for PropertyValue {
    fn from(color: Color) -> Self {
        Self::Text(color.to_string())
    }
}

impl Serialize for PropertyValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for PropertyValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl Visitor<'_> for ValueVisitor {
    type Value = PropertyValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null, true, false, a number or a text")
    }

    fn visit_unit<E: Error>(self) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Bool(value))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Number(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Number(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Number(number as f64))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Text(text))
    }
}

/// The values that an item has of custom properties, by name and in the order of names. A property
/// without a value has the default of its declaration. Most items have none, which takes no memory
/// but a pointer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties(Option<Arc<Vec<(String, PropertyValue)>>>);

impl Properties {
    /// Whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |values| values.len())
    }

    /// The values with their names, in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &PropertyValue)> {
        let values = self.0.iter().flat_map(|values| values.iter());
        values.map(|(name, value)| (name.as_str(), value))
    }

    /// The own value of the property with this name, if there is one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&PropertyValue> {
        let values = self.0.as_ref()?;
        let index = index_of(values, name).ok()?;
        values.get(index).map(|(_, value)| value)
    }

    /// The own value of a declared property, or its default.
    #[must_use]
    pub fn value_of<'a>(&'a self, declaration: &'a PropertyDeclaration) -> &'a PropertyValue {
        self.get(&declaration.name).unwrap_or(&declaration.default)
    }

    /// Sets the value of the property with this name.
    pub fn set(&mut self, name: &str, value: impl Into<PropertyValue>) {
        let value = value.into();
        let values = Arc::make_mut(self.0.get_or_insert_default());
        match index_of(values, name) {
            Ok(index) => values[index].1 = value,
            Err(index) => values.insert(index, (name.to_owned(), value)),
        }
    }

    /// Removes the value of the property with this name, so that it has the default.
    pub fn remove(&mut self, name: &str) -> Option<PropertyValue> {
        let index = index_of(self.0.as_ref()?, name).ok()?;
        let values = Arc::make_mut(self.0.as_mut()?);
        let (_, value) = values.remove(index);
        if values.is_empty() {
            self.0 = None;
        }
        Some(value)
    }
}

fn index_of(values: &[(String, PropertyValue)], name: &str) -> Result<usize, usize> {
    values.binary_search_by(|(known, _)| known.as_str().cmp(name))
}

impl<N: AsRef<str>, V: Into<PropertyValue>> FromIterator<(N, V)> for Properties {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(values: I) -> Self {
        let mut properties = Self::default();
        for (name, value) in values {
            properties.set(name.as_ref(), value);
        }
        properties
    }
}

impl Serialize for Properties {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Properties {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PropertiesVisitor)
    }
}

struct PropertiesVisitor;

impl<'de> Visitor<'de> for PropertiesVisitor {
    type Value = Properties;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of values by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Properties, A::Error> {
        let mut values: Vec<(String, PropertyValue)> = Vec::new();
        while let Some(name) = fields.next_key::<String>()? {
            let value = fields.next_value()?;
            values.push((name, value));
        }
        values.sort_by(|(a, _), (b, _)| a.cmp(b));
        if let Some(pair) = values.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let name = &pair[0].0;
            return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
        }
        values.shrink_to_fit();
        Ok(Properties((!values.is_empty()).then(|| Arc::new(values))))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for PropertyValue {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PropertyValue".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": ["null", "boolean", "number", "string"],
            "description": "A value of a custom property: true or false, a number, a text, a color as \"#rrggbb\", one of the choices, or the id of the item to which it refers.",
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Properties {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Properties".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let value = generator.subschema_for::<PropertyValue>();
        schemars::json_schema!({
            "type": "object",
            "additionalProperties": value,
            "description": "The values of custom properties, by name. A property without a value has the default of its declaration.",
        })
    }
}
