//! `NAME.steer.ron`: an asset for the Bevy plugin `bevy_steerwright`.
//!
//! It contains the scene in the game's unit and origin, and its plane. As in Bevy, y always points
//! up.

use crate::target::picture::exported_images;
use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo};
use crate::{ExportError, OutputFile};
use steerwright_format::export_file::PlacedScene;
use steerwright_format::export_file::ron;
use steerwright_runtime::scene::ExportOptions;

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "bevy",
    label: "Bevy",
    description: "A RON asset for the plugin bevy_steerwright, with hot reload.",
    group: TargetGroup::Engines,
    space: Space::Spatial,
    length_unit: "units",
    editor_data: KeptEditorData::Pictures,
    default_options: ExportOptions::AS_AUTHORED,
};

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    // As in Bevy, y points up.
    let up = PlacedScene {
        y_down: false,
        ..placed.clone()
    };
    let text = ron::text_with_pictures(placed, exported_images(&up));
    let text = text.map_err(|error| ExportError::Encode(error.to_string()))?;
    Ok(vec![
        OutputFile::new(format!("{file_name}.steer.ron"), text),
        OutputFile::new(
            "steerwright/README-bevy.md".into(),
            include_str!("README.md"),
        ),
    ])
}
