//! The time since cells were last watched.

use super::Coverage;
use super::cell_bits::bits_of;

/// How long ago each cell was last watched, at one moment of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct SinceWatched {
    /// By cell, the samples since it was last watched. `None` if it was not watched yet.
    pub samples: Vec<Option<u32>>,
    /// The sample that it is about.
    pub sample: usize,
    /// Whether the moment is later than the run that was measured. It is about the end of that run then.
    pub is_past_end: bool,
}

impl Coverage {
    /// The sample at a tick, and how many samples of earlier loops there are. Runs that repeat go on.
    fn sample_at(&self, tick: u64) -> (usize, bool) {
        let sample = usize::try_from(tick / self.sample_ticks).unwrap_or(usize::MAX);
        let (first, period) = (self.stretch.first, self.stretch.samples);
        if sample < self.samples {
            (sample, false)
        } else if self.stretch.repeats {
            (first + (sample - first) % period, true)
        } else {
            (self.samples - 1, true)
        }
    }

    /// A number that changes when [`Coverage::since_watched`] does.
    pub fn sample_number(&self, tick: u64) -> (usize, bool) {
        self.sample_at(tick)
    }

    /// How long ago each cell was last watched at a tick, by index of the grid.
    pub fn since_watched(&self, tick: u64) -> SinceWatched {
        let (sample, is_later) = self.sample_at(tick);
        let words = self.words();
        let mut left = vec![u64::MAX; words];
        let mut samples = vec![None; self.grid.cells()];
        let row_words = self.grid.row_words();
        let mut look = |at: usize, ago: u32| {
            let seen = &self.union[at * words..(at + 1) * words];
            for (index, (seen, left)) in seen.iter().zip(&mut left).enumerate() {
                for bit in bits_of(seen & *left) {
                    let (row, column) = (index / row_words, index % row_words * 64 + bit);
                    samples[self.grid.index(column, row)] = Some(ago);
                }
                *left &= !seen;
            }
        };
        let goes_around = is_later && self.stretch.repeats;
        let first = if goes_around { self.stretch.first } else { 0 };
        let before = (first..=sample).rev();
        let around = (sample + 1..self.stretch.first + self.stretch.samples).rev();
        let around = around.filter(|_| goes_around);
        for (ago, at) in (0..).zip(before.chain(around)) {
            look(at, ago);
        }
        SinceWatched {
            samples,
            sample,
            is_past_end: is_later && !self.stretch.repeats,
        }
    }
}
