//! Assigns ids to imported items: existing items keep their ids, and copies and new items get new
//! ones.

use std::collections::BTreeSet;

/// The ids of one kind of item.
pub(super) struct Ids {
    /// The ids in the file, and the new ones.
    known: BTreeSet<u32>,
    assigned: BTreeSet<u32>,
    next: u32,
}

impl Ids {
    pub fn new(existing: impl Iterator<Item = u32>) -> Self {
        let known: BTreeSet<u32> = existing.collect();
        let next = known.last().map_or(1, |last| last.wrapping_add(1));
        Self {
            known,
            assigned: BTreeSet::new(),
            next,
        }
    }

    /// The id `existing` for the first item that has it, and a new id for all others.
    pub fn assign(&mut self, existing: Option<u32>) -> u32 {
        if let Some(id) = existing.filter(|id| self.assigned.insert(*id)) {
            return id;
        }
        while !self.known.insert(self.next) {
            self.next = self.next.wrapping_add(1);
        }
        self.next
    }
}
