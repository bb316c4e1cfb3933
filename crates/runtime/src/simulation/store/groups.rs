//! The slots of the followers of each leader.

use crate::simulation::program::Program;
use crate::simulation::store::columns::{Columns, NONE, Scratch};
use std::ops::Range;

/// The slots of the followers of each leader, as runs of slots side by side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    /// Where the runs of each leader begin in `runs`, by row of the observed table; one more than
    /// there are rows.
    starts: Vec<u32>,
    runs: Vec<(u32, u32)>,
    is_stale: bool,
}

impl Groups {
    /// The runs of slots of the followers of the leader in a row of the observed table.
    #[inline]
    pub(crate) fn of(&self, leader: u32) -> impl Iterator<Item = Range<usize>> + '_ {
        let leader = leader as usize;
        let runs = self.starts[leader] as usize..self.starts[leader + 1] as usize;
        self.runs[runs]
            .iter()
            .map(|&(from, to)| from as usize..to as usize)
    }

    /// Notes that someone has another leader.
    pub(crate) fn make_stale(&mut self) {
        self.is_stale = true;
    }

    /// Puts the followers of each leader side by side, if someone has another leader since. Calls
    /// `moved` with the slots of each program that was reordered.
    pub(crate) fn update(
        &mut self,
        programs: &mut [Program],
        columns: &mut Columns,
        observed_rows: usize,
        scratch: &mut Scratch,
        mut moved: impl FnMut(&Columns, Range<usize>),
    ) {
        if !std::mem::take(&mut self.is_stale) {
            return;
        }
        let mut order = std::mem::take(&mut scratch.order);
        columns.lend_forces(scratch);
        for program in programs
            .iter_mut()
            .filter(|program| program.follows_leaders())
        {
            let occupied = program.occupied();
            let leaders = columns.leader.of(occupied.clone());
            order.clear();
            order.extend(0..program.agents as u32);
            order.sort_unstable_by_key(|&row| (leaders.get(row as usize), row));
            columns.gather(program.first, &order, scratch);
            program.gather(&order, scratch);
            moved(columns, occupied);
        }
        columns.lend_forces(scratch);
        scratch.order = order;
        self.list_runs(programs, columns, observed_rows);
    }

    fn list_runs(&mut self, programs: &[Program], columns: &Columns, observed_rows: usize) {
        let followers = || programs.iter().filter(|program| program.follows_leaders());
        // A counting sort of the runs by their leaders.
        self.starts.clear();
        self.starts.resize(observed_rows + 1, 0);
        for program in followers() {
            for (leader, _) in runs(columns, program.occupied()) {
                self.starts[leader as usize + 1] += 1;
            }
        }
        for row in 1..self.starts.len() {
            self.starts[row] += self.starts[row - 1];
        }
        self.runs.clear();
        let total = self.starts.last().copied().unwrap_or(0);
        self.runs.resize(total as usize, (0, 0));
        for program in followers() {
            for (leader, run) in runs(columns, program.occupied()) {
                let at = &mut self.starts[leader as usize];
                self.runs[*at as usize] = (run.start as u32, run.end as u32);
                *at += 1;
            }
        }
        // Each start has moved to its end.
        self.starts.rotate_right(1);
        if let Some(first) = self.starts.first_mut() {
            *first = 0;
        }
    }
}

/// The leaders in these slots, each with its run of followers.
fn runs(columns: &Columns, slots: Range<usize>) -> impl Iterator<Item = (u32, Range<usize>)> + '_ {
    let leaders = columns.leader.of(slots.clone());
    let mut at = 0;
    std::iter::from_fn(move || {
        let &leader = leaders.get(at).filter(|&&leader| leader != NONE)?;
        let from = at;
        while leaders.get(at) == Some(&leader) {
            at += 1;
        }
        Some((leader, slots.start + from..slots.start + at))
    })
}
