//! `NAME.steer.json`: a scene for any game, written by [`export_file`].

use crate::authored::with_authored;
use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo};
use crate::{ExportError, OutputFile, schema};
use steerwright_format::export_file::{self, PlacedScene};
use steerwright_runtime::scene::ExportOptions;

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "json",
    label: "JSON for any game",
    description: "One JSON file with paths, walls, agents and behaviors: curves as points, and waits in ticks.",
    group: TargetGroup::Data,
    space: Space::Spatial,
    length_unit: "units",
    editor_data: KeptEditorData::None,
    default_options: ExportOptions::AS_AUTHORED,
};

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    Ok(vec![
        OutputFile::new(
            format!("{file_name}.steer.json"),
            with_authored(export_file::text(placed), placed),
        ),
        OutputFile::new("steerwright/steer.schema.json".into(), schema::EXPORT),
        OutputFile::new(
            "steerwright/README-json.md".into(),
            include_str!("README.md"),
        ),
    ])
}
