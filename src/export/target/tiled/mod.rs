//! Tiled: object layers in TMX and TMJ, and the Lua table in its form.

use crate::export::convert::Converted;
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::ExportOptions;

pub(super) const ABOUT: About = About {
    id: "tiled",
    label: "Tiled",
    description: "Maps with object layers for Tiled, as TMX and JSON, and a Lua table in its form: polylines, polygons, ellipses and typed properties.",
    space: Space::Flat,
    usual: ExportOptions { y_down: true, scale: 32.0, ..ExportOptions::AS_AUTHORED },
};

pub(super) fn files(_: &Converted, _: &str) -> Result<Vec<OutputFile>, ExportError> {
    Err(ExportError::Table("not built yet".into()))
}
