//! What the canvas shows and what can be grabbed on it.

pub mod cone;
pub mod context;
pub mod handles;
pub mod hit;
pub mod input;
pub mod ring;
pub mod ring_handles;
pub mod rings;
pub mod view;
pub mod viewport;
pub mod visible_area;
