//! Godot 3 and 4: curves, scenes, and the runtime attached. One emitter, two dialects.

use crate::export::convert::Converted;
use crate::export::target::{About, Space};
use crate::export::{ExportError, OutputFile};
use crate::scene::ExportOptions;

const PIXELS: ExportOptions = ExportOptions { y_down: true, scale: 32.0, ..ExportOptions::AS_AUTHORED };

pub(super) const ABOUT_4: About = About {
    id: "godot4",
    label: "Godot 4",
    description: "A scene with paths as Path2D, agents as nodes and the runtime attached, and every path as a Curve2D.",
    space: Space::Spatial,
    usual: PIXELS,
};

pub(super) const ABOUT_3: About = About {
    id: "godot3",
    label: "Godot 3",
    description: "The same in the dialect of Godot 3: a scene with Path2D, agents and the runtime, and every path as a Curve2D.",
    space: Space::Spatial,
    usual: PIXELS,
};

pub(super) fn files_4(_: &Converted, _: &str) -> Result<Vec<OutputFile>, ExportError> {
    Err(ExportError::Table("not built yet".into()))
}

pub(super) fn files_3(_: &Converted, _: &str) -> Result<Vec<OutputFile>, ExportError> {
    Err(ExportError::Table("not built yet".into()))
}
