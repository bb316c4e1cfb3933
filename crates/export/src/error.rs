//! Why an export failed.

use std::path::PathBuf;
use steerwright_format::export_file::PlacementError;
use steerwright_format::{FileError, FormatError, io_message};
use steerwright_runtime::simulation::{SaveError, WorldError};

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The scene cannot be converted to the coordinates of the game.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// The length of the trace is invalid.
    #[error("{0} is not a valid length for a trace; use 0 or more seconds")]
    TraceLength(f64),
    /// The trace would be too long for a file, or for memory.
    #[error(
        "a trace of {seconds} s has more than {rows} rows; use fewer seconds, or \"steerwright simulate\""
    )]
    TraceTooLong {
        /// Its length, s.
        seconds: f64,
        /// The most rows that it may have.
        rows: u64,
    },
    /// The export was canceled while a trace was recorded.
    #[error("the export was canceled")]
    Canceled,
    /// A world rejects a command of a conformance case.
    #[error("\"{command}\": {error}")]
    Command {
        /// The line of the command.
        command: String,
        /// Why it is rejected.
        error: WorldError,
    },
    /// A world of a conformance case does not go on from its own save.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// A world of a conformance case is another one after it was saved and loaded.
    #[error("the hash was {hash:016x}, and after saving and loading it is {loaded:016x}")]
    OtherHash {
        /// The hash before.
        hash: u64,
        /// The hash afterwards.
        loaded: u64,
    },
    /// A file could not be encoded.
    #[error("cannot encode the file: {0}")]
    Encode(String),
    /// A scene or export is invalid.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// Two different files have the same name.
    #[error("{first} and {second} would both write {name}; rename one of the scenes")]
    SameName {
        /// Where the first file comes from.
        first: String,
        /// Where the second file comes from.
        second: String,
        /// The name of the file.
        name: String,
    },
    /// A file name leads outside the folder of the export.
    #[error("{0:?} is not a valid file name for an export")]
    FileName(String),
    /// A file or folder of the export is a link that leads outside the folder of the export.
    #[error(
        "{}: this is a link to {}, outside the folder of the export; remove the link, or export to the folder that it leads to",
        path.display(), leads_to.display()
    )]
    LinkOutside {
        /// The link.
        path: PathBuf,
        /// Where it leads.
        leads_to: PathBuf,
    },
    /// The folder could not be created.
    #[error("{}: cannot create the folder: {}; choose another folder", folder.display(), io_message(source))]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
}
