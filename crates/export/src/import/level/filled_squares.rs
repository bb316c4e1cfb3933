//! Filled squares of a grid, as one item of a map.

use super::findings::Findings;
use super::outline::merged;
use super::{Becomes, FilledCells, Found, FoundKind, Omissions, beyond};
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::FormatError;
use steerwright_format::limits::{BLOCKED_CELLS, MAP_ITEMS};

/// The cells of each value of a grid, but of values that fill too many only as many as show that.
#[derive(Default)]
pub struct CellsOfValues(pub BTreeMap<i64, Vec<[i32; 2]>>);

impl CellsOfValues {
    /// Adds a cell with a value.
    pub fn add(&mut self, value: i64, cell: [i32; 2]) -> Result<(), FormatError> {
        let filled = self.0.entry(value).or_default();
        if filled.len() as u64 <= BLOCKED_CELLS.max {
            filled.push(cell);
        }
        if self.0.len() as u64 > MAP_ITEMS.max {
            return Err(beyond("the map", &MAP_ITEMS));
        }
        Ok(())
    }
}

/// Filled squares of a grid.
pub struct FilledSquares {
    pub source: String,
    pub name: String,
    pub layer: String,
    pub becomes: Becomes,
    pub cells: FilledCells,
}

impl FilledSquares {
    /// Adds them to what was found, unless they are too many.
    pub fn add_to(
        self,
        findings: &mut Findings,
        omissions: &mut Omissions,
    ) -> Result<(), FormatError> {
        let FilledCells {
            size,
            corner,
            ref cells,
        } = self.cells;
        if cells.len() as u64 > BLOCKED_CELLS.max {
            let what = format!("the tiles of {:?}", self.layer);
            omissions.add(what, BLOCKED_CELLS.message());
            return Ok(());
        }
        let square = |&[x, y]: &[i32; 2]| {
            let cell = DVec2::new(f64::from(x), f64::from(y));
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
                .map(|c| corner + (cell + DVec2::from(c)) * size)
                .to_vec()
        };
        findings.add(Found {
            shapes: merged(cells.iter().map(square), findings)?,
            source: self.source,
            name: self.name,
            layer: self.layer,
            kind: FoundKind::FilledTiles,
            cells: Some(self.cells),
            becomes: self.becomes,
            properties: Vec::new(),
            node_at: None,
            heading: None,
        })
    }
}
