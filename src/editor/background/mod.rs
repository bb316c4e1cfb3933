//! Work on background threads, so that the window stays responsive.

pub mod deferred;
pub mod latest;

use egui::Context;
use std::convert::Infallible;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Work on its own thread, until its result is fetched.
#[derive(Debug)]
pub struct Background<T> {
    result: Arc<Mutex<Option<T>>>,
    /// Disconnected when the work has ended. The result is not sent, because a channel is large and
    /// would be compiled for every type.
    ended: Receiver<Infallible>,
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
        let result = Arc::new(Mutex::new(None));
        let (running, ended) = channel();
        let slot = Arc::clone(&result);
        let work = move || {
            let value = work();
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
        };
        Self {
            result,
            ended,
            thread: spawn(ctx.clone(), name, running, Box::new(work)),
        }
    }

    /// Returns the state without waiting.
    pub fn poll(&mut self) -> Progress<T> {
        match self.ended.try_recv() {
            Err(TryRecvError::Empty) => Progress::Working,
            Ok(_) | Err(TryRecvError::Disconnected) => self.take(),
        }
    }

    /// Waits up to `timeout`, for work that is usually quick.
    pub fn poll_within(&mut self, timeout: Duration) -> Progress<T> {
        match self.ended.recv_timeout(timeout) {
            Err(RecvTimeoutError::Timeout) => Progress::Working,
            Ok(_) | Err(RecvTimeoutError::Disconnected) => self.take(),
        }
    }

    /// Waits for the result. `None` if the work ended without one.
    pub fn wait(mut self) -> Option<T> {
        let _ = self.ended.recv();
        if let Some(thread) = self.thread.take() {
            // A panic was already printed to stderr.
            let _ = thread.join();
        }
        match self.take() {
            Progress::Done(result) => Some(result),
            Progress::Working | Progress::Lost => None,
        }
    }

    /// The state of work that has ended.
    fn take(&mut self) -> Progress<T> {
        let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        result.take().map_or(Progress::Lost, Progress::Done)
    }
}

fn spawn(
    ctx: Context,
    name: &str,
    running: Sender<Infallible>,
    work: Box<dyn FnOnce() + Send>,
) -> Option<JoinHandle<()>> {
    std::thread::Builder::new()
        .name(name.into())
        .spawn(move || {
            work();
            // Before the frame that is requested, which must see that the work has ended.
            drop(running);
            ctx.request_repaint();
        })
        .inspect_err(|error| ::log::warn!("cannot start a thread for {name}: {error}"))
        .ok()
}
