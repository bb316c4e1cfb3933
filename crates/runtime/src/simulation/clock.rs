//! Converts the duration of frames to whole ticks.

/// The most ticks per call. On a slow machine, the simulation slows down instead of freezing.
const MAX_TICKS_AT_ONCE: u32 = 240;

/// Accumulates the duration of frames and divides it into ticks of a fixed duration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// In ticks, because sixty sixtieths of a second would not add up to one second.
    pub(super) accumulator: f64,
}

impl Clock {
    /// Adds `seconds` and returns the number of whole ticks of `dt` seconds, at most 240. The
    /// remainder is kept for the next call; time beyond 240 ticks is dropped. Values that are
    /// negative or not finite count as 0.
    pub fn due_ticks(&mut self, seconds: f64, dt: f64) -> u32 {
        let ticks = seconds / dt;
        self.accumulator += if ticks > 0.0 && ticks < f64::INFINITY {
            ticks
        } else {
            0.0
        };
        let mut due = 0;
        while self.accumulator >= 1.0 {
            if due == MAX_TICKS_AT_ONCE {
                self.accumulator = 0.0;
                break;
            }
            self.accumulator -= 1.0;
            due += 1;
        }
        due
    }

    /// The remainder as a fraction of a tick, from 0 to below 1.
    #[must_use]
    pub fn interpolation_alpha(&self) -> f64 {
        self.accumulator
    }

    /// Drops the remainder.
    pub fn reset(&mut self) {
        self.accumulator = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_ticks_does_not_depend_on_the_length_of_frames() {
        let (mut fine, mut coarse) = (Clock::default(), Clock::default());
        let by_frames: u32 = (0..64).map(|_| fine.due_ticks(0.015625, 0.125)).sum();
        assert_eq!((by_frames, coarse.due_ticks(1.0, 0.125)), (8, 8));
        assert_eq!(
            (
                Clock::default().due_ticks(1.0, 1.0 / 60.0),
                Clock::default().due_ticks(0.1, 1.0 / 60.0)
            ),
            (60, 6)
        );
        coarse.due_ticks(0.03125, 0.125);
        assert_eq!(coarse.interpolation_alpha(), 0.25);
    }

    #[test]
    fn ticks_beyond_the_maximum_are_dropped() {
        let mut clock = Clock::default();
        assert_eq!(clock.due_ticks(1e9, 0.01), MAX_TICKS_AT_ONCE);
        assert_eq!(
            clock.due_ticks(f64::NAN, 0.01)
                + clock.due_ticks(-5.0, 0.01)
                + clock.due_ticks(f64::INFINITY, 0.01),
            0
        );
    }
}
