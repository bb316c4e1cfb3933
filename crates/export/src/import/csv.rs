//! Paths out of a table of nodes: a `NAME.nodes.csv` that was changed in a spreadsheet, or any table with columns `x` and `y`.
//!
//! The order of rows is the order of nodes. Columns are found by their names, in any order; only x and y have to be there. What
//! follows from others (`index`, `wait_ticks`, `point`, `closed`) is not read. A path without nodes has no row, so it does not
//! come back; nor do agents and markers.

use csv::{Reader, ReaderBuilder, StringRecord};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::FormatError;
use steerwright_format::export_file::as_authored;
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Point, Scene};

/// The scene with the paths of the table in `text`.
pub(super) fn read(text: &str) -> Result<Scene, FormatError> {
    let mut table = Table::new(text)?;
    let mut paths: Vec<PatrolPath> = Vec::new();
    // By the id of a path: its index, and an id for its next node that has none.
    let mut known: BTreeMap<u32, (usize, u32)> = BTreeMap::new();
    let mut placement = None;
    while let Some(row) = table.next()? {
        if placement.is_none() {
            placement = Some(row.placement()?);
        }
        let up = if row.flag("y_down")? { -1.0 } else { 1.0 };
        let path_id = row.whole("path")?.unwrap_or(1);
        let (index, next_id) = match known.get(&path_id) {
            Some(&path) => path,
            None => {
                paths.push(row.path(PathId(path_id))?);
                (paths.len() - 1, 1)
            }
        };
        let path = &mut paths[index];
        let id = row.whole("id")?.unwrap_or(next_id);
        known.insert(path_id, (index, next_id.max(id.saturating_add(1))));
        path.nodes.push(Node {
            id: NodeId(id),
            x: row.required("x")?,
            y: row.required("y")? * up + 0.0,
            radius: row
                .number("radius")?
                .filter(|&radius| radius != path.radius),
            wait: row.number("wait")?.unwrap_or(0.0),
            speed: row.number("speed")?,
        });
    }
    let scene = Scene {
        paths: paths.into_iter().map(Arc::new).collect(),
        ..Scene::default()
    };
    let (scale, origin) = placement.unwrap_or((1.0, Point::default()));
    as_authored(scene, scale, origin)
}

/// The rows under a header.
struct Table<'a> {
    reader: Reader<&'a [u8]>,
    header: Vec<String>,
    /// Where columns are separated by something else, numbers may have a comma for a point.
    decimal_commas: bool,
}

impl<'a> Table<'a> {
    fn new(text: &'a str) -> Result<Self, FormatError> {
        let text = text.trim_start_matches('\u{feff}');
        let first = text.lines().next().unwrap_or_default();
        // What spreadsheets of other countries write.
        let delimiter = [b',', b';', b'\t']
            .into_iter()
            .max_by_key(|&sign| (first.bytes().filter(|&b| b == sign).count(), sign == b','));
        let delimiter = delimiter.unwrap_or(b',');
        let mut reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .from_reader(text.as_bytes());
        let header = reader
            .headers()
            .map_err(|error| at(1, &error.to_string()))?;
        let header: Vec<String> = header
            .iter()
            .map(|name| name.trim().to_lowercase())
            .collect();
        for needed in ["x", "y"] {
            if !header.iter().any(|name| name == needed) {
                return Err(at(
                    1,
                    &format!(
                        "there is no column {needed:?}; name the columns in the first row, x and y among them"
                    ),
                ));
            }
        }
        Ok(Self {
            reader,
            header,
            decimal_commas: delimiter != b',',
        })
    }

    /// The next row that is not empty.
    fn next(&mut self) -> Result<Option<Row<'_>>, FormatError> {
        let mut cells = StringRecord::new();
        loop {
            let more = self
                .reader
                .read_record(&mut cells)
                .map_err(|error| at(self.reader.position().line(), &error.to_string()))?;
            if !more {
                return Ok(None);
            }
            if cells.iter().any(|cell| !cell.trim().is_empty()) {
                let line = cells.position().map_or(0, |position| position.line());
                return Ok(Some(Row {
                    header: &self.header,
                    decimal_commas: self.decimal_commas,
                    line,
                    cells,
                }));
            }
        }
    }
}

/// One node.
struct Row<'a> {
    header: &'a [String],
    decimal_commas: bool,
    line: u64,
    cells: StringRecord,
}

impl Row<'_> {
    /// The cell of a column; `None` if it is empty or there is no such column.
    fn cell(&self, column: &str) -> Option<&str> {
        let index = self.header.iter().position(|name| name == column)?;
        self.cells.get(index).filter(|cell| !cell.trim().is_empty())
    }

    fn number(&self, column: &str) -> Result<Option<f64>, FormatError> {
        let Some(cell) = self.cell(column).map(str::trim) else {
            return Ok(None);
        };
        let text = if self.decimal_commas {
            cell.replacen(',', ".", 1)
        } else {
            cell.to_owned()
        };
        let wrong = || {
            at(
                self.line,
                &format!(
                    "{column}: {:?} is no number; write one like 1.5",
                    short(cell)
                ),
            )
        };
        text.parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .map(Some)
            .ok_or_else(wrong)
    }

    fn required(&self, column: &str) -> Result<f64, FormatError> {
        self.number(column)?.ok_or_else(|| {
            at(
                self.line,
                &format!("{column}: there is no number; give every node an x and a y"),
            )
        })
    }

    fn whole(&self, column: &str) -> Result<Option<u32>, FormatError> {
        let Some(cell) = self.cell(column).map(str::trim) else {
            return Ok(None);
        };
        let wrong = || {
            at(
                self.line,
                &format!(
                    "{column}: {:?} is no id; use a whole number from 0 to {}",
                    short(cell),
                    u32::MAX
                ),
            )
        };
        cell.parse().map(Some).map_err(|_| wrong())
    }

    fn flag(&self, column: &str) -> Result<bool, FormatError> {
        match self
            .cell(column)
            .map(|cell| cell.trim().to_lowercase())
            .as_deref()
        {
            None | Some("false" | "0") => Ok(false),
            Some("true" | "1") => Ok(true),
            Some(other) => Err(at(
                self.line,
                &format!("{column}: {:?} is neither true nor false", short(other)),
            )),
        }
    }

    /// One of the words that a scene file has for it.
    fn word<T: serde::de::DeserializeOwned + Default>(
        &self,
        column: &str,
    ) -> Result<T, FormatError> {
        let Some(cell) = self.cell(column).map(str::trim) else {
            return Ok(T::default());
        };
        serde_json::from_value(Value::from(cell))
            .map_err(|error| at(self.line, &format!("{column}: {error}")))
    }

    /// The path that this node is the first of.
    fn path(&self, id: PathId) -> Result<PatrolPath, FormatError> {
        let plain = PatrolPath::new(id, self.cell("path_name").unwrap_or_default());
        Ok(PatrolPath {
            traversal: self.word("traversal")?,
            shape: self.word("shape")?,
            radius: self.number("path_radius")?.unwrap_or(plain.radius),
            tolerance: self.number("tolerance")?.unwrap_or(plain.tolerance),
            ..plain
        })
    }

    fn placement(&self) -> Result<(f64, Point), FormatError> {
        let origin = Point {
            x: self.number("origin_x")?.unwrap_or(0.0),
            y: self.number("origin_y")?.unwrap_or(0.0),
        };
        Ok((self.number("scale")?.unwrap_or(1.0), origin))
    }
}

fn at(line: u64, message: &str) -> FormatError {
    FormatError::InvalidField {
        pointer: line.to_string(),
        message: message.to_owned(),
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
