//! Scenes in RON: the assets of the Bevy plugin.

use super::exported::Exported;
use super::exported_picture::ExportedPicture;
use super::placed_scene::PlacedScene;
use crate::rounding;
use crate::validate;
use crate::{FormatError, MIN_READER};
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

/// The fields that are checked before the rest is read.
#[derive(Deserialize)]
struct Head {
    format: String,
    #[serde(default)]
    format_version: u64,
    #[serde(default)]
    min_reader: u64,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    format_version: u64,
    min_reader: u64,
    #[serde(default)]
    placement: RonPlacement,
    scene: Scene,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pictures: Vec<ExportedPicture>,
}

/// The field with the pictures.
#[derive(Deserialize)]
struct Pictures {
    #[serde(default)]
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

/// Reads a `NAME.steer.ron`: the scene in the game's unit and relative to its origin.
///
/// ```
/// use steerwright_format::export_file::{PlacedScene, ron};
/// use steerwright_runtime::scene::{ExportOptions, Scene};
/// let scene = Scene { name: "Night watch".into(), ..Scene::default() };
/// let placed = PlacedScene::new(&scene, &ExportOptions::default())?;
/// assert_eq!(ron::read_ron(&ron::text(&placed)?)?.scene, scene);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn read_ron(text: &str) -> Result<Exported, FormatError> {
    let head: Head = read(text)?;
    if head.format != FORMAT {
        return Err(FormatError::WrongFormat {
            expected: FORMAT,
            found: format!("{:?}", head.format),
        });
    }
    if head.min_reader > VERSION {
        return Err(FormatError::NewerVersion {
            found: head.format_version,
            needs: head.min_reader,
            known: VERSION,
        });
    }
    let File {
        mut scene,
        placement:
            RonPlacement {
                plane,
                scale,
                origin,
            },
        ..
    } = read(text)?;
    rounding::round_numbers(&mut scene);
    scene.prune_editor_data();
    let errors = validate::placed_errors(&scene);
    if errors.is_empty() {
        Ok(Exported {
            scene,
            y_down: false,
            plane,
            scale,
            origin,
        })
    } else {
        Err(FormatError::Validation(errors))
    }
}

/// The pictures underneath the scene of a `NAME.steer.ron`, the lowest first. Their y points up.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub fn read_pictures(text: &str) -> Result<Vec<ExportedPicture>, FormatError> {
    Ok(read::<Pictures>(text)?.pictures)
}

fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, FormatError> {
    ron::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| {
        let place = error.span.start;
        let message = format!(
            "{}; fix the file in a text editor, or export the scene again",
            error.code
        );
        FormatError::InvalidField {
            pointer: format!("{}:{}", place.line, place.col),
            message,
        }
    })
}
