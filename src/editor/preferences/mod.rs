//! What the user chose about the window, kept between runs.

pub mod interface;
pub mod panel_sizes;
pub mod settings;
