//! A scene that was read from an export.

use glam::DVec2;
use steerwright_runtime::scene::{Plane, Scene};

/// An exported scene, with y up as everywhere in this crate.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// The scene, in game units.
    pub scene: Scene,
    /// Whether y points down in the game. Every y that enters or leaves a world then has the
    /// opposite sign in the game.
    pub y_down: bool,
    /// The plane of the game in which the scene lies.
    pub plane: Plane,
    /// Game units per authored unit.
    pub scale: f64,
    /// The authored position that is (0, 0) here.
    pub origin: DVec2,
}
