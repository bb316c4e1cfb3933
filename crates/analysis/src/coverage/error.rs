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

impl fmt::Display for CoverageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSight => write!(
                f,
                "none of the agents has sight; add sight to their preset, or choose other agents"
            ),
            Self::Seconds { seconds } => write!(
                f,
                "a run of {seconds} s cannot be measured; use more than 0 and at most {MAX_SECONDS} s"
            ),
            Self::Cell { cell } => {
                write!(f, "cells of {cell} are too small; use at least {MIN_CELL}")
            }
            Self::Limit(limit) => f.write_str(&limit.message()),
        }
    }
}

impl std::error::Error for CoverageError {}
