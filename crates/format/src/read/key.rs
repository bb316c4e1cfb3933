//! Deserializes the key of an object: a name, or an id, which JSON can only write as text.

use super::error::ReadError;
use serde::de::value::CowStrDeserializer;
use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;

/// A key of an object.
pub(super) struct Key<'de>(pub Cow<'de, str>);

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        CowStrDeserializer::new(self.0).deserialize_any(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0.parse() {
            Ok(id) => visitor.visit_u32(id),
            Err(_) => self.deserialize_any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        CowStrDeserializer::new(self.0).deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
