//! How a scene is converted to the units and axes of a game.

use crate::scene::Point;
use serde::{Deserialize, Serialize};

/// The smallest [`ExportOptions::scale`].
pub const MIN_SCALE: f64 = 1e-6;
/// The largest [`ExportOptions::scale`].
pub const MAX_SCALE: f64 = 1e6;
/// The longest trace that can be asked for, s.
pub const MAX_TRACE_SECONDS: f64 = 1e6;

/// How a scene is placed in the game's space, and what goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportOptions {
    /// Whether y grows downward in the game; in the x-z plane, whether z grows toward the viewer.
    #[serde(default)]
    pub y_down: bool,
    /// Which axis of the game the scene's y runs along.
    #[serde(default)]
    pub plane: Plane,
    /// Game units in a unit of the scene, from [`MIN_SCALE`] to [`MAX_SCALE`]. Lengths, speeds and forces are multiplied by it.
    #[serde(default = "default_scale")]
    pub scale: f64,
    /// The place of the scene that becomes (0, 0) in the game, u.
    #[serde(default)]
    pub origin: Point,
    /// Adds the trace of the run over this many seconds, 0 to [`MAX_TRACE_SECONDS`]: the proof that the game moves the same.
    ///
    /// It is the run of the exported numbers. So a port meets it bit for bit, whatever the scale; with a scale of 1 and the
    /// scene's own origin it is the editor's own run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with_trace: Option<f64>,
}

/// The plane of the game that the scene lies in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Plane {
    /// For 2D games: x and y.
    #[default]
    Xy,
    /// For 3D games with y upward: x and z, the ground.
    Xz,
}

impl ExportOptions {
    /// The scene as it is: y up, in its own unit, around its own origin.
    pub const AS_AUTHORED: Self = Self {
        y_down: false,
        plane: Plane::Xy,
        scale: 1.0,
        origin: Point { x: 0.0, y: 0.0 },
        with_trace: None,
    };
}

impl Default for ExportOptions {
    fn default() -> Self {
        Self::AS_AUTHORED
    }
}

fn default_scale() -> f64 {
    1.0
}
