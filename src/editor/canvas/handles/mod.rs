//! What tools show: rings, boxes and previews.

pub(crate) mod preview;
pub(crate) mod rings;
pub(crate) mod snapped;
pub(crate) mod transform_box;
