//! Snapping positions to the grid.

use glam::DVec2;

/// Whether positions snap, and to what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// Whether positions snap to the grid.
    pub to_grid: bool,
    /// The distance between the lines, u.
    pub step: f64,
}

impl Default for Snap {
    fn default() -> Self {
        Self { to_grid: false, step: 0.5 }
    }
}

impl Snap {
    /// `p`, or the nearest crossing of the grid. `free` lets go of the grid for as long as a key is held.
    pub fn apply(&self, p: DVec2, free: bool) -> DVec2 {
        if self.to_grid && !free && self.step > 0.0 { (p / self.step).round() * self.step } else { p }
    }
}
