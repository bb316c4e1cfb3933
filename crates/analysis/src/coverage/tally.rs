//! Counts how often cells are watched, and for how long they are not.

use super::cell_bits::bits_of;
use super::whole_loop::Stretch;

/// The figures of all cells, by bit of the sets of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// At how many samples of the stretch a cell is watched.
    pub(super) watched: Vec<u32>,
    /// The longest run of samples at which it is not.
    pub(super) longest_gap: Vec<u32>,
}

/// What is known about a cell while the samples are read.
#[derive(Clone, Copy, Default)]
struct Cell {
    watched: u32,
    longest: u32,
    /// The sample at which the current run of watched or of unwatched samples began.
    since: u32,
    /// How many samples are before the first watched one.
    before_first: u32,
}

/// Counts over a stretch of `union`, which has `words` words for each sample. Only samples at which
/// a cell changes cost time.
pub(super) fn tally(union: &[u64], words: usize, stretch: Stretch) -> Tally {
    let mut cells = vec![Cell::default(); words * 64];
    let mut before = vec![0_u64; words];
    let rows = union.chunks(words.max(1)).skip(stretch.first);
    for (sample, row) in (0_u32..).zip(rows.take(stretch.samples)) {
        for (index, (word, before)) in row.iter().zip(&mut before).enumerate() {
            for bit in bits_of(*word ^ *before) {
                let cell = &mut cells[index * 64 + bit];
                let run = sample - cell.since;
                if *word & (1 << bit) == 0 {
                    cell.watched += run;
                } else {
                    if cell.watched == 0 {
                        cell.before_first = run;
                    }
                    cell.longest = cell.longest.max(run);
                }
                cell.since = sample;
            }
            *before = *word;
        }
    }
    let end = stretch.samples as u32;
    for (index, cell) in cells.iter_mut().enumerate() {
        let run = end - cell.since;
        if before.get(index / 64).copied().unwrap_or(0) & (1 << (index % 64)) != 0 {
            cell.watched += run;
        } else if cell.watched > 0 && stretch.repeats {
            cell.longest = cell.longest.max(run + cell.before_first);
        } else {
            cell.longest = cell.longest.max(run);
        }
    }
    Tally {
        watched: cells.iter().map(|cell| cell.watched).collect(),
        longest_gap: cells.iter().map(|cell| cell.longest).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(samples: &[u64], repeats: bool) -> (Vec<u32>, Vec<u32>) {
        let stretch = Stretch {
            first: 0,
            samples: samples.len(),
            repeats,
        };
        let Tally {
            watched,
            longest_gap,
        } = tally(samples, 1, stretch);
        (watched[..4].to_vec(), longest_gap[..4].to_vec())
    }

    #[test]
    fn gaps_go_around_the_end_of_a_loop_only_if_it_repeats() {
        // Cell 0: never. Cell 1: always. Cell 2: in the middle. Cell 3: at both ends.
        let samples = [0b1010, 0b0010, 0b0110, 0b0110, 0b0010, 0b0010, 0b1010];
        assert_eq!(of(&samples, false), (vec![0, 7, 2, 2], vec![7, 0, 3, 5]));
        assert_eq!(of(&samples, true), (vec![0, 7, 2, 2], vec![7, 0, 5, 5]));
    }
}
