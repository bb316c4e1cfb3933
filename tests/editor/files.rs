//! Opening and saving: nothing is lost, invalid files change nothing, and errors name the location.

use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use steerwright_format::load_scene;
use steerwright_runtime::scene::Scene;

/// A window with an unsaved change.
fn changed() -> Window {
    let mut window = Window::empty();
    window.key(Key::T);
    let p = window.pos(at(1.0, 2.0));
    window.click(p);
    assert!(window.app().session().is_dirty());
    window.key(Key::V);
    window
}

fn type_path(window: &mut Window, name: &str) {
    let path = window.folder.path().join(name);
    window.frames(2);
    window.ctrl(Key::A);
    window.text(&path.display().to_string());
    window.key(Key::Enter);
    window.frames(3);
}

/// The file in the window's folder, as the editor reads it.
fn saved(window: &Window, name: &str) -> Scene {
    load_scene(&window.folder.path().join(name)).unwrap().value
}

#[test]
fn new_scene_asks_before_discarding_changes() {
    let mut window = changed();
    window.ctrl(Key::N);
    assert!(window.says("Save changes to"));
    window.click_button("Cancel");
    assert_eq!(window.scene().markers.len(), 1);
    assert!(!window.says("Save changes to"));

    window.menu("File", "New scene");
    window.key(Key::Escape);
    assert_eq!(window.scene().markers.len(), 1, "Escape cancels too");

    window.ctrl(Key::N);
    window.click_button("Discard");
    assert!(window.scene().is_empty());
    assert!(!window.app().session().is_dirty());
}

#[test]
fn saving_before_a_new_scene_continues_afterwards() {
    let mut window = changed();
    let before = window.scene().clone();
    window.ctrl(Key::N);
    window.click_button("Save changes");
    type_path(&mut window, "post");
    assert!(window.scene().is_empty());
    let named = Scene {
        name: "post".into(),
        ..before
    };
    assert_eq!(saved(&window, "post.scene.json"), named);
}

#[test]
fn canceling_the_save_dialog_keeps_the_scene() {
    let mut window = changed();
    window.ctrl(Key::N);
    window.click_button("Save changes");
    window.frames(3);
    window.key(Key::Escape);
    assert_eq!(window.scene().markers.len(), 1);
    // A later save only saves.
    window.ctrl(Key::S);
    type_path(&mut window, "post");
    assert_eq!(window.scene().markers.len(), 1);
    assert!(!window.app().session().is_dirty());
}

#[test]
fn saving_and_opening_a_scene_preserves_it() {
    let mut window = changed();
    window.ctrl(Key::S);
    type_path(&mut window, "post");
    let before = window.scene().clone();
    assert!(!window.app().session().is_dirty());
    assert_eq!(window.app().session().title(), "post.scene.json");
    window.ctrl(Key::N);
    assert!(window.scene().is_empty());
    window.ctrl(Key::O);
    type_path(&mut window, "post.scene.json");
    assert_eq!(*window.scene(), before);
    // Saving again does not ask.
    window.key(Key::T);
    let p = window.pos(at(0.5, 0.5));
    window.click(p);
    window.ctrl(Key::S);
    assert!(!window.app().session().is_dirty());
    assert_eq!(saved(&window, "post.scene.json"), *window.scene());
}

#[test]
fn saving_and_opening_every_sample_preserves_it() {
    for (file, scene) in steerwright_authoring::sample::scenes() {
        let window = Window::of(&scene);
        assert_eq!(*window.scene(), scene, "{file}");
    }
}

#[test]
fn an_invalid_file_shows_its_location_and_changes_nothing() {
    let mut window = changed();
    window.ctrl(Key::S);
    type_path(&mut window, "post");
    let before = window.scene().clone();
    let text = std::fs::read_to_string(window.folder.path().join("post.scene.json")).unwrap();
    let broken = text.replacen("\"seed\": 1", "\"seed\": \"one\"", 1);
    assert_ne!(text, broken);
    std::fs::write(window.folder.path().join("broken.scene.json"), broken).unwrap();
    window.ctrl(Key::O);
    type_path(&mut window, "broken.scene.json");
    assert!(window.says("The file was not opened"));
    assert!(
        window.says("broken.scene.json:") && window.says("seed"),
        "which file, and where in it"
    );
    assert_eq!(*window.scene(), before);
    window.key(Key::Enter);
    window.frames(2);
    assert!(!window.says("The file was not opened"));
    assert_eq!(window.app().session().title(), "post.scene.json");
}

#[test]
fn only_the_first_errors_of_many_are_shown() {
    let mut window = Window::first();
    let mut scene = serde_json::json!({ "format": "steerwright-scene", "format_version": 1 });
    scene["agents"] = (0..2_000)
        .map(|id| serde_json::json!({ "id": id, "preset": 9, "x": 0, "y": 0 }))
        .collect();
    std::fs::write(
        window.folder.path().join("faults.scene.json"),
        scene.to_string(),
    )
    .unwrap();
    window.ctrl(Key::O);
    type_path(&mut window, "faults.scene.json");
    assert!(window.says("/agents/0/preset") && window.says("1997 more errors"));
    assert!(!window.says("/agents/1998/preset"));
}

#[test]
fn a_dropped_file_is_opened_and_a_dropped_preset_is_added() {
    let mut window = Window::of(&Scene {
        name: "Dropped".into(),
        ..Scene::default()
    });
    window.ctrl(Key::N);
    assert_eq!(window.scene().name, "Untitled");
    window.drop_file("sample.scene.json");
    assert_eq!(window.scene().name, "Dropped");

    let preset = steerwright_authoring::sample::agents().remove(0);
    steerwright_format::save_preset(&preset, &window.folder.path().join("one.preset.json"))
        .unwrap();
    window.drop_file("one.preset.json");
    assert_eq!(window.scene().presets.len(), 1);
    assert_eq!(window.steps(), ["Load preset"]);
}

#[test]
fn dropping_a_file_asks_about_unsaved_changes() {
    let mut window = changed();
    std::fs::write(window.folder.path().join("other.scene.json"), "{}").unwrap();
    window.drop_file("other.scene.json");
    assert!(window.says("Save changes to"));
    assert_eq!(window.scene().markers.len(), 1);
}

#[test]
fn saving_asks_before_overwriting_external_changes() {
    let mut window = changed();
    window.ctrl(Key::S);
    type_path(&mut window, "post");
    let file = window.folder.path().join("post.scene.json");
    std::fs::write(&file, "someone else's, and of another length").unwrap();
    window.key(Key::T);
    let p = window.pos(at(-1.0, 0.5));
    window.click(p);
    window.ctrl(Key::N);
    window.click_button("Save changes");
    assert!(window.says("The file has changed on disk"));
    window.click_button("Cancel");
    assert!(
        std::fs::read_to_string(&file)
            .unwrap()
            .starts_with("someone")
    );
    assert_eq!(window.scene().markers.len(), 2);
    // The pending action was canceled: a later save only saves.
    window.ctrl(Key::S);
    window.click_button("Overwrite");
    assert_eq!(window.scene().markers.len(), 2);
    assert_eq!(saved(&window, "post.scene.json"), *window.scene());
}

#[test]
fn both_versions_can_be_kept_after_an_external_change() {
    let mut window = changed();
    window.ctrl(Key::S);
    type_path(&mut window, "post");
    let file = window.folder.path().join("post.scene.json");
    std::fs::write(&file, "someone else's").unwrap();
    window.key(Key::T);
    let p = window.pos(at(-1.0, 0.5));
    window.click(p);
    window.ctrl(Key::S);
    assert!(window.says("Your version:") && window.says("The file on disk:"));
    window.click_button("Keep both");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "someone else's");
    assert_eq!(saved(&window, "post (copy).scene.json"), *window.scene());
    assert_eq!(window.app().session().title(), "post (copy).scene.json");
    assert!(!window.app().session().is_dirty());
}

#[test]
fn save_as_to_the_same_file_asks_about_external_changes() {
    let mut window = changed();
    window.ctrl(Key::S);
    type_path(&mut window, "post");
    let file = window.folder.path().join("post.scene.json");
    std::fs::write(&file, "someone else's").unwrap();
    window.ctrl_shift(Key::S);
    type_path(&mut window, "post.scene.json");
    window.click_button("Replace");
    assert!(window.says("The file has changed on disk"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "someone else's");
}

#[test]
fn a_file_that_changes_during_the_dialog_is_asked_about_again() {
    let mut window = changed();
    window.ctrl(Key::S);
    type_path(&mut window, "post");
    let file = window.folder.path().join("post.scene.json");
    std::fs::write(&file, "someone else's").unwrap();
    window.ctrl(Key::S);
    std::fs::write(&file, "someone else's second version").unwrap();
    window.click_button("Overwrite");
    window.frames(2);
    assert!(window.says("The file has changed on disk"));
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "someone else's second version"
    );
    window.click_button("Overwrite");
    assert_eq!(saved(&window, "post.scene.json"), *window.scene());
}

#[test]
fn save_as_does_not_change_the_original_file() {
    let mut window = changed();
    window.ctrl(Key::S);
    type_path(&mut window, "one");
    let first = window.scene().clone();
    window.key(Key::T);
    let p = window.pos(at(-1.0, 0.5));
    window.click(p);
    window.ctrl_shift(Key::S);
    type_path(&mut window, "two");
    assert_eq!(saved(&window, "one.scene.json"), first);
    assert_eq!(saved(&window, "two.scene.json"), *window.scene());
    assert_eq!(window.app().session().title(), "two.scene.json");
}

#[test]
fn saving_to_a_missing_folder_fails_and_keeps_the_scene_dirty() {
    let mut window = changed();
    window.ctrl(Key::S);
    type_path(&mut window, "one");
    window.key(Key::T);
    let p = window.pos(at(-1.0, 0.5));
    window.click(p);
    std::fs::remove_file(window.folder.path().join("one.scene.json")).unwrap();
    std::fs::create_dir(window.folder.path().join("one.scene.json")).unwrap();
    window.ctrl(Key::S);
    if window.says("The file has changed on disk") {
        window.click_button("Overwrite");
    }
    assert!(window.says("The scene was not saved"));
    assert!(window.app().session().is_dirty());
}

#[test]
fn a_preset_is_saved_and_loaded() {
    let mut window = Window::of(&steerwright_authoring::sample::first_scene());
    let name = window.scene().presets[0].name.clone();
    window.click_row(&name);
    window.menu("File", "Save preset");
    type_path(&mut window, "mine");
    assert!(window.folder.path().join("mine.preset.json").is_file());
    let before = window.scene().presets.len();
    window.menu("File", "Load preset");
    type_path(&mut window, "mine.preset.json");
    assert_eq!(window.scene().presets.len(), before + 1);
    let (first, last) = (
        &window.scene().presets[0],
        window.scene().presets.last().unwrap(),
    );
    assert_eq!(first.motion, last.motion);
    assert_eq!(window.steps(), ["Load preset"]);
}

#[test]
fn undoing_to_the_saved_state_clears_the_dirty_flag() {
    let mut window = Window::of(&steerwright_authoring::sample::first_scene());
    let name = window.scene().agents[0].name.clone();
    window.click_row(&name);
    window.key_with(Key::ArrowUp, Modifiers::NONE);
    assert!(window.app().session().is_dirty());
    window.ctrl(Key::Z);
    assert!(!window.app().session().is_dirty());
    window.ctrl(Key::N);
    assert!(window.scene().is_empty(), "and nothing is asked");
    assert!(!window.has(Role::Button, "Discard"));
}

#[test]
#[cfg(unix)]
fn a_pipe_is_refused_without_blocking_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.scene.json");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let window = Window::of_file(&pipe, folder.path());
    assert!(window.says("The file was not opened") && window.says("not a regular file"));
}
