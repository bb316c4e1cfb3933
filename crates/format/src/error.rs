//! What can be wrong with a file, said so that a person can mend it.

use crate::validate::ValidationError;
use std::path::{Path, PathBuf};

/// Why a text is no scene or preset.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Not JSON.
    #[error(
        "{line}:{column}: this is not JSON: {message}; mend it in a text editor, or take the last good copy"
    )]
    Syntax {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// What the parser says.
        message: String,
    },
    /// JSON, but something else.
    #[error(
        "/format: this is not a {wanted} file ({found}); open a file whose \"format\" is {wanted:?}"
    )]
    OtherFormat {
        /// The tag that was asked for.
        wanted: &'static str,
        /// What there was.
        found: String,
    },
    /// Written by a later version.
    #[error(
        "/format_version: the file has version {found} and needs a reader of version {needs}; this one is of version {known}: \
         use a newer Steerwright"
    )]
    Newer {
        /// The file's version.
        found: u64,
        /// The oldest version of a reader that understands it.
        needs: u64,
        /// The newest this program reads.
        known: u64,
    },
    /// A field is missing or of the wrong type.
    #[error("{pointer}: {message}")]
    Shape {
        /// The JSON pointer to it.
        pointer: String,
        /// What is wrong.
        message: String,
    },
    /// Well-formed, but the values make no sense.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Unsound(Vec<ValidationError>),
    /// Too large to be meant.
    #[error(
        "1:1: the file has {bytes} bytes, and the most that is read is {limit}; split the scene"
    )]
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// Could not be read or written.
    #[error("{doing}: {source}; {advice}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// What the system says.
        source: std::io::Error,
        /// What to do.
        advice: String,
    },
}

/// A [`FormatError`] and the file it is in.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: FormatError,
}

impl FileError {
    /// `fault` in the file at `path`.
    pub fn new(path: &Path, fault: FormatError) -> Self {
        Self {
            path: path.to_owned(),
            fault,
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.fault)
    }
}

/// One line a problem, each as `file:place: message`.
impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fault = self.fault.to_string();
        // The trouble is with the file itself, not with a place in it.
        let gap = if matches!(self.fault, FormatError::Io { .. }) {
            " "
        } else {
            ""
        };
        for (i, line) in fault.lines().enumerate() {
            let end = if i == 0 { "" } else { "\n" };
            write!(f, "{end}{}:{gap}{line}", self.path.display())?;
        }
        Ok(())
    }
}
