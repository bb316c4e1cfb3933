//! A row of a table, and what its columns say.

use super::numeral::{Numeral, numeral};
use super::{Table, at, shown};
use csv::StringRecord;
use steerwright_format::{FormatError, sanitize_for_display};

/// True and false, as spreadsheets of several countries save them.
const YES: [&str; 10] = [
    "true",
    "yes",
    "1",
    "wahr",
    "vrai",
    "verdadero",
    "verdadeiro",
    "vero",
    "waar",
    "истина",
];
const NO: [&str; 8] = [
    "false", "no", "0", "falsch", "faux", "falso", "onwaar", "ложь",
];

/// A row below the names.
pub struct Row<'t> {
    pub(super) table: &'t Table<'t>,
    pub(super) cells: StringRecord,
    /// Its line, from 1.
    pub line: u64,
}

impl Row<'_> {
    /// Whether nothing is in any column.
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| cell.trim().is_empty())
    }

    /// The number of its columns, also those that are empty.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Refuses a row with values beside the columns that have names.
    ///
    /// # Errors
    /// A [`FormatError`] that names the line.
    pub fn check_length(&self) -> Result<(), FormatError> {
        let named = self.table.header.len();
        let mut others = self.cells.iter().skip(named);
        if others.all(|cell| cell.trim().is_empty()) {
            return Ok(());
        }
        Err(self.error(format!(
            "it has {} values for {named} columns; put values that contain the separator in quotes (columns are {})",
            self.len(),
            self.table.separation(),
        )))
    }

    /// An error in this row.
    pub fn error(&self, message: impl Into<String>) -> FormatError {
        at(self.line, message)
    }

    /// An error in a column of this row.
    pub fn column_error(&self, column: usize, message: impl std::fmt::Display) -> FormatError {
        let name = match self.table.names().nth(column) {
            Some(name) if !name.is_empty() && !self.table.is_grid() => sanitize_for_display(name),
            Some(_) | None => (column + 1).to_string(),
        };
        self.error(format!("column {name}: {message}"))
    }

    /// The text in a column as it is written; `None` if there is no such column.
    pub fn untrimmed(&self, column: usize) -> Option<&str> {
        self.cells.get(column)
    }

    /// The text in a column; `None` if there is none.
    pub fn text(&self, column: usize) -> Option<&str> {
        let cell = self.cells.get(column).map(str::trim);
        cell.filter(|cell| !cell.is_empty())
    }

    /// The number in a column; `None` if there is none.
    ///
    /// # Errors
    /// A [`FormatError`] that names the line and the column.
    pub fn number(&self, column: usize) -> Result<Option<f64>, FormatError> {
        let Some(cell) = self.text(column) else {
            return Ok(None);
        };
        match numeral(cell) {
            Numeral::Certain { number, decimal } => {
                if decimal == Some(',') {
                    self.table.has_decimal_commas.set(true);
                }
                Ok(Some(number))
            }
            Numeral::Ambiguous {
                with_decimals,
                with_thousands,
                separator,
            } => {
                if !self.table.is_decimal(separator) {
                    let shown = shown(cell);
                    let message = format!(
                        "{shown} can mean {with_decimals} or {with_thousands}; write {cell}0 or {with_thousands}"
                    );
                    return Err(self.column_error(column, message));
                }
                if separator == ',' {
                    self.table.has_decimal_commas.set(true);
                }
                Ok(Some(with_decimals))
            }
            Numeral::Invalid => Err(self.column_error(
                column,
                format!("{} is not a number; use a number like 1.5", shown(cell)),
            )),
        }
    }

    /// The number in a column that must have one.
    ///
    /// # Errors
    /// A [`FormatError`] that names the line and the column.
    pub fn required(&self, column: usize) -> Result<f64, FormatError> {
        self.number(column)?.ok_or_else(|| {
            self.column_error(column, "missing number; every node needs an x and a y")
        })
    }

    /// Whether a column says yes.
    ///
    /// # Errors
    /// A [`FormatError`] that names the line and the column.
    pub fn flag(&self, column: usize) -> Result<bool, FormatError> {
        match self.text(column).map(str::to_lowercase).as_deref() {
            None => Ok(false),
            Some(yes) if YES.contains(&yes) => Ok(true),
            Some(no) if NO.contains(&no) => Ok(false),
            Some(other) => Err(self.column_error(
                column,
                format!("{} is not a boolean; use true or false", shown(other)),
            )),
        }
    }
}
