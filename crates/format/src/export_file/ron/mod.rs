//! Scenes in RON: the assets of the Bevy plugin. Reading them is a feature of its own, because it
//! compiles every type of a scene for another reader.

#[cfg(feature = "read-ron")]
mod read;

#[cfg(feature = "read-ron")]
pub use read::{read_pictures, read_ron};

use super::exported_picture::ExportedPicture;
use super::placed_scene::PlacedScene;
use crate::MIN_READER;
use glam::DVec2;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use steerwright_runtime::scene::{Plane, Scene, xy};

const FORMAT: &str = "steerwright-ron";
const VERSION: u64 = 1;
/// The depth at which nodes, agents and markers get one line each.
const DEPTH: usize = 5;

/// How the scene is placed in the game; y is up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct RonPlacement {
    /// The plane of the game in which the scene lies.
    #[serde(default)]
    pub plane: Plane,
    /// Game units per authored unit.
    #[serde(default = "one")]
    pub scale: f64,
    /// The authored position that is (0, 0) in the game, in authored units.
    #[serde(default, with = "xy")]
    pub origin: DVec2,
}

fn one() -> f64 {
    1.0
}

impl Default for RonPlacement {
    fn default() -> Self {
        Self {
            plane: Plane::default(),
            scale: one(),
            origin: DVec2::ZERO,
        }
    }
}

#[derive(Serialize)]
struct File {
    format: String,
    format_version: u64,
    min_reader: u64,
    placement: RonPlacement,
    scene: Scene,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pictures: Vec<ExportedPicture>,
}

/// The text of `*.steer.ron`.
///
/// # Errors
/// The error of the RON serializer.
pub fn text(placed: &PlacedScene) -> Result<String, ron::Error> {
    text_with_pictures(placed, Vec::new())
}

/// The text of `*.steer.ron` with pictures underneath, whose y points up.
///
/// # Errors
/// The error of the RON serializer.
pub fn text_with_pictures(
    placed: &PlacedScene,
    pictures: Vec<ExportedPicture>,
) -> Result<String, ron::Error> {
    let PlacedScene {
        scene,
        plane,
        scale,
        origin,
        ..
    } = placed;
    let placement = RonPlacement {
        plane: *plane,
        scale: *scale,
        origin: *origin,
    };
    // Not for games; remembered exports also contain the author's folder names.
    let scene = Scene {
        editor: Arc::default(),
        ..scene.clone()
    };
    let file = File {
        format: FORMAT.into(),
        format_version: VERSION,
        min_reader: MIN_READER,
        placement,
        scene,
        pictures,
    };
    let pretty = PrettyConfig::new()
        .new_line("\n")
        .indentor("  ")
        .depth_limit(DEPTH)
        .extensions(Extensions::IMPLICIT_SOME);
    // Without its type, the serializer is compiled once.
    let file: &dyn erased_serde::Serialize = &file;
    let text = ron::ser::to_string_pretty(file, pretty)?;
    Ok(text + "\n")
}
