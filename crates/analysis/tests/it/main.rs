//! Tests of the analysis.

mod lint;
mod shipped_motion;
