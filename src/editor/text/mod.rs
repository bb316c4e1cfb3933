//! Text in scripts that the window library does not lay out by itself.

pub mod missing_glyphs;
pub mod visual_order;
