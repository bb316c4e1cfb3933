//! Small dialogs.

pub mod picture_scale;
pub mod simplify;
