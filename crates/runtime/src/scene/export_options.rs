//! How a scene is converted to the units and axes of a game.

use crate::scene::xy;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// The smallest value of [`ExportOptions::scale`].
pub const MIN_SCALE: f64 = 1e-6;
/// The largest value of [`ExportOptions::scale`].
pub const MAX_SCALE: f64 = 1e6;
/// The largest value of [`ExportOptions::with_trace`], s.
pub const MAX_TRACE_SECONDS: f64 = 1e6;

/// How an export places the scene in the coordinates of the game, and whether it contains a trace.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportOptions {
    /// Whether y points down in the game. In the x-z plane: whether z points toward the viewer.
    #[serde(default)]
    pub y_down: bool,
    /// The plane of the game in which the scene lies.
    #[serde(default)]
    pub plane: Plane,
    /// Game units per authored unit, [`MIN_SCALE`] to [`MAX_SCALE`]. Lengths, speeds and forces are
    /// multiplied by it.
    #[serde(default = "default_scale")]
    pub scale: f64,
    /// The authored position that becomes (0, 0) in the game, u.
    #[serde(default, with = "xy")]
    #[cfg_attr(feature = "schema", schemars(with = "xy::PointSchema"))]
    pub origin: DVec2,
    /// If present, the export contains the trace of a run of this length, 0 to
    /// [`MAX_TRACE_SECONDS`] s. Compare it with the run in the game to check that both are the
    /// same.
    ///
    /// The trace is computed from the exported numbers, so it is exact for every scale. With a
    /// scale of 1 and the origin (0, 0) it is also the run that the editor shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with_trace: Option<f64>,
}

/// The plane of the game in which the scene lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Plane {
    /// The x-y plane, for 2D games.
    #[default]
    Xy,
    /// The x-z plane: the ground of a 3D game in which y points up.
    Xz,
}

impl ExportOptions {
    /// The authored coordinates: y up, the authored unit and origin, no trace.
    pub const AS_AUTHORED: Self = Self {
        y_down: false,
        plane: Plane::Xy,
        scale: 1.0,
        origin: DVec2::ZERO,
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
