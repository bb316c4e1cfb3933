//! Why an export failed.

use crate::MAX_TRACE_ROWS;
use std::path::PathBuf;
use steerwright_format::FileError;
use steerwright_format::FormatError;
use steerwright_format::export_file::PlacementError;
use steerwright_runtime::simulation::WorldError;

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The scene cannot be placed as asked.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// The trace has no usable length.
    #[error("{0} is no length for a trace; use 0 or more seconds")]
    TraceLength(f64),
    /// The trace would not fit into memory.
    #[error(
        "a trace of {0} s has more than {MAX_TRACE_ROWS} rows; ask for fewer seconds, or use \"steerwright simulate\""
    )]
    TraceTooLong(f64),
    /// A call of a conformance case is refused.
    #[error("\"{call}\": {refusal}")]
    TimedCommand {
        /// The line.
        call: String,
        /// Why.
        refusal: WorldError,
    },
    /// Something is to be done in a conformance case when the run is over.
    #[error("\"{act}\": the run ends at tick {ticks}; let it run longer, or leave the line out")]
    LateAct {
        /// The line.
        act: String,
        /// The last tick.
        ticks: u64,
    },
    /// A table could not be made.
    #[error("cannot write the table: {0}")]
    Table(String),
    /// A file of the export could not be made.
    #[error(transparent)]
    FormatError(#[from] FormatError),
    /// Two different files want the same place.
    #[error("{first} and {second} would both write {name}; give one of the scenes another name")]
    SameName {
        /// Where one comes from.
        first: String,
        /// Where the other comes from.
        second: String,
        /// The file.
        name: String,
    },
    /// A file of an export that would land outside its folder.
    #[error("{0:?} is no name for a file of an export")]
    Name(String),
    /// The folder could not be made.
    #[error("{}: cannot make the folder: {source}; choose another", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
}
