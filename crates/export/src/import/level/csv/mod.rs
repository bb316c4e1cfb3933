//! Tables: points of lines in columns with names, or a grid of numbers.

mod grid;
mod points;

use super::files::Files;
use super::{LeftOut, Level};
use crate::import::table::{Table, shown};
use steerwright_format::FormatError;

/// Reads a table.
pub fn read(text: &str, files: &mut Files) -> Result<Level, FormatError> {
    let table = Table::new(text, &points::NUMBERS)?;
    let mut level = if table.is_grid() {
        grid::read(&table, files.map_name())?
    } else {
        points::read(&table, files.map_name())?
    };
    level.notes.extend(table.note());
    Ok(level)
}

/// The columns with names that are not in `used`.
fn unused(table: &Table<'_>, used: &[usize]) -> Vec<LeftOut> {
    let columns = table.names().enumerate();
    columns
        .filter(|(index, name)| !name.is_empty() && !used.contains(index))
        .map(|(_, name)| LeftOut {
            what: format!("the column {}", shown(name)),
            why: "it is not used".into(),
        })
        .collect()
}
