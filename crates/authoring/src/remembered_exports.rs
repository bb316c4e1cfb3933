//! What a scene remembers of its exports: kept, changed and forgotten like anything else that is authored.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use steerwright_runtime::scene::{ExportSetup, Scene};

/// What is remembered of a target.
pub fn remembered<'a>(scene: &'a Scene, to: &str) -> Option<&'a ExportSetup> {
    scene.exports.iter().find(|setup| setup.to == to)
}

/// Remembers `setup`, in place of what was remembered of its target. Returns whether that is anything new.
pub fn remember(scene: &mut Scene, setup: ExportSetup) -> bool {
    if remembered(scene, &setup.to) == Some(&setup) {
        return false;
    }
    let exports = Arc::make_mut(&mut scene.exports);
    match exports.iter_mut().find(|known| known.to == setup.to) {
        Some(known) => *known = setup,
        None => exports.push(setup),
    }
    true
}

/// Forgets what is remembered of a target. Returns whether there was anything.
pub fn forget(scene: &mut Scene, to: &str) -> bool {
    let there = remembered(scene, to).is_some();
    if there {
        Arc::make_mut(&mut scene.exports).retain(|setup| setup.to != to);
    }
    there
}

/// The folder that a remembered text means, for a scene whose file lies in `beside`.
pub fn folder_of(text: &str, beside: Option<&Path>) -> PathBuf {
    match beside {
        Some(beside) if text.is_empty() => beside.to_owned(),
        Some(beside) => beside.join(text),
        None => PathBuf::from(text),
    }
}

/// A folder without "." and ".." in it; what those lead over is taken for plain folders.
pub fn plain(folder: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in folder.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// A folder as it is remembered: from the scene's own folder where both lie in one place, so that they may move together.
pub fn text_of(folder: &Path, beside: Option<&Path>) -> String {
    let from_scene = beside.and_then(|beside| way(beside, folder));
    from_scene.unwrap_or_else(|| folder.display().to_string())
}

/// The way from one absolute folder to another, with "/" between its parts; none if it leads over the root.
fn way(from: &Path, to: &Path) -> Option<String> {
    if let Ok(inside) = to.strip_prefix(from) {
        return slashed(inside.components());
    }
    let plain = |path: &Path| {
        path.is_absolute() && !path.components().any(|part| part == Component::ParentDir)
    };
    if !plain(from) || !plain(to) {
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
    fn a_folder_is_remembered_from_the_scene_where_both_lie_together() {
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
            assert_eq!(text_of(Path::new(folder), beside), text, "{folder}");
            let back = folder_of(text, beside);
            assert_eq!(text_of(&back, beside), text, "{folder}: and back");
        }
        assert_eq!(text_of(Path::new("/srv/game"), None), "/srv/game");
        assert_eq!(folder_of("", beside), scenes);
    }

    #[test]
    fn no_way_out_of_a_folder_and_back_looks_like_a_way_within() {
        for (folder, is) in [
            ("/a/b/../../c", "/c"),
            ("/a/./b/.", "/a/b"),
            ("/../..", "/"),
            ("/a/b/../b", "/a/b"),
        ] {
            assert_eq!(plain(Path::new(folder)), Path::new(is), "{folder}");
        }
    }

    #[test]
    fn what_is_remembered_twice_is_remembered_once() {
        let mut scene = Scene::default();
        let setup = |on_save| ExportSetup {
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
        assert_eq!(*scene.exports, [setup(true)]);
        assert!(
            forget(&mut scene, "json") && !forget(&mut scene, "json") && scene.exports.is_empty()
        );
    }
}
