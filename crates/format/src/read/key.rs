//! Deserializes the key of an object: a name, or an id, which JSON can only write as text.

use serde::de::value::CowStrDeserializer;
use serde::de::{Deserializer, Error, Visitor};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;
use std::marker::PhantomData;

/// A key of an object.
pub(super) struct Key<'de, E> {
    text: Cow<'de, str>,
    error: PhantomData<E>,
}

impl<'de, E> Key<'de, E> {
    pub fn new(text: Cow<'de, str>) -> Self {
        Self {
            text,
            error: PhantomData,
        }
    }
}

impl<'de, E: Error> Deserializer<'de> for Key<'de, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        CowStrDeserializer::new(self.text).deserialize_any(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.text.parse() {
            Ok(id) => visitor.visit_u32(id),
            Err(_) => self.deserialize_any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        CowStrDeserializer::new(self.text).deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
