//! The error of a value that is not as expected, without its place.

use serde::de::{Error, Expected, Unexpected};
use std::fmt;

/// What is wrong with a value.
#[derive(Debug)]
pub struct ReadError(String);

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
        let (expected, found) = (expected_words(expected), found_words(found));
        Self(format!("expected {expected}, found {found}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn invalid_length(count: usize, expected: &dyn Expected) -> Self {
        let expected = expected_words(expected);
        Self(format!("expected {expected}, found {count} values"))
    }
}

/// What serde says that a type expects, without the names of Rust.
fn expected_words(expected: &dyn Expected) -> String {
    let words = expected.to_string();
    let plain = match words.as_str() {
        "f32" | "f64" => "a number",
        "u8" => "a whole number from 0 to 255",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        "i32" => "a whole number from -2147483648 to 2147483647",
        "i64" => "a whole number",
        "a boolean" => "true or false",
        "a character" => "a text of one letter",
        "a string" | "a borrowed string" | "string" | "str" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        "unit" => "null",
        other => match other.split(' ').next() {
            Some("struct" | "internally" | "enum") => "an object",
            Some("tuple") => "a list",
            Some(_) | None => return words,
        },
    };
    plain.into()
}

fn found_words(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Float(number) => number.to_string(),
        Unexpected::Str(text) => format!("the text \"{text}\""),
        Unexpected::Unit | Unexpected::Option => "null".into(),
        Unexpected::Seq => "a list".into(),
        Unexpected::Map => "an object".into(),
        // JSON has none of them.
        Unexpected::Char(_)
        | Unexpected::Bytes(_)
        | Unexpected::NewtypeStruct
        | Unexpected::Enum
        | Unexpected::UnitVariant
        | Unexpected::NewtypeVariant
        | Unexpected::TupleVariant
        | Unexpected::StructVariant
        | Unexpected::Other(_) => found.to_string(),
    }
}
