//! Custom shortcuts: recorded, reassigned, reset and stored; invalid files never prevent the editor
//! from starting.

use crate::window::Window;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use std::path::Path;
use steerwright::editor::keyboard::key_map::KeyMap;
use steerwright::editor::preferences::settings::{GRAB_RANGE, Settings, Wheel};
use steerwright_authoring::Command;
use steerwright_authoring::command::Shortcut;
use steerwright_authoring::command::ToolCommand;
use steerwright_authoring::sample;
use steerwright_authoring::tool::Tool;

fn start(settings: &Path) -> Window {
    let mut window = Window::with_settings(&sample::first_scene(), settings);
    window.ctrl_shift(Key::A);
    window
}

fn keys_of(folder: &Path, command: Command) -> Vec<String> {
    KeyMap::load_from(folder)
        .keys(command)
        .iter()
        .map(Shortcut::to_string)
        .collect()
}

/// Opens the shortcut editor filtered to this command and records a shortcut for it.
fn record(window: &mut Window, command: Command, key: Key, modifiers: Modifiers) {
    window.menu("Edit", "Edit shortcuts");
    window.frames(2);
    let p = window.position_of(Role::SearchInput, "Filter shortcuts");
    window.click(p);
    window.text(command.tooltip());
    window.frames(2);
    window.click_button(&format!("Add shortcut to {}", command.label()));
    window.key_with(key, modifiers);
    window.frames(2);
}

fn close(window: &mut Window) {
    window.click_button("Close");
    window.frames(2);
}

#[test]
fn a_recorded_shortcut_works_immediately_and_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = start(folder.path());
    record(
        &mut window,
        Command::Tool(ToolCommand::PenTool),
        Key::Z,
        Modifiers::NONE,
    );
    assert!(
        matches!(window.app().tool(), Tool::Select(_)),
        "a key being recorded does nothing else"
    );
    close(&mut window);
    window.key(Key::Z);
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
    window.key(Key::V);
    window.key(Key::P);
    assert!(
        matches!(window.app().tool(), Tool::Pen(_)),
        "the first key still works"
    );
    assert_eq!(
        keys_of(folder.path(), Command::Tool(ToolCommand::PenTool)),
        ["P", "Z"]
    );
    let mut window = start(folder.path());
    window.key(Key::Z);
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
}

#[test]
fn a_used_shortcut_is_reassigned_only_after_confirmation() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = start(folder.path());
    record(
        &mut window,
        Command::Tool(ToolCommand::PenTool),
        Key::V,
        Modifiers::NONE,
    );
    assert!(window.says("V is already used by Select."));
    window.click_button("Cancel");
    assert_eq!(
        keys_of(folder.path(), Command::Tool(ToolCommand::PenTool)),
        ["P"]
    );
    window.click_button("Add shortcut to Pen");
    window.key(Key::V);
    window.frames(2);
    window.click_button("Reassign");
    close(&mut window);
    assert_eq!(
        keys_of(folder.path(), Command::Tool(ToolCommand::PenTool)),
        ["P", "V"]
    );
    assert!(keys_of(folder.path(), Command::Tool(ToolCommand::SelectTool)).is_empty());
    window.key(Key::V);
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
}

#[test]
fn escape_keeps_a_used_shortcut_with_its_command() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = start(folder.path());
    record(
        &mut window,
        Command::Tool(ToolCommand::PenTool),
        Key::V,
        Modifiers::NONE,
    );
    assert!(window.says("V is already used by Select."));
    window.key(Key::Escape);
    assert!(
        !window.says("V is already used by Select.")
            && window.has(Role::Button, "Add shortcut to Pen"),
        "the window stays"
    );
    assert_eq!(
        keys_of(folder.path(), Command::Tool(ToolCommand::SelectTool)),
        ["V"]
    );
}

#[test]
fn a_command_with_the_maximum_number_of_shortcuts_takes_no_more() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("keys.json"),
        r#"{ "keys": { "PenTool": ["P", "Ctrl+J", "Ctrl+M", "Ctrl+B"] } }"#,
    )
    .unwrap();
    let mut window = start(folder.path());
    record(
        &mut window,
        Command::Tool(ToolCommand::PenTool),
        Key::V,
        Modifiers::NONE,
    );
    assert!(!window.says("V is already used by Select."));
    assert_eq!(
        keys_of(folder.path(), Command::Tool(ToolCommand::SelectTool)),
        ["V"]
    );
    assert_eq!(
        keys_of(folder.path(), Command::Tool(ToolCommand::PenTool)).len(),
        4
    );
}

#[test]
fn shortcuts_can_be_reset_for_one_or_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = start(folder.path());
    record(
        &mut window,
        Command::Tool(ToolCommand::PenTool),
        Key::J,
        Modifiers::CTRL | Modifiers::COMMAND,
    );
    window.click_button("Remove P from Pen");
    assert_eq!(
        keys_of(folder.path(), Command::Tool(ToolCommand::PenTool)),
        ["Ctrl+J"]
    );
    window.click_button("Reset Pen");
    assert_eq!(
        keys_of(folder.path(), Command::Tool(ToolCommand::PenTool)),
        ["P"]
    );
    window.click_button("Remove P from Pen");
    close(&mut window);
    window.key(Key::P);
    assert!(
        matches!(window.app().tool(), Tool::Select(_)),
        "without a key"
    );
    window.menu("Edit", "Edit shortcuts");
    window.frames(2);
    window.click_button("Reset all");
    close(&mut window);
    window.key(Key::P);
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
    assert!(!KeyMap::load_from(folder.path()).any_changed());
}

#[test]
fn escape_cancels_recording_and_reserved_keys_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = start(folder.path());
    record(
        &mut window,
        Command::Tool(ToolCommand::PenTool),
        Key::Escape,
        Modifiers::NONE,
    );
    assert!(
        window.has(Role::Button, "Add shortcut to Pen"),
        "the window stays"
    );
    for key in [Key::ArrowLeft, Key::Enter, Key::Tab] {
        window.click_button("Add shortcut to Pen");
        window.key(key);
        window.frames(2);
        assert!(window.says("Choose another shortcut."), "{key:?}");
        window.click_button("OK");
    }
    assert_eq!(
        keys_of(folder.path(), Command::Tool(ToolCommand::PenTool)),
        ["P"]
    );
}

#[test]
fn menus_palette_and_shortcut_list_show_changed_shortcuts() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("keys.json"),
        r#"{ "keys": { "PenTool": ["Ctrl+Alt+J"], "PlayPause": [] } }"#,
    )
    .unwrap();
    let mut window = start(folder.path());
    window.key(Key::F1);
    window.frames(2);
    assert!(window.says("Ctrl+Alt+J"));
    window.key(Key::F1);
    window.frames(30);
    let playing = window.playback().is_playing();
    window.key(Key::Space);
    window.frames(2);
    assert_eq!(
        window.playback().is_playing(),
        playing,
        "Space was taken from it"
    );
    window.key_with(
        Key::J,
        Modifiers::CTRL | Modifiers::COMMAND | Modifiers::ALT,
    );
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
}

#[test]
fn conflicting_shortcuts_in_the_file_are_marked() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("keys.json"),
        r#"{ "keys": { "PenTool": ["V"] } }"#,
    )
    .unwrap();
    let mut window = start(folder.path());
    window.menu("Edit", "Edit shortcuts");
    window.frames(2);
    let p = window.position_of(Role::SearchInput, "Filter shortcuts");
    window.click(p);
    window.text(Command::Tool(ToolCommand::PenTool).tooltip());
    window.frames(2);
    assert!(window.says("V is also used by Select"));
}

#[test]
fn the_editor_starts_with_any_invalid_shortcut_file() {
    let long = "[".repeat(200_000);
    let many = format!(
        r#"{{ "keys": {{ "Save": [{}] }} }}"#,
        vec!["\"A\""; 9999].join(",")
    );
    let hostile = [
        "",
        "null",
        "[]",
        "{",
        "7",
        "\u{0}\u{1}",
        &long,
        &many,
        r#"{ "keys": 7 }"#,
        r#"{ "keys": { "Save": "Ctrl+S" } }"#,
        r#"{ "keys": { "NoSuch": ["A"], "Save": [7, null, "", "+", "Ctrl+", "Hyper+A", "Ctrl+NoKey", "Escape"] } }"#,
        r#"{ "grab_points": "far", "wheel": 9 }"#,
        r#"{ "grab_points": 1e999, "wheel": "sideways" }"#,
        r#"{ "grab_points": -5 }"#,
    ];
    for text in hostile {
        let folder = tempfile::tempdir().unwrap();
        for name in ["keys.json", "settings.json"] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let map = KeyMap::load_from(folder.path());
        assert!(
            Command::all().all(|command| map.keys(command).len() <= 4),
            "{text:.60}"
        );
        let settings = Settings::load_from(folder.path());
        assert!(GRAB_RANGE.contains(&settings.grab_points), "{text:.60}");
        assert_eq!(settings.wheel, Wheel::ByDevice);
    }
    // A folder in place of the file, and bytes that are not text.
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("keys.json")).unwrap();
    std::fs::write(folder.path().join("settings.json"), [0xff, 0xfe, 0x00]).unwrap();
    let mut window = start(folder.path());
    window.key(Key::P);
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
}

#[test]
fn hints_show_changed_shortcuts() {
    let folder = tempfile::tempdir().unwrap();
    let keys = r#"{ "keys": { "PenTool": ["Q"], "AgentTool": [], "SelectTool": ["F9"], "TargetTool": ["7"], "KeepGhost": ["F7"] } }"#;
    std::fs::write(folder.path().join("keys.json"), keys).unwrap();
    let mut window = start(folder.path());
    assert!(
        window.says("Q") && window.says("Pen"),
        "the hints of Select"
    );
    window.ctrl(Key::N);
    window.frames(3);
    for words in [
        "Press Q and click to draw a path.",
        "Choose Place agent and click to place one.",
        "Press 7 for a target, D for a danger.",
    ] {
        assert!(window.says(words), "{words}");
    }
    window.key(Key::Q);
    window.frames(2);
    assert!(
        window.says("F9") && window.says("Select tool"),
        "the hints of the pen"
    );
    window.menu("Help", "Getting started");
    window.frames(3);
    assert!(
        window.says("Press Q and click a few places.")
            && window.says("Press F9 and click the guard.")
    );
}
