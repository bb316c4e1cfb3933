//! Key events from fast typing, slow frames and the system: handled in order and under the right
//! names.

use crate::window::{Window, at};
use egui::{Event, Key, Modifiers};
use std::path::Path;
use std::sync::Arc;
use steerwright::editor::keyboard::key_map::KeyMap;
use steerwright_authoring::Command;
use steerwright_authoring::command::Shortcut;
use steerwright_authoring::command::{ClipboardCommand, EditCommand, ToolCommand};
use steerwright_authoring::tool::Tool;
use steerwright_runtime::scene::{
    Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Scene,
};

const PATH: PathId = PathId(1);
const CTRL: Modifiers = Modifiers::CTRL.plus(Modifiers::COMMAND);

/// A path of four nodes along the x axis, and a gate.
fn sample_scene() -> Scene {
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = (0..4)
        .map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 0.0)))
        .collect();
    Scene {
        name: "Sample".into(),
        paths: vec![Arc::new(path)],
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Gate",
            MarkerKind::Target,
            at(6.0, 6.0),
        )]),
        ..Scene::default()
    }
}

fn press(key: Key, modifiers: Modifiers) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    }
}

/// Presses and releases several keys within one frame.
fn at_once(window: &mut Window, keys: &[(Key, Modifiers)]) {
    for &(key, modifiers) in keys {
        let events = &mut window.harness.input_mut().events;
        events.push(press(key, modifiers));
        events.push(Event::Key {
            key,
            physical_key: None,
            pressed: false,
            repeat: false,
            modifiers,
        });
    }
    window.frames(3);
}

/// The gate selected and nudged twice in two steps.
fn two_steps() -> Window {
    let mut window = Window::of(&sample_scene());
    let gate = window.item("Marker Gate");
    window.click(gate);
    for _ in 0..2 {
        window.key(Key::ArrowUp);
        window.frames(90);
    }
    assert_eq!(
        (window.steps().len(), window.scene().markers[0].position.y),
        (2, 8.0)
    );
    window
}

#[test]
fn delete_and_undo_in_one_frame_restore_the_item() {
    let mut window = two_steps();
    at_once(
        &mut window,
        &[(Key::Delete, Modifiers::NONE), (Key::Z, CTRL)],
    );
    assert_eq!(window.scene().markers.len(), 1, "it is back");
    assert_eq!(
        (window.scene().markers[0].position.y, window.steps().len()),
        (8.0, 2),
        "the steps before stay"
    );
    window.ctrl_shift(Key::Z);
    assert!(
        window.scene().markers.is_empty(),
        "the delete was done, and can be done again"
    );
}

#[test]
fn two_undos_in_one_frame_undo_two_steps() {
    let mut window = two_steps();
    at_once(&mut window, &[(Key::Z, CTRL), (Key::Z, CTRL)]);
    assert_eq!((window.scene(), window.steps().len()), (&sample_scene(), 0));
    at_once(
        &mut window,
        &[(Key::Y, CTRL), (Key::Z, CTRL | Modifiers::SHIFT)],
    );
    assert_eq!(
        (window.scene().markers[0].position.y, window.steps().len()),
        (8.0, 2)
    );
}

#[test]
fn the_last_of_two_tools_is_active() {
    let mut window = Window::of(&sample_scene());
    at_once(
        &mut window,
        &[(Key::V, Modifiers::NONE), (Key::P, Modifiers::NONE)],
    );
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
    at_once(
        &mut window,
        &[(Key::P, Modifiers::NONE), (Key::V, Modifiers::NONE)],
    );
    assert!(matches!(window.app().tool(), Tool::Select(_)));
}

#[test]
fn two_edits_in_one_frame_run_in_order() {
    let mut window = Window::of(&sample_scene());
    let gate = window.item("Marker Gate");
    window.click(gate);
    at_once(
        &mut window,
        &[(Key::D, CTRL), (Key::Delete, Modifiers::NONE)],
    );
    assert_eq!(
        window.scene(),
        &sample_scene(),
        "the copy is made, and deleted"
    );
}

fn keys_of(folder: &Path, command: Command) -> Vec<String> {
    KeyMap::load_from(folder)
        .keys(command)
        .iter()
        .map(Shortcut::to_string)
        .collect()
}

/// The shortcut editor filtered to this command.
fn open_keys(window: &mut Window, command: Command) {
    window.menu("Edit", "Edit shortcuts");
    window.frames(2);
    let p = window.position_of(egui::accesskit::Role::SearchInput, "Filter shortcuts");
    window.click(p);
    window.text(command.tooltip());
    window.frames(2);
}

/// The events of pressing Ctrl and then a key.
fn ctrl_first(key: Key) -> [Event; 4] {
    [
        Event::ModifiersChanged(CTRL),
        press(Key::ControlLeft, CTRL),
        press(key, CTRL),
        Event::Key {
            key,
            physical_key: None,
            pressed: false,
            repeat: false,
            modifiers: CTRL,
        },
    ]
}

#[test]
fn a_key_recorded_while_ctrl_is_held_includes_ctrl() {
    for in_one_frame in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let mut window = Window::with_settings(&sample_scene(), folder.path());
        open_keys(&mut window, Command::Tool(ToolCommand::PenTool));
        window.click_button("Add shortcut to Pen");
        for event in ctrl_first(Key::J) {
            if in_one_frame {
                window.harness.input_mut().events.push(event);
            } else {
                window.harness.event(event);
                window.frames(1);
            }
        }
        window.frames(2);
        window
            .harness
            .event(Event::ModifiersChanged(Modifiers::NONE));
        window.frames(2);
        assert_eq!(
            keys_of(folder.path(), Command::Tool(ToolCommand::PenTool)),
            ["P", "Ctrl+J"],
            "in one frame: {in_one_frame}"
        );
    }
}

#[test]
fn a_conflicting_shortcut_is_shown_with_ctrl() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::with_settings(&sample_scene(), folder.path());
    open_keys(&mut window, Command::Tool(ToolCommand::PenTool));
    window.click_button("Add shortcut to Pen");
    for event in ctrl_first(Key::D) {
        window.harness.event(event);
        window.frames(1);
    }
    window
        .harness
        .event(Event::ModifiersChanged(Modifiers::NONE));
    window.frames(2);
    assert!(window.says("Ctrl+D is already used by Duplicate."));
    window.click_button("Reassign");
    assert_eq!(
        keys_of(folder.path(), Command::Tool(ToolCommand::PenTool)),
        ["P", "Ctrl+D"]
    );
    assert!(keys_of(folder.path(), Command::Edit(EditCommand::Duplicate)).is_empty());
}

#[test]
fn a_modifier_alone_is_not_a_valid_shortcut_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("keys.json"),
        r#"{ "keys": { "PenTool": ["ControlLeft", "Ctrl+ShiftRight", "Q"] } }"#,
    )
    .unwrap();
    assert_eq!(
        keys_of(folder.path(), Command::Tool(ToolCommand::PenTool)),
        ["Q"]
    );
}

/// Sends a clipboard event with the gate selected. Returns whether the gate still exists.
fn gate_stays(window: &mut Window, event: Event) -> bool {
    window.frames(30);
    let gate = window.item("Marker Gate");
    window.click(gate);
    assert_eq!(window.selection().len(), 1);
    window.harness.event(event);
    window.frames(3);
    !window.scene().markers.is_empty()
}

#[test]
fn removing_the_shortcut_of_cut_in_the_editor_disables_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::with_settings(&sample_scene(), folder.path());
    open_keys(&mut window, Command::Clipboard(ClipboardCommand::Cut));
    window.click_button("Remove Ctrl+X from Cut");
    window.click_button("Close");
    assert!(gate_stays(&mut window, Event::Cut));
    // The menu entry still works.
    window.menu("Edit", "Cut");
    window.frames(2);
    assert!(window.scene().markers.is_empty());
    // After a restart it is still disabled, until it is restored.
    let mut window = Window::with_settings(&sample_scene(), folder.path());
    assert!(gate_stays(&mut window, Event::Cut));
    open_keys(&mut window, Command::Clipboard(ClipboardCommand::Cut));
    window.click_button("Reset Cut");
    window.click_button("Close");
    assert!(!gate_stays(&mut window, Event::Cut));
}

#[test]
fn removing_the_shortcut_of_cut_in_the_file_keeps_copy_and_paste() {
    for keys in ["[]", r#"["Ctrl+Alt+X"]"#] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("keys.json"),
            format!(r#"{{ "keys": {{ "Cut": {keys} }} }}"#),
        )
        .unwrap();
        let mut window = Window::with_settings(&sample_scene(), folder.path());
        assert!(gate_stays(&mut window, Event::Cut), "{keys}");
        window.harness.event(Event::Copy);
        window.harness.step();
        let commands = &window.harness.output().platform_output.commands;
        let copied = commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        window
            .harness
            .event(Event::Paste(copied.expect("the gate was copied")));
        window.frames(3);
        assert_eq!(window.scene().markers.len(), 2);
    }
    // Another shortcut works.
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("keys.json"),
        r#"{ "keys": { "Cut": ["Ctrl+Alt+X"] } }"#,
    )
    .unwrap();
    let mut window = Window::with_settings(&sample_scene(), folder.path());
    assert!(!gate_stays(
        &mut window,
        press(Key::X, CTRL | Modifiers::ALT)
    ));
}
