//! Reading JSON of other programs, and naming places in it.

use serde_json::Value;
use serde_path_to_error::Path;
use steerwright_format::{FormatError, sanitize_for_display};

/// The value of a text, with or without a byte order mark.
pub fn parse(text: &str) -> Result<Value, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(text).map_err(|error| FormatError::Syntax {
        line: error.line(),
        column: error.column().max(1),
        message: error
            .to_string()
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned(),
    })
}

/// The JSON pointer of a place.
pub fn pointer(place: &Path) -> String {
    let steps = place.to_string();
    let pointer = format!("/{}", steps.replace(['.', '['], "/").replace(']', ""));
    sanitize_for_display(&pointer)
}
