//! Threads that share a tick. The bits do not depend on them: agents read the state at the start of the tick, and each writes its own.

#[cfg(feature = "threads")]
use std::sync::Arc;

/// Below so many slots a tick is over before another thread is awake.
const FEWEST_SLOTS: usize = 24_576;
/// So many slots are worth a task of their own.
const TASK_SLOTS: usize = 4096;

/// Which threads there are.
#[derive(Clone, Debug)]
pub(super) struct Threads {
    #[cfg(feature = "threads")]
    pub(super) pool: Option<Arc<rayon::ThreadPool>>,
    pub(super) fewest_slots: usize,
    pub(super) task_slots: usize,
}

impl Default for Threads {
    fn default() -> Self {
        Self {
            #[cfg(feature = "threads")]
            pool: None,
            fewest_slots: FEWEST_SLOTS,
            task_slots: TASK_SLOTS,
        }
    }
}

impl Threads {
    /// Runs `tick` with the number of tasks to make of so many slots, inside the pool if there are several.
    pub(super) fn run(&self, slots: usize, tick: impl FnOnce(usize) + Send) {
        #[cfg(feature = "threads")]
        if let Some(pool) = &self.pool
            && slots >= self.fewest_slots
        {
            let tasks = (slots / self.task_slots).next_power_of_two();
            return pool.install(|| tick(tasks));
        }
        let _ = slots;
        tick(1);
    }
}

/// Runs both, at the same time if there are threads.
pub(super) fn join<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "threads")]
    return rayon::join(first, second);
    #[cfg(not(feature = "threads"))]
    (first(), second())
}
