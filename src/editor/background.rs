//! Work on background threads, so that the window stays responsive.

use egui::Context;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Work on its own thread, until its result is fetched.
#[derive(Debug)]
pub struct Background<T> {
    result: Receiver<T>,
    thread: Option<JoinHandle<()>>,
}

/// The state of the work.
#[derive(Debug)]
pub enum Progress<T> {
    /// Not finished.
    Working,
    /// Finished, with the result.
    Done(T),
    /// It ended without a result: it crashed, or no thread could be started.
    Lost,
}

impl<T: Send + 'static> Background<T> {
    /// Starts the work. The window is repainted when it is finished.
    pub fn start(ctx: &Context, name: &str, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let (sender, result) = channel();
        // The receiver was dropped if the result is no longer needed.
        let work = move || drop(sender.send(work()));
        Self {
            result,
            thread: spawn(ctx.clone(), name, Box::new(work)),
        }
    }

    /// Returns the state without waiting.
    pub fn poll(&mut self) -> Progress<T> {
        match self.result.try_recv() {
            Ok(result) => Progress::Done(result),
            Err(TryRecvError::Empty) => Progress::Working,
            Err(TryRecvError::Disconnected) => Progress::Lost,
        }
    }

    /// Waits up to `timeout`, for work that is usually quick.
    pub fn poll_within(&mut self, timeout: Duration) -> Progress<T> {
        match self.result.recv_timeout(timeout) {
            Ok(result) => Progress::Done(result),
            Err(RecvTimeoutError::Timeout) => Progress::Working,
            Err(RecvTimeoutError::Disconnected) => Progress::Lost,
        }
    }

    /// Waits for the result. `None` if the work ended without one.
    pub fn wait(mut self) -> Option<T> {
        let result = self.result.recv().ok();
        if let Some(thread) = self.thread.take() {
            // A panic was already printed to stderr.
            let _ = thread.join();
        }
        result
    }
}

fn spawn(ctx: Context, name: &str, work: Box<dyn FnOnce() + Send>) -> Option<JoinHandle<()>> {
    std::thread::Builder::new()
        .name(name.into())
        .spawn(move || {
            // The work drops its sender first, so that the requested frame always sees that it has ended.
            work();
            ctx.request_repaint();
        })
        .inspect_err(|error| ::log::warn!("cannot start a thread for {name}: {error}"))
        .ok()
}
