//! A value that a background thread computes, for dialogs that show it when it is ready.

use crate::editor::background::{Background, Progress};
use egui::Context;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// The time that a frame waits for the value, so that small files are shown without a gap.
const WAIT: Duration = Duration::from_millis(30);

/// A value that a background thread makes. Clones share it.
pub struct Deferred<T>(Arc<State<T>>);

struct State<T> {
    value: OnceLock<T>,
    /// Until it is done.
    work: Mutex<Option<Background<T>>>,
}

impl<T: Send + 'static> Deferred<T> {
    /// Starts `work`. The window is repainted when it is done.
    pub fn start(ctx: &Context, name: &str, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let deferred = Self(Arc::new(State {
            value: OnceLock::new(),
            work: Mutex::new(Some(Background::start(ctx, name, work))),
        }));
        deferred.fetch(WAIT);
        deferred
    }

    /// The value, or `None` while it is being made, or if no thread could be started.
    pub fn get(&self) -> Option<&T> {
        self.fetch(Duration::ZERO);
        self.0.value.get()
    }

    fn fetch(&self, timeout: Duration) {
        let mut slot = self.0.work.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(work) = slot.as_mut() else { return };
        match work.poll_within(timeout) {
            Progress::Working => {}
            Progress::Done(value) => {
                let _ = self.0.value.set(value);
                *slot = None;
            }
            Progress::Lost => *slot = None,
        }
    }
}

impl<T> Clone for Deferred<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// Whether they share a value.
impl<T> PartialEq for Deferred<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: fmt::Debug> fmt::Debug for Deferred<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Deferred")
            .field(&self.0.value.get())
            .finish()
    }
}
