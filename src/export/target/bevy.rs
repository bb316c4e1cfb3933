//! `NAME.steer.ron`: an asset for Bevy.

use crate::export::convert::Converted;
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::ExportOptions;

pub(super) const ABOUT: About = About {
    id: "bevy",
    label: "Bevy",
    description: "A RON asset for the bevy_steerwright plugin, reloaded while the game runs.",
    space: Space::Spatial,
    usual: ExportOptions::AS_AUTHORED,
};

pub(super) fn files(_: &Converted, _: &str) -> Result<Vec<OutputFile>, ExportError> {
    Err(ExportError::Table("not built yet".into()))
}
