//! LÖVE: the scene, its paths as a Lua table, and a folder beside them that LÖVE runs.

use crate::runtime::RuntimeLanguage;
use crate::target::picture::scene_text;
use crate::target::{KeptEditorData, Space, TargetGroup, TargetInfo, tiled};
use crate::{ExportError, OutputFile};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::ExportOptions;

pub(super) const INFO: TargetInfo = TargetInfo {
    id: "love",
    label: "LÖVE",
    description: "The Lua runtime with the scene, its paths as a Lua table, and a small game that plays it.",
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

/// The small game, its settings, walls for LÖVE's physics and the pictures: beside the runtime,
/// where no game of the person's own is.
const GAME: [(&str, &str); 4] = [
    (
        "main.lua",
        include_str!("../../../../../runtimes/lua/love/main.lua"),
    ),
    (
        "walls.lua",
        include_str!("../../../../../runtimes/lua/love/walls.lua"),
    ),
    (
        "pictures.lua",
        include_str!("../../../../../runtimes/lua/love/pictures.lua"),
    ),
    (
        "conf.lua",
        include_str!("../../../../../runtimes/lua/love/conf.lua"),
    ),
];

pub(super) fn files(placed: &PlacedScene, file_name: &str) -> Result<Vec<OutputFile>, ExportError> {
    let scene = OutputFile::new(format!("{file_name}.steer.json"), scene_text(placed));
    let mut files = vec![scene, tiled::lua_file(placed, file_name)?];
    let shared = |name: &str, text: &[u8]| OutputFile::new(format!("steerwright/{name}"), text);
    files.extend(
        RuntimeLanguage::Lua
            .library()
            .iter()
            .map(|file| shared(&file.name, &file.bytes)),
    );
    files.extend(
        GAME.iter()
            .map(|(name, text)| shared(name, text.as_bytes())),
    );
    files.push(shared("README-love.md", include_bytes!("README.md")));
    Ok(files)
}
