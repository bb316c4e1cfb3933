//! A column of what few agents may have: a target, a danger, a leader.

use crate::simulation::store::columns::{NONE, Scratch};
use std::ops::Range;

/// A row of the observed table for each slot, or [`NONE`]. While no agent has one, the column takes
/// no memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowColumn(Vec<u32>);

impl RowColumn {
    #[inline]
    pub(crate) fn get(&self, slot: usize) -> u32 {
        self.0.get(slot).copied().unwrap_or(NONE)
    }

    /// Those of some slots; nothing while no agent has one.
    #[inline(always)]
    pub(crate) fn of(&self, slots: Range<usize>) -> &[u32] {
        self.0.get(slots).unwrap_or_default()
    }

    /// Sets that of a slot, of as many as `slots`.
    pub(crate) fn set(&mut self, slot: usize, row: u32, slots: usize) {
        if self.0.is_empty() && row != NONE {
            self.0.resize(slots, NONE);
        }
        if let Some(known) = self.0.get_mut(slot) {
            *known = row;
        }
    }

    /// Replaces that of a slot which has one.
    pub(crate) fn replace(&mut self, slot: usize, row: u32) {
        if let Some(known) = self.0.get_mut(slot) {
            *known = row;
        }
    }

    /// Makes it `slots` slots, the new ones empty.
    pub(crate) fn resize(&mut self, slots: usize) {
        if !self.0.is_empty() {
            self.0.resize(slots, NONE);
        }
    }

    /// Puts the slots from `first` on into another order.
    pub(crate) fn gather(&mut self, first: usize, order: &[u32], scratch: &mut Scratch) {
        if let Some(rows) = self.0.get_mut(first..first + order.len()) {
            scratch.gather_words(order, rows);
        }
    }

    /// Moves the row of slot `from` to slot `to`, and leaves none.
    pub(crate) fn move_row(&mut self, from: usize, to: usize) {
        if !self.0.is_empty() {
            self.0.swap(from, to);
            self.0[from] = NONE;
        }
    }

    /// Leaves none where there was `row`.
    pub(crate) fn remove(&mut self, row: u32) {
        for known in &mut self.0 {
            if *known == row {
                *known = NONE;
            }
        }
    }
}
