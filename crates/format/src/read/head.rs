//! The fields that say what a file is, read without keeping anything else.

use crate::limits::DEPTH;
use crate::{FormatError, sanitize_for_display};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use std::borrow::Cow;
use std::fmt;
use steerwright_runtime::geometry::decimal::rounded;

/// What a text says about itself. The whole text is JSON.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub is_object: bool,
    pub format: Option<HeadValue>,
    pub format_version: Option<HeadValue>,
    pub min_reader: Option<HeadValue>,
}

/// A value in the head.
#[derive(Debug)]
pub(super) enum HeadValue {
    Text(String),
    Number(u64),
    /// Of another type.
    Other,
}

/// Reads the head of `text`.
///
/// # Errors
/// [`FormatError::Syntax`] if any part of the text is not JSON, or is nested too deeply.
pub(super) fn read(text: &str) -> Result<Head, FormatError> {
    check_depth(text)?;
    serde_json::from_str(text).map_err(|error| super::syntax_error(&error))
}

/// Parsers and writers of other languages recurse into nested values.
fn check_depth(text: &str) -> Result<(), FormatError> {
    let mut depth = 0;
    let mut in_string = false;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = u64::saturating_sub(depth, 1),
            _ => {}
        }
        if depth > DEPTH.max {
            let before = &text[..at];
            return Err(FormatError::Syntax {
                line: 1 + before.bytes().filter(|&byte| byte == b'\n').count(),
                column: 1 + before.bytes().rev().take_while(|&b| b != b'\n').count(),
                message: format!("nested {}", DEPTH.message()),
            });
        }
    }
    Ok(())
}

impl HeadValue {
    /// The value as a positive number.
    pub fn positive(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number).filter(|&number| number > 0),
            Self::Text(_) | Self::Other => None,
        }
    }
}

impl Head {
    /// The text of `format`, if it is one.
    pub fn tag(&self) -> Option<&str> {
        match &self.format {
            Some(HeadValue::Text(tag)) => Some(tag),
            Some(HeadValue::Number(_) | HeadValue::Other) | None => None,
        }
    }

    /// What the file says it is, for a message.
    pub fn found(&self) -> String {
        match &self.format {
            Some(HeadValue::Text(tag)) => {
                format!("its \"format\" is \"{}\"", sanitize_for_display(tag))
            }
            Some(HeadValue::Number(_) | HeadValue::Other) => {
                "its \"format\" is not a string".into()
            }
            None if self.is_object => "it has no \"format\"".into(),
            None => "it is not a JSON object".into(),
        }
    }
}

impl<'de> Deserialize<'de> for Head {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(HeadVisitor)
    }
}

impl<'de> Deserialize<'de> for HeadValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(HeadValueVisitor)
    }
}

/// The values of no interest: for [`Head`] all but objects, for [`HeadValue`] all but texts and
/// whole numbers.
macro_rules! ignore {
    ($lifetime:lifetime, $ignored:expr, $($visit:ident: $value:ty),*) => {
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("JSON")
        }

        fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
            Ok($ignored)
        }

        fn visit_seq<A: SeqAccess<$lifetime>>(self, mut items: A) -> Result<Self::Value, A::Error> {
            while items.next_element::<IgnoredAny>()?.is_some() {}
            Ok($ignored)
        }

        $(fn $visit<E: Error>(self, _: $value) -> Result<Self::Value, E> {
            Ok($ignored)
        })*
    };
}

struct HeadVisitor;

impl<'de> Visitor<'de> for HeadVisitor {
    type Value = Head;

    ignore!('de, Head::default(), visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Head, A::Error> {
        let mut head = Head {
            is_object: true,
            ..Head::default()
        };
        while let Some(key) = fields.next_key_seed(Text)? {
            match key.as_ref() {
                "format" => head.format = Some(fields.next_value()?),
                "format_version" => head.format_version = Some(fields.next_value()?),
                "min_reader" => head.min_reader = Some(fields.next_value()?),
                _ => {
                    fields.next_value::<Checked>()?;
                }
            }
        }
        Ok(head)
    }
}

struct HeadValueVisitor;

impl<'de> Visitor<'de> for HeadValueVisitor {
    type Value = HeadValue;

    ignore!('de, HeadValue::Other, visit_bool: bool, visit_i64: i64);

    fn visit_u64<E: Error>(self, number: u64) -> Result<HeadValue, E> {
        Ok(HeadValue::Number(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<HeadValue, E> {
        let number = rounded(number);
        Ok(if number.fract() == 0.0 && number >= 0.0 {
            HeadValue::Number(number as u64)
        } else {
            HeadValue::Other
        })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<HeadValue, E> {
        Ok(HeadValue::Text(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<HeadValue, A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(HeadValue::Other)
    }
}

/// A value of which only the syntax matters. Unlike `IgnoredAny` it refuses numbers that are too
/// large and halves of surrogate pairs, as other parsers do.
struct Checked;

impl<'de> Deserialize<'de> for Checked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CheckedVisitor)
    }
}

struct CheckedVisitor;

impl<'de> Visitor<'de> for CheckedVisitor {
    type Value = Checked;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_unit<E: Error>(self) -> Result<Checked, E> {
        Ok(Checked)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Checked, A::Error> {
        while items.next_element::<Checked>()?.is_some() {}
        Ok(Checked)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Checked, A::Error> {
        while fields.next_entry::<Checked, Checked>()?.is_some() {}
        Ok(Checked)
    }
}

/// Reads a key without a copy, where it has no escapes.
struct Text;

impl<'de> DeserializeSeed<'de> for Text {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Text {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}
