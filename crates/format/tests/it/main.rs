//! Files: read, written, refused, saved.

mod errors;
mod round_trips;
mod saving;
mod text;
