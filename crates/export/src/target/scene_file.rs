//! `NAME.scene.json`: a scene file of the editor.

use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo};
use crate::{ExportError, OutputFile};
use steerwright_format::export_file::PlacedScene;
use steerwright_format::{SCENE_EXTENSION, write_scene};
use steerwright_runtime::scene::ExportOptions;

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "scene",
    label: "Scene file",
    description: "A scene file, for Rust and Bevy games.",
    group: TargetGroup::Data,
    space: Space::Authored,
    length_unit: "units",
    editor_data: KeptEditorData::None,
    default_options: ExportOptions::AS_AUTHORED,
};

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    Ok(vec![OutputFile::new(
        format!("{file_name}.{SCENE_EXTENSION}"),
        write_scene(&placed.authored)?,
    )])
}
