//! Unity: a package, and the scene as an asset of its own kind.
//!
//! The asset holds what `NAME.steer.json` holds; the importer of the package makes Unity's objects of it. Unity names files by the
//! ids in their `.meta` files, so those of the package never change: see [`meta`].

mod meta;

use crate::runtime::RuntimeLanguage;
use crate::target::{Space, TargetInfo};
use crate::{ExportError, OutputFile};
use steerwright_format::export_file;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::ExportOptions;

/// How the name of the asset ends. Not `.json`, which Unity reads itself.
pub(crate) const EXTENSION: &str = "steerwright";

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "unity",
    label: "Unity",
    description: "A package with an importer, and the scene as an asset of its own: paths are drawn in the Scene view, agents move to the bit.",
    space: Space::Spatial,
    default_options: ExportOptions::AS_AUTHORED,
};

/// The files of the package, beside the runtime's and [`manifest`].
const PACKAGE: [(&str, &str); 11] = [
    ("README-unity.md", include_str!("README.md")),
    ("Runtime/Steerwright.asmdef", include_str!("Runtime.asmdef")),
    (
        "Runtime/SteerwrightAgent.cs",
        include_str!("../../../../../runtimes/csharp/unity/SteerwrightAgent.cs"),
    ),
    (
        "Runtime/SteerwrightGround.cs",
        include_str!("../../../../../runtimes/csharp/unity/SteerwrightGround.cs"),
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
        "Editor/SteerwrightMenu.cs",
        include_str!("Editor/SteerwrightMenu.cs"),
    ),
];

/// Its folders, which Unity gives ids as well.
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
        export_file::text(placed),
    )];
    let inside = |file: OutputFile| OutputFile {
        name: format!("steerwright/{}", file.name),
        ..file
    };
    files.extend(package.into_iter().chain(metas).map(inside));
    Ok(files)
}

/// What makes the folder a package: `package.json`.
fn manifest() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        r#"{{
    "name": "com.steerwright.runtime",
    "version": "{version}",
    "displayName": "Steerwright",
    "description": "Moves agents as they moved in Steerwright, and imports its scenes.",
    "unity": "2020.3",
    "license": "MIT OR Apache-2.0"
}}
"#
    )
}
