//! Phaser: paths in its own JSON, and a page.

use crate::export::convert::Converted;
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::ExportOptions;

pub(super) const ABOUT: About = About {
    id: "phaser",
    label: "Phaser",
    description: "Paths in the JSON of Phaser itself, the scene, and a page that plays it.",
    space: Space::Flat,
    usual: ExportOptions { y_down: true, scale: 32.0, ..ExportOptions::AS_AUTHORED },
};

pub(super) fn files(_: &Converted, _: &str) -> Result<Vec<OutputFile>, ExportError> {
    Err(ExportError::Table("not built yet".into()))
}
