//! Real time in, whole ticks out.

/// No more ticks than this fall due in one go, however late the caller is; a slow machine slows the run instead of freezing.
const MAX_TICKS_AT_ONCE: u32 = 240;

/// Turns the uneven seconds of frames into ticks of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Time owed to the world, in ticks: counted in seconds, sixty sixtieths would not make one second.
    owed: f64,
}

impl Clock {
    /// Lets `seconds` go by (anything but a finite number above 0 counts as none) and says how many ticks of `dt` seconds are
    /// due, at most 240. What is left over counts the next time; what is beyond the most is given up.
    pub fn due_ticks(&mut self, seconds: f64, dt: f64) -> u32 {
        let ticks = seconds / dt;
        self.owed += if ticks > 0.0 && ticks < f64::INFINITY {
            ticks
        } else {
            0.0
        };
        let mut due = 0;
        while self.owed >= 1.0 {
            if due == MAX_TICKS_AT_ONCE {
                self.owed = 0.0;
                break;
            }
            self.owed -= 1.0;
            due += 1;
        }
        due
    }

    /// The part of a tick that is left over, from 0 to below 1.
    pub fn interpolation_alpha(&self) -> f64 {
        self.owed
    }

    /// Gives up what is owed.
    pub fn reset(&mut self) {
        self.owed = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_any_length_make_the_same_ticks_in_the_end() {
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
    fn a_late_caller_gets_the_most_there_is_and_no_more_later() {
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
