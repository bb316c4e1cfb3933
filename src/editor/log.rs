//! What libraries log: warnings go to stderr, and what the file dialogs log is kept, because it alone tells a dialog that
//! failed from one that was canceled.

use ::log::{Level, LevelFilter, Log, Metadata, Record};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Old messages are dropped beyond this many.
const KEPT: usize = 32;

static DIALOG: Mutex<VecDeque<(Level, String)>> = Mutex::new(VecDeque::new());

static QUIET: AtomicBool = AtomicBool::new(false);

struct Logger;

fn from_dialogs(metadata: &Metadata<'_>) -> bool {
    let target = metadata.target();
    target == "rfd" || target.starts_with("rfd::")
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= Level::Warn
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        if from_dialogs(record.metadata()) {
            let mut kept = DIALOG.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() == KEPT {
                kept.pop_front();
            }
            kept.push_back((record.level(), record.args().to_string()));
        } else if !QUIET.load(Ordering::Relaxed) {
            eprintln!("steerwright: {}: {}", record.target(), record.args());
        }
    }

    fn flush(&self) {}
}

/// Takes over logging; a second call, or one after another logger, changes nothing.
pub fn install() {
    if ::log::set_logger(&Logger).is_ok() {
        ::log::set_max_level(LevelFilter::Warn);
    }
}

/// While the window is being opened, what libraries log is only what the error says again, in one sentence.
pub(super) fn be_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Why the last file dialog could not be shown, oldest reason first; empty if it was. Forgets what it returns.
///
/// One way of showing a dialog may fail and the next one work, which is logged as an error and then a warning that names
/// the next way. So the dialog failed if an error is the last word.
pub fn take_dialog_errors() -> Vec<String> {
    let kept = std::mem::take(&mut *DIALOG.lock().unwrap_or_else(PoisonError::into_inner));
    if kept.back().is_some_and(|(level, _)| *level == Level::Error) {
        kept.into_iter()
            .filter(|(level, _)| *level == Level::Error)
            .map(|(_, message)| message)
            .collect()
    } else {
        Vec::new()
    }
}
