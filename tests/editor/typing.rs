//! Number fields: a typed value applies as a whole when typing ends.

use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::sync::Arc;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath,
    Preset, PresetId, Scene,
};
use steerwright_runtime::steering::FollowPath;

const PATH: PathId = PathId(1);
const NONSENSE: [&str; 4] = ["1/0", "7abc", "2+", "1e999"];

/// A path of four nodes along the x axis, its guard, a gate.
fn sample_scene() -> Scene {
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = (0..4)
        .map(|i| Node::at(NodeId(i + 1), at(4.0 * f64::from(i), 0.0)))
        .collect();
    let guard = Preset::steered(
        PresetId(1),
        "Walks",
        [Behavior::FollowPath(FollowPath::default())],
    );
    Scene {
        name: "Sample".into(),
        presets: vec![Arc::new(guard)],
        paths: vec![Arc::new(path)],
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Gate",
            MarkerKind::Target,
            at(8.0, 6.0),
        )]),
        agents: Arc::new(vec![Agent {
            path: Some(PATH),
            ..Agent::at(AgentId(1), "Guard", PresetId(1), at(0.0, 3.0))
        }]),
        ..Scene::default()
    }
}

/// How to end typing.
#[derive(Clone, Copy, Debug)]
enum End {
    Enter,
    Tab,
    Escape,
    /// A press on an empty part of the canvas.
    Canvas,
    /// A press on the card of the field.
    Panel,
}

fn node(window: &Window, index: usize) -> DVec2 {
    window.scene().path(PATH).unwrap().nodes[index].position
}

fn gate(window: &Window) -> DVec2 {
    window.scene().markers[0].position
}

/// Selects the second and third node and the gate: a box from (4, 0) to (8, 6).
fn three_selected() -> Window {
    let mut window = Window::of(&sample_scene());
    for (i, name) in ["Path node 2", "Path node 3", "Marker Gate"]
        .into_iter()
        .enumerate()
    {
        let p = window.item(name);
        window.click_with(
            p,
            PointerButton::Primary,
            if i == 0 {
                Modifiers::NONE
            } else {
                Modifiers::SHIFT
            },
        );
    }
    assert_eq!(window.selection().len(), 3);
    window
}

fn second_node_selected() -> Window {
    let mut window = Window::of(&sample_scene());
    let p = window.item("Path node 2");
    window.click(p);
    window
}

/// The first field of that name.
fn field(window: &Window, name: &str) -> Pos2 {
    window.numbers(name)[0]
}

/// The text of the first field of that name.
fn shown(window: &Window, name: &str) -> String {
    let field = window
        .harness
        .query_all_by_role_and_label(Role::SpinButton, name)
        .next()
        .expect("a field");
    field.accesskit_node().value().unwrap_or_default()
}

/// Types over the value of a field without ending typing.
fn begin_typing(window: &mut Window, field: Pos2, text: &str) {
    window.click(field);
    window.frames(2);
    window.ctrl(Key::A);
    window.text(text);
}

fn end_typing(window: &mut Window, end: End) {
    match end {
        End::Enter => window.key(Key::Enter),
        End::Tab => {
            window.key(Key::Tab);
            // The next field or button has the focus now; give it back.
            window.frames(2);
            window.key(Key::Escape);
        }
        End::Escape => window.key(Key::Escape),
        End::Canvas => {
            let free = window.pos(at(2.0, 4.5));
            window.click(free);
        }
        End::Panel => {
            let name = window.position_of(Role::Label, "Position");
            window.click(name);
        }
    }
    window.frames(3);
}

#[test]
fn a_typed_value_applies_when_typing_ends() {
    for name in ["Position", "Node 2 x"] {
        for end in [End::Enter, End::Tab, End::Canvas, End::Panel] {
            let mut window = second_node_selected();
            let p = field(&window, name);
            begin_typing(&mut window, p, "15");
            assert_eq!(
                node(&window, 1),
                at(4.0, 0.0),
                "{name}: a half-typed number moves nothing"
            );
            end_typing(&mut window, end);
            assert_eq!(
                (node(&window, 1), window.steps().len()),
                (at(15.0, 0.0), 1),
                "{name}, {end:?}"
            );
            window.ctrl(Key::Z);
            assert_eq!(window.scene(), &sample_scene(), "{name}, {end:?}");
        }
    }
}

#[test]
fn values_typed_with_tab_in_between_both_apply() {
    let mut window = second_node_selected();
    let p = field(&window, "Position");
    begin_typing(&mut window, p, "15");
    window.key(Key::Tab);
    window.frames(2);
    assert_eq!(
        node(&window, 1),
        at(15.0, 0.0),
        "the first applies immediately"
    );
    window.ctrl(Key::A);
    window.text("2");
    end_typing(&mut window, End::Enter);
    assert_eq!(node(&window, 1), at(15.0, 2.0));
    for _ in 0..window.steps().len() {
        window.ctrl(Key::Z);
    }
    assert_eq!(window.scene(), &sample_scene());
}

#[test]
fn escape_restores_the_value() {
    for name in ["Position", "Node 2 x"] {
        let mut window = second_node_selected();
        let p = field(&window, name);
        let before = shown(&window, name);
        begin_typing(&mut window, p, "15");
        end_typing(&mut window, End::Escape);
        assert_eq!(
            (window.scene(), window.steps().len()),
            (&sample_scene(), 0),
            "{name}"
        );
        assert_eq!(
            window.selection().primary(),
            Some(Item::Node(Line::Path(PATH), NodeId(2))),
            "Escape was for the field"
        );
        assert_eq!(shown(&window, name), before);
    }
}

#[test]
fn invalid_text_keeps_the_value() {
    for name in ["Position", "Node 2 x"] {
        let mut window = second_node_selected();
        let before = shown(&window, name);
        for text in NONSENSE {
            for end in [End::Enter, End::Tab, End::Canvas, End::Panel, End::Escape] {
                let p = field(&window, name);
                begin_typing(&mut window, p, text);
                end_typing(&mut window, end);
                assert_eq!(
                    (window.scene(), window.steps().len()),
                    (&sample_scene(), 0),
                    "{text} in {name}, {end:?}"
                );
                let second = window.item("Path node 2");
                window.click(second);
                window.frames(2);
                assert_eq!(shown(&window, name), before, "{text} in {name}, {end:?}");
            }
        }
    }
}

#[test]
fn invalid_text_keeps_the_transform_box() {
    let mut window = three_selected();
    for text in NONSENSE {
        for name in ["Center", "Size", "Rotate by"] {
            let p = field(&window, name);
            window.type_into(p, text);
            window.frames(3);
            assert_eq!(
                (window.scene(), window.steps().len()),
                (&sample_scene(), 0),
                "{text} in {name}"
            );
        }
    }
}

#[test]
fn a_typed_slider_value_applies_when_typing_ends() {
    for (end, to) in [
        (End::Enter, Some(1.5)),
        (End::Tab, Some(1.5)),
        (End::Canvas, Some(1.5)),
        (End::Escape, None),
    ] {
        let mut window = Window::of(&sample_scene());
        let guard = window.item("Agent Guard");
        window.click(guard);
        let before = format!("{:?}", window.scene().presets);
        let p = field(&window, "Max speed");
        begin_typing(&mut window, p, "3/2");
        assert_eq!(
            format!("{:?}", window.scene().presets),
            before,
            "nothing half-typed"
        );
        end_typing(&mut window, end);
        let speed = window.scene().presets[0].body.max_speed;
        match to {
            Some(to) => assert_eq!(
                (speed, window.steps()),
                (to, vec!["Set max speed".to_owned()]),
                "{end:?}"
            ),
            None => assert_eq!(
                (
                    format!("{:?}", window.scene().presets),
                    window.steps().len()
                ),
                (before, 0)
            ),
        }
    }
}

#[test]
fn rotate_by_applies_the_typed_angle_once() {
    for text in ["90", "30*3"] {
        for end in [End::Enter, End::Tab, End::Canvas] {
            let mut window = three_selected();
            let p = field(&window, "Rotate by");
            begin_typing(&mut window, p, text);
            end_typing(&mut window, end);
            window.frames(10);
            // Around (6, 3), counterclockwise.
            for (is, should) in [
                (node(&window, 1), at(9.0, 1.0)),
                (node(&window, 2), at(9.0, 5.0)),
                (gate(&window), at(3.0, 5.0)),
            ] {
                assert!(
                    (is - should).length() < 1e-6,
                    "{text}, {end:?}: {is}, not {should}"
                );
            }
            assert_eq!(window.steps(), ["Rotate"], "{text}, {end:?}");
        }
    }
}

#[test]
fn size_and_center_take_the_typed_values() {
    let mut window = three_selected();
    let p = field(&window, "Size");
    window.type_into(p, "0.5");
    assert_eq!(
        (node(&window, 1), node(&window, 2), gate(&window)),
        (at(5.75, 0.0), at(6.25, 0.0), at(6.25, 6.0))
    );
    let p = field(&window, "Center");
    window.type_into(p, "4.5");
    assert_eq!(
        (node(&window, 1), node(&window, 2), gate(&window)),
        (at(4.25, 0.0), at(4.75, 0.0), at(4.75, 6.0))
    );
    assert_eq!(window.steps(), ["Scale", "Move"]);
}

#[test]
fn a_center_beyond_the_limits_is_clamped_and_keeps_the_shape() {
    for (text, side) in [("1e12", 1.0), ("-1e12", -1.0)] {
        let mut window = three_selected();
        let p = field(&window, "Center");
        window.type_into(p, text);
        let (second, third, gate) = (node(&window, 1), node(&window, 2), gate(&window));
        assert!(second.x * side > 1000.0, "{second}");
        assert!(
            (third - second - at(4.0, 0.0)).length() < 1e-6
                && (gate - third - at(0.0, 6.0)).length() < 1e-6,
            "{second} {third} {gate}"
        );
        window.ctrl(Key::Z);
        assert_eq!(window.scene(), &sample_scene());
    }
}

#[test]
fn a_drag_that_ends_typing_is_a_step_of_its_own() {
    for (name, step) in [
        ("Position", "Set position"),
        ("Node 2 x", "Set x of node 2"),
    ] {
        for (item, drag) in [
            ("Marker Gate", "Move marker"),
            ("Path node 4", "Move node 4"),
        ] {
            let mut window = second_node_selected();
            let p = field(&window, name);
            begin_typing(&mut window, p, "5");
            let (from, to) = (window.item(item), window.pos(at(10.0, -3.0)));
            window.drag_and_drop(from, to);
            window.frames(2);
            assert_eq!(window.steps(), [step, drag], "{name}");
            assert_eq!(node(&window, 1), at(5.0, 0.0));
            let moved = if drag == "Move marker" {
                gate(&window)
            } else {
                node(&window, 3)
            };
            assert!((moved - at(10.0, -3.0)).length() < 0.2, "{moved}");
            window.ctrl(Key::Z);
            assert_eq!(
                (node(&window, 1), node(&window, 3), gate(&window)),
                (at(5.0, 0.0), at(12.0, 0.0), at(8.0, 6.0))
            );
            window.ctrl(Key::Z);
            assert_eq!(window.scene(), &sample_scene());
        }
    }
}

#[test]
fn escape_in_a_drag_that_ended_typing_cancels_only_the_drag() {
    for name in ["Position", "Node 2 x"] {
        let mut window = second_node_selected();
        let p = field(&window, name);
        begin_typing(&mut window, p, "5");
        let (from, to) = (window.item("Marker Gate"), window.pos(at(10.0, -3.0)));
        window.drag(from, to);
        assert_ne!(gate(&window), at(8.0, 6.0));
        window.key(Key::Escape);
        window.release(to);
        assert_eq!(
            (node(&window, 1), gate(&window), window.steps().len()),
            (at(5.0, 0.0), at(8.0, 6.0), 1),
            "{name}"
        );
        assert_eq!(
            window.selection().primary(),
            Some(Item::Node(Line::Path(PATH), NodeId(2))),
            "as before the drag"
        );
    }
}

#[test]
fn clicking_another_row_keeps_the_typed_value() {
    for name in ["Position", "Node 2 x"] {
        let mut window = second_node_selected();
        let p = field(&window, name);
        begin_typing(&mut window, p, "5");
        window.click_row("Gate");
        assert_eq!(
            (node(&window, 1), gate(&window), window.steps().len()),
            (at(5.0, 0.0), at(8.0, 6.0), 1),
            "{name}"
        );
        assert_eq!(
            window.selection().primary(),
            Some(Item::Marker(MarkerId(1)))
        );
    }
    // The next item has a field in the same place, which must not receive the text.
    let mut window = Window::of(&sample_scene());
    window.click_row("Gate");
    let p = field(&window, "Position");
    begin_typing(&mut window, p, "9");
    window.click_row("Guard");
    window.frames(5);
    assert_eq!(
        (gate(&window), window.scene().agents[0].position),
        (at(9.0, 6.0), at(0.0, 3.0))
    );
}

#[test]
fn canceling_a_panel_drag_keeps_the_value_typed_before() {
    let mut window = second_node_selected();
    let (p, other) = (field(&window, "Position"), window.numbers("Position")[1]);
    begin_typing(&mut window, p, "5");
    let to = other + egui::vec2(60.0, 0.0);
    window.drag(other, to);
    assert!(node(&window, 1).y != 0.0, "{}", node(&window, 1));
    window.harness.event(egui::Event::WindowFocused(false));
    window.frames(1);
    window.release(to);
    window.frames(2);
    assert_eq!((node(&window, 1), window.steps().len()), (at(5.0, 0.0), 1));
}

#[test]
fn saving_includes_the_value_being_typed() {
    let mut window = Window::of(&sample_scene());
    let p = window.item("Path node 2");
    window.click(p);
    let field = window.numbers("Position")[0];
    window.click(field);
    window.frames(2);
    window.ctrl(Key::A);
    window.text("5");
    window.ctrl(Key::S);
    window.frames(2);
    let file = window.folder.path().join("sample.scene.json");
    let saved = steerwright_format::load_scene(&file).unwrap().value;
    assert_eq!(saved.path(PATH).unwrap().nodes[1].position, at(5.0, 0.0));
    assert!(!window.app().session().is_dirty());
    assert_eq!(window.steps(), ["Set position"]);
}
