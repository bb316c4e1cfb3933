//! Selecting, arranging, copying and snapping in the window: by mouse, keys, menus and number
//! fields.

use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, OutputCommand, PointerButton};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath,
    Preset, PresetId, Scene,
};
use steerwright_runtime::steering::FollowPath;

const PATH: PathId = PathId(1);

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
            DVec2::new(8.0, 6.0),
        )]),
        agents: Arc::new(vec![Agent {
            path: Some(PATH),
            ..Agent::at(AgentId(1), "Guard", PresetId(1), at(0.0, 3.0))
        }]),
        ..Scene::default()
    }
}

fn node(window: &Window, index: usize) -> DVec2 {
    window.scene().path(PATH).unwrap().nodes[index].position
}

/// Selects the second and third node and the gate.
fn select_three(window: &mut Window) {
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
}

/// The text that a key copied to the clipboard.
fn text_copied(window: &mut Window, key: Event) -> String {
    window.harness.event(key);
    window.harness.step();
    let commands = &window.harness.output().platform_output.commands;
    let text = commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    window.frames(1);
    text.expect("something in the clipboard")
}

#[test]
fn arrow_keys_nudge_by_1_unit_10_units_and_1_pixel() {
    let mut window = Window::of(&sample_scene());
    select_three(&mut window);
    window.key(Key::ArrowRight);
    window.frames(90);
    assert_eq!(
        (node(&window, 1), window.scene().markers[0].position),
        (at(5.0, 0.0), at(9.0, 6.0))
    );
    window.key_with(Key::ArrowUp, Modifiers::SHIFT);
    window.frames(90);
    assert_eq!(node(&window, 1), at(5.0, 10.0));
    let before = window.pos(node(&window, 1));
    let tick = window.playback().tick();
    window.ctrl(Key::ArrowLeft);
    let moved = before - window.pos(node(&window, 1));
    assert!((moved.x - 1.0).abs() < 0.01 && moved.y == 0.0, "{moved}");
    assert_eq!(window.playback().tick(), tick, "time does not advance");
    assert_eq!(window.steps(), ["Nudge"; 3]);
}

#[test]
fn quick_nudges_of_the_same_items_are_one_step() {
    let mut window = Window::of(&sample_scene());
    let (second, third) = (window.item("Path node 2"), window.item("Path node 3"));
    window.click(second);
    (0..3).for_each(|_| window.key(Key::ArrowUp));
    window.key_with(Key::ArrowUp, Modifiers::SHIFT);
    assert_eq!(
        (node(&window, 1), window.steps()),
        (at(4.0, 13.0), vec!["Nudge".to_owned()])
    );
    // A pause, another item or an undo begins a new step.
    window.frames(90);
    window.key(Key::ArrowUp);
    assert_eq!(window.steps().len(), 2);
    window.click(third);
    window.key(Key::ArrowUp);
    assert_eq!(window.steps().len(), 3);
    window.ctrl(Key::Z);
    window.key(Key::ArrowUp);
    assert_eq!(window.steps().len(), 3);
    window.ctrl(Key::Z);
    window.ctrl(Key::Z);
    window.ctrl(Key::Z);
    assert_eq!((window.scene(), window.steps().len()), (&sample_scene(), 0));
}

#[test]
fn node_table_seed_and_tolerance_accept_expressions() {
    let mut window = Window::of(&sample_scene());
    let p = window.item("Path node 2");
    window.click(p);
    window.enter(Role::SpinButton, "Node 2 x", "+0.5");
    window.enter(Role::SpinButton, "Node 2 y", "(1+2)*3");
    assert_eq!(node(&window, 1), at(4.5, 9.0));
    window.enter(Role::SpinButton, "Node 3 x", "*2");
    assert_eq!(node(&window, 2), at(16.0, 0.0));
    window.enter(Role::SpinButton, "Node 1 wait", "1/4");
    assert_eq!(window.scene().paths[0].nodes[0].wait, 0.25);
    let before = window.scene().seed;
    let seed = window.numbers("Seed")[0];
    window.type_into(seed, "+40+1");
    assert_eq!(window.scene().seed, before + 41);
    window.ctrl(Key::L);
    window.frames(2);
    assert!(window.scene().paths[0].nodes.len() > 2);
    window.enter(Role::SpinButton, "Tolerance", "10+5");
    assert_eq!(window.scene().paths[0].nodes.len(), 2);
}

#[test]
fn handles_and_extend_dots_can_be_found_by_name_and_dragged() {
    let mut window = Window::of(&sample_scene());
    select_three(&mut window);
    let (from, by) = (
        window.item("Scale handle, top right"),
        window.pos(at(4.0, 0.0)) - window.pos(at(0.0, 0.0)),
    );
    window.drag_and_drop(from, from + by);
    assert_eq!(window.steps(), ["Scale"]);
    assert!(
        (node(&window, 2) - at(12.0, 0.0)).length() < 0.1,
        "twice as wide: {}",
        node(&window, 2)
    );
    window.ctrl(Key::Z);
    let (from, to) = (window.item("Rotate handle"), window.pos(at(20.0, 3.0)));
    window.drag_and_drop(from, to);
    assert_eq!(window.steps(), ["Rotate"]);
    assert!(
        (node(&window, 1) - at(3.0, 5.0)).length() < 0.1,
        "a quarter to the right: {}",
        node(&window, 1)
    );
    window.ctrl(Key::Z);
    let line = window.pos(at(10.0, 0.0));
    window.click(line);
    let (dot, to) = (
        window.item("Extend path at start"),
        window.pos(at(-3.0, -3.0)),
    );
    window.drag_and_drop(dot, to);
    assert_eq!(window.steps(), ["Extend path"]);
    assert!(
        (node(&window, 0) - at(-3.0, -3.0)).length() < 0.1,
        "{}",
        node(&window, 0)
    );
}

#[test]
fn number_fields_move_scale_and_rotate_the_selection() {
    let mut window = Window::of(&sample_scene());
    select_three(&mut window);
    // The box is 4 wide and 6 high.
    let fields: Vec<_> = window.numbers("Center");
    window.type_into(fields[0], "+0.5");
    assert_eq!(window.scene().markers[0].position, at(8.5, 6.0));
    let fields: Vec<_> = window.numbers("Size");
    window.type_into(fields[1], "*2");
    assert_eq!(
        (node(&window, 1), window.scene().markers[0].position),
        (at(4.5, -3.0), at(8.5, 9.0))
    );
    let fields: Vec<_> = window.numbers("Rotate by");
    window.type_into(fields[0], "45*2");
    assert_eq!(window.steps(), ["Move", "Scale", "Rotate"]);
    assert!(
        (node(&window, 1) - at(12.5, 1.0)).length() < 1e-6,
        "{}",
        node(&window, 1)
    );
    for _ in 0..3 {
        window.ctrl(Key::Z);
    }
    assert_eq!(
        format!("{:?}", window.scene()),
        format!("{:?}", Window::of(&sample_scene()).scene())
    );
}

#[test]
fn an_expression_is_applied_once_by_enter_or_a_click() {
    for by_click in [false, true] {
        let mut window = Window::of(&sample_scene());
        let p = window.item("Path node 2");
        window.click(p);
        let field = window.numbers("Position")[0];
        if by_click {
            window.click(field);
            window.frames(2);
            window.ctrl(Key::A);
            window.text("+0.5");
            let elsewhere = window.position_of(Role::Button, "Delete");
            window.hover(elsewhere);
            let gate = window.item("Marker Gate");
            window.click(gate);
        } else {
            window.type_into(field, "+0.5");
        }
        window.frames(5);
        assert_eq!(node(&window, 1), at(4.5, 0.0), "by click: {by_click}");
        assert_eq!(window.steps(), ["Set position"]);
    }
}

#[test]
fn invalid_input_changes_nothing() {
    let mut window = Window::of(&sample_scene());
    let p = window.item("Path node 2");
    window.click(p);
    for text in ["two", "1/0", "3+", "(1"] {
        let field = window.numbers("Position")[0];
        window.type_into(field, text);
        assert_eq!(node(&window, 1), at(4.0, 0.0), "{text}");
    }
    let field = window.numbers("Position")[0];
    window.type_into(field, "6 m");
    assert_eq!(
        node(&window, 1),
        at(6.0, 0.0),
        "the unit may stand behind it"
    );
}

#[test]
fn items_can_be_pasted_into_another_editor() {
    let mut window = Window::of(&sample_scene());
    let guard = window.item("Agent Guard");
    window.click(guard);
    let text = text_copied(&mut window, Event::Copy);
    assert!(text.contains("steerwright-clipboard") && text.contains("\"Guard\""));
    assert!(window.steps().is_empty(), "copying is no step");
    let mut other = Window::empty();
    // Below the samples.
    let p = other.pos(at(8.0, -7.0));
    other.hover(p);
    other.harness.event(Event::Paste(text));
    other.frames(3);
    assert_eq!(other.steps(), ["Paste"]);
    let scene = other.scene();
    assert!(
        (scene.agents[0].position - at(8.0, -7.0)).length() < 0.05,
        "at the pointer: {}",
        scene.agents[0].position
    );
    assert_eq!((scene.paths.len(), scene.presets.len()), (1, 1));
    assert_eq!(
        other.selection().primary(),
        Some(Item::Agent(scene.agents[0].id))
    );
    other.ctrl(Key::Z);
    assert!(other.scene().is_empty());
}

#[test]
fn cut_removes_items_and_paste_in_place_restores_them() {
    let mut window = Window::of(&sample_scene());
    let gate = window.item("Marker Gate");
    window.click(gate);
    let text = text_copied(&mut window, Event::Cut);
    assert!(window.scene().markers.is_empty());
    window.ctrl_shift(Key::V);
    window.harness.event(Event::Paste(text));
    window.frames(3);
    assert_eq!(window.scene().markers[0].position, at(8.0, 6.0));
    assert_eq!(window.steps(), ["Cut", "Paste"]);
}

#[test]
fn a_foreign_text_is_not_pasted() {
    let mut window = Window::of(&sample_scene());
    window.harness.event(Event::Paste("a shopping list".into()));
    window.frames(3);
    assert!(window.steps().is_empty());
    assert_eq!(window.scene().markers.len(), 1);
}

#[test]
fn a_focused_text_field_handles_clipboard_shortcuts() {
    let mut window = Window::of(&sample_scene());
    let guard = window.item("Agent Guard");
    window.click(guard);
    let name = window
        .harness
        .get_all_by_role_and_label(Role::TextInput, "Name")
        .next()
        .expect("the agent's name")
        .rect()
        .center();
    window.click(name);
    window.harness.event(Event::Paste("Watch".into()));
    window.frames(2);
    window.key(Key::Enter);
    assert!(
        window.scene().agents[0].name.contains("Watch"),
        "{}",
        window.scene().agents[0].name
    );
    assert_eq!(window.scene().agents.len(), 1);
}

#[test]
fn the_context_menu_applies_to_the_item_under_the_pointer() {
    let mut window = Window::of(&sample_scene());
    let second = window.item("Path node 2");
    window.right_click(second);
    assert_eq!(
        window.selection().primary(),
        Some(Item::Node(Line::Path(PATH), NodeId(2)))
    );
    window.click_last("Split at node");
    window.frames(2);
    assert_eq!(window.scene().paths.len(), 2);
    assert_eq!(window.steps(), ["Split path"]);
    window.ctrl(Key::Z);
    select_three(&mut window);
    let gate = window.item("Marker Gate");
    window.right_click(gate);
    assert_eq!(window.selection().len(), 3, "all that is selected");
    window.click_last("Align");
    window.frames(3);
    window.click_last("Align bottom");
    window.frames(2);
    assert_eq!(window.scene().markers[0].position, at(8.0, 0.0));
    let free = window.pos(at(6.0, 3.0));
    window.right_click(free);
    assert!(window.selection().is_empty());
    assert!(window.says("Paste in place"));
    window.key(Key::Escape);
    window.frames(2);
    assert!(!window.says("Paste in place"));
}

#[test]
fn right_click_while_dragging_cancels_and_opens_no_menu() {
    let mut window = Window::of(&sample_scene());
    let (second, to) = (window.item("Path node 2"), window.pos(at(5.0, 2.0)));
    window.drag(second, to);
    assert_ne!(node(&window, 1), at(4.0, 0.0));
    for pressed in [true, false] {
        window.harness.event(Event::PointerButton {
            pos: to,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.frames(1);
    }
    window.release(to);
    assert_eq!(node(&window, 1), at(4.0, 0.0));
    assert!(window.selection().is_empty(), "nothing was selected before");
    assert!(!window.says("Paste in place") && !window.says("Split at node"));
}

#[test]
fn the_status_bar_names_the_snap_target() {
    let mut window = Window::of(&sample_scene());
    let (second, to) = (window.item("Path node 2"), window.pos(at(8.05, 5.95)));
    window.drag(second, to);
    window.frames(1);
    assert!(window.says("Snapped to marker Gate"));
    window.release(to);
    assert_eq!(node(&window, 1), at(8.0, 6.0));
    let free = window.pos(at(1.0, -2.0));
    window.hover(free);
    window.frames(1);
    assert!(!window.says("Snapped to"));
}

#[test]
fn simplify_shows_a_preview() {
    let mut scene = sample_scene();
    scene.path_mut(PATH).unwrap().nodes[1].position.y = 0.3;
    let mut window = Window::of(&scene);
    let p = window.pos(at(10.0, 0.0));
    window.click(p);
    window.ctrl(Key::L);
    assert!(window.says("Keeps 2 of 4 nodes"));
    assert_eq!(
        window.scene().path(PATH).unwrap().nodes.len(),
        2,
        "it can be seen"
    );
    assert!(window.steps().is_empty());
    window.click_button("Cancel");
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 4);
    assert!(window.steps().is_empty());
    window.ctrl(Key::L);
    let simplify = window.position_of(Role::Button, "Simplify");
    window.click(simplify);
    window.frames(2);
    assert_eq!(window.scene().path(PATH).unwrap().nodes.len(), 2);
    assert_eq!(window.steps(), ["Simplify path"]);
}

#[test]
fn delete_removes_nodes_before_other_items() {
    let mut window = Window::of(&sample_scene());
    select_three(&mut window);
    window.key(Key::Delete);
    assert_eq!(
        (
            window.scene().path(PATH).unwrap().nodes.len(),
            window.scene().markers.len()
        ),
        (2, 1)
    );
    window.key(Key::Delete);
    assert!(window.scene().markers.is_empty());
    assert_eq!(window.steps(), ["Delete 2 items", "Delete marker"]);
}

#[test]
fn arrange_commands_are_in_the_menu() {
    let mut window = Window::of(&sample_scene());
    window.ctrl(Key::A);
    assert_eq!(window.selection().len(), 6);
    window.menu("Arrange", "Align top");
    assert!(
        window.scene().paths[0]
            .nodes
            .iter()
            .all(|node| node.position.y == 6.0)
    );
    assert_eq!(window.scene().agents[0].position, at(0.0, 6.0));
    window.key(Key::X);
    assert_eq!(node(&window, 0), at(12.0, 6.0));
    window.menu("Arrange", "Distribute horizontally");
    assert_eq!(
        window.steps(),
        ["Align top", "Flip horizontal", "Distribute horizontally"]
    );
}

#[test]
fn double_clicking_a_line_selects_the_nodes_of_its_path() {
    let mut window = Window::of(&sample_scene());
    let line = window.pos(at(10.0, 0.0));
    window.click(line);
    window.click(line);
    assert_eq!((window.selection().len(), window.steps()), (4, vec![]));
    window.key(Key::Escape);
    assert_eq!(window.selection().primary(), Some(Item::Path(PATH)));
    // Slowly, or elsewhere, the second click inserts a node.
    let beside = window.pos(at(6.0, 0.0));
    window.click(beside);
    assert_eq!(window.steps(), ["Insert node"]);
}
