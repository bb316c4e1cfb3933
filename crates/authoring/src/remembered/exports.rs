//! Export settings that are stored in the scene.

use std::path::{Component, Path, PathBuf};
use steerwright_runtime::scene::Scene;
use steerwright_runtime::scene::editor::RememberedExport;

/// The stored settings of a target.
pub fn remembered<'a>(scene: &'a Scene, to: &str) -> Option<&'a RememberedExport> {
    scene.editor.exports.iter().find(|setup| setup.to == to)
}

/// Stores `setup`, replacing earlier settings of its target. Returns whether anything changed.
pub fn remember(scene: &mut Scene, setup: RememberedExport) -> bool {
    if remembered(scene, &setup.to) == Some(&setup) {
        return false;
    }
    let exports = &mut scene.editor_mut().exports;
    match exports.iter_mut().find(|known| known.to == setup.to) {
        Some(known) => *known = setup,
        None => exports.push(setup),
    }
    true
}

/// Removes the settings of a target. Returns whether there were any.
pub fn forget(scene: &mut Scene, to: &str) -> bool {
    let there = remembered(scene, to).is_some();
    if there {
        scene.editor_mut().exports.retain(|setup| setup.to != to);
    }
    there
}

/// The folder that a stored text refers to, for a scene file in `beside`.
pub fn folder_of(text: &str, beside: Option<&Path>) -> PathBuf {
    match beside {
        Some(beside) if text.is_empty() => beside.to_owned(),
        Some(beside) => beside.join(text),
        None => PathBuf::from(text),
    }
}

/// Resolves "." and ".." lexically, without following symbolic links.
pub fn normalize(folder: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for part in folder.components() {
        match part {
            Component::ParentDir => drop(normalized.pop()),
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                normalized.push(part)
            }
        }
    }
    normalized
}

/// The text to store for a folder: relative to the scene's folder if both share a parent, so that
/// they can be moved together.
pub fn folder_text(folder: &Path, beside: Option<&Path>) -> String {
    let from_scene = beside.and_then(|beside| relative_path(beside, folder));
    from_scene.unwrap_or_else(|| folder.display().to_string())
}

/// The relative path between two absolute folders, with "/" separators. `None` if they share only
/// the root.
fn relative_path(from: &Path, to: &Path) -> Option<String> {
    if let Ok(inside) = to.strip_prefix(from) {
        return slashed(inside.components());
    }
    let is_normalized = |path: &Path| {
        path.is_absolute() && !path.components().any(|part| part == Component::ParentDir)
    };
    if !is_normalized(from) || !is_normalized(to) {
        return None;
    }
    let shared = from
        .components()
        .zip(to.components())
        .take_while(|(a, b)| a == b)
        .count();
    if !from
        .components()
        .take(shared)
        .any(|part| matches!(part, Component::Normal(_)))
    {
        return None;
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    slashed(up.chain(to.components().skip(shared)))
}

fn slashed<'a>(parts: impl Iterator<Item = Component<'a>>) -> Option<String> {
    let parts: Option<Vec<&str>> = parts
        .filter(|part| *part != Component::CurDir)
        .map(|part| part.as_os_str().to_str())
        .collect();
    Some(parts?.join("/"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn folders_near_the_scene_are_stored_as_relative_paths() {
        let scenes = Path::new("/home/ada/game/scenes");
        let beside = Some(scenes);
        for (folder, text) in [
            ("/home/ada/game/scenes", ""),
            ("/home/ada/game/scenes/json", "json"),
            ("/home/ada/game/scenes/../assets", "../assets"),
            ("/home/ada/game/assets/new ones", "../assets/new ones"),
            ("/home/bob", "../../../bob"),
            ("/srv/game", "/srv/game"),
        ] {
            assert_eq!(folder_text(Path::new(folder), beside), text, "{folder}");
            let back = folder_of(text, beside);
            assert_eq!(folder_text(&back, beside), text, "{folder}: and back");
        }
        assert_eq!(folder_text(Path::new("/srv/game"), None), "/srv/game");
        assert_eq!(folder_of("", beside), scenes);
    }

    #[test]
    fn normalize_resolves_dot_and_dot_dot() {
        for (folder, is) in [
            ("/a/b/../../c", "/c"),
            ("/a/./b/.", "/a/b"),
            ("/../..", "/"),
            ("/a/b/../b", "/a/b"),
        ] {
            assert_eq!(normalize(Path::new(folder)), Path::new(is), "{folder}");
        }
    }

    #[test]
    fn storing_a_target_again_replaces_its_settings() {
        let mut scene = Scene::default();
        let setup = |on_save| RememberedExport {
            to: "json".into(),
            folder: "out".into(),
            on_save,
            options: Default::default(),
        };
        assert!(
            remember(&mut scene, setup(false))
                && !remember(&mut scene, setup(false))
                && remember(&mut scene, setup(true))
        );
        assert_eq!(scene.editor.exports, [setup(true)]);
        assert!(
            forget(&mut scene, "json")
                && !forget(&mut scene, "json")
                && scene.editor.exports.is_empty()
        );
    }
}
