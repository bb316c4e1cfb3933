//! Logging: warnings go to stderr. Messages of file dialogs are kept, because only they tell a
//! failed dialog from a canceled one.

use ::log::{Level, LevelFilter, Log, Metadata, Record};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of messages to keep.
const MAX_MESSAGES: usize = 32;

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
            if kept.len() == MAX_MESSAGES {
                kept.pop_front();
            }
            kept.push_back((record.level(), record.args().to_string()));
        } else if !QUIET.load(Ordering::Relaxed) {
            eprintln!("steerwright: {}: {}", record.target(), record.args());
        }
    }

    fn flush(&self) {}
}

/// Installs the logger. Does nothing if one is already installed.
pub fn install() {
    if ::log::set_logger(&Logger).is_ok() {
        ::log::set_max_level(LevelFilter::Warn);
    }
}

/// Silences logging while the window opens, because the error message contains the same
/// information.
pub(super) fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Why the last file dialog could not be shown, oldest reason first. Empty if it was shown. Removes
/// the messages.
///
/// If one kind of dialog fails and the next one works, an error is logged and then a warning that
/// names the next kind. The dialog therefore failed if the last message is an error.
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
