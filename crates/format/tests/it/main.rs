//! Files: read, written, refused, saved.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod editor_data;
mod errors;
mod limits;
mod malicious_text;
mod parameters;
mod presentation;
mod printing;
mod properties;
mod properties_of_exports;
mod round_trips;
mod saving;
mod spawners;
mod text;
