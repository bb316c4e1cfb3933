//! The last lap of a repeated stretch: its figures are all known, and it is what an edit is
//! compared with.

use crate::playback::{Playback, Repeat};
use std::sync::Arc;
use steerwright_analysis::Recording;

/// What is known of the laps before the one that plays.
#[derive(Clone, Debug, Default)]
pub(super) struct Laps {
    /// The last lap, if it ran from its start to its end with the scene as it is now.
    last: Option<Arc<Recording>>,
    /// How many laps have ended.
    count: u64,
    /// Whether the scene was edited during the lap that plays.
    is_edited: bool,
}

impl Laps {
    /// A lap begins.
    pub(super) fn begin(&mut self) {
        self.is_edited = false;
    }

    /// Another stretch is repeated.
    pub(super) fn clear(&mut self) {
        self.last = None;
    }

    /// The lap that plays has ended.
    pub(super) fn end(&mut self, lap: &Recording) {
        self.last = (!self.is_edited).then(|| Arc::new(lap.clone()));
        self.count += 1;
    }

    /// The scene was edited. Returns the last lap before.
    pub(super) fn edit(&mut self) -> Option<Arc<Recording>> {
        self.is_edited = true;
        self.last.take()
    }
}

impl Playback {
    /// The last lap of the stretch that is repeated, if it ran from its start to its end with the
    /// scene as it is now, and its number.
    pub fn last_lap(&self) -> Option<(&Recording, u64)> {
        Some((self.shown_lap()?, self.laps.count))
    }

    pub(super) fn shown_lap(&self) -> Option<&Arc<Recording>> {
        let repeats = self.repeat != Repeat::Off && self.is_playing() && self.comparison.is_none();
        self.laps.last.as_ref().filter(|_| repeats)
    }

    /// Makes the last lap the ghost before an edit, if there is none yet.
    pub(super) fn keep_last_lap(&mut self) {
        let repeats = self.shown_lap().is_some();
        let lap = self.laps.edit();
        if repeats && (self.ghost.is_none() || self.ghost_is_part) {
            self.ghost = lap;
            self.ghost_is_part = false;
        }
    }
}
