//! Presets side by side: their values in a table, and how they move from the same start.

mod around_wall;
mod course;
mod figure;
mod ground;
mod place;
mod values;

pub use course::{Course, CourseRun, Track, TrackState, run_course};
pub use figure::{Figure, Measured};
pub use ground::Ground;
pub use values::{Cell, Row, Section, sections, value_text};
