//! Deserializes a text as a stream, directly into what it means.
//!
//! [`Tracked`] wraps a deserializer. It knows the JSON pointer to the current value, also inside enum variants; notes the fields that
//! the target type ignores; stops at the limits of lists; and rounds numbers to the precision of files.

use super::key::Key;
use super::progress::{Progress, Segment};
use crate::limits::Limit;
use serde::de::value::CowStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;
use std::fmt;
use steerwright_runtime::geometry::decimal::rounded;

/// A deserializer, visitor, seed or access of serde that reports to a [`Progress`].
pub(super) struct Tracked<'p, 'de, T> {
    pub inner: T,
    pub progress: &'p Progress<'de>,
}

impl<'p, 'de> Progress<'de> {
    /// Wraps a deserializer.
    pub fn track<T>(&'p self, inner: T) -> Tracked<'p, 'de, T> {
        Tracked {
            inner,
            progress: self,
        }
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Tracked<'_, 'de, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_any(self.progress.track(visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_option(self.progress.track(visitor))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner
            .deserialize_newtype_struct(name, self.progress.track(visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner
            .deserialize_enum(name, variants, self.progress.track(visitor))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.progress.note_unknown_field();
        self.inner.deserialize_ignored_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Tracked<'_, 'de, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<V::Value, E> {
        self.inner.visit_bool(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<V::Value, E> {
        self.inner.visit_i64(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<V::Value, E> {
        self.inner.visit_u64(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<V::Value, E> {
        // A whole number is an integer, so that `1.0` can be an id. Rounded numbers have at most 15 digits, which fit.
        match rounded(value) {
            whole if whole.fract() == 0.0 && whole >= 0.0 => self.inner.visit_u64(whole as u64),
            whole if whole.fract() == 0.0 => self.inner.visit_i64(whole as i64),
            number => self.inner.visit_f64(number),
        }
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<V::Value, E> {
        self.inner.visit_str(value)
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<V::Value, E> {
        self.inner.visit_borrowed_str(value)
    }

    fn visit_string<E: Error>(self, value: String) -> Result<V::Value, E> {
        self.inner.visit_string(value)
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(self.progress.track(value))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(self.progress.track(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<V::Value, A::Error> {
        self.inner.visit_seq(TrackedList {
            limit: self.progress.limit_of_list(),
            count: 0,
            items: self.progress.track(items),
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<V::Value, A::Error> {
        self.inner.visit_map(TrackedFields {
            limit: self.progress.limit_of_fields(),
            key: None,
            fields: self.progress.track(fields),
        })
    }

    fn visit_enum<A: EnumAccess<'de>>(self, variant: A) -> Result<V::Value, A::Error> {
        self.inner.visit_enum(self.progress.track(variant))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Tracked<'_, 'de, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(self.progress.track(deserializer))
    }
}

/// The items of a list.
struct TrackedList<'p, 'de, A> {
    items: Tracked<'p, 'de, A>,
    limit: Option<&'static Limit>,
    count: usize,
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for TrackedList<'_, 'de, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let progress = self.items.progress;
        let index = self.count;
        self.count += 1;
        let counted = CountedSeed {
            limit: self.limit,
            index,
            seed: progress.track(seed),
        };
        progress.within(Segment::Index(index), || {
            self.items.inner.next_element_seed(counted)
        })
    }
}

/// Checks the count of items when there is one more.
struct CountedSeed<'p, 'de, S> {
    limit: Option<&'static Limit>,
    index: usize,
    seed: Tracked<'p, 'de, S>,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for CountedSeed<'_, 'de, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        if let Some(limit) = self.limit {
            self.seed.progress.check_count(limit, self.index)?;
        }
        self.seed.deserialize(deserializer)
    }
}

/// The fields of an object.
struct TrackedFields<'p, 'de, A> {
    fields: Tracked<'p, 'de, A>,
    /// The key whose value is next.
    key: Option<Cow<'de, str>>,
    limit: Option<&'static Limit>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for TrackedFields<'_, 'de, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let Some(key) = self.fields.inner.next_key_seed(Text)? else {
            return Ok(None);
        };
        self.key = Some(key.clone());
        seed.deserialize(Key::new(key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let progress = self.fields.progress;
        let key = self.key.take().unwrap_or_default();
        progress.within(Segment::Key(key), || {
            if let Some(limit) = self.limit {
                progress.check_count(limit, 0)?;
            }
            self.fields.inner.next_value_seed(progress.track(seed))
        })
    }
}

impl<'p, 'de, A: EnumAccess<'de>> EnumAccess<'de> for Tracked<'p, 'de, A> {
    type Error = A::Error;
    type Variant = TrackedVariant<'p, 'de, A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let (name, content) = self.inner.variant_seed(Text)?;
        let variant = seed.deserialize(CowStrDeserializer::new(name.clone()))?;
        let content = self.progress.track(content);
        Ok((variant, TrackedVariant { name, content }))
    }
}

/// The content of an enum variant, which in the file is the only field of an object.
pub(super) struct TrackedVariant<'p, 'de, A> {
    name: Cow<'de, str>,
    content: Tracked<'p, 'de, A>,
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for TrackedVariant<'_, 'de, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.content.inner.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        let Tracked { inner, progress } = self.content;
        progress.within(Segment::Key(self.name), || {
            inner.newtype_variant_seed(progress.track(seed))
        })
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        let Tracked { inner, progress } = self.content;
        progress.within(Segment::Key(self.name), || {
            inner.tuple_variant(len, progress.track(visitor))
        })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let Tracked { inner, progress } = self.content;
        progress.within(Segment::Key(self.name), || {
            inner.struct_variant(fields, progress.track(visitor))
        })
    }
}

/// Reads a text without a copy, where it has no escapes.
pub(super) struct Text;

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

    fn visit_string<E: Error>(self, text: String) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text))
    }
}
