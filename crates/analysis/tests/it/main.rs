//! Tests of the analysis.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod areas;
mod branches;
mod coverage;
mod escape_verdicts;
mod following_verdicts;
mod inputs;
mod lint;
mod path_verdicts;
mod recording;
mod scorecard;
mod shipped_motion;
mod tracks;
mod tune;
mod verdicts;
