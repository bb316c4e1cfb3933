//! Measurements on background threads, with progress and a way to cancel them.

use crate::editor::background::{self, Background};
use egui::{Context, ProgressBar, Ui};
use std::sync::Arc;
use std::time::Duration;
use steerwright_analysis::seeds;
use steerwright_analysis::seeds::Progress;
use steerwright_analysis::tune::TuneProgress;

/// How often the progress is drawn.
const REFRESH_INTERVAL: Duration = Duration::from_millis(50);

/// What work reports its progress to.
pub(in crate::editor) trait Reports: std::fmt::Debug + Send + Sync {
    fn progress(&self) -> &Progress;
}

impl Reports for Progress {
    fn progress(&self) -> &Progress {
        self
    }
}

impl Reports for TuneProgress {
    fn progress(&self) -> &Progress {
        &self.progress
    }
}

/// A measurement at work. Dropping it cancels it.
#[derive(Debug)]
pub(in crate::editor) struct Job<T> {
    reports: Arc<dyn Reports>,
    /// How many parts there are.
    total: usize,
    work: Background<Option<T>>,
}

/// The state of a [`Job`].
pub(in crate::editor) enum State<T> {
    Working,
    Done(T),
    /// It was canceled, or it crashed.
    Ended,
}

impl<T: Send + 'static> Job<T> {
    /// Starts work of `total` parts, which reports its progress.
    pub fn start<R: Reports + 'static>(
        ctx: &Context,
        name: &str,
        total: usize,
        reports: Arc<R>,
        work: impl FnOnce(&R) -> Option<T> + Send + 'static,
    ) -> Self {
        let shared = Arc::clone(&reports);
        Self {
            reports,
            total,
            work: Background::start(ctx, name, move || work(&shared)),
        }
    }

    /// Returns the state without waiting. Call it every frame.
    pub fn poll(&mut self, ctx: &Context) -> State<T> {
        match self.work.poll() {
            background::Progress::Working => {
                ctx.request_repaint_after(REFRESH_INTERVAL);
                State::Working
            }
            background::Progress::Done(Some(result)) => State::Done(result),
            background::Progress::Done(None) | background::Progress::Lost => State::Ended,
        }
    }

    /// Draws how much is done, as "12 of 100 `parts`".
    pub fn progress_ui(&self, ui: &mut Ui, parts: &str) {
        let done = self.reports.progress().done().min(self.total);
        let fraction = done as f32 / self.total.max(1) as f32;
        let bar = ProgressBar::new(fraction)
            .desired_width(ui.available_width())
            .text(format!("{done} of {} {parts}", self.total));
        ui.add(bar);
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.reports.progress().cancel();
    }
}

/// How many threads measure: one core is left to the window.
pub(in crate::editor) fn threads() -> usize {
    seeds::available_threads().saturating_sub(1).max(1)
}
