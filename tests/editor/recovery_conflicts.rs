//! After a crash, the file may not be the one that the work began from: it is never overwritten unasked, and both versions can be kept.

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

/// A folder with a scene, and one with the safety copies.
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

    /// With the scene opened, edited, and left by a crash.
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

    /// The scene after a crash, recovered.
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

/// One more marker, by the tool.
fn edit(window: &mut Window) {
    let before = window.scene().markers.len();
    window.key(Key::T);
    let p = window.pos(at(before as f64, 1.0));
    window.click(p);
    window.key(Key::V);
    assert_eq!(window.scene().markers.len(), before + 1);
}

fn recover(window: &mut Window) {
    assert!(window.says("Unsaved changes were found"));
    window.click_button("Recover");
    window.frames(3);
    assert_eq!(window.scene().markers.len(), 1);
}

fn save(window: &mut Window) {
    window.ctrl(Key::S);
    window.frames(2);
}

fn asks(window: &Window) -> bool {
    window.says("The file has changed on disk")
}

/// A copy as an older version wrote it.
fn old_copy(journal: &Path, source: &Path) {
    let mut scene = named("Begun");
    scene.markers = Place::new().edited().scene().markers.clone();
    let copy = serde_json::json!({ "source": source, "scene": write_scene(&scene).unwrap() });
    std::fs::write(journal.join("7-1.lock"), "").unwrap();
    std::fs::write(journal.join("7-1.journal.json"), copy.to_string()).unwrap();
}

/// The parts of an editor's life that need a current folder of their own, each in a process of its own.
const PART: &str = "STEERWRIGHT_TEST_PART";
const JOURNAL: &str = "STEERWRIGHT_TEST_JOURNAL";

fn in_folder(folder: &Path, part: &str, journal: &Path) {
    let own = std::env::current_exe().unwrap();
    let mut child = Command::new(own);
    child
        .args(["--exact", "recovery_conflicts::part_in_a_folder_of_its_own"])
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

/// Run by [`in_folder`]; by itself it does nothing.
#[test]
fn part_in_a_folder_of_its_own() {
    let (Ok(part), Some(journal)) = (
        std::env::var(PART),
        std::env::var_os(JOURNAL).map(PathBuf::from),
    ) else {
        return;
    };
    if part == "crash" {
        let mut window = Window::of_file(Path::new(NAME), &journal);
        edit(&mut window);
        let start = Instant::now();
        while !window.says("Unsaved changes are kept safe") {
            assert!(start.elapsed() < Duration::from_secs(30));
            window.frames(2);
        }
        // Nothing is dropped: the system cleans up, as after a crash.
        std::process::exit(0);
    }
    let mut window = Window::with_journal(&journal);
    recover(&mut window);
    save(&mut window);
}

#[test]
fn work_on_a_bare_name_is_never_saved_over_that_name_in_another_folder() {
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
fn a_relative_path_in_an_old_copy_names_no_file_and_saving_asks_where() {
    let place = Place::new();
    old_copy(place.journal.path(), Path::new(NAME));
    let mut window = Window::with_journal(place.journal.path());
    assert!(window.says("does not say which folder"));
    recover(&mut window);
    assert_eq!(window.app().session().path(), None);
    assert!(window.app().session().is_dirty());
    save(&mut window);
    assert!(window.says("Save scene"));
}

#[test]
fn an_old_copy_without_a_stamp_asks_before_it_overwrites_its_file() {
    let place = Place::new();
    old_copy(place.journal.path(), &place.file());
    let mut window = place.recovered();
    save(&mut window);
    assert!(asks(&window) && window.says("may not be the version"));
    assert!(load_scene(&place.file()).unwrap().value.markers.is_empty());
    window.click_button("Overwrite");
    assert_eq!(&load_scene(&place.file()).unwrap().value, window.scene());
    // Now it is known.
    edit(&mut window);
    save(&mut window);
    assert!(!asks(&window) && !window.app().session().is_dirty());
}

#[test]
fn a_file_replaced_since_the_crash_is_asked_about_with_both_times() {
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
        window.says("is no longer the version")
            && window.says("The file on disk:")
            && window.says("(2 hours ago)")
    );
    recover(&mut window);
    for answer in ["Cancel", "Overwrite"] {
        assert_eq!(place.name_on_disk(), "Another program's version");
        save(&mut window);
        assert!(asks(&window));
        assert!(window.says("Your recovered work:") && window.says("(just now)"));
        assert!(window.says("The file on disk:") && window.says("(2 hours ago)"));
        window.click_button(answer);
    }
    assert_eq!(&load_scene(&place.file()).unwrap().value, window.scene());
}

#[test]
fn a_replaced_file_of_the_same_size_and_time_is_asked_about() {
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
fn an_unchanged_file_is_saved_without_a_question_and_a_deleted_one_is_made_again() {
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
fn both_versions_are_kept_and_no_third_file_is_overwritten() {
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
    // From here on it is a scene like any other.
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
fn saving_on_the_way_to_another_scene_asks_and_goes_on_only_when_saved() {
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
fn watching_the_file_neither_replaces_recovered_work_nor_lets_a_save_pass_unasked() {
    let place = Place::replaced();
    let mut window = place.recovered();
    window.frames(200);
    assert_eq!(window.scene().markers.len(), 1);
    assert!(
        !window.says("Another program changed the file"),
        "it was told already"
    );
    // Undone, the file's version is seen; redone, the work is there again.
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
fn a_second_crash_does_not_forget_which_version_the_work_began_from() {
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
fn a_second_copy_of_the_same_file_asks_before_it_overwrites_the_first() {
    let place = Place::new();
    let (older, mut newer) = (place.edited(), place.edited());
    edit(&mut newer);
    drop(older);
    // Files may be dated no finer than this.
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
