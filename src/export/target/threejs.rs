//! three.js: curves in its own JSON, and a page.

use crate::export::convert::Converted;
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::ExportOptions;

pub(super) const ABOUT: About = About {
    id: "threejs",
    label: "three.js",
    description: "Curves in the JSON of three.js itself, the scene, and a page that plays it in 3D.",
    space: Space::Spatial,
    usual: ExportOptions { y_down: true, plane: crate::scene::Plane::Xz, ..ExportOptions::AS_AUTHORED },
};

pub(super) fn files(_: &Converted, _: &str) -> Result<Vec<OutputFile>, ExportError> {
    Err(ExportError::Table("not built yet".into()))
}
