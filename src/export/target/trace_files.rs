//! The recorded run.

use crate::export::convert::Converted;
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::ExportOptions;

pub(super) const ABOUT: About = About {
    id: "trace",
    label: "Recorded run",
    description: "Where every agent is at every tick: as CSV, and as compact binary with its description.",
    space: Space::Flat,
    usual: ExportOptions { with_trace: Some(10.0), ..ExportOptions::AS_AUTHORED },
};

pub(super) fn files(_: &Converted, _: &str) -> Result<Vec<OutputFile>, ExportError> {
    Err(ExportError::Table("not built yet".into()))
}
