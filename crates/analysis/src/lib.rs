//! Analysis of motion: recordings to scrub and plot, metrics of a run, and lint diagnostics for a
//! scene.

pub mod branches;
pub mod coverage;
mod line_distance;
pub mod lint;
pub mod measure;
pub mod probe;
pub mod reasons;
pub mod recording;
pub mod run;
pub mod scorecard;
pub mod seeds;
mod tick_thread;
pub mod trace;
pub mod tracks;
pub mod tune;

pub use recording::{Recording, Sample};
pub use run::Run;
