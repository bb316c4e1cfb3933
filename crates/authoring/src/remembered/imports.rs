//! Maps that a scene remembers to have imported.

use crate::remembered::exports::{folder_of, folder_text, normalize};
use std::path::{Path, PathBuf};
use steerwright_runtime::scene::Scene;
use steerwright_runtime::scene::editor::RememberedImport;

/// What the scene, whose file is `scene_file`, remembers of the import of a map.
pub fn remembered<'a>(
    scene: &'a Scene,
    map: &Path,
    scene_file: Option<&Path>,
) -> Option<&'a RememberedImport> {
    let map = absolute(map);
    let beside = folder(scene_file);
    let mut imports = scene.editor.imports.iter();
    imports.find(|import| absolute(&folder_of(&import.file, beside.as_deref())) == map)
}

/// The text by which the scene remembers a map: as before, or relative to the folder of the scene.
pub fn file_text(scene: &Scene, map: &Path, scene_file: Option<&Path>) -> String {
    match remembered(scene, map, scene_file) {
        Some(import) => import.file.clone(),
        None => folder_text(&absolute(map), folder(scene_file).as_deref()),
    }
}

/// Makes the stored paths of all maps relative to another folder, to which the scene is saved.
pub fn rebase(scene: &mut Scene, from: Option<&Path>, to: Option<&Path>) {
    if from == to || scene.editor.imports.is_empty() {
        return;
    }
    for import in &mut scene.editor_mut().imports {
        let map = folder_of(&import.file, from);
        if map.is_absolute() {
            import.file = folder_text(&normalize(&map), to);
        }
    }
}

fn folder(scene_file: Option<&Path>) -> Option<PathBuf> {
    absolute(scene_file?).parent().map(Path::to_owned)
}

fn absolute(path: &Path) -> PathBuf {
    normalize(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_found_again_from_the_folder_of_the_scene() {
        let mut scene = Scene::default();
        let (map, file) = (
            Path::new("/game/maps/yard.tmx"),
            Path::new("/game/scenes/yard.scene.json"),
        );
        let text = file_text(&scene, map, Some(file));
        assert_eq!(text, "../maps/yard.tmx");
        scene.editor_mut().imports.push(RememberedImport::new(text));
        assert!(remembered(&scene, map, Some(file)).is_some());
        assert!(remembered(&scene, Path::new("/game/maps/other.tmx"), Some(file)).is_none());
    }
    #[test]
    fn a_map_stays_known_when_the_scene_moves_to_another_folder() {
        let mut scene = Scene::default();
        let map = Path::new("/game/maps/yard.tmx");
        let text = file_text(&scene, map, None);
        assert_eq!(text, "/game/maps/yard.tmx");
        scene.editor_mut().imports.push(RememberedImport::new(text));
        let mut from = None;
        for (folder, text) in [
            ("/game", "maps/yard.tmx"),
            ("/game/scenes/night", "../../maps/yard.tmx"),
            ("/game/maps", "yard.tmx"),
        ] {
            rebase(&mut scene, from, Some(Path::new(folder)));
            assert_eq!(scene.editor.imports[0].file, text);
            from = Some(Path::new(folder));
        }
    }
}
