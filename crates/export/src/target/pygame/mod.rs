//! pygame: `NAME.steer.json`, and in `steerwright/` the runtime as a package, a view of scenes, and
//! a player.

use crate::runtime::RuntimeLanguage;
use crate::target::picture::scene_text;
use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo};
use crate::{ExportError, OutputFile};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::ExportOptions;

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "pygame",
    label: "pygame",
    description: "The scene with the Python runtime as a package, and a program that plays it.",
    group: TargetGroup::Engines,
    space: Space::Flat,
    length_unit: "pixels",
    editor_data: KeptEditorData::Pictures,
    default_options: ExportOptions {
        y_down: true,
        scale: 32.0,
        ..ExportOptions::AS_AUTHORED
    },
};

/// What goes beside the runtime.
const BESIDE: [(&str, &str); 6] = [
    ("__init__.py", include_str!("__init__.py")),
    ("view.py", include_str!("view.py")),
    ("walls.py", include_str!("walls.py")),
    ("pictures.py", include_str!("pictures.py")),
    ("play.py", include_str!("play.py")),
    ("README-pygame.md", include_str!("README.md")),
];

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    let mut files = vec![OutputFile::new(
        format!("{file_name}.steer.json"),
        scene_text(placed),
    )];
    let runtime = RuntimeLanguage::Python.library();
    files.extend(
        runtime
            .into_iter()
            .chain(BESIDE.map(|(name, text)| OutputFile::new(name.into(), text)))
            .map(|file| OutputFile {
                name: format!("steerwright/{}", file.name),
                ..file
            }),
    );
    Ok(files)
}
