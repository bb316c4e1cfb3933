//! Items other than agents and paths.

pub(crate) mod areas;
pub(crate) mod cells;
pub(crate) mod markers;
pub(crate) mod pictures;
pub(crate) mod spawners;
pub(crate) mod walls;
