//! Drags can be canceled on the canvas and in panels; Escape cancels one operation at a time.

use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2, vec2};
use egui_kittest::kittest::{By, Queryable};
use std::sync::Arc;
use steerwright_authoring::Item;
use steerwright_authoring::tool::Tool;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath,
    Preset, PresetId, Scene,
};
use steerwright_runtime::steering::FollowPath;

const PATH: PathId = PathId(1);

/// Two paths, a guard on the first, a gate.
fn sample_scene() -> Scene {
    let path = |i: u32, name: &str| {
        let mut path = PatrolPath::new(PathId(i), name);
        path.nodes = (0..4)
            .map(|n| {
                Node::at(
                    NodeId(n + 1),
                    at(4.0 * f64::from(n), 6.0 * f64::from(i - 1)),
                )
            })
            .collect();
        Arc::new(path)
    };
    let guard = Preset::steered(
        PresetId(1),
        "Walks",
        [Behavior::FollowPath(FollowPath::default())],
    );
    Scene {
        name: "Sample".into(),
        presets: vec![Arc::new(guard)],
        paths: vec![path(1, "Path"), path(2, "Wall")],
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Gate",
            MarkerKind::Target,
            at(6.0, 3.0),
        )]),
        agents: Arc::new(vec![Agent {
            path: Some(PATH),
            ..Agent::at(AgentId(1), "Guard", PresetId(1), at(0.0, 3.0))
        }]),
        ..Scene::default()
    }
}

/// How to cancel a drag.
#[derive(Clone, Copy, Debug)]
enum Cancel {
    Escape,
    /// The secondary button, released before the primary.
    SecondButton,
    /// The secondary button, released after the primary.
    SecondButtonLonger,
    /// Another window gets the focus.
    FocusLost,
}

const ALL: [Cancel; 4] = [
    Cancel::Escape,
    Cancel::SecondButton,
    Cancel::SecondButtonLonger,
    Cancel::FocusLost,
];

fn button(window: &mut Window, pos: Pos2, button: PointerButton, pressed: bool) {
    window.harness.event(Event::PointerButton {
        pos,
        button,
        pressed,
        modifiers: Modifiers::NONE,
    });
    window.frames(1);
}

/// Cancels the drag at `p`; the pointer moves on before the release.
fn cancel(window: &mut Window, p: Pos2, how: Cancel) {
    let second = PointerButton::Secondary;
    match how {
        Cancel::Escape => window.key(Key::Escape),
        Cancel::FocusLost => {
            window.harness.event(Event::WindowFocused(false));
            window.frames(1);
        }
        Cancel::SecondButton | Cancel::SecondButtonLonger => button(window, p, second, true),
    }
    if matches!(how, Cancel::SecondButton) {
        button(window, p, second, false);
    }
    let further = p + vec2(7.0, 3.0);
    window.hover(further);
    window.hover(p);
    window.release(p);
    if matches!(how, Cancel::SecondButtonLonger) {
        button(window, p, second, false);
    }
    window.frames(4);
}

/// Drags, cancels in every way, and compares with the initial state.
fn check(
    begin: impl Fn(&mut Window),
    from: impl Fn(&Window) -> Pos2,
    by: Vec2,
    changes_at_once: bool,
) {
    let mut faults = Vec::new();
    for how in ALL {
        let mut window = Window::of(&sample_scene());
        begin(&mut window);
        window.frames(40);
        let (scene, selection) = (format!("{:?}", window.scene()), window.selection().clone());
        let (steps, buttons) = (window.steps(), buttons(&window));
        let p = from(&window);
        window.drag(p, p + by);
        assert_eq!(
            format!("{:?}", window.scene()) != scene,
            changes_at_once,
            "the drag does what it should"
        );
        cancel(&mut window, p + by, how);
        let kept = [
            ("scene", format!("{:?}", window.scene()) == scene),
            ("steps", window.steps() == steps),
            ("selection", window.selection() == &selection),
            ("no menu", self::buttons(&window) == buttons),
        ];
        faults.extend(
            kept.into_iter()
                .filter(|(_, kept)| !kept)
                .map(|(what, _)| format!("{how:?}: {what}")),
        );
        if window.selection() != &selection {
            continue;
        }
        // The next drag works normally.
        let before = format!("{:?}", window.scene());
        let q = from(&window);
        window.drag_and_drop(q, q + by);
        window.frames(2);
        if format!("{:?}", window.scene()) == before {
            faults.push(format!("{how:?}: no drag after it"));
        }
    }
    assert!(faults.is_empty(), "{faults:?}");
}

/// The number of buttons: an open menu would add some.
fn buttons(window: &Window) -> usize {
    window.harness.query_all_by_role(Role::Button).count()
}

#[test]
fn canceling_a_slider_drag_restores_the_value() {
    let handle = |window: &Window| {
        let rail = window
            .harness
            .get_by_role_and_label(Role::Slider, "Max speed")
            .rect();
        rail.center()
    };
    check(
        |window| window.click_row("Guard"),
        handle,
        vec2(25.0, 0.0),
        true,
    );
}

#[test]
fn canceling_a_number_field_drag_restores_the_value() {
    check(
        |window| window.click_row("Gate"),
        |window| window.numbers("Position")[0],
        vec2(60.0, 0.0),
        true,
    );
    let select = |window: &mut Window| {
        let p = window.item("Path node 2");
        window.click(p);
    };
    check(
        select,
        |window| window.numbers("Node 3 x")[0],
        vec2(60.0, 0.0),
        true,
    );
}

#[test]
fn canceling_a_rotation_field_drag_restores_the_items() {
    let select = |window: &mut Window| window.click_row("Path");
    check(
        select,
        |window| window.numbers("Rotate by")[0],
        vec2(60.0, 0.0),
        true,
    );
}

#[test]
fn canceling_an_outliner_drag_restores_the_order() {
    let below = |window: &Window| {
        window.position_of(Role::ListItem, "Wall").y - window.position_of(Role::ListItem, "Path").y
    };
    let by = vec2(0.0, below(&Window::of(&sample_scene())) + 7.0);
    check(
        |window| window.click_row("Gate"),
        |window| window.position_of(Role::ListItem, "Path"),
        by,
        false,
    );
}

#[test]
fn canceling_a_canvas_drag_restores_the_items() {
    check(
        |window| window.click_row("Gate"),
        |window| window.item("Path node 2"),
        vec2(40.0, 30.0),
        true,
    );
}

#[test]
fn escape_closes_a_window_and_keeps_the_selection() {
    let sheet: fn(&mut Window) = |window| window.key(Key::F1);
    for (open, says) in [
        (sheet, "Nudge by 10 units"),
        (
            |window: &mut Window| window.ctrl(Key::Comma),
            "Click tolerance",
        ),
        (
            |window: &mut Window| window.menu("Help", "Getting started"),
            "click a few places",
        ),
    ] {
        let mut window = Window::of(&sample_scene());
        let p = window.item("Path node 2");
        window.click(p);
        let selection = window.selection().clone();
        open(&mut window);
        window.frames(30);
        assert!(window.says(says), "{says}");
        window.key(Key::Escape);
        window.frames(30);
        assert!(!window.says(says), "{says}");
        assert_eq!(window.selection(), &selection, "{says}");
        // The next Escape applies to the selection again.
        window.key(Key::Escape);
        assert_eq!(window.selection().primary(), Some(Item::Path(PATH)));
    }
}

#[test]
fn escape_with_a_window_open_keeps_the_tool() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::P);
    window.key(Key::F1);
    window.frames(30);
    window.key(Key::Escape);
    window.frames(30);
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
    window.key(Key::Escape);
    assert!(matches!(window.app().tool(), Tool::Select(_)));
}

#[test]
fn escape_returns_from_every_idle_tool_to_select() {
    let tools = [
        (Key::P, Modifiers::NONE),
        (Key::P, Modifiers::SHIFT),
        (Key::A, Modifiers::NONE),
        (Key::T, Modifiers::NONE),
        (Key::D, Modifiers::NONE),
        (Key::B, Modifiers::NONE),
        (Key::H, Modifiers::NONE),
    ];
    for (key, held) in tools {
        let mut window = Window::of(&sample_scene());
        let free = window.pos(at(2.0, 4.5));
        window.hover(free);
        window.key_with(key, held);
        assert!(!matches!(window.app().tool(), Tool::Select(_)), "{key:?}");
        window.key(Key::Escape);
        assert!(matches!(window.app().tool(), Tool::Select(_)), "{key:?}");
        assert_eq!(
            (window.scene(), window.steps().len()),
            (&sample_scene(), 0),
            "{key:?}"
        );
    }
}

#[test]
fn escape_cancels_drawing_before_leaving_the_pen() {
    let mut window = Window::of(&sample_scene());
    window.key(Key::P);
    for p in [at(2.0, 4.5), at(4.0, 1.5)] {
        let p = window.pos(p);
        window.click(p);
    }
    assert_eq!(window.scene().paths[2].nodes.len(), 2);
    window.key(Key::Escape);
    assert!(matches!(window.app().tool(), Tool::Pen(_)));
    assert_eq!(window.scene(), &sample_scene());
    window.key(Key::Escape);
    assert!(matches!(window.app().tool(), Tool::Select(_)));
}

#[test]
fn releasing_the_middle_button_does_not_end_a_drag() {
    let mut window = Window::of(&sample_scene());
    let (from, half, to) = (
        window.item("Path node 2"),
        window.pos(at(5.0, -1.5)),
        window.pos(at(6.0, -3.0)),
    );
    window.drag(from, half);
    for pressed in [true, false] {
        button(&mut window, half, PointerButton::Middle, pressed);
    }
    assert!(window.steps().is_empty());
    assert_eq!(window.pos(at(6.0, -3.0)), to, "the view stays");
    window.hover(to);
    window.release(to);
    let node = window.scene().path(PATH).unwrap().nodes[1].position;
    assert!((node - at(6.0, -3.0)).length() < 0.2, "{node}");
    assert_eq!(window.steps(), ["Move node 2"]);
}

#[test]
fn arrow_keys_do_nothing_during_a_drag() {
    for key in [Key::ArrowRight, Key::ArrowUp] {
        let mut window = Window::of(&sample_scene());
        let (from, half, to) = (
            window.item("Path node 2"),
            window.pos(at(5.0, -1.5)),
            window.pos(at(6.0, -3.0)),
        );
        window.drag(from, half);
        let dragged = format!("{:?}", window.scene());
        window.key(key);
        assert_eq!(format!("{:?}", window.scene()), dragged);
        window.hover(to);
        window.release(to);
        let node = window.scene().path(PATH).unwrap().nodes[1].position;
        assert!((node - at(6.0, -3.0)).length() < 0.2, "{node}");
        assert_eq!(window.steps(), ["Move node 2"]);
        window.ctrl(Key::Z);
        assert_eq!(window.scene(), &sample_scene());
    }
}

#[test]
fn arrow_keys_do_not_nudge_while_a_number_is_dragged() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Gate");
    let p = window.numbers("Position")[0];
    window.drag(p, p + vec2(60.0, 0.0));
    window.key(Key::ArrowUp);
    window.release(p + vec2(60.0, 0.0));
    window.frames(2);
    assert_eq!(
        (window.scene().markers[0].position.y, window.steps()),
        (3.0, vec!["Set position".to_owned()])
    );
}

#[test]
fn canceling_with_the_secondary_button_opens_no_menu() {
    let mut window = Window::of(&sample_scene());
    let (from, to) = (
        window.position_of(Role::ListItem, "Path"),
        window.position_of(Role::ListItem, "Wall"),
    );
    window.drag(from, to);
    cancel(&mut window, to, Cancel::SecondButtonLonger);
    window.frames(30);
    assert!(
        window
            .harness
            .query_all(
                By::new()
                    .role(Role::Button)
                    .label_contains("Show on canvas")
            )
            .next()
            .is_none()
    );
    // Without a drag it opens the menu.
    window.right_click(to);
    window.frames(3);
    assert!(window.says("Show on canvas"));
}
