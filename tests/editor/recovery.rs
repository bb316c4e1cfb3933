//! Recovery after crashes: copies are offered one by one, and none is lost.

use crate::window::Window;
use egui::accesskit::Role;
use egui_kittest::kittest::{By, NodeT, Queryable};
use std::path::Path;
use std::time::{Duration, Instant};
use steerwright::editor::files::journal::{CopyInfo, Journal, JournalState};
use steerwright::editor::files::stamp::FileStamp;
use steerwright_authoring::sample;
use steerwright_format::{save_scene, write_scene};
use steerwright_runtime::scene::Scene;

/// Leaves the recovery copy of a crashed editor.
fn crash(folder: &Path, name: &str) {
    crash_with(folder, name, None);
}

fn crash_with(folder: &Path, name: &str, source: Option<&Path>) {
    let mut journal = Journal::open_in(folder, Duration::ZERO);
    let scene = Scene {
        name: name.into(),
        ..sample::first_scene()
    };
    let info = CopyInfo {
        source: source.map(Path::to_owned),
        stamp: source.and_then(FileStamp::of),
        edited: None,
        edits: Some(2),
    };
    journal.record(
        move || write_scene(&scene).map_err(|fault| fault.to_string()),
        info,
        1,
    );
    wait_until(|| journal.state() == JournalState::Saved);
}

fn wait_until(mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The names of the scenes whose copies are in the folder.
fn copies(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let texts = files
        .filter(|path| path.to_string_lossy().ends_with(".journal.json"))
        .map(|path| std::fs::read_to_string(path).unwrap());
    let mut names: Vec<String> = texts
        .flat_map(|text| {
            ["First", "Second"]
                .into_iter()
                .filter(move |name| text.contains(name))
                .map(str::to_owned)
        })
        .collect();
    names.sort();
    names
}

/// Two editors crashed; the newer copy, the second one, is recovered.
fn recovered_the_second(folder: &Path) -> Window {
    crash(folder, "First");
    // File times may be this coarse.
    std::thread::sleep(Duration::from_millis(20));
    crash(folder, "Second");
    let mut window = Window::with_journal(folder);
    assert!(window.says("Recover unsaved changes?"));
    window.click_button("Recover");
    window.frames(3);
    assert_eq!(window.scene().name, "Second");
    window
}

#[test]
fn recovering_another_copy_asks_about_the_first_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = recovered_the_second(folder.path());
    wait_until(|| {
        window.frames(2);
        window.says("Recovery copy kept") && copies(folder.path()) == ["First", "Second"]
    });
    window.click_button("Recover");
    window.frames(3);
    assert!(window.says("Save changes to Second?"));
    window.click_button("Cancel");
    window.frames(3);
    assert_eq!(window.scene().name, "Second");
    assert!(
        window.says("Recover unsaved changes?"),
        "the other copy is still offered"
    );
    window.click_button("Recover");
    window.frames(3);
    window.click_button("Discard");
    window.frames(3);
    assert_eq!(window.scene().name, "First");
    wait_until(|| {
        window.frames(2);
        copies(folder.path()) == ["First"]
    });
}

#[test]
fn a_second_crash_right_after_recovering_loses_neither_copy() {
    let folder = tempfile::tempdir().unwrap();
    let window = recovered_the_second(folder.path());
    drop(window);
    let mut window = Window::with_journal(folder.path());
    let mut found = Vec::new();
    while window.says("Recover unsaved changes?") {
        window.click_button("Recover");
        window.frames(3);
        if window.says("Save changes to") {
            window.click_button("Discard");
            window.frames(3);
        }
        found.push(window.scene().name.clone());
    }
    found.sort();
    found.dedup();
    assert_eq!(found, ["First", "Second"]);
}

#[test]
fn saved_recovered_changes_are_not_offered_again() {
    let folder = tempfile::tempdir().unwrap();
    crash(folder.path(), "First");
    let mut window = Window::with_journal(folder.path());
    window.click_button("Recover");
    window.frames(3);
    let file = window
        .folder
        .path()
        .join("saved.scene.json")
        .display()
        .to_string();
    window.ctrl(egui::Key::S);
    window.frames(3);
    window.ctrl(egui::Key::A);
    window.text(&file);
    window.key(egui::Key::Enter);
    window.frames(3);
    assert!(Path::new(&file).is_file());
    drop(window);
    assert_eq!(copies(folder.path()), Vec::<String>::new());
}

#[test]
fn undoing_a_recovery_restores_the_saved_scene() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.scene.json");
    let saved = Scene {
        name: "Saved".into(),
        ..sample::first_scene()
    };
    save_scene(&saved, &file).unwrap();
    crash_with(folder.path(), "First", Some(&file));
    let mut window = Window::with_journal(folder.path());
    window.click_button("Recover");
    window.frames(3);
    assert_eq!(
        (window.scene().name.as_str(), window.steps()),
        ("First", vec!["Recover".to_owned()])
    );
    window.ctrl(egui::Key::Z);
    assert_eq!(window.scene(), &saved);
    window.ctrl_shift(egui::Key::Z);
    assert_eq!(window.scene().name, "First");
}

#[test]
fn the_history_of_a_recovered_scene_without_a_file_starts_with_it() {
    let folder = tempfile::tempdir().unwrap();
    for source in [None, Some(folder.path().join("gone.scene.json"))] {
        crash_with(folder.path(), "First", source.as_deref());
        let mut window = Window::with_journal(folder.path());
        window.click_button("Recover");
        window.frames(3);
        assert!(
            window.steps().is_empty() && window.app().session().is_dirty(),
            "{source:?}"
        );
        window.ctrl(egui::Key::Z);
        assert_eq!(window.scene().name, "First");
        assert_eq!(window.app().session().path(), source.as_deref());
    }
}

#[test]
fn an_undone_recovery_is_offered_again_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.scene.json");
    save_scene(&sample::first_scene(), &file).unwrap();
    crash_with(folder.path(), "First", Some(&file));
    let mut window = Window::with_journal(folder.path());
    window.click_button("Recover");
    window.frames(3);
    wait_until(|| {
        window.frames(2);
        window.says("Recovery copy kept")
    });
    window.ctrl(egui::Key::Z);
    assert!(!window.app().session().is_dirty());
    wait_until(|| {
        window.frames(2);
        window.says("Recovery copy kept")
    });
    drop(window);
    assert_eq!(copies(folder.path()), ["First"]);
}

#[test]
fn the_dialog_shows_what_would_be_recovered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.scene.json");
    save_scene(&Scene::default(), &file).unwrap();
    crash_with(folder.path(), "First", Some(&file));
    let window = Window::with_journal(folder.path());
    assert!(window.says("sample.scene.json") && window.says("2 edits are not saved."));
    for (name, content) in [("Recovery copy:", "agent"), ("Saved file:", "0 agents")] {
        let picture = format!("{name} ");
        let pictures = window
            .harness
            .query_all(By::new().role(Role::Image).label_contains(&picture));
        let labels: Vec<String> = pictures
            .filter_map(|node| node.accesskit_node().label())
            .collect();
        assert!(
            labels.len() == 1 && labels[0].contains(content),
            "{labels:?}"
        );
    }
}

#[test]
fn all_of_the_dialog_can_be_reached_in_a_low_window() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.scene.json");
    save_scene(&Scene::default(), &file).unwrap();
    crash_with(folder.path(), "First", Some(&file));
    let mut window = Window::with_journal(folder.path());
    // 960x600 at 200 %.
    window.harness.set_size(egui::vec2(480.0, 289.0));
    window.frames(6);
    let screen = window.harness.ctx.content_rect();
    let heading = "Recover unsaved changes?";
    assert!(screen.contains(window.position_of(Role::Label, heading)));
    for button in ["Recover", "Discard copy", "Later"] {
        let mut all = window
            .harness
            .get_all_by_role_and_label(Role::Button, button);
        let rect = all.next().expect("a button").rect();
        assert!(screen.contains_rect(rect), "{button}: {rect}");
    }
}

#[test]
fn an_edit_in_progress_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.scene.json");
    save_scene(&sample::first_scene(), &file).unwrap();
    let mut window = Window::of_file(&file, folder.path());
    let begun = window.scene().clone();
    let from = window.pos(begun.agents[0].position);
    window.drag(from, from + egui::vec2(60.0, 40.0));
    assert!(window.steps().is_empty(), "the drag is not over");
    wait_until(|| {
        window.frames(2);
        window.says("Recovery copy kept")
    });
    let dragged = window.scene().clone();
    assert_ne!(dragged, begun);
    drop(window);
    let copies = steerwright::editor::files::journal::find_recovery_copies(folder.path()).copies;
    assert_eq!(copies[0].info.edits, Some(1), "it is not a step yet");
    let scene = steerwright_format::read_scene(&copies[0].scene_text).unwrap();
    assert_eq!(scene.value, {
        let written = write_scene(&dragged).unwrap();
        steerwright_format::read_scene(&written).unwrap().value
    });
}

#[test]
fn after_a_panic_the_work_is_kept_and_the_editor_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.scene.json");
    let saved = sample::first_scene();
    save_scene(&saved, &file).unwrap();
    let mut window = Window::of_file(&file, folder.path());
    window.ctrl(egui::Key::A);
    window.key(egui::Key::Delete);
    let edited = window.scene().clone();
    assert_ne!(edited, saved);
    let app = window.harness.state_mut();
    app.end_after_panic(&"the canvas is inside out");
    window.frames(2);
    assert!(window.says("has to close because of an internal error"));
    assert!(window.says("the canvas is inside out") && window.says("offers to restore them"));
    drop(window);
    let copies = steerwright::editor::files::journal::find_recovery_copies(folder.path()).copies;
    let scene = steerwright_format::read_scene(&copies[0].scene_text).unwrap();
    assert_eq!(scene.value, edited);
}

#[test]
fn a_damaged_recovery_copy_is_reported_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    crash(folder.path(), "First");
    let damaged = folder.path().join("7-1.journal.json");
    std::fs::write(folder.path().join("7-1.lock"), "").unwrap();
    std::fs::write(&damaged, "{\"source\": null, \"scene\": \"{").unwrap();
    let mut window = Window::with_journal(folder.path());
    assert!(
        window.says("Recover unsaved changes?"),
        "the other one is offered"
    );
    window.click_button("Recover");
    window.frames(3);
    assert_eq!(window.scene().name, "First");
    assert!(window.says(&format!(
        "The recovery copy {} is damaged",
        damaged.display()
    )));
    assert!(damaged.is_file());
}
