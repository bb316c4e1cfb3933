//! Floor 6: every pixel.

pub mod app;
pub mod config;
pub mod file_dialog;
pub mod file_stamp;
pub mod journal;
pub mod log;
pub mod recent;
pub mod startup;
pub mod typed_path;
