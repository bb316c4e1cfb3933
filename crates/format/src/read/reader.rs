//! Reads a text directly into what it means, as serde sees it.
//!
//! [`head::read`](super::head::read) has checked the syntax of the whole text before. So this reader reports nothing about syntax, and
//! is no generic parser: the code of each type that is read is compiled for it alone. It knows the JSON pointer to the current value,
//! also inside enum variants; notes the fields that the target type ignores; stops at the limits of lists; and rounds numbers to the
//! precision of files.

use super::error::ReadError;
use super::key::Key;
use super::progress::{Progress, Segment};
use crate::limits::Limit;
use serde::de::value::CowStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;
use steerwright_runtime::geometry::decimal::rounded;

/// A place in a text of correct syntax.
pub(super) struct Reader<'de> {
    text: &'de str,
    at: usize,
    pub progress: Progress<'de>,
}

impl<'de> Reader<'de> {
    pub fn new(text: &'de str) -> Self {
        Self {
            text,
            at: 0,
            progress: Progress::default(),
        }
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> u8 {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let blank = rest
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        self.at += blank;
        rest.get(blank).copied().unwrap_or_default()
    }

    /// Passes the next byte if it is this one.
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    /// A number or a word.
    fn scalar(&mut self) -> &'de str {
        self.peek();
        let rest = self.text.get(self.at..).unwrap_or_default();
        let is_end = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}');
        let end = rest.bytes().position(is_end).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    /// A string with its quotes.
    fn quoted(&mut self) -> &'de str {
        self.peek();
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut escaped = true; // the first quote
        let is_end = |byte: u8| {
            let ends = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        };
        let length = rest
            .bytes()
            .position(is_end)
            .map_or(rest.len(), |end| end + 1);
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// A string, without a copy where it has no escapes.
    fn string(&mut self) -> Result<Cow<'de, str>, ReadError> {
        let quoted = self.quoted();
        if quoted.contains('\\') {
            return serde_json::from_str(quoted)
                .map(Cow::Owned)
                .map_err(ReadError::custom);
        }
        let end = quoted.len().saturating_sub(1);
        Ok(Cow::Borrowed(quoted.get(1..end).unwrap_or_default()))
    }

    /// Passes a value.
    fn skip(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    self.at += 1;
                }
                b',' | b':' => self.at += 1,
                b'"' => {
                    self.quoted();
                }
                _ => {
                    self.scalar();
                }
            }
            if depth == 0 || self.at >= self.text.len() {
                return;
            }
        }
    }

    /// Passes the end of a list or an object.
    fn end(&mut self, close: u8) -> Result<(), ReadError> {
        if self.take(close) {
            Ok(())
        } else {
            Err(ReadError::custom("has more values than expected"))
        }
    }

    /// Reads a part of the current value with `read`. After an error, the place stays for the message.
    fn within<T>(
        &mut self,
        segment: Segment<'de>,
        read: impl FnOnce(&mut Self) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        self.progress.enter(segment);
        let value = read(self)?;
        self.progress.leave();
        Ok(value)
    }

    fn number<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        let digits = self.scalar();
        if let Ok(number) = digits.parse() {
            return visitor.visit_u64(number);
        }
        if let Ok(number) = digits.parse() {
            return visitor.visit_i64(number);
        }
        // A whole number is an integer, so that `1.0` can be an id. Rounded numbers have at most 15 digits, which fit.
        match rounded(digits.parse().map_err(ReadError::custom)?) {
            whole if whole.fract() == 0.0 && whole >= 0.0 => visitor.visit_u64(whole as u64),
            whole if whole.fract() == 0.0 => visitor.visit_i64(whole as i64),
            number => visitor.visit_f64(number),
        }
    }
}

fn visit_text<'de, V: Visitor<'de>>(
    text: Cow<'de, str>,
    visitor: V,
) -> Result<V::Value, ReadError> {
    match text {
        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
        Cow::Owned(text) => visitor.visit_string(text),
    }
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.peek() {
            b'{' => {
                self.at += 1;
                let value = visitor.visit_map(Fields::new(self))?;
                self.end(b'}')?;
                Ok(value)
            }
            b'[' => {
                self.at += 1;
                let value = visitor.visit_seq(Items::new(self))?;
                self.end(b']')?;
                Ok(value)
            }
            b'"' => visit_text(self.string()?, visitor),
            b'n' => {
                self.scalar();
                visitor.visit_unit()
            }
            b't' | b'f' => visitor.visit_bool(self.scalar() == "true"),
            _ => self.number(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if self.peek() == b'n' {
            self.scalar();
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    /// A unit variant is its name, and another variant an object with its name as the only field.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if self.peek() == b'"' {
            return CowStrDeserializer::new(self.string()?)
                .deserialize_enum(name, variants, visitor);
        }
        if !self.take(b'{') || self.peek() == b'}' {
            return Err(ReadError::custom(format_args!(
                "expected one of {}, or an object with one of them as its only field",
                variants.join(", ")
            )));
        }
        let value = visitor.visit_enum(Variant(self))?;
        self.end(b'}')?;
        Ok(value)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.progress.note_unknown_field();
        self.skip();
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier
    }
}

/// The items of a list.
struct Items<'r, 'de> {
    reader: &'r mut Reader<'de>,
    limit: Option<&'static Limit>,
    count: usize,
}

impl<'r, 'de> Items<'r, 'de> {
    fn new(reader: &'r mut Reader<'de>) -> Self {
        Self {
            limit: reader.progress.limit_of_list(),
            count: 0,
            reader,
        }
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = ReadError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadError> {
        if self.reader.peek() == b']' {
            return Ok(None);
        }
        self.reader.take(b',');
        let (index, limit) = (self.count, self.limit);
        self.count += 1;
        self.reader.within(Segment::Index(index), |reader| {
            if let Some(limit) = limit {
                reader.progress.check_count(limit, index)?;
            }
            seed.deserialize(reader).map(Some)
        })
    }
}

/// The fields of an object.
struct Fields<'r, 'de> {
    reader: &'r mut Reader<'de>,
    limit: Option<&'static Limit>,
    /// The key whose value is next.
    key: Cow<'de, str>,
}

impl<'r, 'de> Fields<'r, 'de> {
    fn new(reader: &'r mut Reader<'de>) -> Self {
        Self {
            limit: reader.progress.limit_of_fields(),
            key: Cow::default(),
            reader,
        }
    }
}

impl<'de> MapAccess<'de> for Fields<'_, 'de> {
    type Error = ReadError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadError> {
        if self.reader.peek() == b'}' {
            return Ok(None);
        }
        self.reader.take(b',');
        self.key = self.reader.string()?;
        self.reader.take(b':');
        seed.deserialize(Key(self.key.clone())).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, ReadError> {
        let limit = self.limit;
        let key = std::mem::take(&mut self.key);
        self.reader.within(Segment::Key(key), |reader| {
            if let Some(limit) = limit {
                reader.progress.check_count(limit, 0)?;
            }
            seed.deserialize(reader)
        })
    }
}

/// An enum variant with content.
struct Variant<'r, 'de>(&'r mut Reader<'de>);

impl<'r, 'de> EnumAccess<'de> for Variant<'r, 'de> {
    type Error = ReadError;
    type Variant = Content<'r, 'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), ReadError> {
        let name = self.0.string()?;
        self.0.take(b':');
        let variant = seed.deserialize(CowStrDeserializer::new(name.clone()))?;
        Ok((
            variant,
            Content {
                name,
                reader: self.0,
            },
        ))
    }
}

/// The content of an enum variant, which in the file is the only field of an object.
struct Content<'r, 'de> {
    name: Cow<'de, str>,
    reader: &'r mut Reader<'de>,
}

impl<'de> VariantAccess<'de> for Content<'_, 'de> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        serde::Deserialize::deserialize(self.reader)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, ReadError> {
        self.reader
            .within(Segment::Key(self.name), |reader| seed.deserialize(reader))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.reader.within(Segment::Key(self.name), |reader| {
            reader.deserialize_any(visitor)
        })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.reader.within(Segment::Key(self.name), |reader| {
            reader.deserialize_any(visitor)
        })
    }
}
