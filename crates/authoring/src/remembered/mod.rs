//! What a scene remembers of exports and imports.

pub mod exports;
pub mod imports;
