//! What the agents of a program remember that are on paths with scripts: few of them, so by row.

use crate::simulation::store::path_progress::ScriptProgress;
use std::ops::Range;

/// The memory of the agent in a row of its program.
#[derive(Clone, Debug)]
pub(crate) struct ScriptRow {
    pub(crate) row: u32,
    /// The row that it is going to have, while rows are reordered.
    next_row: u32,
    pub(crate) script: Box<ScriptProgress>,
}

/// The memories of some agents of a program, by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScriptRows(Vec<ScriptRow>);

impl ScriptRows {
    pub(crate) fn all(&self) -> &[ScriptRow] {
        &self.0
    }

    pub(crate) fn all_mut(&mut self) -> &mut [ScriptRow] {
        &mut self.0
    }

    pub(crate) fn get(&self, row: usize) -> Option<&ScriptProgress> {
        let at = place(&self.0, row).ok()?;
        Some(&self.0[at].script)
    }

    pub(crate) fn get_mut(&mut self, row: usize) -> Option<&mut ScriptProgress> {
        let at = place(&self.0, row).ok()?;
        Some(&mut self.0[at].script)
    }

    /// Sets or removes the memory in a row.
    pub(crate) fn set(&mut self, row: usize, script: Option<Box<ScriptProgress>>) {
        match (place(&self.0, row), script) {
            (Ok(at), Some(script)) => self.0[at].script = script,
            (Ok(at), None) => {
                self.0.remove(at);
            }
            (Err(at), Some(script)) => self.0.insert(
                at,
                ScriptRow {
                    row: row as u32,
                    next_row: row as u32,
                    script,
                },
            ),
            (Err(_), None) => {}
        }
    }

    pub(crate) fn take(&mut self, row: usize) -> Option<Box<ScriptProgress>> {
        let at = place(&self.0, row).ok()?;
        Some(self.0.remove(at).script)
    }

    /// Moves a memory to where another was, which is not needed any more.
    pub(crate) fn move_row(&mut self, from: usize, to: usize) {
        if self.0.is_empty() {
            return;
        }
        let moved = self.take(from);
        self.set(to, moved.filter(|_| from != to));
    }

    /// Puts the rows into another order, which lists where each was.
    pub(crate) fn gather(&mut self, order: &[u32]) {
        if self.0.is_empty() {
            return;
        }
        for (to, &from) in order.iter().enumerate() {
            if let Ok(at) = self.0.binary_search_by_key(&from, |script| script.row) {
                self.0[at].next_row = to as u32;
            }
        }
        for script in &mut self.0 {
            script.row = script.next_row;
        }
        self.0.sort_unstable_by_key(|script| script.row);
    }
}

/// The place of a row, or where it would be.
fn place(rows: &[ScriptRow], row: usize) -> Result<usize, usize> {
    rows.binary_search_by_key(&row, |script| script.row as usize)
}

/// Those of some rows.
#[inline]
pub(crate) fn rows_of(scripts: &mut [ScriptRow], rows: Range<usize>) -> &mut [ScriptRow] {
    if scripts.is_empty() {
        return scripts;
    }
    let at = |row: usize| scripts.partition_point(|script| (script.row as usize) < row);
    let places = at(rows.start)..at(rows.end);
    &mut scripts[places]
}
