//! Unity: a package, and the scene as an asset of its own type.
//!
//! The asset has the content of `NAME.steer.json`; the package's importer creates Unity objects
//! from it. Unity refers to files by the ids in their `.meta` files, so the ids of the package's
//! files never change: see [`meta`].

mod meta;

use crate::runtime::RuntimeLanguage;
use crate::target::picture::scene_text;
use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo};
use crate::{ExportError, OutputFile};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::ExportOptions;

/// The extension of the asset. Not `.json`, which Unity imports itself.
pub(crate) const EXTENSION: &str = "steerwright";

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "unity",
    label: "Unity",
    description: "A package with an importer, and the scene as an asset: paths are drawn in the Scene view, and agents move bit for bit as in the editor.",
    group: TargetGroup::Engines,
    space: Space::Spatial,
    length_unit: "units",
    editor_data: KeptEditorData::Pictures,
    default_options: ExportOptions::AS_AUTHORED,
};

/// The files of the package, in addition to the runtime's and [`manifest`].
const PACKAGE: [(&str, &str); 16] = [
    ("README-unity.md", include_str!("README.md")),
    ("Runtime/Steerwright.asmdef", include_str!("Runtime.asmdef")),
    (
        "Runtime/SteerwrightAgent.cs",
        include_str!("../../../../../runtimes/csharp/unity/SteerwrightAgent.cs"),
    ),
    (
        "Runtime/SteerwrightAxes.cs",
        include_str!("../../../../../runtimes/csharp/unity/SteerwrightAxes.cs"),
    ),
    (
        "Runtime/SteerwrightBody.cs",
        include_str!("../../../../../runtimes/csharp/unity/SteerwrightBody.cs"),
    ),
    (
        "Runtime/SteerwrightPictures.cs",
        include_str!("../../../../../runtimes/csharp/unity/SteerwrightPictures.cs"),
    ),
    (
        "Runtime/SteerwrightPreset.cs",
        include_str!("../../../../../runtimes/csharp/unity/SteerwrightPreset.cs"),
    ),
    (
        "Runtime/SteerwrightScene.cs",
        include_str!("../../../../../runtimes/csharp/unity/SteerwrightScene.cs"),
    ),
    (
        "Runtime/SteerwrightWalls.cs",
        include_str!("../../../../../runtimes/csharp/unity/SteerwrightWalls.cs"),
    ),
    (
        "Runtime/SteerwrightWorld.cs",
        include_str!("../../../../../runtimes/csharp/unity/SteerwrightWorld.cs"),
    ),
    (
        "Editor/Steerwright.Editor.asmdef",
        include_str!("Editor.asmdef"),
    ),
    (
        "Editor/SteerwrightDrawing.cs",
        include_str!("Editor/SteerwrightDrawing.cs"),
    ),
    (
        "Editor/SteerwrightImporter.cs",
        include_str!("Editor/SteerwrightImporter.cs"),
    ),
    (
        "Editor/SteerwrightInspectors.cs",
        include_str!("Editor/SteerwrightInspectors.cs"),
    ),
    (
        "Editor/SteerwrightMenu.cs",
        include_str!("Editor/SteerwrightMenu.cs"),
    ),
    (
        "Editor/SteerwrightPrefabs.cs",
        include_str!("Editor/SteerwrightPrefabs.cs"),
    ),
];

/// The package's folders, which have ids as well.
const FOLDERS: [&str; 2] = ["Runtime", "Editor"];

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    let mut package: Vec<OutputFile> = PACKAGE
        .map(|(name, text)| OutputFile::new(name.into(), text))
        .into();
    package.push(OutputFile::new("package.json".into(), manifest()));
    let runtime = RuntimeLanguage::CSharp
        .files()
        .into_iter()
        .filter(|file| file.name != "Example.cs");
    package.extend(runtime.map(|file| OutputFile {
        name: format!("Runtime/{}", file.name),
        ..file
    }));

    let metas = package
        .iter()
        .map(|file| meta::of_file(&file.name))
        .chain(FOLDERS.map(meta::of_folder))
        .collect::<Vec<_>>();
    let mut files = vec![OutputFile::new(
        format!("{file_name}.{EXTENSION}"),
        scene_text(placed),
    )];
    let inside = |file: OutputFile| OutputFile {
        name: format!("steerwright/{}", file.name),
        ..file
    };
    files.extend(package.into_iter().chain(metas).map(inside));
    Ok(files)
}

/// The package manifest, `package.json`.
fn manifest() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        r#"{{
    "name": "com.steerwright.runtime",
    "version": "{version}",
    "displayName": "Steerwright",
    "description": "Imports Steerwright scenes and moves their agents exactly as in the editor.",
    "unity": "2020.3",
    "dependencies": {{
        "com.unity.modules.physics": "1.0.0",
        "com.unity.modules.physics2d": "1.0.0"
    }},
    "license": "MIT OR Apache-2.0"
}}
"#
    )
}
