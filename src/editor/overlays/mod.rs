//! What lies over the canvas.

pub mod gallery;
pub mod notes;
pub mod player_banner;
pub mod version_titles;
pub mod welcome;
