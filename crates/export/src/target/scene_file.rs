//! `NAME.scene.json`: a scene file of the editor.

use crate::target::{Space, TargetInfo};
use crate::{ExportError, OutputFile};
use std::sync::Arc;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::{SCENE_EXTENSION, write_scene};
use steerwright_runtime::scene::{ExportOptions, Scene};

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "scene",
    label: "Scene file",
    description: "A scene file, for Rust and Bevy games.",
    space: Space::Authored,
    default_options: ExportOptions::AS_AUTHORED,
};

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    let scene = Scene {
        editor: Arc::default(),
        ..placed.authored.clone()
    };
    Ok(vec![OutputFile::new(
        format!("{file_name}.{SCENE_EXTENSION}"),
        write_scene(&scene)?,
    )])
}
