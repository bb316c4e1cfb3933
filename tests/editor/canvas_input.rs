//! Canvas input: click tolerance, wheel and touchpad, cursors.

use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{
    CursorIcon, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, TouchPhase,
    Vec2, vec2,
};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use steerwright::editor::preferences::settings::{Settings, Wheel};
use steerwright_authoring::Command;
use steerwright_authoring::command::SnapCommand;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Scene};

fn sample_scene() -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Path");
    path.nodes = (0..4)
        .map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 0.0)))
        .collect();
    Scene {
        paths: vec![Arc::new(path)],
        ..Scene::default()
    }
}

fn scroll(window: &mut Window, delta: Vec2, source: MouseWheelSource, unit: MouseWheelUnit) {
    window.harness.event(Event::MouseWheel {
        unit,
        delta,
        phase: TouchPhase::Move,
        source,
        modifiers: Modifiers::NONE,
    });
    window.frames(40);
}

fn cursor(window: &Window) -> CursorIcon {
    window.harness.output().platform_output.cursor_icon
}

#[test]
fn the_click_tolerance_can_be_set_and_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::with_settings(&sample_scene(), folder.path());
    let beside = window.pos(at(4.0, 0.0)) + vec2(0.0, 16.0);
    window.click(beside);
    assert!(window.selection().is_empty(), "ten points at first");
    window.ctrl(Key::Comma);
    window.frames(3);
    window.enter(Role::SpinButton, "Click tolerance", "20");
    window.key(Key::Escape);
    window.frames(30);
    window.click(beside);
    assert_eq!(
        window.selection().primary(),
        Some(Item::Node(Line::Path(PathId(1)), NodeId(2)))
    );
    assert_eq!(Settings::load_from(folder.path()).grab_points, 20.0);
}

#[test]
fn the_wheel_zooms_and_touchpads_pan_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::with_settings(&sample_scene(), folder.path());
    let p = window.pos(at(4.0, 0.0));
    window.hover(p);
    let before = window.app().canvas().viewport;
    scroll(
        &mut window,
        vec2(30.0, 50.0),
        MouseWheelSource::Unknown,
        MouseWheelUnit::Point,
    );
    let moved = window.pos(at(4.0, 0.0)) - p;
    assert_eq!(window.app().canvas().viewport.scale, before.scale);
    assert!((moved - vec2(30.0, 50.0)).length() < 1.0, "{moved:?}");
    scroll(
        &mut window,
        vec2(0.0, -50.0),
        MouseWheelSource::Trackpad,
        MouseWheelUnit::Point,
    );
    assert_eq!(window.app().canvas().viewport.scale, before.scale);
    for (source, unit, turns) in [
        (MouseWheelSource::Unknown, MouseWheelUnit::Line, 2.0),
        (MouseWheelSource::Wheel, MouseWheelUnit::Point, 90.0),
    ] {
        let scale = window.app().canvas().viewport.scale;
        scroll(&mut window, vec2(0.0, turns), source, unit);
        assert!(window.app().canvas().viewport.scale > scale * 1.1);
    }
    std::fs::write(
        folder.path().join("settings.json"),
        r#"{ "wheel": "pans" }"#,
    )
    .unwrap();
    assert_eq!(Settings::load_from(folder.path()).wheel, Wheel::Pans);
    let mut window = Window::with_settings(&sample_scene(), folder.path());
    window.hover(p);
    scroll(
        &mut window,
        vec2(0.0, 2.0),
        MouseWheelSource::Unknown,
        MouseWheelUnit::Line,
    );
    assert_eq!(window.app().canvas().viewport.scale, before.scale);
    assert_ne!(window.app().canvas().viewport.center, before.center);
}

#[test]
fn a_pinch_zooms_at_the_pointer() {
    let mut window = Window::of(&sample_scene());
    let p = window.pos(at(8.0, 0.0));
    window.hover(p);
    let scale = window.app().canvas().viewport.scale;
    window.harness.event(Event::Zoom(1.5));
    window.frames(3);
    assert!((window.app().canvas().viewport.scale / scale - 1.5).abs() < 0.01);
    assert!((window.pos(at(8.0, 0.0)) - p).length() < 1.0);
}

#[test]
fn the_cursor_shows_the_available_action() {
    let mut window = Window::of(&sample_scene());
    let (node, line, nothing) = (
        window.pos(at(4.0, 0.0)),
        window.pos(at(6.0, 0.0)),
        window.pos(at(6.0, 1.5)),
    );
    for (p, icon) in [
        (nothing, CursorIcon::Default),
        (node, CursorIcon::Grab),
        (line, CursorIcon::PointingHand),
    ] {
        window.hover(p);
        window.frames(2);
        assert_eq!(cursor(&window), icon);
    }
    window.hover(nothing);
    window.harness.key_down(Key::Space);
    window.frames(2);
    assert_eq!(
        cursor(&window),
        CursorIcon::Grab,
        "Space switches to panning"
    );
    window.drag(nothing, nothing + vec2(20.0, 0.0));
    assert_eq!(cursor(&window), CursorIcon::Grabbing);
    window.release(nothing + vec2(20.0, 0.0));
    window.harness.key_up(Key::Space);
    window.frames(2);
    assert!(!window.playback().is_playing());
    let p = window.pos(at(4.0, 0.0));
    window.drag(p, p + vec2(30.0, 0.0));
    assert_eq!(cursor(&window), CursorIcon::Grabbing);
    window.release(p + vec2(30.0, 0.0));
    window.key(Key::P);
    window.frames(2);
    assert_eq!(cursor(&window), CursorIcon::Crosshair);
}

#[test]
fn the_middle_button_pans_and_selects_nothing() {
    let mut window = Window::of(&sample_scene());
    let p = window.pos(at(4.0, 0.0));
    let center = window.app().canvas().viewport.center;
    for (at, pressed) in [(p, true), (p + vec2(40.0, 0.0), false)] {
        window.hover(at);
        window.harness.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Middle,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.frames(1);
    }
    assert!(window.app().canvas().viewport.center.x < center.x && window.selection().is_empty());
}

#[test]
fn a_click_with_a_small_movement_is_not_a_drag() {
    let mut window = Window::of(&sample_scene());
    let p = window.pos(at(4.0, 0.0));
    window.drag_and_drop(p, p + vec2(3.0, 0.0));
    assert_eq!(
        window.selection().primary(),
        Some(Item::Node(Line::Path(PathId(1)), NodeId(2)))
    );
    assert_eq!(window.steps().len(), 0);
}

#[test]
fn the_drag_threshold_can_be_set_and_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::with_settings(&sample_scene(), folder.path());
    window.ctrl(Key::Comma);
    window.frames(3);
    window.enter(Role::SpinButton, "Drag threshold", "2*6");
    window.key(Key::Escape);
    window.frames(30);
    let node = window.pos(at(4.0, 0.0));
    window.drag_and_drop(node, node + vec2(0.0, 10.0));
    assert_eq!(
        window.scene(),
        &sample_scene(),
        "ten points are a click now"
    );
    window.drag_and_drop(node, node + vec2(0.0, 20.0));
    assert_ne!(window.scene(), &sample_scene());
    assert_eq!(Settings::load_from(folder.path()).drag_points, 12.0);
}

#[test]
fn snapping_is_toggled_in_the_toolbar_and_stored() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::with_settings(&sample_scene(), folder.path());
    window.click_button("Snapping");
    window.frames(2);
    for (entry, kept) in [
        ("Snap to grid", true),
        ("Snap to nodes", false),
        ("Snap to segments", false),
        ("Snap to angles", true),
    ] {
        let nodes = window.harness.get_all(
            egui_kittest::kittest::By::new()
                .role(Role::CheckBox)
                .label_contains(entry),
        );
        let p = nodes.last().expect("a switch").rect().center();
        window.click(p);
        window.frames(2);
        let command = SnapCommand::ALL
            .iter()
            .copied()
            .find(|&command| Command::from(command).label() == entry)
            .unwrap();
        assert_eq!(
            Settings::load_from(folder.path()).snap.is_on(command),
            kept,
            "{entry}"
        );
    }
    window.key(Key::Escape);
    window.frames(2);
    let snap = Settings::load_from(folder.path()).snap;
    assert!(
        snap.to_grid && !snap.to_nodes && !snap.to_segments && snap.to_guides && snap.to_angles
    );
    // After a restart; the shortcut toggles the same setting.
    let mut window = Window::with_settings(&sample_scene(), folder.path());
    window.key(Key::G);
    assert!(!Settings::load_from(folder.path()).snap.to_grid);
}
