//! Cells and tables.

use crate::target::table;
use crate::{ExportError, formula};
use serde_json::Value;

/// A value as CSV; null becomes an empty cell.
pub(super) fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number
            .as_f64()
            .map_or_else(|| number.to_string(), |number| number.to_string()),
        Some(other) => other.to_string(),
    }
}

/// A value as CSV; none becomes an empty cell.
pub(super) fn maybe(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// A table with a header row. Texts that a spreadsheet would take for a formula are escaped.
pub(super) fn table<const N: usize>(
    header: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<Vec<u8>, ExportError> {
    table::table(b"", header, rows.map(|row| row.map(formula::escaped)))
}
