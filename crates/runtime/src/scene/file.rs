//! The shapes in which points and cells are written to files.

use crate::geometry::Cell;
use glam::DVec2;
use serde::{Deserialize, Deserializer, Serialize};

/// Numbers that are 0 are not written.
pub(super) fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

/// Reads a list and frees the room beyond its items, so that many small lists take little memory.
pub(super) fn shrunk<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let mut list = Vec::deserialize(deserializer)?;
    list.shrink_to_fit();
    Ok(list)
}

/// A point.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Point")]
pub(super) struct PointFields {
    /// The x coordinate, to the right, u.
    x: f64,
    /// The y coordinate, upward, u.
    y: f64,
}

impl From<PointFields> for DVec2 {
    fn from(PointFields { x, y }: PointFields) -> Self {
        Self::new(x, y)
    }
}

impl From<DVec2> for PointFields {
    fn from(DVec2 { x, y }: DVec2) -> Self {
        Self { x, y }
    }
}

/// A cell is written as `[column, row]`.
impl From<[i32; 2]> for Cell {
    fn from([column, row]: [i32; 2]) -> Self {
        Self { column, row }
    }
}

impl From<Cell> for [i32; 2] {
    fn from(Cell { column, row }: Cell) -> Self {
        [column, row]
    }
}
