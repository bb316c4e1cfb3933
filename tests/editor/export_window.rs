//! Exports in the window: the dialog beside the rest of it, and what is copied.

mod reports;
mod stored;

use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, OutputCommand};
use std::path::{Path, PathBuf};
use std::time::Duration;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::sample;
use steerwright_authoring::scene_bounds;
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

/// A window with a scene that stores these exports, which the user confirmed earlier.
fn remembering(exports: &[RememberedExport]) -> Window {
    let mut window = Window::with_confirmed_exports(&storing(exports));
    window.ctrl_shift(Key::A);
    window
}

fn storing(exports: &[RememberedExport]) -> Scene {
    let mut scene = scene();
    scene.editor_mut().exports = exports.to_vec();
    scene
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

#[test]
fn buttons_set_the_origin() {
    let mut window = Window::of(&scene());
    open_dialog(&mut window, ExportTarget::Json);
    let Bounds { min, max } = scene_bounds::of(&scene()).unwrap();
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
