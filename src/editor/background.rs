//! Work that would hold up the window, done beside it.

use egui::Context;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Work on a thread of its own, until its result is fetched.
#[derive(Debug)]
pub struct Background<T> {
    result: Receiver<T>,
    thread: Option<JoinHandle<()>>,
}

/// How far the work is.
#[derive(Debug)]
pub enum Progress<T> {
    /// Not done yet.
    Working,
    /// Done, and fetched by this.
    Done(T),
    /// It ended without a result: it crashed, or the system gave no thread for it.
    Lost,
}

impl<T: Send + 'static> Background<T> {
    /// Begins; the window is woken when it is done.
    pub fn start(ctx: &Context, name: &str, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let (sender, result) = channel();
        let ctx = ctx.clone();
        let thread = std::thread::Builder::new()
            .name(name.into())
            .spawn(move || {
                // Nobody listens once the result is not wanted any more.
                let _ = sender.send(work());
                // The sender goes first: the frame that this asks for finds the work ended however it ended.
                drop(sender);
                ctx.request_repaint();
            });
        Self {
            result,
            thread: thread
                .inspect_err(|error| ::log::warn!("no thread for {name}: {error}"))
                .ok(),
        }
    }

    /// Looks, without waiting.
    pub fn poll(&mut self) -> Progress<T> {
        match self.result.try_recv() {
            Ok(result) => Progress::Done(result),
            Err(TryRecvError::Empty) => Progress::Working,
            Err(TryRecvError::Disconnected) => Progress::Lost,
        }
    }

    /// Looks, and waits so long at most: for what is nearly always done at once.
    pub fn poll_within(&mut self, patience: Duration) -> Progress<T> {
        match self.result.recv_timeout(patience) {
            Ok(result) => Progress::Done(result),
            Err(RecvTimeoutError::Timeout) => Progress::Working,
            Err(RecvTimeoutError::Disconnected) => Progress::Lost,
        }
    }

    /// Waits until it is done; nothing if it ended without a result.
    pub fn wait(mut self) -> Option<T> {
        let result = self.result.recv().ok();
        if let Some(thread) = self.thread.take() {
            // One that panicked has said so on stderr.
            let _ = thread.join();
        }
        result
    }
}
