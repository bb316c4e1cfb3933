//! Exports in the window: stored, repeated, run on save, canceled, copied as code.

use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, OutputCommand};
use std::path::{Path, PathBuf};
use std::time::Duration;
use steerwright_authoring::sample;
use steerwright_export::{CodeLanguage, ExportTarget, code};
use steerwright_format::load_scene;
use steerwright_runtime::scene::editor::RememberedExport;
use steerwright_runtime::scene::{Agent, AgentId, ExportOptions, Scene};

const FILE: &str = "First-patrol.steer.json";

fn scene() -> Scene {
    Scene {
        name: "First patrol".into(),
        ..sample::first_scene()
    }
}

fn setup(
    target: ExportTarget,
    folder: &str,
    on_save: bool,
    options: ExportOptions,
) -> RememberedExport {
    RememberedExport {
        to: target.id().into(),
        folder: folder.into(),
        on_save,
        options,
    }
}

fn remembering(exports: &[RememberedExport]) -> Window {
    let mut scene = scene();
    scene.editor_mut().exports = exports.to_vec();
    Window::of(&scene)
}

/// Draws until `done` returns true. Exports are written in the background and may be slow.
fn frames_until(window: &mut Window, what: &str, done: impl Fn(&Window) -> bool) {
    for _ in 0..500 {
        window.frames(1);
        if done(window) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what}");
}

fn path(window: &Window, name: &str) -> PathBuf {
    window.folder.path().join(name)
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

fn open_dialog(window: &mut Window, target: ExportTarget) {
    window.ctrl(Key::E);
    window.frames(2);
    let p = window.position_of(Role::RadioButton, target.label());
    window.click(p);
    frames_until(window, "a preview", |window| window.says("and replaces"));
}

#[test]
fn a_run_that_is_too_long_for_a_preview_can_be_exported() {
    let mut scene = scene();
    let first = scene.agents[0].clone();
    let others = (100..160).map(|id| (AgentId(id), first.clone()));
    let others = others.map(|(id, agent)| Agent { id, ..agent });
    std::sync::Arc::make_mut(&mut scene.agents).extend(others);
    let options = ExportOptions {
        with_trace: Some(20_000.0),
        ..ExportOptions::default()
    };
    scene.editor_mut().exports = vec![setup(ExportTarget::Trace, "trace", false, options)];
    let mut window = Window::of(&scene);
    window.ctrl(Key::E);
    window.frames(2);
    let p = window.position_of(Role::RadioButton, ExportTarget::Trace.label());
    window.click(p);
    frames_until(&mut window, "no preview", |window| {
        window.says("too long for a preview")
    });
    assert!(window.is_enabled("Export"));
}

#[test]
fn storing_an_export_is_one_step_with_a_relative_folder() {
    let mut window = Window::of(&scene());
    open_dialog(&mut window, ExportTarget::Json);
    window.click_button("Export");
    frames_until(&mut window, "the file", |window| {
        path(window, &format!("json/{FILE}")).is_file()
    });
    assert_eq!(window.steps(), ["Store export to JSON for any game"]);
    let remembered = window.scene().editor.exports.clone();
    assert_eq!(
        *remembered,
        [setup(
            ExportTarget::Json,
            "json",
            false,
            ExportOptions::default()
        )]
    );
    // Exporting again is not another step, and saving keeps it for the command line.
    open_dialog(&mut window, ExportTarget::Json);
    window.click_button("Export");
    window.frames(30);
    assert_eq!(window.steps().len(), 1);
    window.ctrl(Key::S);
    window.frames(2);
    assert_eq!(
        load_scene(&path(&window, "sample.scene.json"))
            .unwrap()
            .value
            .editor
            .exports,
        remembered
    );
    window.ctrl(Key::Z);
    assert!(window.scene().editor.exports.is_empty());
}

#[test]
fn exports_are_stored_only_on_request() {
    let mut window = Window::of(&scene());
    open_dialog(&mut window, ExportTarget::Json);
    let p = window.position_of(Role::CheckBox, "Store in scene");
    window.click(p);
    window.click_button("Export");
    let file = path(&window, &format!("json/{FILE}"));
    frames_until(&mut window, "the file", |_| file.is_file());
    assert!(window.steps().is_empty() && !window.app().session().is_dirty());
    // It can be repeated during the session.
    std::fs::remove_file(&file).unwrap();
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "the file again", |_| file.is_file());
    assert!(window.steps().is_empty());
}

#[test]
fn export_again_repeats_all_stored_exports() {
    let scaled = ExportOptions {
        scale: 32.0,
        y_down: true,
        ..ExportOptions::default()
    };
    let mut window = remembering(&[
        setup(
            ExportTarget::Json,
            "../out-of-the-way",
            false,
            ExportOptions::default(),
        ),
        setup(ExportTarget::Csv, "tables", true, scaled),
    ]);
    // Relative to the scene file, wherever the editor was started.
    let beside = window
        .folder
        .path()
        .parent()
        .unwrap()
        .join("out-of-the-way");
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "the last file", |window| {
        path(window, "tables/First-patrol.points.csv").is_file()
    });
    assert!(beside.join(FILE).is_file());
    std::fs::remove_dir_all(beside).unwrap();
    assert!(window.steps().is_empty(), "nothing is edited by it");
}

/// Its files would stay, and only the user can tell which ones are not needed.
#[test]
fn a_list_of_exported_files_that_cannot_be_read_is_reported() {
    let json = setup(ExportTarget::Json, "game", false, ExportOptions::default());
    let mut window = remembering(&[json]);
    let list = path(&window, "game/.steerwright-exports.json");
    std::fs::create_dir(list.parent().unwrap()).unwrap();
    std::fs::write(&list, "{").unwrap();
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "the report", |window| {
        window.says("Exported") && window.says("this list of exported files cannot be read")
    });
    assert!(text(&list).contains(FILE), "it is a list again");
}

#[test]
fn saving_runs_only_exports_that_run_on_save() {
    let mut window = remembering(&[
        setup(ExportTarget::Json, "game", true, ExportOptions::default()),
        setup(ExportTarget::Csv, "tables", false, ExportOptions::default()),
    ]);
    window.key(Key::T);
    let p = window.pos(crate::window::at(1.0, 2.0));
    window.click(p);
    window.frames(20);
    assert!(!path(&window, "game").exists(), "an edit is no save");
    window.ctrl(Key::S);
    let file = path(&window, &format!("game/{FILE}"));
    frames_until(&mut window, "the file", |_| file.is_file());
    let markers = window.scene().markers.len();
    assert_eq!(text(&file).matches("\"kind\": \"target\"").count(), markers);
    assert!(!path(&window, "tables").exists());
}

#[test]
fn exporting_outside_the_scene_folder_on_save_asks_first() {
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = elsewhere.path().display().to_string();
    let mut window = remembering(&[setup(
        ExportTarget::Json,
        &folder,
        true,
        ExportOptions::default(),
    )]);
    let is_empty = || {
        std::fs::read_dir(elsewhere.path())
            .unwrap()
            .next()
            .is_none()
    };
    let edit_and_save = |window: &mut Window| {
        window.menu("Path", "Reverse");
        window.ctrl(Key::S);
        window.frames(3);
    };
    window.click_row("Wall");
    edit_and_save(&mut window);
    assert!(window.says("Export outside the scene's folder?") && window.says(&folder));
    window.click_button("Not now");
    window.frames(20);
    assert!(is_empty(), "nothing was written without permission");
    edit_and_save(&mut window);
    window.click_button("Always export there");
    frames_until(&mut window, "the export", |_| !is_empty());
    edit_and_save(&mut window);
    assert!(
        !window.says("Export outside the scene's folder?"),
        "it is asked once"
    );
}

#[test]
fn stored_targets_are_marked_and_can_be_removed() {
    let mut window = remembering(&[setup(
        ExportTarget::Json,
        "game",
        true,
        ExportOptions {
            scale: 8.0,
            ..ExportOptions::default()
        },
    )]);
    window.ctrl(Key::E);
    window.frames(3);
    assert!(
        window.has(Role::Button, "Remove from scene"),
        "the stored target is shown first"
    );
    assert_eq!(window.value(Role::SpinButton, "Scale"), "× 8.00");
    assert!(window.says(&path(&window, "game").display().to_string()));
    window.click_button("Remove from scene");
    window.frames(3);
    assert!(
        window.scene().editor.exports.is_empty() && !window.has(Role::Button, "Remove from scene")
    );
    window.key(Key::Escape);
    window.frames(2);
    assert_eq!(window.steps(), ["Remove export to JSON for any game"]);
}

#[test]
fn errors_are_reported_and_other_targets_are_written() {
    let mut window = remembering(&[
        setup(
            ExportTarget::Json,
            "game",
            false,
            ExportOptions {
                with_trace: Some(1e6),
                ..ExportOptions::default()
            },
        ),
        setup(ExportTarget::Csv, "tables", false, ExportOptions::default()),
        setup(
            ExportTarget::Svg,
            "sample.scene.json/inside",
            false,
            ExportOptions::default(),
        ),
        RememberedExport {
            to: "next years engine".into(),
            folder: "x".into(),
            on_save: false,
            options: ExportOptions::default(),
        },
    ]);
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "a report", |window| {
        window.says("Some files were not exported")
    });
    assert!(
        window.says("next years engine"),
        "what no version knows yet"
    );
    assert!(
        window.says("sample.scene.json"),
        "where it cannot be written"
    );
    assert!(window.says("JSON for any game"), "what cannot be so long");
    assert!(path(&window, "tables/First-patrol.points.csv").is_file());
}

#[test]
fn the_dialog_warns_before_overwriting_files_of_another_target() {
    let mut window = remembering(&[setup(
        ExportTarget::Csv,
        "game",
        false,
        ExportOptions {
            scale: 8.0,
            ..ExportOptions::default()
        },
    )]);
    open_dialog(&mut window, ExportTarget::Json);
    window.click(window.position_of(Role::TextInput, "Folder"));
    window.ctrl(Key::A);
    let game = path(&window, "game").display().to_string();
    window.text(&game);
    window.frames(2);
    assert!(window.says("CSV tables also exports there with other options"));
}

/// Options that the command line or another program set stay as they are.
#[test]
fn a_long_trace_keeps_its_length_when_the_dialog_is_opened() {
    let long = ExportOptions {
        with_trace: Some(900.0),
        ..ExportOptions::default()
    };
    let mut window = remembering(&[setup(ExportTarget::Json, "game", false, long)]);
    open_dialog(&mut window, ExportTarget::Json);
    let shown = window.value(Role::SpinButton, "Trace length");
    assert_eq!(shown.trim_end_matches(" s").parse(), Ok(900.0));
    window.click_button("Export");
    window.frames(3);
    let options = window.scene().editor.exports[0].options;
    assert_eq!(options.with_trace, Some(900.0));
}

#[test]
fn buttons_set_the_origin() {
    let mut window = Window::of(&scene());
    open_dialog(&mut window, ExportTarget::Json);
    let (min, max) = steerwright_authoring::bounds::bounds(&scene()).unwrap();
    window.click_button("Lower-left corner");
    window.frames(2);
    assert!(window.says(&format!("({}, {}) becomes (0, 0)", min.x, min.y)));
    let p = window.position_of(Role::CheckBox, "Y points down");
    window.click(p);
    window.click_button("Upper-left corner");
    window.frames(2);
    assert!(window.says(&format!("({}, {}) becomes (0, 0)", min.x, max.y)));
    window.click_button("Export");
    window.frames(3);
    let origin = window.scene().editor.exports[0].options.origin;
    assert_eq!((origin.x, origin.y), (min.x, max.y));
}

/// What was copied to the clipboard in the frames that `act` draws.
fn copied(window: &mut Window, act: impl Fn(&mut Window)) -> Vec<String> {
    act(window);
    let commands = &window.harness.output().platform_output.commands;
    commands
        .iter()
        .filter_map(|command| {
            if let OutputCommand::CopyText(text) = command {
                Some(text.clone())
            } else {
                None
            }
        })
        .collect()
}

#[test]
fn paths_can_be_copied_as_code_in_every_language() {
    let mut window = Window::of(&scene());
    let all = code(&scene(), &[], CodeLanguage::Lua).unwrap();
    // From the palette: the command runs in the frame of Enter.
    let by_name = |window: &mut Window| {
        window.ctrl_shift(Key::P);
        window.text("copy as lua");
        let enter = egui::Event::Key {
            key: Key::Enter,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        window.harness.event(enter);
        window.frames(1);
    };
    assert_eq!(copied(&mut window, by_name), [all]);
    window.frames(2);
    let first = scene().paths[0].clone();
    window.click_row(&first.name);
    let alone = code(&scene(), &[first.id], CodeLanguage::Lua).unwrap();
    assert_eq!(copied(&mut window, by_name), [alone]);
}

#[test]
fn copy_copies_the_whole_previewed_file() {
    let mut window = Window::of(&scene());
    open_dialog(&mut window, ExportTarget::Json);
    let p = window.position_of(Role::Button, "Copy");
    window.press(p);
    let copy = |window: &mut Window| {
        window.harness.event(egui::Event::PointerButton {
            pos: p,
            button: egui::PointerButton::Primary,
            pressed: false,
            modifiers: egui::Modifiers::NONE,
        });
        window.frames(1);
    };
    let texts = copied(&mut window, copy);
    let files = steerwright_export::export(&scene(), ExportTarget::Json, &ExportOptions::default())
        .unwrap();
    assert_eq!(texts, [String::from_utf8(files[0].bytes.clone()).unwrap()]);
}

#[test]
fn a_long_export_can_be_canceled_without_leaving_files() {
    // So long that it is not done before the click, however slow the window is.
    let long = ExportOptions {
        with_trace: Some(150_000.0),
        ..ExportOptions::default()
    };
    let mut window = remembering(&[
        setup(ExportTarget::Json, "game", false, long),
        setup(ExportTarget::Csv, "tables", false, long),
    ]);
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "how far it is", |window| {
        window.says("Exporting to")
    });
    window.frames(2);
    window.click_button("Cancel");
    // The window does not wait for the thread.
    window.frames(2);
    assert!(!window.says("Exporting to"));
    assert!(window.says("Export canceled; no files were written"));
    assert!(!path(&window, "game").exists() && !path(&window, "tables").exists());
}

#[test]
fn a_missing_export_folder_is_named() {
    let mut window = remembering(&[setup(
        ExportTarget::Json,
        "gone",
        false,
        ExportOptions::default(),
    )]);
    window.menu("File", "Open export folder");
    frames_until(&mut window, "the error", |window| {
        window.says("The folder cannot be opened")
    });
    assert!(window.says("does not exist. Export the scene first."));
}

#[test]
fn a_finished_export_offers_its_folder() {
    let mut window = remembering(&[setup(
        ExportTarget::Json,
        "game",
        false,
        ExportOptions::default(),
    )]);
    window.ctrl_shift(Key::E);
    frames_until(&mut window, "a message", |window| window.says("Exported "));
    let folder = path(&window, "game");
    assert!(folder.is_dir());
    // A file manager is not opened here: a folder that is gone is named.
    std::fs::remove_dir_all(&folder).unwrap();
    window.frames(2);
    window.click_button("Open export folder");
    frames_until(&mut window, "the folder", |window| {
        window.says("The folder cannot be opened")
    });
}
