//! The built-in file dialog: by keyboard and mouse, without overwriting files unasked.

use egui::{Key, accesskit::Role};
use egui_kittest::{Harness, kittest::Queryable};
use std::path::{MAIN_SEPARATOR, Path};
use steerwright::editor::files::dialog::{Answer, Ask, FileDialogs};
use steerwright::editor::files::typed_path::{Purpose, TypedAnswer, TypedPath, with_extension};
use tempfile::TempDir;

struct Shown {
    dialog: TypedPath,
    answer: Option<TypedAnswer>,
}

fn show(purpose: Purpose, start: &Path) -> Harness<'static, Shown> {
    let extension = (purpose != Purpose::Folder).then_some("scene.json");
    let dialog = TypedPath::new(
        "A title",
        purpose,
        extension,
        start,
        Some("The reason.".into()),
    );
    let mut harness = Harness::builder().with_size([900.0, 700.0]).build_ui_state(
        |ui, shown: &mut Shown| {
            if shown.answer.is_none() {
                shown.answer = shown.dialog.ui(ui.ctx());
            }
        },
        Shown {
            dialog,
            answer: None,
        },
    );
    harness.run();
    harness
}

/// Types at the end of the focused field.
fn type_and_enter(harness: &mut Harness<'_, Shown>, text: &str) {
    harness.event(egui::Event::Text(text.into()));
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
}

fn click(harness: &mut Harness<'_, Shown>, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    harness.run();
}

fn field(harness: &Harness<'_, Shown>) -> String {
    use egui_kittest::kittest::NodeT;
    harness
        .get_by_role(Role::TextInput)
        .accesskit_node()
        .value()
        .unwrap_or_default()
}

/// sample.scene.json, notes.txt, maps/inner.scene.json
fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("maps")).unwrap();
    for file in ["sample.scene.json", "notes.txt", "maps/inner.scene.json"] {
        std::fs::write(dir.path().join(file), "{}").unwrap();
    }
    dir
}

#[test]
fn files_can_be_found_by_clicking() {
    let dir = folder();
    let mut harness = show(Purpose::OpenFile, dir.path());
    harness.get_by_label("The reason.");
    harness.get_by_label("sample.scene.json");
    assert!(
        harness.query_by_label("notes.txt").is_none(),
        "only matching files are listed"
    );
    click(&mut harness, &format!("maps{MAIN_SEPARATOR}"));
    click(&mut harness, "..");
    click(&mut harness, &format!("maps{MAIN_SEPARATOR}"));
    click(&mut harness, "inner.scene.json");
    click(&mut harness, "Open");
    assert_eq!(
        harness.state().answer,
        Some(TypedAnswer::Picked(
            dir.path().join("maps/inner.scene.json")
        ))
    );
}

#[test]
fn a_path_can_be_typed() {
    let dir = folder();
    let mut harness = show(Purpose::OpenFile, dir.path());
    type_and_enter(&mut harness, "sample");
    assert_eq!(
        harness.state().answer,
        Some(TypedAnswer::Picked(dir.path().join("sample.scene.json")))
    );
}

#[test]
fn a_missing_file_shows_an_error_that_can_be_fixed() {
    let dir = folder();
    let mut harness = show(Purpose::OpenFile, dir.path());
    type_and_enter(&mut harness, "yrad");
    assert_eq!(harness.state().answer, None);
    harness.get_by_label_contains("This file does not exist");
    for _ in 0..4 {
        harness.key_press(Key::Backspace);
    }
    harness.run();
    assert!(
        harness
            .query_by_label_contains("This file does not exist")
            .is_none()
    );
    type_and_enter(&mut harness, "sample.scene.json");
    assert!(harness.state().answer.is_some());
}

#[test]
fn saving_adds_the_extension() {
    let dir = folder();
    let mut harness = show(Purpose::SaveFile, dir.path());
    type_and_enter(&mut harness, "new");
    assert_eq!(
        harness.state().answer,
        Some(TypedAnswer::Picked(dir.path().join("new.scene.json")))
    );
}

#[test]
fn typing_over_a_suggested_name_keeps_folder_and_extension() {
    let dir = folder();
    let mut harness = show(Purpose::SaveFile, &dir.path().join("untitled.scene.json"));
    type_and_enter(&mut harness, "patrol");
    assert_eq!(
        harness.state().answer,
        Some(TypedAnswer::Picked(dir.path().join("patrol.scene.json")))
    );
}

#[test]
fn replacing_asks_for_confirmation_with_a_safe_default() {
    let dir = folder();
    let mut harness = show(Purpose::SaveFile, dir.path());
    type_and_enter(&mut harness, "sample");
    harness.get_by_label_contains("already exists");
    // A second Enter must not replace.
    harness.key_press(Key::Enter);
    harness.run();
    assert_eq!(harness.state().answer, None);
    harness.key_press(Key::Enter);
    harness.run();
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(
        harness.state().answer,
        None,
        "Escape answers the question, and leaves the dialog open"
    );
    click(&mut harness, "Save");
    click(&mut harness, "Replace");
    assert_eq!(
        harness.state().answer,
        Some(TypedAnswer::Picked(dir.path().join("sample.scene.json")))
    );
}

#[test]
fn saving_into_another_folder_keeps_the_name() {
    let dir = folder();
    let mut harness = show(Purpose::SaveFile, &dir.path().join("patrol.scene.json"));
    click(&mut harness, &format!("maps{MAIN_SEPARATOR}"));
    assert_eq!(
        Path::new(&field(&harness)),
        dir.path().join("maps/patrol.scene.json")
    );
}

#[test]
fn saving_into_a_missing_folder_is_rejected() {
    let dir = folder();
    let mut harness = show(Purpose::SaveFile, dir.path());
    type_and_enter(&mut harness, "nowhere/new");
    assert_eq!(harness.state().answer, None);
    harness.get_by_label_contains("The folder does not exist");
}

#[test]
fn an_export_folder_may_be_new_but_not_a_file() {
    let dir = folder();
    let mut harness = show(Purpose::Folder, &dir.path().join("notes.txt"));
    click(&mut harness, "Choose");
    harness.get_by_label_contains("This is a file");
    let mut harness = show(Purpose::Folder, &dir.path().join("game"));
    click(&mut harness, "Choose");
    assert_eq!(
        harness.state().answer,
        Some(TypedAnswer::Picked(dir.path().join("game")))
    );
}

#[test]
fn a_tilde_stands_for_the_home_folder() {
    let Some(home) = directories::BaseDirs::new()
        .map(|dirs| dirs.home_dir().to_owned())
        .filter(|home| home.is_dir())
    else {
        return;
    };
    let mut harness = show(Purpose::Folder, Path::new("/x"));
    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    type_and_enter(&mut harness, "~/game");
    assert_eq!(
        harness.state().answer,
        Some(TypedAnswer::Picked(home.join("game")))
    );
}

#[test]
fn escape_and_cancel_pick_nothing() {
    let dir = folder();
    let mut harness = show(Purpose::OpenFile, dir.path());
    click(&mut harness, "Cancel");
    assert_eq!(harness.state().answer, Some(TypedAnswer::Canceled));
    let mut harness = show(Purpose::OpenFile, dir.path());
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().answer, Some(TypedAnswer::Canceled));
}

#[test]
fn extensions_are_completed_but_not_doubled() {
    for (typed, full) in [
        ("sample", "sample.scene.json"),
        ("sample.scene", "sample.scene.json"),
        ("sample.scene.json", "sample.scene.json"),
        ("sample.json", "sample.json"),
        ("Sample.Scene.JSON", "Sample.Scene.JSON"),
        ("v1.2", "v1.2.scene.json"),
    ] {
        assert_eq!(
            with_extension(Path::new(typed), Some("scene.json")),
            Path::new(full)
        );
    }
}

#[test]
fn only_one_dialog_opens_and_its_result_names_the_request() {
    let dir = folder();
    let first = Ask::SaveScene {
        suggested: dir.path().join("one.scene.json"),
    };
    let mut harness = Harness::builder().with_size([900.0, 700.0]).build_ui_state(
        |ui, (dialogs, answer): &mut (FileDialogs, Option<Answer>)| {
            if let Some(given) = dialogs.ui(ui.ctx()) {
                *answer = Some(given);
            }
        },
        (FileDialogs::typed_only(), None),
    );
    let ctx = harness.ctx.clone();
    harness.state_mut().0.ask(first.clone(), &ctx);
    harness.state_mut().0.ask(Ask::OpenScene, &ctx);
    assert!(harness.state().0.is_open());
    harness.run();
    harness.get_by_label("Save scene");
    harness.key_press(Key::Enter);
    harness.run();
    assert!(!harness.state().0.is_open());
    assert_eq!(
        harness.state().1,
        Some(Answer::Picked(first, dir.path().join("one.scene.json")))
    );
    // The next dialog starts in the last used folder.
    harness.state_mut().0.ask(Ask::OpenScene, &ctx);
    harness.run();
    harness.get_by_label("sample.scene.json");
}
