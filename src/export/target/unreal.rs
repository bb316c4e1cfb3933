//! Unreal: CSV for data tables.

use crate::export::convert::Converted;
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::ExportOptions;

pub(super) const ABOUT: About = About {
    id: "unreal",
    label: "Unreal Engine",
    description: "CSV in the shape that a DataTable imports, and the row structures for it.",
    space: Space::Spatial,
    usual: ExportOptions { scale: 100.0, ..ExportOptions::AS_AUTHORED },
};

pub(super) fn files(_: &Converted, _: &str) -> Result<Vec<OutputFile>, ExportError> {
    Err(ExportError::Table("not built yet".into()))
}
