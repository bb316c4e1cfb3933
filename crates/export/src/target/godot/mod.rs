//! Godot 3 and 4: curves, scenes, and the runtime attached. One emitter, two dialects.
//!
//! `NAME.tscn` is what a person opens: paths, markers and agents as Godot's own nodes, and at the
//! root the script that moves the agents as `NAME.steer.json` says. Its curves lie in it, so that
//! what is moved in Godot's editor is all in one file, which can be brought back; `NAME.curves/`
//! holds each of them once more for scenes of the game's own.

mod curve;
mod custom_properties;
mod dialect;
mod names;
mod origin;
pub(crate) mod picture;
pub(crate) mod scene;
mod shape;
pub(crate) mod text;
mod variant;
pub(crate) mod wall;

pub(crate) use curve::points as curve_points;
pub(crate) use dialect::Dialect;
pub(crate) use origin::read as read_origin;

use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo};
use crate::{ExportError, OutputFile};
use steerwright_format::export_file;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::ExportOptions;

const PIXELS: ExportOptions = ExportOptions {
    y_down: true,
    scale: 32.0,
    ..ExportOptions::AS_AUTHORED
};

pub(super) const GODOT4_INFO: TargetInfo = TargetInfo {
    id: "godot4",
    label: "Godot 4",
    description: "A scene with paths as Path2D, agents as nodes and the runtime attached, and every path as a Curve2D.",
    group: TargetGroup::Engines,
    space: Space::Spatial,
    length_unit: "pixels",
    editor_data: KeptEditorData::Outliner,
    default_options: PIXELS,
};

pub(super) const GODOT3_INFO: TargetInfo = TargetInfo {
    id: "godot3",
    label: "Godot 3",
    description: "A scene for Godot 3, with paths as Path2D, agents as nodes and the runtime attached, and every path as a Curve2D.",
    group: TargetGroup::Engines,
    space: Space::Spatial,
    length_unit: "pixels",
    editor_data: KeptEditorData::Outliner,
    default_options: PIXELS,
};

pub(super) fn godot4_files(
    placed: &PlacedScene,
    file_name: &str,
) -> Result<Vec<OutputFile>, ExportError> {
    let readme = OutputFile::new(
        format!("{}README-godot4.md", dialect::ADDON),
        include_str!("README-4.md"),
    );
    files(placed, file_name, Dialect::Four, readme)
}

pub(super) fn godot3_files(
    placed: &PlacedScene,
    file_name: &str,
) -> Result<Vec<OutputFile>, ExportError> {
    let readme = OutputFile::new(
        "steerwright/README-godot3.md".into(),
        include_str!("README-3.md"),
    );
    files(placed, file_name, Dialect::Three, readme)
}

fn files(
    placed: &PlacedScene,
    file_name: &str,
    dialect: Dialect,
    readme: OutputFile,
) -> Result<Vec<OutputFile>, ExportError> {
    let scene = OutputFile::new(
        format!("{file_name}.tscn"),
        scene::text(placed, file_name, dialect)?,
    );
    let mut files = vec![
        scene,
        OutputFile::new(format!("{file_name}.steer.json"), export_file::text(placed)),
    ];
    for path in &placed.scene.paths {
        let name = format!("{file_name}.curves/path-{}.tres", path.id);
        files.push(OutputFile::new(
            name,
            curve::resource(path, placed, dialect)?,
        ));
    }
    files.extend(dialect.runtime());
    files.push(readme);
    Ok(files)
}
