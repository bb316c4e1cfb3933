//! Which stretch of time is in view.

use super::TimelineInput;

/// Seconds in view while the playhead is followed.
const FOLLOWED: f64 = 12.0;
/// Room ahead of a followed playhead, s.
const AHEAD: f64 = 0.25;

/// How the stretch of time in view is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The last seconds up to the playhead; stands still while the playhead moves inside it.
    #[default]
    Follow,
    /// All that is recorded.
    All,
    /// Where people zoomed and panned to.
    Fixed,
}

/// A stretch of time, s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub from: f64,
    pub to: f64,
}

impl Default for Window {
    fn default() -> Self {
        Self {
            from: 0.0,
            to: FOLLOWED,
        }
    }
}

impl Window {
    pub fn width(&self) -> f64 {
        self.to - self.from
    }

    /// Moves with the playhead or the recording, if it is meant to.
    pub fn update(&mut self, view: View, input: &TimelineInput<'_>) {
        let (first, last) = whole(input);
        match view {
            View::All => {
                *self = Self {
                    from: first,
                    to: last.max(first + 1.0),
                }
            }
            View::Follow => {
                let now = input.seconds(input.shown_tick());
                if (self.width() - FOLLOWED).abs() > 1e-9 || now > self.to - AHEAD {
                    *self = Self {
                        from: now + AHEAD - FOLLOWED,
                        to: now + AHEAD,
                    };
                }
                if now < self.from {
                    *self = Self {
                        from: now,
                        to: now + FOLLOWED,
                    };
                }
                if self.from < first {
                    *self = Self {
                        from: first,
                        to: first + FOLLOWED,
                    };
                }
            }
            View::Fixed => {}
        }
    }

    /// Shows `factor` times less time (more, if it is below 1), keeping the time `at` where it is.
    pub fn zoom(&mut self, factor: f64, at: f64, input: &TimelineInput<'_>) {
        let (first, last) = whole(input);
        let most = (last - first).max(FOLLOWED) * 1.25;
        let width = (self.width() / factor).clamp(10.0 * input.recording.dt(), most);
        let part = (at - self.from) / self.width();
        *self = Self {
            from: at - part * width,
            to: at + (1.0 - part) * width,
        };
        self.pan(0.0, input);
    }

    /// Moves by `seconds`, never past what is recorded.
    pub fn pan(&mut self, seconds: f64, input: &TimelineInput<'_>) {
        let (first, last) = whole(input);
        let width = self.width();
        let latest = (last - 0.5 * width).max(first);
        let from = (self.from + seconds).clamp(first, latest.max(first));
        *self = Self {
            from,
            to: from + width,
        };
    }
}

/// The time recorded, ghost included, s.
fn whole(input: &TimelineInput<'_>) -> (f64, f64) {
    let ghost = input.ghost.map_or(0, |ghost| ghost.last_tick());
    (
        input.seconds(input.recording.first_tick()),
        input.seconds(input.recording.last_tick().max(ghost)),
    )
}
