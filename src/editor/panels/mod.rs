//! Panels around the canvas that have one file.

pub mod history;
pub mod link;
pub mod status_bar;
pub mod toolbar;
