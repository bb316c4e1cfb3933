//! Imports the asset for Bevy.

use steerwright_format::FormatError;
use steerwright_format::export_file::as_authored;
use steerwright_format::export_file::ron::read_ron;
use steerwright_runtime::scene::Scene;

pub(super) fn read(text: &str) -> Result<Scene, FormatError> {
    let exported = read_ron(text)?;
    as_authored(exported.scene, exported.scale, exported.origin)
}
