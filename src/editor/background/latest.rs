//! The latest result of a measurement that is taken again on a background thread after each edit.
//! An earlier result stays until the new one is there.

use crate::editor::tuning::job::{Job, State};
use egui::{Context, Ui};
use std::time::{Duration, Instant};

/// After an edit, a measurement of the whole scene that has taken longer than this is not waited
/// for.
pub(in crate::editor) const MAX_WAIT: Duration = Duration::from_millis(700);

/// An earlier result is marked as such after this time, so that quick measurements do not flicker.
const OUTDATED_AFTER: Duration = Duration::from_millis(150);

/// The latest result, and the measurement at work. The key is what a result depends on.
#[derive(Debug)]
pub(in crate::editor) struct LatestResult<K, T> {
    known: Option<Known<K, T>>,
    working: Option<Working<K, T>>,
    /// Since when the result is of an earlier key.
    outdated_since: Option<Instant>,
}

#[derive(Debug)]
struct Known<K, T> {
    key: K,
    /// `None` if the measurement has ended without a result.
    value: Option<T>,
}

#[derive(Debug)]
struct Working<K, T> {
    key: K,
    started: Instant,
    job: Job<T>,
}

impl<K, T> Default for LatestResult<K, T> {
    fn default() -> Self {
        Self {
            known: None,
            working: None,
            outdated_since: None,
        }
    }
}

impl<K: Clone, T: PartialEq + Send + 'static> LatestResult<K, T> {
    /// The latest result. It may be of an earlier key.
    pub fn value(&self) -> Option<&T> {
        self.known.as_ref()?.value.as_ref()
    }

    /// The key of the latest result.
    pub fn key(&self) -> Option<&K> {
        self.known.as_ref().map(|known| &known.key)
    }

    /// Whether the latest measurement is of the current key.
    pub fn is_current(&self) -> bool {
        self.known.is_some() && self.outdated_since.is_none()
    }

    /// Whether the result has been of an earlier key for longer than a moment.
    pub fn is_outdated(&self) -> bool {
        let since = self.outdated_since;
        since.is_some_and(|since| since.elapsed() > OUTDATED_AFTER)
    }

    /// Whether the measurement of the current key has ended without a result.
    pub fn has_failed(&self) -> bool {
        self.is_current() && self.value().is_none()
    }

    /// Whether something is being measured.
    pub fn is_working(&self) -> bool {
        self.working.is_some()
    }

    /// Draws how far the measurement is, in `parts`. Nothing if there is none.
    pub fn progress_ui(&self, ui: &mut Ui, parts: &str) {
        if let Some(working) = &self.working {
            working.job.progress_ui(ui, parts);
        }
    }

    /// Removes the result and ends the measurement. Returns whether there was a result.
    pub fn clear(&mut self) -> bool {
        let had_any = self.value().is_some();
        *self = Self::default();
        had_any
    }

    /// Ends the measurement at work. The result stays.
    pub fn cancel(&mut self) {
        self.working = None;
    }

    /// Brings the result up to date with the key. Call it every frame. Returns whether the result
    /// has changed.
    ///
    /// A measurement of an earlier key is waited for until it has taken longer than `max_wait`.
    /// `start` gets the key and the latest result, of which parts may be used again. If it returns
    /// `None`, nothing is started in this frame.
    pub fn update(
        &mut self,
        ctx: &Context,
        key: &K,
        max_wait: Duration,
        is_same: impl Fn(&K, &K) -> bool,
        start: impl FnOnce(&K, Option<&T>) -> Option<Job<T>>,
    ) -> bool {
        let has_changed = self.take_result(ctx);
        if self.key().is_some_and(|known| is_same(known, key)) {
            self.working = None;
            self.outdated_since = None;
            return has_changed;
        }
        if self.outdated_since.is_none() {
            self.outdated_since = Some(Instant::now());
            ctx.request_repaint_after(OUTDATED_AFTER + Duration::from_millis(1));
        }
        let is_awaited = self.working.as_ref().is_some_and(|working| {
            is_same(&working.key, key) || working.started.elapsed() < max_wait
        });
        if !is_awaited && let Some(job) = start(key, self.value()) {
            self.working = Some(Working {
                key: key.clone(),
                started: Instant::now(),
                job,
            });
        }
        has_changed
    }

    fn take_result(&mut self, ctx: &Context) -> bool {
        let Some(mut working) = self.working.take() else {
            return false;
        };
        let value = match working.job.poll(ctx) {
            State::Working => {
                self.working = Some(working);
                return false;
            }
            State::Done(value) => Some(value),
            // Not again: the next attempt would end in the same way. What was known is not of this
            // key.
            State::Ended => None,
        };
        let has_changed = self.value() != value.as_ref();
        self.known = Some(Known {
            key: working.key,
            value,
        });
        has_changed
    }
}
