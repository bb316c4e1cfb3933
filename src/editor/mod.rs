//! Floor 6: every pixel.

pub mod export_dialog;
pub mod theme;
pub mod timeline;
