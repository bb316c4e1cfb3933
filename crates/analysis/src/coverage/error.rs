//! Why a coverage cannot be measured.

use super::{MAX_SECONDS, MIN_CELL};
use std::fmt;
use steerwright_format::limits::Limit;

/// Why a coverage cannot be measured.
#[derive(Clone, Debug, PartialEq)]
pub enum CoverageError {
    /// No chosen agent has sight.
    NoSight,
    /// The length of the run is out of range.
    Seconds {
        /// The length, s.
        seconds: f64,
    },
    /// The size of the cells is out of range.
    Cell {
        /// The size, u.
        cell: f64,
    },
    /// The measurement would be too large.
    Limit(&'static Limit),
}

impl CoverageError {
    /// What is wrong.
    pub fn problem(&self) -> String {
        match self {
            Self::NoSight => "none of the agents has sight".into(),
            Self::Seconds { seconds } => format!("a run of {seconds} s cannot be measured"),
            Self::Cell { cell } => format!("cells of {cell} are too small"),
            Self::Limit(limit) => limit.problem(),
        }
    }

    /// What to do.
    pub fn help(&self) -> String {
        match self {
            Self::NoSight => "add sight to their preset, or choose other agents".into(),
            Self::Seconds { .. } => format!("use more than 0 and at most {MAX_SECONDS} s"),
            Self::Cell { .. } => format!("use at least {MIN_CELL}"),
            Self::Limit(limit) => limit.help.into(),
        }
    }
}

impl fmt::Display for CoverageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.problem(), self.help())
    }
}

impl std::error::Error for CoverageError {}
