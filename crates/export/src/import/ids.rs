//! Ids for what came back: what was there keeps its id; copies and what is new get ids that nothing had.

use std::collections::BTreeSet;

/// Ids of one kind of things.
pub(super) struct Ids {
    /// Those there were, and those given away.
    known: BTreeSet<u32>,
    given: BTreeSet<u32>,
    next: u32,
}

impl Ids {
    pub fn new(wanted: impl Iterator<Item = u32>) -> Self {
        let known: BTreeSet<u32> = wanted.collect();
        let next = known.last().map_or(1, |last| last.wrapping_add(1));
        Self {
            known,
            given: BTreeSet::new(),
            next,
        }
    }

    /// `wanted`, to whom asks for it first; to all others an id of their own.
    pub fn give(&mut self, wanted: Option<u32>) -> u32 {
        if let Some(id) = wanted.filter(|id| self.given.insert(*id)) {
            return id;
        }
        while !self.known.insert(self.next) {
            self.next = self.next.wrapping_add(1);
        }
        self.next
    }
}
