//! Where results and messages go, and what ends a subcommand.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use steerwright_export::ExportError;
use steerwright_format::FileError;
use steerwright_format::parameter::MAX_COORDINATE;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::Point;

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
    /// A scene could not be exported.
    #[error("{}: {error}", path.display())]
    Scene {
        /// The scene's file.
        path: PathBuf,
        /// Why.
        error: ExportError,
    },
    /// A file whose ending no reader knows.
    #[error("{}: this kind of file cannot be imported; use one that ends in {known}", path.display())]
    NotImportable {
        /// The file.
        path: PathBuf,
        /// The endings that can be.
        known: String,
    },
    /// A scene that would be written over.
    #[error("{}: is there already; use --force to replace it, or another folder", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// A scene that was never exported says neither to what nor where.
    #[error("{}: the scene remembers no export; say which with --to and --out", path.display())]
    NothingRemembered {
        /// The scene's file.
        path: PathBuf,
    },
    /// A scene remembers a target of a later version.
    #[error("{}: there is no target {target:?} in this version; use a newer one, or --to and --out", path.display())]
    UnknownTarget {
        /// The scene's file.
        path: PathBuf,
        /// Its id.
        target: String,
    },
    /// An export failed.
    #[error(transparent)]
    Export(#[from] ExportError),
}

pub(super) fn exit_code(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has had enough, as "head" has; nothing is wrong.
        Err(Failure::Stdout(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
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
        message(format_args!(
            "{}:{}: warning: {advice}",
            file.display(),
            sanitize_for_display(pointer)
        ));
    }
}

/// Reads an argument in seconds.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds >= 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("use a number of seconds, 0 or more".into()),
    }
}

/// Reads a place, X,Y.
pub(super) fn point(text: &str) -> Result<Point, String> {
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|x| x.abs() <= MAX_COORDINATE)
    };
    let place = text.split_once(',').and_then(|(x, y)| {
        Some(Point {
            x: number(x)?,
            y: number(y)?,
        })
    });
    place.ok_or_else(|| "use two numbers with a comma between them, like 3,-2.5".into())
}

/// Reads a scale.
pub(super) fn scale(text: &str) -> Result<f64, String> {
    use steerwright_runtime::scene::export_setup::{MAX_SCALE, MIN_SCALE};
    match text.parse::<f64>() {
        Ok(scale) if (MIN_SCALE..=MAX_SCALE).contains(&scale) => Ok(scale),
        _ => Err(format!("use a number from {MIN_SCALE} to {MAX_SCALE}")),
    }
}
