//! Imports paths from a table of nodes: a `NAME.nodes.csv` that was edited in a spreadsheet, or any table with columns `x` and `y`.
//!
//! The order of rows is the order of nodes. Columns are found by name; only x and y are required. Derived columns (`index`,
//! `wait_ticks`, `point`, `closed`) are ignored. Paths without nodes, agents and markers are not in the table, so they are lost.

use csv::{Reader, ReaderBuilder, StringRecord};
use glam::DVec2;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::FormatError;
use steerwright_format::export_file::as_authored;
use steerwright_format::limits::{COLUMNS, NODES, PATHS};
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Scene};

/// Reads the paths of the table in `text`.
pub(super) fn read(text: &str) -> Result<Scene, FormatError> {
    let mut table = Table::new(text)?;
    let mut paths: Vec<PatrolPath> = Vec::new();
    // The index of each path by id, and the id of its next node without one.
    let mut known: BTreeMap<u32, (usize, u32)> = BTreeMap::new();
    let mut placement = None;
    let mut count = 0;
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
        count += 1;
        if count > NODES.max || paths.len() as u64 > PATHS.max {
            let limit = if count > NODES.max { &NODES } else { &PATHS };
            let pointer = row.line.to_string();
            return Err(FormatError::BeyondLimit { pointer, limit });
        }
        let path = &mut paths[index];
        let id = row.whole("id")?.unwrap_or(next_id);
        known.insert(path_id, (index, next_id.max(id.saturating_add(1))));
        path.nodes.push(Node {
            id: NodeId(id),
            position: DVec2::new(row.required("x")?, row.required("y")? * up + 0.0),
            radius: row
                .number("radius")?
                .filter(|&radius| radius != path.radius),
            wait: row.number("wait")?.unwrap_or(0.0),
            speed: row.number("speed")?,
            script: None,
            properties: Default::default(),
        });
    }
    let scene = Scene {
        paths: paths.into_iter().map(Arc::new).collect(),
        ..Scene::default()
    };
    let (scale, origin) = placement.unwrap_or((1.0, DVec2::ZERO));
    as_authored(scene, scale, origin)
}

/// A table with a header.
struct Table<'a> {
    reader: Reader<&'a [u8]>,
    header: Vec<String>,
    /// If columns are not separated by commas, numbers may have decimal commas.
    decimal_commas: bool,
}

impl<'a> Table<'a> {
    fn new(text: &'a str) -> Result<Self, FormatError> {
        let text = text.trim_start_matches('\u{feff}');
        let first = text.lines().next().unwrap_or_default();
        // Spreadsheets in some locales use semicolons or tabs.
        let delimiter = [b',', b';', b'\t'].into_iter().max_by_key(|&delimiter| {
            let count = first.bytes().filter(|&b| b == delimiter).count();
            (count, delimiter == b',')
        });
        let delimiter = delimiter.unwrap_or(b',');
        check_columns(text, delimiter)?;
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
                        "there is no column {needed:?}; put the column names, including x and y, in the first row"
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

    /// The next non-empty row.
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

/// A row: one node.
struct Row<'a> {
    header: &'a [String],
    decimal_commas: bool,
    line: u64,
    cells: StringRecord,
}

impl Row<'_> {
    /// The cell of a column; `None` if it is empty or the column is missing.
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
                    "{column}: {:?} is not a number; use a number like 1.5",
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
                &format!("{column}: missing number; every node needs an x and a y"),
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
                    "{column}: {:?} is not an id; use a whole number from 0 to {}",
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
                &format!(
                    "{column}: {:?} is not a boolean; use true or false",
                    short(other)
                ),
            )),
        }
    }

    /// An enum variant by its name in scene files.
    fn variant<T: serde::de::DeserializeOwned + Default>(
        &self,
        column: &str,
    ) -> Result<T, FormatError> {
        let Some(cell) = self.cell(column).map(str::trim) else {
            return Ok(T::default());
        };
        serde_json::from_value(Value::from(cell))
            .map_err(|error| at(self.line, &format!("{column}: {error}")))
    }

    /// The path that starts with this node.
    fn path(&self, id: PathId) -> Result<PatrolPath, FormatError> {
        let default = PatrolPath::new(id, self.cell("path_name").unwrap_or_default());
        Ok(PatrolPath {
            traversal: self.variant("traversal")?,
            shape: self.variant("shape")?,
            radius: self.number("path_radius")?.unwrap_or(default.radius),
            tolerance: self.number("tolerance")?.unwrap_or(default.tolerance),
            ..default
        })
    }

    fn placement(&self) -> Result<(f64, DVec2), FormatError> {
        let origin = DVec2::new(
            self.number("origin_x")?.unwrap_or(0.0),
            self.number("origin_y")?.unwrap_or(0.0),
        );
        Ok((self.number("scale")?.unwrap_or(1.0), origin))
    }
}

/// Refuses tables with so many columns that their places take much more memory than their texts.
pub(super) fn check_columns(text: &str, delimiter: u8) -> Result<(), FormatError> {
    let columns = |line: &str| 1 + line.bytes().filter(|&byte| byte == delimiter).count() as u64;
    match text.lines().position(|line| columns(line) > COLUMNS.max) {
        None => Ok(()),
        Some(line) => Err(FormatError::BeyondLimit {
            pointer: (line + 1).to_string(),
            limit: &COLUMNS,
        }),
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
