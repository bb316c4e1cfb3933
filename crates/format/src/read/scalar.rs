//! Numbers, texts, `true`, `false` and `null`, as serde sees them.

use super::error::ReadError;
use serde::de::{Error, Unexpected, Visitor};
use std::borrow::Cow;
use steerwright_runtime::geometry::decimal::rounded;

/// Larger numbers are not rounded, but cut off.
const MAX_ROUNDED: f64 = 999_999_999_999_999.0;

/// A value that is not a list or an object.
pub(super) enum Scalar<'de> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(Cow<'de, str>),
}

impl<'de> Scalar<'de> {
    pub fn number(digits: &str) -> Result<Self, ReadError> {
        if let Ok(number) = digits.parse() {
            return Ok(Self::Unsigned(number));
        }
        if let Ok(number) = digits.parse() {
            return Ok(Self::Signed(number));
        }
        let exact: f64 = digits.parse().map_err(ReadError::custom)?;
        // A whole number is an integer, so that `1.0` can be an id. One that is cut off is not, or
        // it would be another id.
        Ok(match rounded(exact) {
            cut if exact.abs() > MAX_ROUNDED => Self::Float(cut),
            whole if whole.fract() == 0.0 && whole >= 0.0 => Self::Unsigned(whole as u64),
            whole if whole.fract() == 0.0 => Self::Signed(whole as i64),
            number => Self::Float(number),
        })
    }

    pub fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Bool(value) => visitor.visit_bool(value),
            Self::Unsigned(value) => visitor.visit_u64(value),
            Self::Signed(value) => visitor.visit_i64(value),
            Self::Float(value) => visitor.visit_f64(value),
            Self::Text(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Self::Text(Cow::Owned(text)) => visitor.visit_string(text),
        }
    }

    pub fn unexpected(&self) -> Unexpected<'_> {
        match self {
            Self::Null => Unexpected::Unit,
            Self::Bool(value) => Unexpected::Bool(*value),
            Self::Unsigned(value) => Unexpected::Unsigned(*value),
            Self::Signed(value) => Unexpected::Signed(*value),
            Self::Float(value) => Unexpected::Float(*value),
            Self::Text(text) => Unexpected::Str(text),
        }
    }
}
