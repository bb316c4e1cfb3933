//! Reads a text directly into what it means, as serde sees it.
//!
//! [`head::read`](super::head::read) has checked the syntax of the whole text before. So this
//! reader reports nothing about syntax, and is no generic parser: the code of each type that is
//! read is compiled for it alone. It knows the JSON pointer to the current value, also inside enum
//! variants; notes the fields that the target type ignores; stops at the limits of lists; and
//! rounds numbers to the precision of files.

use super::error::ReadError;
use super::key::Key;
use super::progress::{Progress, Segment};
use super::scalar::Scalar;
use super::text::Text;
use crate::limits::Limit;
use serde::de::value::CowStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;

/// A place in a text of correct syntax.
pub(super) struct Reader<'de> {
    text: Text<'de>,
    pub progress: Progress<'de>,
}

impl<'de> Reader<'de> {
    pub fn new(text: &'de str) -> Self {
        Self {
            text: Text::new(text),
            progress: Progress::default(),
        }
    }

    /// Passes the end of a list or an object.
    fn end(&mut self, close: u8) -> Result<(), ReadError> {
        if self.text.take(close) {
            Ok(())
        } else {
            Err(ReadError::custom("has more values than expected"))
        }
    }

    /// Begins a part of the current value, which `limit` may not allow. [`leave`](Progress::leave)
    /// ends it; after an error, the place stays for the message.
    fn enter(
        &mut self,
        segment: Segment<'de>,
        limit: Option<&'static Limit>,
        before: usize,
    ) -> Result<(), ReadError> {
        self.progress.enter(segment);
        limit.map_or(Ok(()), |limit| self.progress.check_count(limit, before))
    }

    /// A value that is not a list or an object.
    fn scalar(&mut self) -> Result<Scalar<'de>, ReadError> {
        Ok(match self.text.peek() {
            b'"' => Scalar::Text(self.text.string()?),
            b'n' => {
                self.text.unquoted();
                Scalar::Null
            }
            b't' | b'f' => Scalar::Bool(self.text.unquoted() == "true"),
            _ => Scalar::number(self.text.unquoted())?,
        })
    }

    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        if !self.text.take(b'[') {
            return Err(self.unexpected(&visitor));
        }
        let value = visitor.visit_seq(Items::new(self))?;
        self.end(b']')?;
        Ok(value)
    }

    fn object<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, ReadError> {
        if !self.text.take(b'{') {
            return Err(self.unexpected(&visitor));
        }
        let value = visitor.visit_map(Fields::new(self))?;
        self.end(b'}')?;
        Ok(value)
    }

    /// The error of a value whose type is not the expected one.
    fn unexpected(&mut self, expected: &dyn Expected) -> ReadError {
        match self.text.peek() {
            b'{' => ReadError::invalid_type(Unexpected::Map, expected),
            b'[' => ReadError::invalid_type(Unexpected::Seq, expected),
            _ => match self.scalar() {
                Ok(value) => ReadError::invalid_type(value.unexpected(), expected),
                Err(error) => error,
            },
        }
    }
}

/// What serde calls for types that expect a list, or an object. Only that is compiled for them: no
/// struct is read from a list.
macro_rules! deserialize {
    ($($name:ident($($ignored:ty),*) => $read:ident;)*) => {$(
        fn $name<V: Visitor<'de>>(self, $(_: $ignored,)* visitor: V) -> Result<V::Value, ReadError> {
            self.$read(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.text.peek() {
            b'{' => self.object(visitor),
            b'[' => self.list(visitor),
            _ => self.scalar()?.visit(visitor),
        }
    }

    deserialize! {
        deserialize_seq() => list;
        deserialize_tuple(usize) => list;
        deserialize_tuple_struct(&'static str, usize) => list;
        deserialize_map() => object;
        deserialize_struct(&'static str, &'static [&'static str]) => object;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if self.text.peek() == b'n' {
            self.text.unquoted();
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
        if self.text.peek() == b'"' {
            return CowStrDeserializer::new(self.text.string()?)
                .deserialize_enum(name, variants, visitor);
        }
        if !self.text.take(b'{') || self.text.peek() == b'}' {
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
        self.text.skip();
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct identifier
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

    /// Begins the next item, if there is one.
    fn begin(&mut self) -> Result<bool, ReadError> {
        if self.reader.text.peek() == b']' {
            return Ok(false);
        }
        self.reader.text.take(b',');
        let index = self.count;
        self.count += 1;
        self.reader
            .enter(Segment::Index(index), self.limit, index)?;
        Ok(true)
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = ReadError;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadError> {
        if !self.begin()? {
            return Ok(None);
        }
        let value = seed.deserialize(&mut *self.reader)?;
        self.reader.progress.leave();
        Ok(Some(value))
    }
}

/// The fields of an object.
struct Fields<'r, 'de> {
    reader: &'r mut Reader<'de>,
    limit: Option<&'static Limit>,
    /// The field whose value is next.
    name: Cow<'de, str>,
}

impl<'r, 'de> Fields<'r, 'de> {
    fn new(reader: &'r mut Reader<'de>) -> Self {
        Self {
            limit: reader.progress.limit_of_fields(),
            name: Cow::default(),
            reader,
        }
    }

    fn next_name(&mut self) -> Result<Option<Cow<'de, str>>, ReadError> {
        if self.reader.text.peek() == b'}' {
            return Ok(None);
        }
        self.reader.text.take(b',');
        self.name = self.reader.text.string()?;
        self.reader.text.take(b':');
        Ok(Some(self.name.clone()))
    }
}

impl<'de> MapAccess<'de> for Fields<'_, 'de> {
    type Error = ReadError;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, ReadError> {
        match self.next_name()? {
            Some(name) => seed.deserialize(Key(name)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, ReadError> {
        let name = std::mem::take(&mut self.name);
        self.reader.enter(Segment::Key(name), self.limit, 0)?;
        let value = seed.deserialize(&mut *self.reader)?;
        self.reader.progress.leave();
        Ok(value)
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
        let name = self.0.text.string()?;
        self.0.text.take(b':');
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
        self.reader.enter(Segment::Key(self.name), None, 0)?;
        let value = seed.deserialize(&mut *self.reader)?;
        self.reader.progress.leave();
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.reader.enter(Segment::Key(self.name), None, 0)?;
        let value = self.reader.list(visitor)?;
        self.reader.progress.leave();
        Ok(value)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.reader.enter(Segment::Key(self.name), None, 0)?;
        let value = self.reader.object(visitor)?;
        self.reader.progress.leave();
        Ok(value)
    }
}
