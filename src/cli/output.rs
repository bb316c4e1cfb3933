//! Messages, errors and argument parsers of the subcommands.

use crate::overwriting::OverwriteError;
use glam::DVec2;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use steerwright_analysis::coverage::CoverageError;
use steerwright_export::ExportError;
use steerwright_format::limits::LISTED_UNKNOWN_FIELDS;
use steerwright_format::sanitize_for_display;
use steerwright_format::{FileError, io_message};
use steerwright_runtime::parameter::MAX_COORDINATE;

/// Why a subcommand failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// Error messages were already printed.
    #[error("")]
    Reported,
    /// Standard output could not be written.
    #[error(
        "standard output: cannot write: {}; check the program that reads it, or redirect it to a file",
        io_message(.0)
    )]
    Stdout(#[from] io::Error),
    /// A result file could not be written.
    #[error("{}: cannot write: {}; choose another file", path.display(), io_message(source))]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A result would replace what it is made of, or another result.
    #[error(transparent)]
    Overwrite(#[from] OverwriteError),
    /// A line of a command file is invalid.
    #[error("{}:{line}:1: {message}", path.display())]
    CommandFile {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong and how to fix it.
        message: String,
    },
    /// The run has too many ticks.
    #[error("a run of {seconds} s has too many ticks; use fewer seconds")]
    TooLong {
        /// The requested length.
        seconds: f64,
    },
    /// The scene has no agents to measure.
    #[error("{}: the scene has no agents to measure; add an agent to it", path.display())]
    NoAgents {
        /// The scene's file.
        path: PathBuf,
    },
    /// No agent has the given name.
    #[error("{}: no agent has the name {name:?}; use one of {known}", path.display())]
    UnknownAgent {
        /// The scene's file.
        path: PathBuf,
        /// The given name.
        name: String,
        /// The names that agents have.
        known: String,
    },
    /// The last seed would be too large.
    #[error("the last seed would be above {highest}; use a first seed of at most {first}")]
    SeedTooLarge {
        /// The largest seed.
        highest: u64,
        /// The largest first seed.
        first: u64,
    },
    /// A scorecard would have too many values.
    #[error("{}: too many runs for {agents} agents; use --seeds {seeds} or fewer, or choose agents with --agent", path.display())]
    TooManyValues {
        /// The scene's file.
        path: PathBuf,
        /// The number of agents.
        agents: usize,
        /// The largest number of seeds.
        seeds: u64,
    },
    /// What agents see cannot be measured.
    #[error("{}: {error}", path.display())]
    Coverage {
        /// The scene's file.
        path: PathBuf,
        /// The reason.
        error: CoverageError,
    },
    /// A file is invalid, or cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A scene could not be exported.
    #[error("{}: {error}", path.display())]
    Scene {
        /// The scene's file.
        path: PathBuf,
        /// The reason.
        error: ExportError,
    },
    /// The file cannot be imported.
    #[error("{}: {why}", path.display())]
    NotImportable {
        /// The file.
        path: PathBuf,
        /// What it is not, and what to do.
        why: String,
    },
    /// Only maps can be imported into a scene.
    #[error("{}: this is a scene or an export of one, and --into imports maps; use --out to convert it into a scene of its own", path.display())]
    NotALevel {
        /// The file.
        path: PathBuf,
    },
    /// A map names files outside its folder.
    #[error("{}: the map names files outside its folder: {files}; use --allow-outside to read them", path.display())]
    MapNamesOutside {
        /// The map.
        path: PathBuf,
        /// The files.
        files: String,
    },
    /// Another program changed a scene while a map was imported into it.
    #[error("{}: another program changed the scene during the import; import again", path.display())]
    ChangedMeanwhile {
        /// The scene's file.
        path: PathBuf,
    },
    /// Two files of one run would become the same scene file.
    #[error("{} and {} would both become {}; import them to different folders", first.display(), second.display(), path.display())]
    SameScene {
        /// One file.
        first: PathBuf,
        /// The other file.
        second: PathBuf,
        /// The scene's file.
        path: PathBuf,
    },
    /// The scene file already exists.
    #[error("{}: the file already exists; use --force to replace it, or choose another folder", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The scene has no saved export settings.
    #[error("{}: the scene has no saved export settings; use --to and --out", path.display())]
    NoExportSettings {
        /// The scene's file.
        path: PathBuf,
    },
    /// The scene has a saved export outside its own folder.
    #[error("{}: the saved export folder {folder:?} is outside the folder of the scene; use --allow-outside to write there, or --to and --out", path.display())]
    OutsideFolder {
        /// The scene's file.
        path: PathBuf,
        /// The saved folder.
        folder: String,
    },
    /// The scene stores exports that were not confirmed on this computer.
    #[error("{}: the scene would export {exports}, which was not confirmed on this computer; if you trust the scene, export it once with --confirm", path.display())]
    Unconfirmed {
        /// The scene's file.
        path: PathBuf,
        /// The targets and folders.
        exports: String,
    },
    /// The scene uses an export target of a later version.
    #[error("{}: unknown export target {target:?}; use a newer version of Steerwright, or --to and --out", path.display())]
    UnknownTarget {
        /// The scene's file.
        path: PathBuf,
        /// The id of the target.
        target: String,
    },
    /// An export failed.
    #[error(transparent)]
    Export(#[from] ExportError),
}

pub(super) fn exit_code(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe, like "head" does.
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

/// Prints a line to standard error. Errors are ignored: there is nowhere to report them.
pub(super) fn message(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Warns about unknown fields of `file`.
pub(super) fn warn_of_unknown_fields(file: &Path, pointers: &[String]) {
    for pointer in pointers {
        message(format_args!(
            "{}:{}: warning: unknown field, which is ignored; check its spelling",
            file.display(),
            sanitize_for_display(pointer)
        ));
    }
    if pointers.len() as u64 == LISTED_UNKNOWN_FIELDS.max {
        message(format_args!(
            "{}:/: warning: only the first {} unknown fields are listed",
            file.display(),
            LISTED_UNKNOWN_FIELDS.max
        ));
    }
}

/// Parses a duration in seconds.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds >= 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("use a number of seconds, 0 or more".into()),
    }
}

/// Parses a length above 0.
pub(super) fn length(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(length) if length > 0.0 && length.is_finite() => Ok(length),
        _ => Err("use a number above 0".into()),
    }
}

/// Parses a position, X,Y.
pub(super) fn point(text: &str) -> Result<DVec2, String> {
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|x| x.abs() <= MAX_COORDINATE)
    };
    let point = text
        .split_once(',')
        .and_then(|(x, y)| Some(DVec2::new(number(x)?, number(y)?)));
    point.ok_or_else(|| "use two numbers separated by a comma, like 3,-2.5".into())
}

/// Parses a scale.
pub(super) fn scale(text: &str) -> Result<f64, String> {
    use steerwright_runtime::scene::export_options::{MAX_SCALE, MIN_SCALE};
    match text.parse::<f64>() {
        Ok(scale) if (MIN_SCALE..=MAX_SCALE).contains(&scale) => Ok(scale),
        _ => Err(format!("use a number from {MIN_SCALE} to {MAX_SCALE}")),
    }
}

/// At most this many names are listed in a message.
const LISTED_NAMES: usize = 10;

/// Names for a message, the first ones if there are many.
pub(super) fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(LISTED_NAMES)
        .map(|name| format!("\"{}\"", sanitize_for_display(name)))
        .collect();
    let more = names.len().saturating_sub(LISTED_NAMES);
    let rest = if more > 0 {
        format!(", and {more} more")
    } else {
        String::new()
    };
    format!("{}{rest}", shown.join(", "))
}
