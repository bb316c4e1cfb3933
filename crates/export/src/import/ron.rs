//! Imports the asset for Bevy.

use super::pictures;
use steerwright_format::FormatError;
use steerwright_format::export_file::ron::{read_pictures, read_ron};
use steerwright_runtime::scene::Scene;

pub(super) fn read(text: &str) -> Result<Scene, FormatError> {
    pictures::scene_with(read_ron(text)?, read_pictures(text)?)
}
