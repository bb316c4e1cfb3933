//! Recovery when the file changed since: nothing is overwritten without asking, and both versions
//! can be kept.

use crate::window::{Window, at};
use egui::Key;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};
use steerwright_format::{load_scene, save_scene, write_scene};
use steerwright_runtime::scene::Scene;
use tempfile::TempDir;

const NAME: &str = "guard.scene.json";

/// A folder with a scene and one with recovery copies.
struct Place {
    folder: TempDir,
    journal: TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self {
            folder: tempfile::tempdir().unwrap(),
            journal: tempfile::tempdir().unwrap(),
        };
        save_scene(&named("Begun"), &place.file()).unwrap();
        place
    }

    /// The scene was opened, edited, and left by a crash.
    fn crashed() -> Self {
        let place = Self::new();
        drop(place.edited());
        place
    }

    /// Another program has replaced the file since.
    fn replaced() -> Self {
        let place = Self::crashed();
        place.replace("Another program's version");
        place
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join(NAME)
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn replace(&self, name: &str) {
        save_scene(&named(name), &self.file()).unwrap();
    }

    fn edited(&self) -> Window {
        let mut window = Window::of_file(&self.file(), self.journal.path());
        edit(&mut window);
        window
    }

    /// The recovered scene after a crash.
    fn recovered(&self) -> Window {
        let mut window = Window::with_journal(self.journal.path());
        recover(&mut window);
        window
    }

    fn name_on_disk(&self) -> String {
        load_scene(&self.file()).unwrap().value.name
    }
}

fn named(name: &str) -> Scene {
    Scene {
        name: name.into(),
        ..Scene::default()
    }
}

/// Adds a marker with the tool.
fn edit(window: &mut Window) {
    let before = window.scene().markers.len();
    window.key(Key::T);
    let p = window.pos(at(before as f64, 1.0));
    window.click(p);
    window.key(Key::V);
    assert_eq!(window.scene().markers.len(), before + 1);
}

fn recover(window: &mut Window) {
    assert!(window.says("Recover unsaved changes?"));
    window.click_button("Recover");
    window.frames(3);
    assert_eq!(window.scene().markers.len(), 1);
    // Until then a crash leaves the recovered copy as well.
    wait_for_copy(window);
}

/// Draws until the recovery copy of the window is written.
fn wait_for_copy(window: &mut Window) {
    let start = Instant::now();
    while !window.says("Recovery copy kept") {
        assert!(start.elapsed() < Duration::from_secs(30));
        window.frames(2);
    }
    window.frames(2);
}

fn save(window: &mut Window) {
    window.ctrl(Key::S);
    window.frames(2);
}

fn asks(window: &Window) -> bool {
    window.says("The file has changed on disk")
}

/// A copy as written by an older version.
fn old_copy(journal: &Path, source: &Path) {
    let mut scene = named("Begun");
    scene.markers = Place::new().edited().scene().markers.clone();
    let copy = serde_json::json!({ "source": source, "scene": write_scene(&scene).unwrap() });
    std::fs::write(journal.join("7-1.lock"), "").unwrap();
    std::fs::write(journal.join("7-1.journal.json"), copy.to_string()).unwrap();
}

/// Parts that need their own current folder run in a separate process.
const PART: &str = "STEERWRIGHT_TEST_PART";
const JOURNAL: &str = "STEERWRIGHT_TEST_JOURNAL";

fn in_folder(folder: &Path, part: &str, journal: &Path) {
    let own = std::env::current_exe().unwrap();
    let mut child = Command::new(own);
    child
        .args(["--exact", "recovery_conflicts::part_in_its_own_folder"])
        .current_dir(folder)
        .env(PART, part)
        .env(JOURNAL, journal);
    let output = child.output().unwrap();
    assert!(
        output.status.success(),
        "{part}: {}",
        String::from_utf8_lossy(&output.stdout)
    );
}

/// Run by [`in_folder`]; does nothing on its own.
#[test]
fn part_in_its_own_folder() {
    let (Ok(part), Some(journal)) = (
        std::env::var(PART),
        std::env::var_os(JOURNAL).map(PathBuf::from),
    ) else {
        return;
    };
    if part == "crash" {
        let mut window = Window::of_file(Path::new(NAME), &journal);
        edit(&mut window);
        wait_for_copy(&mut window);
        // Nothing is dropped: the system cleans up, as after a crash.
        std::process::exit(0);
    }
    let mut window = Window::with_journal(&journal);
    recover(&mut window);
    save(&mut window);
}

#[test]
fn recovered_work_is_not_saved_over_a_file_in_another_folder() {
    let (begun_in, other) = (Place::new(), Place::new());
    other.replace("Other scene");
    in_folder(begun_in.folder.path(), "crash", begun_in.journal.path());
    in_folder(other.folder.path(), "recover", begun_in.journal.path());
    assert_eq!(
        load_scene(&other.file()).unwrap().value,
        named("Other scene")
    );
    assert_eq!(
        load_scene(&begun_in.file()).unwrap().value.markers.len(),
        1,
        "the work is saved where it belongs"
    );
}

#[test]
fn saving_after_recovering_an_old_relative_copy_asks_for_the_folder() {
    let place = Place::new();
    old_copy(place.journal.path(), Path::new(NAME));
    let mut window = Window::with_journal(place.journal.path());
    assert!(window.says("does not contain the folder"));
    recover(&mut window);
    assert_eq!(window.app().session().path(), None);
    assert!(window.app().session().is_dirty());
    save(&mut window);
    assert!(window.says("Save scene"));
}

#[test]
fn saving_after_recovering_an_old_copy_asks_before_overwriting() {
    let place = Place::new();
    old_copy(place.journal.path(), &place.file());
    let mut window = place.recovered();
    save(&mut window);
    assert!(asks(&window) && window.says("may have changed after you opened it"));
    assert!(load_scene(&place.file()).unwrap().value.markers.is_empty());
    window.click_button("Overwrite");
    assert_eq!(&load_scene(&place.file()).unwrap().value, window.scene());
    // Now the version is known.
    edit(&mut window);
    save(&mut window);
    assert!(!asks(&window) && !window.app().session().is_dirty());
}

#[test]
fn a_file_replaced_since_the_crash_shows_both_times() {
    let place = Place::replaced();
    let written = SystemTime::now() - Duration::from_secs(9_000);
    File::options()
        .write(true)
        .open(place.file())
        .unwrap()
        .set_modified(written)
        .unwrap();
    let mut window = Window::with_journal(place.journal.path());
    assert!(
        window.says("was changed after you opened it")
            && window.says("The file on disk:")
            && window.says("(2 hours ago)")
    );
    recover(&mut window);
    for answer in ["Cancel", "Overwrite"] {
        assert_eq!(place.name_on_disk(), "Another program's version");
        save(&mut window);
        assert!(asks(&window));
        assert!(window.says("Your recovered version:") && window.says("(just now)"));
        assert!(window.says("The file on disk:") && window.says("(2 hours ago)"));
        window.click_button(answer);
    }
    assert_eq!(&load_scene(&place.file()).unwrap().value, window.scene());
}

#[test]
fn a_replaced_file_of_the_same_size_and_time_is_detected() {
    let place = Place::crashed();
    let meta = std::fs::metadata(place.file()).unwrap();
    place.replace("Ended");
    File::options()
        .write(true)
        .open(place.file())
        .unwrap()
        .set_modified(meta.modified().unwrap())
        .unwrap();
    assert_eq!(std::fs::metadata(place.file()).unwrap().len(), meta.len());
    let mut window = place.recovered();
    save(&mut window);
    assert!(asks(&window));
    assert_eq!(place.name_on_disk(), "Ended");
}

#[test]
fn saving_does_not_ask_about_unchanged_or_deleted_files() {
    for deleted in [false, true] {
        let place = Place::crashed();
        if deleted {
            std::fs::remove_file(place.file()).unwrap();
        }
        let mut window = place.recovered();
        save(&mut window);
        assert!(!asks(&window));
        assert_eq!(&load_scene(&place.file()).unwrap().value, window.scene());
    }
}

#[test]
fn keep_both_never_overwrites_another_file() {
    let place = Place::replaced();
    let taken = place.beside("guard (recovered).scene.json");
    std::fs::write(&taken, "not ours").unwrap();
    let mut window = place.recovered();
    save(&mut window);
    window.click_button("Keep both");
    let fresh = place.beside("guard (recovered 2).scene.json");
    assert_eq!(window.app().session().path(), Some(fresh.as_path()));
    assert!(!window.app().session().is_dirty());
    assert_eq!(&load_scene(&fresh).unwrap().value, window.scene());
    assert_eq!(std::fs::read_to_string(&taken).unwrap(), "not ours");
    assert_eq!(place.name_on_disk(), "Another program's version");
    // From here on it is an ordinary scene.
    edit(&mut window);
    save(&mut window);
    assert!(!asks(&window));
    assert_eq!(&load_scene(&fresh).unwrap().value, window.scene());
    drop(window);
    assert_eq!(
        std::fs::read_dir(place.journal.path()).unwrap().count(),
        0,
        "nothing is offered again"
    );
}

#[test]
fn saving_before_another_scene_continues_only_after_success() {
    let place = Place::replaced();
    let mut window = place.recovered();
    for answer in ["Cancel", "Keep both"] {
        assert_eq!(window.scene().markers.len(), 1);
        window.ctrl(Key::N);
        window.click_button("Save changes");
        window.frames(2);
        assert!(asks(&window));
        window.click_button(answer);
        window.frames(2);
    }
    assert!(window.scene().is_empty() && window.app().session().path().is_none());
    assert_eq!(
        load_scene(&place.beside("guard (recovered).scene.json"))
            .unwrap()
            .value
            .markers
            .len(),
        1
    );
    assert_eq!(place.name_on_disk(), "Another program's version");
}

#[test]
fn the_file_watch_neither_replaces_recovered_work_nor_skips_the_question() {
    let place = Place::replaced();
    let mut window = place.recovered();
    window.frames(200);
    assert_eq!(window.scene().markers.len(), 1);
    assert!(
        !window.says("Another program changed the file"),
        "it was told already"
    );
    // Undo shows the file's version; redo restores the recovered work.
    window.ctrl(Key::Z);
    window.frames(200);
    assert_eq!(window.scene(), &named("Another program's version"));
    window.ctrl_shift(Key::Z);
    window.frames(200);
    assert_eq!(window.scene().markers.len(), 1);
    save(&mut window);
    assert!(asks(&window));
    assert_eq!(place.name_on_disk(), "Another program's version");
}

#[test]
fn a_second_crash_keeps_the_original_file_version() {
    let place = Place::replaced();
    drop(place.recovered());
    let mut window = place.recovered();
    edit(&mut window);
    drop(window);
    let mut window = Window::with_journal(place.journal.path());
    window.click_button("Recover");
    window.frames(3);
    save(&mut window);
    assert!(asks(&window));
    assert_eq!(place.name_on_disk(), "Another program's version");
}

#[test]
fn recovering_a_second_copy_of_a_file_asks_before_overwriting() {
    let place = Place::new();
    let (older, mut newer) = (place.edited(), place.edited());
    edit(&mut newer);
    drop(older);
    // File times may be this coarse.
    std::thread::sleep(Duration::from_millis(20));
    drop(newer);
    let mut window = Window::with_journal(place.journal.path());
    window.click_button("Recover");
    window.frames(3);
    window.click_button("Recover");
    window.frames(3);
    window.click_button("Save changes");
    window.frames(3);
    assert!(!asks(&window));
    assert_eq!(window.scene().markers.len(), 1);
    save(&mut window);
    assert!(asks(&window));
    assert_eq!(
        load_scene(&place.file()).unwrap().value.markers.len(),
        2,
        "the one that was saved first"
    );
}

#[test]
fn saving_after_the_undo_of_a_reload_asks() {
    let place = Place::new();
    let mut window = Window::of_file(&place.file(), place.journal.path());
    place.replace("Another program's version");
    let start = Instant::now();
    while window.scene().name != "Another program's version" {
        assert!(start.elapsed() < Duration::from_secs(30));
        window.frames(20);
    }
    window.ctrl(Key::Z);
    assert_eq!(window.scene().name, "Begun");
    save(&mut window);
    assert!(asks(&window));
    window.click_button("Cancel");
    assert_eq!(place.name_on_disk(), "Another program's version");
    // The reload is part of the scene again, and edits of it are saved without a question.
    window.ctrl_shift(Key::Z);
    edit(&mut window);
    save(&mut window);
    assert!(!asks(&window));
    assert_eq!(place.name_on_disk(), "Another program's version");
    assert!(!window.app().session().is_dirty());
}
