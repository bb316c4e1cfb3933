//! The user's settings for working on the canvas.

use crate::snap::Snap;

/// The default grab radius of nodes, agents, markers and handles, in points.
pub const GRAB_POINTS: f64 = 10.0;
/// The default drag threshold: a press that moves less is a click, in points.
pub const DRAG_POINTS: f64 = 4.0;

/// The user's settings for working on the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToolSettings {
    /// The grab radius of nodes, agents, markers and handles, in points.
    pub grab_points: f64,
    /// The drag threshold, in points. A press that moves less is a click.
    pub drag_points: f64,
    /// The snap settings.
    pub snap: Snap,
}

impl Default for ToolSettings {
    fn default() -> Self {
        Self {
            grab_points: GRAB_POINTS,
            drag_points: DRAG_POINTS,
            snap: Snap::default(),
        }
    }
}
