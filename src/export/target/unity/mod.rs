//! Unity: a package, and the scene as an asset of its own kind.

use crate::export::convert::Converted;
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::ExportOptions;

pub(super) const ABOUT: About = About {
    id: "unity",
    label: "Unity",
    description: "A package with an importer, and the scene as an asset of its own: paths are drawn in the Scene view, agents move to the bit.",
    space: Space::Spatial,
    usual: ExportOptions::AS_AUTHORED,
};

pub(super) fn files(_: &Converted, _: &str) -> Result<Vec<OutputFile>, ExportError> {
    Err(ExportError::Table("not built yet".into()))
}
