//! Imports paths from a table of nodes: a `NAME.nodes.csv` that was edited in a spreadsheet, or any
//! table with columns `x` and `y`.
//!
//! The order of rows is the order of nodes. Columns are found by name; only x and y are required.
//! Derived columns (`index`, `wait_ticks`, `point`, `closed`) are ignored. Paths without nodes,
//! agents and markers are not in the table, so they are lost.

use super::table::{Row, Table, shown};
use crate::formula::unescaped;
use glam::DVec2;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::export_file::as_authored;
use steerwright_format::limits::{NODES, PATHS};
use steerwright_format::{FormatError, read_value};
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Scene};

/// The columns with numbers, except for ids.
const NUMBERS: [&str; 10] = [
    "x",
    "y",
    "radius",
    "wait",
    "speed",
    "path_radius",
    "tolerance",
    "scale",
    "origin_x",
    "origin_y",
];

/// The other columns that are read.
const OTHERS: [&str; 6] = ["path", "path_name", "id", "y_down", "traversal", "shape"];

/// The columns that say how an exported scene was placed. Only its tables have them.
const PLACEMENT: [&str; 4] = ["scale", "y_down", "origin_x", "origin_y"];

/// Whether a text is a table of nodes that was exported.
pub(super) fn is_exported(text: &str) -> bool {
    let table = Table::new(text, &NUMBERS);
    table.is_ok_and(|table| PLACEMENT.iter().all(|name| table.column(name).is_some()))
}

/// Reads the paths of the table in `text`.
pub(super) fn read(text: &str) -> Result<Scene, FormatError> {
    let table = Table::new(text, &NUMBERS)?;
    let (x, y) = (table.required_column("x")?, table.required_column("y")?);
    let names = NUMBERS.into_iter().chain(OTHERS);
    let columns = names.filter_map(|name| Some((name, table.column(name)?)));
    let columns: BTreeMap<&str, usize> = columns.collect();
    let mut rows = table.rows()?;
    let mut paths: Vec<PatrolPath> = Vec::new();
    // The index of each path by id, and the id of its next node without one.
    let mut known: BTreeMap<u32, (usize, u32)> = BTreeMap::new();
    let mut placement = None;
    let mut count = 0;
    while let Some(row) = rows.next_filled()? {
        row.check_length()?;
        let row = NodeRow {
            columns: &columns,
            row,
        };
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
            let pointer = row.row.line.to_string();
            return Err(FormatError::BeyondLimit { pointer, limit });
        }
        let path = &mut paths[index];
        let id = row.whole("id")?.unwrap_or(next_id);
        known.insert(path_id, (index, next_id.max(id.saturating_add(1))));
        path.nodes.push(Node {
            id: NodeId(id),
            position: DVec2::new(row.row.required(x)?, row.row.required(y)? * up + 0.0),
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

/// A row: one node.
struct NodeRow<'t> {
    /// The indices of the columns that the table has.
    columns: &'t BTreeMap<&'static str, usize>,
    row: Row<'t>,
}

impl NodeRow<'_> {
    /// The text in a column, with its index; `None` if it is empty or the column is missing.
    fn cell(&self, column: &str) -> Option<(usize, &str)> {
        let index = *self.columns.get(column)?;
        Some((index, self.row.text(index)?))
    }

    fn number(&self, column: &str) -> Result<Option<f64>, FormatError> {
        let index = self.columns.get(column);
        index.map_or(Ok(None), |&index| self.row.number(index))
    }

    fn flag(&self, column: &str) -> Result<bool, FormatError> {
        let index = self.columns.get(column);
        index.map_or(Ok(false), |&index| self.row.flag(index))
    }

    fn whole(&self, column: &str) -> Result<Option<u32>, FormatError> {
        let Some((index, cell)) = self.cell(column) else {
            return Ok(None);
        };
        let wrong = |_| {
            let message = format!(
                "{} is not an id; use a whole number from 0 to {}",
                shown(cell),
                u32::MAX
            );
            self.row.column_error(index, message)
        };
        cell.parse().map(Some).map_err(wrong)
    }

    /// An enum variant by its name in scene files.
    fn variant<T: serde::de::DeserializeOwned + Default>(
        &self,
        column: &str,
    ) -> Result<T, FormatError> {
        let Some((index, cell)) = self.cell(column) else {
            return Ok(T::default());
        };
        read_value(&Value::from(cell)).map_err(|error| self.row.column_error(index, error))
    }

    /// The path that starts with this node.
    fn path(&self, id: PathId) -> Result<PatrolPath, FormatError> {
        // Names keep the spaces at their ends.
        let name = self.columns.get("path_name");
        let name = name.and_then(|&index| self.row.untrimmed(index));
        let default = PatrolPath::new(id, unescaped(name.unwrap_or_default()));
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
