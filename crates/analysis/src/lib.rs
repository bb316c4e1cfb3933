//! Analysis of motion: recordings to scrub and plot, metrics of a run, and lint diagnostics for a scene.

pub mod lint;
pub mod measure;
pub mod probe;
pub mod recording;
pub mod run;
pub mod trace;

pub use recording::{Recording, Sample};
pub use run::Run;
