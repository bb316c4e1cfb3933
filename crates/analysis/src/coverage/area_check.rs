//! Whether areas are watched as their requirements say.

use super::Coverage;
use glam::DVec2;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::editor::{Area, AreaRequirement, WatchedIf};

/// How an area is watched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaFigures {
    /// Whether the requirement is met.
    pub holds: bool,
    /// The share of the time that it is watched, 0 to 1.
    pub share: f64,
    /// The longest time that it is not watched, s.
    pub longest_gap: f64,
    /// The worst stretch of the run, s: that in which it is not watched, or is watched although it
    /// must not be. In a run that repeats, its end may be in the next loop. `None` if there is
    /// none.
    pub worst: Option<(f64, f64)>,
    /// The tick to look at: the last one of a stretch without being watched, or the first one of a
    /// stretch of being watched.
    pub tick: Option<u64>,
    /// The center of its worst cell, u: that which is seen for the shortest time, or for the
    /// longest if it must not be watched.
    pub place: DVec2,
}

/// Why an area cannot be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaError {
    /// It has fewer than three corners.
    TooFewCorners,
    /// It contains the center of no cell.
    TooSmall,
}

impl AreaError {
    /// What is wrong.
    pub fn problem(self) -> &'static str {
        match self {
            Self::TooFewCorners => "it has fewer than three corners",
            Self::TooSmall => "it contains no cell in which an agent can be",
        }
    }

    /// What to do.
    pub fn help(self) -> &'static str {
        match self {
            Self::TooFewCorners => "add corners, or delete it",
            Self::TooSmall => "make it larger, or move it out of the walls",
        }
    }
}

/// The cells of an area.
struct AreaCells {
    /// By column and row.
    cells: Vec<(usize, usize)>,
    /// Their bits in the words of a sample, from this word on.
    first_word: usize,
    bits: Vec<u64>,
}

impl Coverage {
    /// How an area is watched. At a sample, it is watched if enough of its cells are. Its cells are
    /// those whose center is inside; enclosed cells do not count.
    ///
    /// # Errors
    ///
    /// If the area has no cells.
    pub fn check_area(&self, area: &Area) -> Result<AreaFigures, AreaError> {
        if area.nodes.len() < 3 {
            return Err(AreaError::TooFewCorners);
        }
        let cells = self.cells_of(area);
        let place = self.worst_cell(&cells, area).ok_or(AreaError::TooSmall)?;
        let watched = self.watched_at(&cells, area.watched_if);
        let count = watched.iter().filter(|watched| **watched).count();
        let share = count as f64 / watched.len().max(1) as f64;
        let gap = self.longest_stretch(&watched, false);
        let longest_gap = gap.map_or(0.0, |(from, to)| rounded(self.seconds((to - from) as u32)));
        let must_not = area.requirement == AreaRequirement::NeverWatched;
        let worst = if must_not {
            self.longest_stretch(&watched, true)
        } else {
            gap
        };
        let sample = |index: usize| self.stretch().first + index;
        let seconds = |index: usize| rounded(self.seconds(sample(index) as u32));
        Ok(AreaFigures {
            holds: match area.requirement {
                AreaRequirement::NoGapOver(seconds) => longest_gap <= seconds,
                AreaRequirement::WatchedAtLeast(percent) => rounded(share * 100.0) >= percent,
                AreaRequirement::AlwaysWatched => count == watched.len(),
                AreaRequirement::NeverWatched => count == 0,
            },
            share,
            longest_gap,
            worst: worst.map(|(from, to)| (seconds(from), seconds(to))),
            tick: worst.map(|(from, to)| {
                let index = if must_not { from } else { to - 1 };
                sample(index) as u64 * self.sample_ticks
            }),
            place,
        })
    }

    fn cells_of(&self, area: &Area) -> AreaCells {
        let grid = self.grid();
        let corners = area.nodes.iter().map(|node| node.position);
        let (min, max) = corners.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(min, max), p| {
            (min.min(p), max.max(p))
        });
        // Casts saturate.
        let columns = grid.column_of(min.x).ceil().max(0.0) as usize
            ..(grid.column_of(max.x).floor() + 1.0).max(0.0) as usize;
        let rows = grid.row_of(min.y).ceil().max(0.0) as usize
            ..(grid.row_of(max.y).floor() + 1.0).max(0.0) as usize;
        let rows = rows.start..rows.end.min(grid.rows);
        let columns = columns.start..columns.end.min(grid.columns);
        let cells = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
        let cells: Vec<_> = cells
            .filter(|&(column, row)| {
                self.is_counted(column, row) && area.contains(grid.center(column, row))
            })
            .collect();
        let places = || cells.iter().map(|&(column, row)| self.bit(column, row));
        let first_word = places().min().unwrap_or(0) / 64;
        let words = places().max().map_or(0, |last| last / 64 + 1 - first_word);
        let mut bits = vec![0_u64; words];
        for bit in places() {
            bits[bit / 64 - first_word] |= 1 << (bit % 64);
        }
        AreaCells {
            cells,
            first_word,
            bits,
        }
    }

    /// By counted sample, whether an area is watched.
    fn watched_at(&self, area: &AreaCells, watched_if: WatchedIf) -> Vec<bool> {
        let stretch = self.stretch();
        let is_watched = |sample: usize| {
            let words = &self.union[sample * self.words() + area.first_word..];
            let seen = words.iter().zip(&area.bits);
            let seen: u32 = seen.map(|(word, bits)| (word & bits).count_ones()).sum();
            let seen = seen as usize;
            match watched_if {
                WatchedIf::Half => 2 * seen >= area.cells.len(),
                WatchedIf::Any => seen > 0,
                WatchedIf::Every => seen == area.cells.len(),
            }
        };
        (stretch.first..stretch.first + stretch.samples)
            .map(is_watched)
            .collect()
    }

    /// The center of the cell at which the requirement of an area is met worst; of several, the
    /// first one.
    fn worst_cell(&self, cells: &AreaCells, area: &Area) -> Option<DVec2> {
        // The smallest is the worst.
        let rank = |&(column, row): &(usize, usize)| {
            let watched = i64::from(self.watched_samples(column, row));
            let gap = -i64::from(self.longest_gap_samples(column, row));
            match area.requirement {
                AreaRequirement::NoGapOver(_) => (gap, watched),
                AreaRequirement::WatchedAtLeast(_) | AreaRequirement::AlwaysWatched => {
                    (watched, gap)
                }
                AreaRequirement::NeverWatched => (-watched, gap),
            }
        };
        let (column, row) = cells.cells.iter().copied().min_by_key(rank)?;
        Some(self.grid().center(column, row))
    }

    /// The first and the end of the longest run of counted samples that are or are not watched. If
    /// the stretch repeats, it may go on in the next loop. `None` if there is no such sample.
    fn longest_stretch(&self, watched_at: &[bool], watched: bool) -> Option<(usize, usize)> {
        let samples = watched_at.len();
        let rounds = if self.stretch().repeats { 2 } else { 1 };
        let mut longest: Option<(usize, usize)> = None;
        let mut since = None;
        for index in 0..samples * rounds {
            if watched_at[index % samples] != watched {
                since = None;
                continue;
            }
            let first = *since.get_or_insert(index);
            let length = index + 1 - first;
            if length <= samples && longest.is_none_or(|(a, b)| length > b - a) {
                longest = Some((first, index + 1));
            }
        }
        longest
    }
}
