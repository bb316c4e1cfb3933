//! Floor 1: points, lines, curves, cells. Knows nothing of agents.
//!
//! Everything here is `f64` with `+ - * / sqrt` and comparisons in the written order, so that a port in any language with
//! doubles gives the same bits.

pub mod catmull_rom;
pub mod cells;
pub mod decimal;
pub mod polyline;
pub mod rotation;
pub mod vector;

pub use cells::{Cell, CellGrid};
pub use polyline::Polyline;
