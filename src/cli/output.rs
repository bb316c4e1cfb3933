//! Where results and messages go, and what ends a subcommand.

use crate::export::ExportError;
use crate::scene::format::FileError;
use crate::scene::readable;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why a subcommand ended early.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// Messages were printed already.
    #[error("")]
    Reported,
    /// Standard output could not be written.
    #[error("standard output: cannot write: {0}; send it elsewhere")]
    Stdout(#[from] io::Error),
    /// A result file could not be written.
    #[error("{}: cannot write: {source}; choose another file", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A line of a file of calls is none.
    #[error("{}:{line}:1: {message}", path.display())]
    Calls {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The run would have more ticks than can be counted.
    #[error("{seconds} s are more ticks than can be counted; ask for fewer seconds")]
    TooLong {
        /// The seconds asked for.
        seconds: f64,
    },
    /// A scene or preset file is bad.
    #[error(transparent)]
    File(#[from] FileError),
    /// An export failed.
    #[error(transparent)]
    Export(#[from] ExportError),
}

pub(super) fn exit_code(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has had enough, as "head" has; nothing is wrong.
        Err(Failure::Stdout(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::FAILURE,
        Err(failure) => {
            message(failure);
            ExitCode::FAILURE
        }
    }
}

/// A line on standard error. Where that is closed, there is nobody to tell.
pub(super) fn message(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Warns of the fields of `file` that this version does not know.
pub(super) fn warn_of_unknown_fields(file: &Path, pointers: &[String]) {
    for pointer in pointers {
        let advice = "this field is not known and is left out; check its spelling";
        message(format_args!("{}:{}: warning: {advice}", file.display(), readable(pointer)));
    }
}

/// Reads an argument in seconds.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds >= 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("use a number of seconds, 0 or more".into()),
    }
}

/// Reads a scale.
pub(super) fn scale(text: &str) -> Result<f64, String> {
    use crate::export::{MAX_SCALE, MIN_SCALE};
    match text.parse::<f64>() {
        Ok(scale) if (MIN_SCALE..=MAX_SCALE).contains(&scale) => Ok(scale),
        _ => Err(format!("use a number from {MIN_SCALE} to {MAX_SCALE}")),
    }
}
