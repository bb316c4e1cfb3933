//! Blocked cells that come from filled tiles.

use super::merge::Import;
use super::merger::Merger;
use super::{Becomes, Level};
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::scene::editor::RememberedImport;

impl Merger<'_> {
    /// Blocks the cells of filled tiles, and frees those that the map blocked before.
    pub(super) fn cells(&mut self, level: &Level, import: &Import, before: &RememberedImport) {
        let mut wanted: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
        let chosen = level.found.iter().zip(&import.choices);
        for (found, _) in chosen.filter(|(_, becomes)| **becomes == Becomes::BlockedCells) {
            let Some(filled) = &found.cells else { continue };
            let what = format!("the blocked cells of {:?}", found.layer);
            let Some((size, mut cells)) = import.placing.cells(filled) else {
                let why =
                    "its tiles lie across the cells of the scene; place the map on whole tiles";
                self.changes.leave_out(what, why);
                continue;
            };
            let map = &self.scene.cells;
            let is_free = map.blocked.is_empty() || before.cells.len() == 1;
            if map.size != size && !is_free {
                let why = format!(
                    "a tile is {size} u wide, but the cells of the scene are {} u; choose another scale",
                    map.size
                );
                self.changes.leave_out(what, why);
                continue;
            }
            if map.size != size {
                Arc::make_mut(&mut self.scene.cells).size = size;
            }
            cells.sort_unstable();
            cells.dedup();
            wanted.insert(found.source.clone(), cells);
        }
        if wanted == before.cells {
            self.changes.unchanged += wanted.len();
            self.after.cells = wanted;
            return;
        }
        let flat = |cells: &BTreeMap<String, Vec<Cell>>| {
            let mut all: Vec<Cell> = cells.values().flatten().copied().collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let (old, new) = (flat(&before.cells), flat(&wanted));
        let mut blocked = self.scene.cells.blocked.clone();
        blocked.retain(|cell| old.binary_search(cell).is_err() || new.binary_search(cell).is_ok());
        let mut there = blocked.clone();
        there.sort_unstable();
        let is_new = |cell: &&Cell| there.binary_search(cell).is_err();
        let added: Vec<Cell> = new.iter().filter(is_new).copied().collect();
        let freed = self.scene.cells.blocked.len() - blocked.len();
        if !added.is_empty() || freed > 0 {
            let line = format!("blocked cells: {} added, {freed} freed", added.len());
            let list = if before.cells.is_empty() {
                &mut self.changes.added
            } else {
                &mut self.changes.updated
            };
            list.push(line);
            blocked.extend(added);
            Arc::make_mut(&mut self.scene.cells).blocked = blocked;
        }
        self.after.cells = wanted;
    }
}
