//! `NAME.steer.ron`: an asset for Bevy and the `bevy_steerwright` plugin.
//!
//! It holds the scene as it is saved, moved to the game's unit and origin, and the plane it lies in. Bevy's axes are what they are, so
//! y is up in it whatever is asked for.

use crate::target::{Space, TargetInfo};
use crate::{ExportError, OutputFile};
use steerwright_format::export_file::PlacedScene;
use steerwright_format::export_file::ron;
use steerwright_runtime::scene::ExportOptions;

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "bevy",
    label: "Bevy",
    description: "A RON asset for the bevy_steerwright plugin, reloaded while the game runs.",
    space: Space::Spatial,
    default_options: ExportOptions::AS_AUTHORED,
};

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    let text = ron::text(placed).map_err(|error| ExportError::Encode(error.to_string()))?;
    Ok(vec![
        OutputFile::new(format!("{file_name}.steer.ron"), text),
        OutputFile::new(
            "steerwright/README-bevy.md".into(),
            include_str!("README.md"),
        ),
    ])
}
