//! Backups of saved scenes, and restoring them.

use crate::window::{Window, at};
use egui::Key;
use std::path::Path;
use std::time::{Duration, SystemTime};
use steerwright::editor::files::backups::{Backups, MAX_BACKUPS, MAX_SCENES};
use steerwright_authoring::sample;
use steerwright_format::save_scene;

fn texts(backups: &Backups, path: &Path) -> Vec<String> {
    let kept = backups.list(path).into_iter();
    kept.map(|backup| std::fs::read_to_string(backup.file).unwrap())
        .collect()
}

#[test]
fn the_newest_versions_are_kept_once_each() {
    let folder = tempfile::tempdir().unwrap();
    let backups = Backups::in_folder(&folder.path().join("backups"));
    let file = folder.path().join("a.scene.json");
    backups.keep(&file).unwrap();
    assert_eq!(texts(&backups, &file), Vec::<String>::new());
    for version in 0..MAX_BACKUPS + 5 {
        std::fs::write(&file, format!("version {version}")).unwrap();
        backups.keep(&file).unwrap();
        backups.keep(&file).unwrap();
    }
    let expected: Vec<String> = (5..MAX_BACKUPS + 5)
        .rev()
        .map(|version| format!("version {version}"))
        .collect();
    assert_eq!(texts(&backups, &file), expected);
    let times: Vec<SystemTime> = backups.list(&file).iter().map(|b| b.saved).collect();
    assert!(times.is_sorted_by(|a, b| a > b));
    let other = folder.path().join("b.scene.json");
    assert_eq!(backups.list(&other), []);
    // An older file that comes back is still the newest version.
    std::fs::write(&file, "restored").unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(3600);
    let opened = std::fs::File::options().write(true).open(&file).unwrap();
    opened.set_modified(long_ago).unwrap();
    backups.keep(&file).unwrap();
    assert_eq!(texts(&backups, &file)[0], "restored");
}

#[test]
fn the_backups_of_the_oldest_scenes_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("backups");
    let backups = Backups::in_folder(&kept);
    for scene in 0..MAX_SCENES + 2 {
        let file = folder.path().join(format!("{scene}.scene.json"));
        std::fs::write(&file, "scene").unwrap();
        backups.keep(&file).unwrap();
    }
    assert_eq!(std::fs::read_dir(&kept).unwrap().count(), MAX_SCENES);
}

#[test]
fn a_backup_is_restored_as_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let data = tempfile::tempdir().unwrap();
    let file = folder.path().join("guard.scene.json");
    let begun = sample::first_scene();
    save_scene(&begun, &file).unwrap();
    let mut window = Window::with_data(&file, data.path());
    window.menu("File", "Restore a backup");
    assert!(window.says("There are no backups of this scene yet"));
    window.click_button("Close");
    window.key(Key::T);
    let p = window.pos(at(1.0, 1.0));
    window.click(p);
    window.key(Key::V);
    let edited = window.scene().clone();
    assert_ne!(edited, begun);
    window.ctrl(Key::S);
    window.menu("File", "Restore a backup");
    assert!(window.says("You can undo restoring"));
    // The newest is what was just saved; below it is the version that the save replaced.
    let versions: Vec<_> = window.backup_rows();
    assert_eq!(versions.len(), 2);
    window.click(versions[1]);
    window.click_button("Restore");
    assert_eq!(window.scene(), &begun);
    assert!(window.app().session().is_dirty(), "the file is unchanged");
    window.ctrl(Key::Z);
    assert_eq!(window.scene(), &edited);
}
