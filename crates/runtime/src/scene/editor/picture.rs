//! Pictures that are shown underneath a scene, such as the drawing of a level.

use crate::scene::{PictureId, xy};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// A picture that is drawn underneath everything else, in the order of the list. It has no effect
/// on the simulation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Picture {
    /// The id of the picture, unique within the scene. It never changes.
    pub id: PictureId,
    /// The display name. It need not be unique.
    #[serde(default)]
    pub name: String,
    /// The image file. A relative path starts at the folder of the scene file. Parts are separated
    /// by "/" on every system.
    pub file: String,
    /// The position of the center, u.
    #[serde(default, with = "xy")]
    #[cfg_attr(feature = "schema", schemars(with = "xy::PointSchema"))]
    pub position: DVec2,
    /// The width before the rotation, 1e-6 to 1e9 u. The image is stretched to it.
    pub width: f64,
    /// The height before the rotation, 1e-6 to 1e9 u.
    pub height: f64,
    /// The counterclockwise rotation about the center, -360 to 360 degrees.
    #[serde(default, skip_serializing_if = "crate::scene::file::is_zero")]
    pub rotation: f64,
    /// Whether left and right are exchanged, before the rotation.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub mirrored: bool,
    /// The opacity, 0 (invisible) to 1.
    #[serde(default = "opaque")]
    pub opacity: f64,
}

fn opaque() -> f64 {
    1.0
}

impl Picture {
    /// Whether its file is in the folder of the scene file or below, as its name says.
    #[must_use]
    pub fn is_beside_scene(&self) -> bool {
        let is_plain = |part: &str| !part.is_empty() && part != "..";
        // Drives, addresses, and separators of Windows.
        !self.file.contains([':', '\\']) && self.file.split('/').all(is_plain)
    }

    /// A picture at the origin, with this width and height, u.
    pub fn new(
        id: PictureId,
        name: impl Into<String>,
        file: impl Into<String>,
        size: DVec2,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            file: file.into(),
            position: DVec2::ZERO,
            width: size.x,
            height: size.y,
            rotation: 0.0,
            mirrored: false,
            opacity: opaque(),
        }
    }
}
