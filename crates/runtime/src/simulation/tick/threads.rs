//! Threads that share a tick. The bits do not depend on them: agents read the state at the start of
//! the tick, and each writes its own.

#[cfg(feature = "threads")]
use std::sync::Arc;

/// With fewer slots, a tick ends before another thread wakes up.
#[cfg(feature = "threads")]
const FEWEST_SLOTS: usize = 24_576;
/// The number of slots per task.
#[cfg(feature = "threads")]
const TASK_SLOTS: usize = 4096;

/// The threads of a tick: only the caller.
#[cfg(not(feature = "threads"))]
#[derive(Clone, Debug, Default)]
pub(crate) struct Threads {}

#[cfg(not(feature = "threads"))]
impl Threads {
    /// Runs `tick` with one task.
    pub(crate) fn run(&self, _slots: usize, tick: impl FnOnce(usize)) {
        tick(1);
    }
}

/// The threads of a tick.
#[cfg(feature = "threads")]
#[derive(Clone, Debug)]
pub(crate) struct Threads {
    pub(crate) pool: Option<Arc<rayon::ThreadPool>>,
    pub(crate) fewest_slots: usize,
    pub(crate) task_slots: usize,
}

#[cfg(feature = "threads")]
impl Default for Threads {
    fn default() -> Self {
        Self {
            pool: None,
            fewest_slots: FEWEST_SLOTS,
            task_slots: TASK_SLOTS,
        }
    }
}

#[cfg(feature = "threads")]
impl Threads {
    /// Runs `tick` with the number of tasks for `slots` slots, inside the pool if there are
    /// several.
    pub(crate) fn run(&self, slots: usize, tick: impl FnOnce(usize) + Send) {
        match &self.pool {
            Some(pool) if slots >= self.fewest_slots => {
                let tasks = (slots / self.task_slots).next_power_of_two();
                pool.install(|| tick(tasks));
            }
            _ => tick(1),
        }
    }
}

/// Runs both, at the same time if there are threads.
pub(crate) fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "threads")]
    return rayon::join(first, second);
    #[cfg(not(feature = "threads"))]
    (first(), second())
}
