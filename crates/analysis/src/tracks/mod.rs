//! Tracks: replaying what a player did with an agent, and checking what is expected of it.

mod check;
mod players;
mod report;
mod words;

pub use check::{Sighting, TrackFigures, TrackTarget, check_track};
pub(crate) use players::Players;
pub use report::{ExpectationReport, TrackReport, check_tracks};
pub use words::{expectation_text, track_name};
