//! What is said about a motion: recordings to scrub and plot, measures of a run, lint of a scene.

pub mod lint;
pub mod measure;
pub mod recording;
pub mod run;
pub mod trace;

pub use recording::{Recording, Sample};
pub use run::Run;
