//! `NAME.scene.json`: the scene as the editor saves it.

use crate::export::convert::Converted;
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::ExportOptions;
use crate::scene::format::{SCENE_EXTENSION, write_scene};

pub(super) const ABOUT: About = About {
    id: "scene",
    label: "Scene file",
    description: "The scene as the editor saves it: for the Rust library, for Bevy, and for keeping.",
    space: Space::Authored,
    usual: ExportOptions::AS_AUTHORED,
};

pub(super) fn files(converted: &Converted, stem: &str) -> Result<Vec<OutputFile>, ExportError> {
    Ok(vec![OutputFile::new(format!("{stem}.{SCENE_EXTENSION}"), write_scene(&converted.authored)?)])
}
