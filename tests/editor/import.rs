//! Importing exported files as new scenes without losing changes.

use crate::window::{Window, at};
use egui::Key;
use steerwright_authoring::sample;
use steerwright_export::{ExportTarget, export, write_files};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Scene;

/// Exports the scene to JSON in the window's folder with placement options; returns the file name.
fn exported(window: &Window, scene: &Scene) -> String {
    let options = ExportOptions {
        y_down: true,
        scale: 32.0,
        origin: DVec2::new(2.0, -1.0),
        ..ExportOptions::default()
    };
    let files = export(scene, ExportTarget::Json, &options).unwrap();
    write_files(&files, window.folder.path()).unwrap();
    files[0].name.clone()
}

fn type_path(window: &mut Window, name: &str) {
    let path = window.folder.path().join(name);
    window.frames(2);
    window.ctrl(Key::A);
    window.text(&path.display().to_string());
    window.key(Key::Enter);
    window.frames(3);
}

fn import(window: &mut Window, name: &str) {
    window.menu("File", "Import…");
    type_path(window, name);
}

/// A path, an agent and a marker, as contained in an export.
fn night_watch() -> Scene {
    Scene {
        name: "Night watch".into(),
        ..sample::first_scene()
    }
}

#[test]
fn an_imported_export_is_a_new_unsaved_scene() {
    let mut window = Window::first();
    let name = exported(&window, &night_watch());
    import(&mut window, &name);
    assert_eq!(
        window.scene().name,
        "Night watch",
        "as it is spelled in the file"
    );
    assert_eq!(
        window.scene().paths,
        night_watch().paths,
        "in the units, axes and around the origin it was authored in"
    );
    assert!(window.app().session().path().is_none() && window.app().session().is_dirty());
    assert!(window.steps().is_empty(), "there is nothing to undo");
    window.ctrl(Key::N);
    assert!(
        window.says("Save changes to Night watch?"),
        "it is not saved yet"
    );
}

#[test]
fn a_renamed_file_names_the_scene() {
    let mut window = Window::first();
    let name = exported(&window, &night_watch());
    std::fs::rename(
        window.folder.path().join(name),
        window.folder.path().join("Level 2.steer.json"),
    )
    .unwrap();
    import(&mut window, "Level 2.steer.json");
    assert_eq!(window.scene().name, "Level 2");
}

#[test]
fn importing_asks_about_unsaved_changes() {
    for dropped in [false, true] {
        let mut window = Window::empty();
        let name = exported(&window, &night_watch());
        window.key(Key::T);
        let p = window.pos(at(1.0, 2.0));
        window.click(p);
        window.key(Key::V);
        if dropped {
            window.drop_file(&name);
        } else {
            import(&mut window, &name);
        }
        assert!(window.says("Discarded changes cannot be recovered"));
        window.click_button("Discard");
        window.frames(3);
        assert_eq!(window.scene().name, "Night watch", "dropped: {dropped}");
    }
}

#[test]
fn a_dropped_export_is_imported_and_a_dropped_scene_is_opened() {
    let mut window = Window::of(&night_watch());
    let name = exported(
        &window,
        &Scene {
            name: "Other".into(),
            ..night_watch()
        },
    );
    window.drop_file(&name);
    assert!(window.app().session().path().is_none() && window.scene().name == "Other");
    let mut window = Window::first();
    let scene = steerwright_format::write_scene(&night_watch()).unwrap();
    std::fs::write(window.folder.path().join("night.scene.json"), scene).unwrap();
    window.drop_file("night.scene.json");
    assert!(
        window
            .app()
            .session()
            .path()
            .is_some_and(|path| path.ends_with("night.scene.json"))
    );
}

#[test]
fn an_unsupported_import_shows_an_error_and_changes_nothing() {
    let mut window = Window::of(&night_watch());
    let before = window.scene().clone();
    let folder = window.folder.path().to_owned();
    std::fs::write(folder.join("broken.steer.json"), "{ \"format\":").unwrap();
    std::fs::write(folder.join("picture.png"), [0x89, 0x50]).unwrap();
    std::fs::write(folder.join("notes.txt"), "hello").unwrap();
    std::fs::write(folder.join("bytes.steer.json"), [0xff, 0xfe]).unwrap();
    for (name, words) in [
        ("broken.steer.json", "invalid JSON"),
        ("picture.png", ".steer.json"),
        ("notes.txt", ".steer.json"),
        ("bytes.steer.json", "UTF-8"),
    ] {
        import(&mut window, name);
        assert!(
            window.says("The file was not imported") && window.says(words) && window.says(name),
            "{name}"
        );
        window.click_button("OK");
        assert_eq!(*window.scene(), before);
        assert!(
            window.app().session().path().is_some() && !window.app().session().is_dirty(),
            "{name}"
        );
    }
}
