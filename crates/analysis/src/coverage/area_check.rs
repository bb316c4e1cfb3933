//! Whether areas are watched as their requirements say.

use super::Coverage;
use glam::DVec2;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::editor::{Area, AreaRequirement};

/// How an area is watched at its worst place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaFigures {
    /// Whether the requirement is met.
    pub holds: bool,
    /// The center of the worst cell, u.
    pub place: DVec2,
    /// The share of the time that it is watched, 0 to 1.
    pub share: f64,
    /// The longest time that it is not watched, s.
    pub longest_gap: f64,
    /// The worst stretch of the run, s: that in which the place is not watched, or is watched although it must not be. In a run that
    /// repeats, its end may be in the next loop. `None` if there is none.
    pub worst: Option<(f64, f64)>,
    /// The tick to look at: the last one of a stretch without being watched, or the first one of a stretch of being watched.
    pub tick: Option<u64>,
}

/// Why an area cannot be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaError {
    /// It has fewer than three corners.
    TooFewCorners,
    /// It contains the center of no cell.
    TooSmall,
}

impl std::fmt::Display for AreaError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TooFewCorners => "it has fewer than three corners; add corners, or delete it",
            Self::TooSmall => {
                "it contains no cell in which an agent can be; make it larger, or move it out of the walls"
            }
        })
    }
}

impl Coverage {
    /// How an area is watched. Its cells are those whose center is inside; enclosed cells do not count.
    ///
    /// # Errors
    ///
    /// If the area has no cells.
    pub fn check_area(&self, area: &Area) -> Result<AreaFigures, AreaError> {
        if area.nodes.len() < 3 {
            return Err(AreaError::TooFewCorners);
        }
        let (column, row) = self.worst_cell(area).ok_or(AreaError::TooSmall)?;
        let (share, longest_gap) = (
            self.share(column, row),
            rounded(self.longest_gap(column, row)),
        );
        let must_not = area.requirement == AreaRequirement::NeverWatched;
        let stretch = self.longest_stretch(column, row, must_not);
        let seconds = |sample: usize| rounded(self.seconds(sample as u32));
        Ok(AreaFigures {
            holds: match area.requirement {
                AreaRequirement::NoGapOver(seconds) => longest_gap <= seconds,
                AreaRequirement::WatchedAtLeast(percent) => rounded(share * 100.0) >= percent,
                AreaRequirement::AlwaysWatched => longest_gap == 0.0,
                AreaRequirement::NeverWatched => share == 0.0,
            },
            place: self.grid().center(column, row),
            share,
            longest_gap,
            worst: stretch.map(|(from, to)| (seconds(from), seconds(to))),
            tick: stretch.map(|(from, to)| {
                let sample = if must_not { from } else { to - 1 };
                sample as u64 * self.sample_ticks
            }),
        })
    }

    /// The cell of an area at which its requirement is met worst; of several, the first one.
    fn worst_cell(&self, area: &Area) -> Option<(usize, usize)> {
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
        let is_in = |&(column, row): &(usize, usize)| {
            self.is_counted(column, row) && area.contains(grid.center(column, row))
        };
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
        cells.filter(is_in).min_by_key(rank)
    }

    /// The first and the end of the longest run of counted samples at which a cell is or is not watched. If the stretch repeats, it may
    /// go on in the next loop. `None` if there is no such sample.
    fn longest_stretch(&self, column: usize, row: usize, watched: bool) -> Option<(usize, usize)> {
        let (words, bit) = (self.words(), self.bit(column, row));
        let stretch = self.stretch();
        let is_part = |index: usize| {
            let sample = stretch.first + index % stretch.samples;
            let word = self.union[sample * words + bit / 64];
            (word >> (bit % 64) & 1 == 1) == watched
        };
        let rounds = if stretch.repeats { 2 } else { 1 };
        let mut longest: Option<(usize, usize)> = None;
        let mut since = None;
        for index in 0..stretch.samples * rounds {
            if !is_part(index) {
                since = None;
                continue;
            }
            let first = *since.get_or_insert(index);
            let length = index + 1 - first;
            if length <= stretch.samples && longest.is_none_or(|(a, b)| length > b - a) {
                longest = Some((first, index + 1));
            }
        }
        longest.map(|(from, to)| (stretch.first + from, stretch.first + to))
    }
}
