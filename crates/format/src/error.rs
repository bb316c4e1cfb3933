//! Errors of reading and writing files. Each message says what is wrong, where, and how to fix it.

use crate::io_message;
use crate::limits::Limit;
use crate::validate::ValidationError;
use std::path::{Path, PathBuf};

/// Why a text is not a valid scene, preset or export.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Not JSON.
    #[error(
        "{line}:{column}: invalid JSON: {message}; fix the file in a text editor, or restore a backup"
    )]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The parser's message.
        message: String,
    },
    /// JSON of another kind.
    #[error(
        "/format: this is not a {expected} file ({found}); open a file whose \"format\" is {expected:?}"
    )]
    WrongFormat {
        /// The tag that was expected.
        expected: &'static str,
        /// What the file has instead.
        found: String,
    },
    /// Written by a later version.
    #[error(
        "/format_version: the file has version {found} and needs a reader of version {needs} or later, but this is version {known}; \
         use a newer version of Steerwright"
    )]
    NewerVersion {
        /// The file's version.
        found: u64,
        /// The oldest version of a reader that understands it.
        needs: u64,
        /// The newest version that this library reads.
        known: u64,
    },
    /// A field is missing or has the wrong type.
    #[error("{pointer}: {message}")]
    InvalidField {
        /// The JSON pointer to the field.
        pointer: String,
        /// What is wrong and how to fix it.
        message: String,
    },
    /// Well-formed, but values are out of range or references lead nowhere.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Validation(Vec<ValidationError>),
    /// A list of the file is beyond one of the [limits](crate::limits).
    #[error("{pointer}: {}", limit.message())]
    BeyondLimit {
        /// The JSON pointer to the list.
        pointer: String,
        /// The limit.
        limit: &'static Limit,
    },
    /// The file is too large.
    #[error("1:1: the file has {bytes} bytes, {}", limit.message())]
    TooLarge {
        /// The size of the file.
        bytes: u64,
        /// The largest size that is read.
        limit: &'static Limit,
    },
    /// The file could not be read or written.
    #[error("{action}: {}; {help}", io_message(source))]
    Io {
        /// The action that failed.
        action: &'static str,
        /// The system's error.
        source: std::io::Error,
        /// How to fix it.
        help: String,
    },
}

/// A [`FormatError`] and the file it occurred in.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The error.
    pub source: FormatError,
}

impl FileError {
    /// An error in the file at `path`.
    #[must_use]
    pub fn new(path: &Path, source: FormatError) -> Self {
        Self {
            path: path.to_owned(),
            source,
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

/// One line per error, each as `file:place: message`.
impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // An I/O error concerns the whole file, so no place follows the path.
        let gap = if matches!(self.source, FormatError::Io { .. }) {
            " "
        } else {
            ""
        };
        for (i, line) in self.source.to_string().lines().enumerate() {
            let separator = if i == 0 { "" } else { "\n" };
            write!(f, "{separator}{}:{gap}{line}", self.path.display())?;
        }
        Ok(())
    }
}
