//! Grids of numbers, as Tiled and LDtk export the tiles of a layer.

use crate::import::level::filled_squares::{CellsOfValues, FilledSquares};
use crate::import::level::findings::Findings;
use crate::import::level::tiled::FLIPPED;
use crate::import::level::{Becomes, FilledCells, Level, Omissions, beyond};
use crate::import::table::{Row, Table, shown};
use glam::DVec2;
use steerwright_format::FormatError;
use steerwright_format::limits::MAP_TILES;

/// The number of an empty cell in a grid that Tiled exports. 0 is a tile there, and an empty cell
/// elsewhere.
const EMPTY: i64 = -1;
/// A negative number with flags for flips is a tile below this number. In other negative numbers
/// nearly all bits are set.
const MAX_FLIPPED: u32 = 1 << 24;

/// Reads a grid. The first row is on top, and a number is a cell of one unit.
pub fn read(table: &Table<'_>, name: &str) -> Result<Level, FormatError> {
    let mut cells = CellsOfValues::default();
    let mut lengths = Vec::new();
    let (mut width, mut height) = (0, 0);
    let mut tiles_left = MAP_TILES.max;
    let mut has_empty = false;
    let mut rows = table.all_rows();
    while let Some(row) = rows.next()? {
        tiles_left = tiles_left
            .checked_sub(row.len() as u64)
            .ok_or_else(|| beyond(row.line.to_string(), &MAP_TILES))?;
        for column in 0..row.len() {
            let Some(value) = value(&row, column)? else {
                continue;
            };
            width = width.max(column + 1);
            height = lengths.len() + 1;
            if value == EMPTY {
                has_empty = true;
            } else {
                cells.add(value, [column as i32, lengths.len() as i32])?;
            }
        }
        lengths.push((row.len(), row.line));
    }
    if !has_empty {
        cells.0.remove(&0);
    }
    let mut findings = Findings::default();
    let mut omissions = Omissions::default();
    for (value, cells) in cells.0 {
        let squares = FilledSquares {
            source: format!("value/{value}"),
            name: format!("{name} {value}"),
            layer: name.to_owned(),
            becomes: if value == 0 {
                Becomes::Nothing
            } else {
                Becomes::BlockedCells
            },
            cells: FilledCells {
                size: 1.0,
                corner: DVec2::ZERO,
                cells,
            },
        };
        squares.add_to(&mut findings, &mut omissions)?;
    }
    let mut notes = vec![format!(
        "a grid of {width} by {height} cells, of which those with 0 or -1 are empty; for a table of points, name the columns x and y in the first row"
    )];
    let is_short = |(length, _): &&(usize, u64)| *length < width;
    let mut short = lengths[..height].iter().filter(is_short);
    if let Some((length, line)) = short.next() {
        let more = match short.count() {
            0 => String::new(),
            more => format!(", as do {more} more lines"),
        };
        notes.push(format!(
            "line {line} has only {length} of {width} columns{more}: the cells without a number are empty"
        ));
    }
    Ok(Level {
        pixels_per_unit: 1.0,
        found: findings.list(),
        left_out: omissions.list(),
        notes,
        ..Level::default()
    })
}

/// The number in a cell, without flags for flips; `None` if there is none.
fn value(row: &Row<'_>, column: usize) -> Result<Option<i64>, FormatError> {
    let Some(number) = row.number(column)? else {
        return Ok(None);
    };
    let range = f64::from(i32::MIN)..=f64::from(u32::MAX);
    if number.fract() != 0.0 || !range.contains(&number) {
        let text = shown(row.text(column).unwrap_or_default());
        let message = format!(
            "{text} is not the number of a tile; use a whole number, or name the columns in the first row, with x and y among them"
        );
        return Err(row.column_error(column, message));
    }
    // A flag in the highest bit makes the number negative where it is read with a sign.
    let bits = number as i64 as u32;
    let has_flags = bits & FLIPPED != 0;
    let is_tile = number > 0.0 || bits & !FLIPPED < MAX_FLIPPED;
    Ok(Some(if has_flags && is_tile {
        i64::from(bits & !FLIPPED)
    } else {
        number as i64
    }))
}
