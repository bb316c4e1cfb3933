//! Vectors, polylines, curves and grid cells.
//!
//! All functions compute with `f64` and use only `+ - * / sqrt` and comparisons, in a fixed order.
//! Any language with IEEE 754 doubles can therefore reproduce their results exactly. Lengths are in
//! the unit of the scene ("u").

pub mod catmull_rom;
pub mod cell_way;
pub mod cells;
pub mod decimal;
pub mod polyline;
pub mod rotation;
pub mod vector;

pub use cells::{Cell, CellGrid};
pub use polyline::Polyline;
