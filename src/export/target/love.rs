//! LÖVE: a folder that runs.

use crate::export::convert::Converted;
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::ExportOptions;

pub(super) const ABOUT: About = About {
    id: "love",
    label: "LÖVE",
    description: "A folder that LÖVE runs, with the Lua runtime and the scene.",
    space: Space::Flat,
    usual: ExportOptions { y_down: true, scale: 32.0, ..ExportOptions::AS_AUTHORED },
};

pub(super) fn files(_: &Converted, _: &str) -> Result<Vec<OutputFile>, ExportError> {
    Err(ExportError::Table("not built yet".into()))
}
