//! The time since cells were last watched.

use super::Coverage;
use super::cell_bits::bits_of;

/// A sample of a run, or one of the loops that follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    sample: usize,
    is_later: bool,
}

/// How long ago each cell was last watched, at one moment of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct SinceWatched {
    /// By cell, the samples since it was last watched. `None` if it was not watched yet.
    pub samples: Vec<Option<u32>>,
    /// The sample that it is about.
    pub sample: usize,
    /// What [`Coverage::moment`] gives for it.
    pub moment: Moment,
    /// Whether the moment is later than the run that was measured. It is about the end of that run
    /// then.
    pub is_past_end: bool,
}

impl Coverage {
    /// What is shown at a tick. Ticks with the same moment have the same times. Runs that repeat go
    /// on after the measured samples.
    pub fn moment(&self, tick: u64) -> Moment {
        let sample = usize::try_from(tick / self.sample_ticks).unwrap_or(usize::MAX);
        let (first, period) = (self.stretch.first, self.stretch.samples);
        let is_later = sample >= self.samples;
        let sample = match (is_later, self.stretch.repeats) {
            (false, _) => sample,
            (true, true) => first + (sample - first) % period,
            (true, false) => self.samples - 1,
        };
        Moment { sample, is_later }
    }

    /// How long ago each cell was last watched at a tick, by index of the grid.
    pub fn since_watched(&self, tick: u64) -> SinceWatched {
        let moment = self.moment(tick);
        let Moment { sample, is_later } = moment;
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
            moment,
            is_past_end: is_later && !self.stretch.repeats,
        }
    }
}
