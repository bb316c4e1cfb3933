//! Files that are open in two editors.

use crate::window::Window;
use egui::Key;
use std::path::Path;
use steerwright::editor::files::open_files::{Claim, claim};
use steerwright_authoring::sample;
use steerwright_format::{load_scene, save_scene};

#[test]
fn a_file_is_claimed_until_the_claim_ends() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("guard.scene.json");
    let first = claim(folder.path(), &file);
    assert!(matches!(first, Claim::Own(_)));
    match claim(folder.path(), &file) {
        Claim::Other(Some(owner)) => {
            assert_eq!(owner.process, std::process::id());
            assert!(!owner.host.is_empty());
        }
        other => panic!("{other:?}"),
    }
    let other_file = claim(folder.path(), Path::new("other.scene.json"));
    assert!(matches!(other_file, Claim::Own(_)));
    drop(first);
    assert!(matches!(claim(folder.path(), &file), Claim::Own(_)));
}

#[test]
fn the_second_editor_says_so_and_asks_before_saving() {
    let folder = tempfile::tempdir().unwrap();
    let data = tempfile::tempdir().unwrap();
    let file = folder.path().join("guard.scene.json");
    save_scene(&sample::first_scene(), &file).unwrap();
    let first = Window::with_data(&file, data.path());
    assert!(!first.says("open in another editor"));
    let mut second = Window::with_data(&file, data.path());
    assert!(second.says("The file is open in another editor"));
    assert!(second.says(&format!("process {}", std::process::id())));
    second.click_button("OK");
    let save = |window: &mut Window| {
        window.ctrl(Key::A);
        window.key(Key::Delete);
        window.ctrl(Key::S);
        window.frames(2);
    };
    save(&mut second);
    assert!(second.says("Save over a file that is open in another editor?"));
    second.click_button("Cancel");
    assert_eq!(load_scene(&file).unwrap().value, sample::first_scene());
    // The other editor has closed the file.
    drop(first);
    second.ctrl(Key::S);
    second.frames(2);
    assert!(!second.says("Save over a file"));
    assert_eq!(&load_scene(&file).unwrap().value, second.scene());
}
