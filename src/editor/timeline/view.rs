//! The visible time range.

use crate::editor::timeline::TimelineInput;

/// The visible seconds while following the playhead.
const FOLLOWED: f64 = 12.0;
/// The space ahead of a followed playhead, in seconds.
const AHEAD: f64 = 0.25;

/// How the visible time range is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Follows the playhead, without scrolling while it moves inside the range.
    #[default]
    Follow,
    /// The whole recording.
    All,
    /// The range that the user zoomed and panned to.
    Fixed,
}

/// A time range, in seconds.
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

    /// Updates the range for the playhead or the recording.
    pub fn update(&mut self, view: View, input: &TimelineInput<'_>) {
        let (first, last) = recorded_range(input);
        match view {
            View::All => {
                *self = Self {
                    from: first,
                    to: last.max(first + 1.0),
                }
            }
            View::Follow => {
                let now = input.seconds(input.shown_tick());
                // A run that fits is shown from its start: a restart must not keep where the run
                // before ended.
                let end = input.seconds(input.recording.last_tick());
                if end + AHEAD <= first + FOLLOWED {
                    *self = Self {
                        from: first,
                        to: first + FOLLOWED,
                    };
                    return;
                }
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

    /// Zooms by `factor` around the time `at`.
    pub fn zoom(&mut self, factor: f64, at: f64, input: &TimelineInput<'_>) {
        let (first, last) = recorded_range(input);
        let max_width = (last - first).max(FOLLOWED) * 1.25;
        let width = (self.width() / factor).clamp(10.0 * input.recording.dt(), max_width);
        let fraction = (at - self.from) / self.width();
        *self = Self {
            from: at - fraction * width,
            to: at + (1.0 - fraction) * width,
        };
        self.pan(0.0, input);
    }

    /// Pans by `seconds` within the recording.
    pub fn pan(&mut self, seconds: f64, input: &TimelineInput<'_>) {
        let (first, last) = recorded_range(input);
        let width = self.width();
        let latest = (last - 0.5 * width).max(first);
        let from = (self.from + seconds).clamp(first, latest.max(first));
        *self = Self {
            from,
            to: from + width,
        };
    }
}

/// The recorded time range in seconds, including the ghost.
fn recorded_range(input: &TimelineInput<'_>) -> (f64, f64) {
    let ghost = input.ghost.map_or(0, |ghost| ghost.last_tick());
    (
        input.seconds(input.recording.first_tick()),
        input.seconds(input.recording.last_tick().max(ghost)),
    )
}
