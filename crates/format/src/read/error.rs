//! The error of a value that is not as expected, without its place.

use serde::de::{Error, Expected, Unexpected};
use std::fmt;

/// What is wrong with a value.
#[derive(Debug)]
pub(crate) struct ReadError(String);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReadError {}

impl Error for ReadError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        if found == Unexpected::Unit {
            return Self(format!("invalid type: null, expected {expected}"));
        }
        Self(format!("invalid type: {found}, expected {expected}"))
    }
}
