//! A picture underneath a scene, as exports hold it.

use glam::DVec2;
use serde::{Deserialize, Serialize};
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::PictureId;
use steerwright_runtime::scene::editor::Picture;

/// A picture in the units and axes of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExportedPicture {
    /// Its id in the scene.
    pub id: PictureId,
    /// Its display name.
    pub name: String,
    /// Its file, relative to the folder of the scene.
    pub file: String,
    /// Its center.
    pub x: f64,
    /// Its center.
    pub y: f64,
    /// Its width before the rotation.
    pub width: f64,
    /// Its height before the rotation.
    pub height: f64,
    /// Its rotation, in degrees: from the axis x toward the axis y of the game.
    pub rotation: f64,
    /// Whether left and right are swapped, before the rotation.
    pub mirrored: bool,
    /// From 0, invisible, to 1.
    pub opacity: f64,
    /// Whether it is shown in the editor.
    pub visible: bool,
}

impl ExportedPicture {
    /// The picture of the authored scene.
    #[must_use]
    pub fn as_authored(self, y_down: bool, scale: f64, origin: DVec2) -> Picture {
        let up = |y: f64| if y_down { 0.0 - y } else { y };
        let place = DVec2::new(self.x, up(self.y)) / scale + origin;
        Picture {
            position: DVec2::new(rounded(place.x), rounded(place.y)),
            rotation: up(self.rotation),
            mirrored: self.mirrored,
            opacity: self.opacity,
            ..Picture::new(
                self.id,
                self.name,
                self.file,
                DVec2::new(rounded(self.width / scale), rounded(self.height / scale)),
            )
        }
    }
}
