//! Reads assets of the Bevy plugin.

use super::{FORMAT, RonPlacement, VERSION};
use crate::FormatError;
use crate::export_file::{Exported, ExportedPicture};
use crate::{rounding, validate};
use serde::Deserialize;
use steerwright_runtime::scene::Scene;

/// The fields that are checked before the rest is read.
#[derive(Deserialize)]
struct Head {
    format: String,
    #[serde(default)]
    format_version: u64,
    #[serde(default)]
    min_reader: u64,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    placement: RonPlacement,
    scene: Scene,
}

/// The field with the pictures.
#[derive(Deserialize)]
struct Pictures {
    #[serde(default)]
    pictures: Vec<ExportedPicture>,
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
