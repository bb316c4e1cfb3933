//! Selecting rows in the outliner by clicks, ranges, groups and commands.

mod renaming;

use crate::window::{Window, at};
use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Shape, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::sync::Arc;
use steerwright_authoring::{Item, Line, Selection};
use steerwright_runtime::scene::editor::{Group, OutlinerProps};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, GroupId, Marker, MarkerId, MarkerKind, Node, NodeId, PathId,
    PatrolPath, Preset, Scene,
};
use steerwright_runtime::steering::FollowPath;

const WALKS: steerwright_runtime::scene::PresetId = steerwright_runtime::scene::PresetId(1);
const GUARD: Item = Item::Agent(AgentId(1));
const GATE: Item = Item::Marker(MarkerId(1));

fn path(number: u32) -> Item {
    Item::Path(PathId(number))
}

/// Four paths above each other, a guard on the first, a gate.
fn sample_scene() -> Scene {
    let path = |i: u32| {
        let mut path = PatrolPath::new(PathId(i), format!("Path {i}"));
        path.nodes = (0..3)
            .map(|n| Node::at(NodeId(n + 1), at(3.0 * f64::from(n), 3.0 * f64::from(i))))
            .collect();
        Arc::new(path)
    };
    Scene {
        name: "Sample".into(),
        presets: vec![Arc::new(Preset::steered(
            WALKS,
            "Walks",
            [Behavior::FollowPath(FollowPath::default())],
        ))],
        paths: (1..=4).map(path).collect(),
        agents: Arc::new(vec![Agent {
            path: Some(PathId(1)),
            ..Agent::at(AgentId(1), "Guard", WALKS, at(9.0, 3.0))
        }]),
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Gate",
            MarkerKind::Target,
            at(9.0, 6.0),
        )]),
        ..Scene::default()
    }
}

/// The same with Path 2 and the guard in a group, which is listed first: Night, Path 2, Guard, Path
/// 1, Path 3, Path 4, Gate, Walks.
fn grouped() -> Scene {
    let mut scene = sample_scene();
    let night = GroupId(1);
    scene.editor_mut().groups = vec![Group {
        id: night,
        name: "Night".into(),
        parent: None,
        hidden: false,
        locked: false,
        color: None,
    }];
    let props = OutlinerProps {
        group: Some(night),
        ..OutlinerProps::default()
    };
    scene.editor_mut().set_props(PathId(2), props);
    scene.editor_mut().set_props(AgentId(1), props);
    scene
}

fn row(window: &Window, label: &str) -> Pos2 {
    window.position_of(Role::ListItem, label)
}

/// The listed rows from top to bottom, or only the selected ones.
fn rows(window: &Window, chosen: bool) -> Vec<String> {
    let all = window.harness.query_all_by_role(Role::ListItem);
    let shown =
        all.filter(|node| !chosen || node.accesskit_node().toggled() == Some(Toggled::True));
    let mut rows: Vec<(i64, String)> = shown
        .map(|node| {
            (
                node.rect().top() as i64,
                node.accesskit_node().label().unwrap_or_default(),
            )
        })
        .collect();
    rows.sort();
    rows.into_iter().map(|(_, name)| name).collect()
}

fn click_with(window: &mut Window, label: &str, held: Modifiers) {
    window.frames(30); // so that no two clicks are a double-click
    let p = row(window, label);
    window.click_with(p, PointerButton::Primary, held);
}

fn click(window: &mut Window, label: &str) {
    click_with(window, label, Modifiers::NONE);
}

fn ctrl_click(window: &mut Window, label: &str) {
    click_with(window, label, Modifiers::COMMAND);
}

fn shift_click(window: &mut Window, label: &str) {
    click_with(window, label, Modifiers::SHIFT);
}

/// Types like a keyboard: each letter is a key event and a text event.
fn type_keys(window: &mut Window, text: &str) {
    for letter in text.chars() {
        let key = Key::from_name(&letter.to_uppercase().to_string()).expect("a letter");
        for pressed in [true, false] {
            let event = Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: Modifiers::NONE,
            };
            window.harness.input_mut().events.push(event);
            if pressed {
                window
                    .harness
                    .input_mut()
                    .events
                    .push(Event::Text(letter.into()));
            }
            window.frames(1);
        }
    }
}

#[test]
fn shift_click_selects_a_range_in_both_directions() {
    let mut window = Window::of(&sample_scene());
    click(&mut window, "Path 1");
    shift_click(&mut window, "Path 3");
    assert_eq!(
        window.selection(),
        &Selection::of([path(1), path(2), path(3)])
    );
    // The end moves, the start stays.
    shift_click(&mut window, "Path 2");
    assert_eq!(window.selection(), &Selection::of([path(1), path(2)]));
    click(&mut window, "Gate");
    shift_click(&mut window, "Path 4");
    assert_eq!(
        window.selection(),
        &Selection::of([GATE, GUARD, path(4)]),
        "upward, and over headings"
    );
    assert_eq!(rows(&window, true), ["Path 4", "Guard", "Gate"]);
}

#[test]
fn a_range_includes_groups_with_their_contents() {
    let mut window = Window::of(&grouped());
    click(&mut window, "Path 1");
    shift_click(&mut window, "Night");
    assert_eq!(rows(&window, true), ["Night", "Path 2", "Guard", "Path 1"]);
    assert_eq!(window.selection().len(), 3);
    click(&mut window, "Night");
    shift_click(&mut window, "Path 3");
    assert_eq!(
        rows(&window, true),
        ["Night", "Path 2", "Guard", "Path 1", "Path 3"]
    );
    assert_eq!(window.selection().primary(), Some(path(3)));
    // A range from inside a group does not include the group.
    click(&mut window, "Guard");
    shift_click(&mut window, "Path 1");
    assert_eq!(rows(&window, true), ["Guard", "Path 1"]);
}

#[test]
fn ctrl_click_toggles_rows() {
    let mut window = Window::of(&grouped());
    click(&mut window, "Path 1");
    ctrl_click(&mut window, "Path 3");
    ctrl_click(&mut window, "Night");
    assert_eq!(
        rows(&window, true),
        ["Night", "Path 2", "Guard", "Path 1", "Path 3"]
    );
    ctrl_click(&mut window, "Night");
    assert_eq!(rows(&window, true), ["Path 1", "Path 3"]);
    ctrl_click(&mut window, "Path 1");
    assert_eq!(window.selection(), &Selection::of([path(3)]));
    shift_click(&mut window, "Path 4");
    assert_eq!(
        window.selection(),
        &Selection::of([path(1), path(3), path(4)]),
        "from the row clicked last"
    );
}

#[test]
fn clicking_the_name_of_a_group_selects_the_group() {
    let mut window = Window::of(&grouped());
    click(&mut window, "Night");
    assert_eq!(rows(&window, true), ["Night", "Path 2", "Guard"]);
    window.key(Key::F2);
    window.frames(2);
    type_keys(&mut window, "Watch");
    window.key(Key::Enter);
    window.frames(2);
    assert_eq!(window.scene().editor.groups[0].name, "Watch");
    assert_eq!(
        (window.scene().paths.as_slice(), window.steps().len()),
        (grouped().paths.as_slice(), 1)
    );
    assert_eq!(
        rows(&window, true),
        ["Watch", "Path 2", "Guard"],
        "it is still chosen"
    );
}

#[test]
fn hide_and_lock_apply_to_the_selected_group() {
    let own = |window: &Window| {
        let scene = window.scene();
        let places = [
            scene.editor.props(PathId(2)),
            scene.editor.props(AgentId(1)),
        ];
        places.iter().any(|place| place.hidden || place.locked)
    };
    let mut window = Window::of(&grouped());
    click(&mut window, "Night");
    window.ctrl(Key::H);
    assert!(window.scene().editor.groups[0].hidden && !own(&window));
    assert!(!window.has_item("Path 2 node 1") && !window.has_item("Agent Guard"));
    window.ctrl(Key::H);
    assert!(!window.scene().editor.groups[0].hidden && window.has_item("Path 2 node 1"));
    window.ctrl(Key::K);
    assert!(window.scene().editor.groups[0].locked && !own(&window));
    window.ctrl(Key::K);
    assert_eq!(
        (window.scene(), window.steps()),
        (
            &grouped(),
            ["Hide", "Show", "Lock", "Unlock"]
                .map(String::from)
                .to_vec()
        )
    );
    // With an item of the group selected, only that item is changed.
    click(&mut window, "Path 2");
    window.ctrl(Key::H);
    assert!(own(&window) && !window.scene().editor.groups[0].hidden);
}

#[test]
fn selecting_something_else_deselects_the_group() {
    let mut window = Window::of(&grouped());
    click(&mut window, "Night");
    let gate = window.item("Marker Gate");
    window.click(gate);
    window.frames(2);
    assert_eq!(rows(&window, true), ["Gate"]);
    window.ctrl(Key::H);
    assert!(
        !window.scene().editor.groups[0].hidden
            && window
                .scene()
                .editor
                .is_hidden(window.scene().markers[0].id)
    );
}

#[test]
fn dropping_rows_onto_one_of_themselves_does_nothing() {
    for (from, to) in [
        ("Path 1", "Path 3"),
        ("Path 3", "Path 1"),
        ("Path 4", "Path 3"),
    ] {
        for half in [-6.0, 6.0] {
            let mut window = Window::of(&sample_scene());
            click(&mut window, "Path 1");
            ctrl_click(&mut window, "Path 3");
            ctrl_click(&mut window, "Path 4");
            let (from, to) = (row(&window, from), row(&window, to));
            window.drag_and_drop(from, to + vec2(0.0, half));
            window.frames(2);
            assert_eq!((window.scene(), window.steps().len()), (&sample_scene(), 0));
        }
    }
    // The group of one of them does not take in the others.
    let mut window = Window::of(&grouped());
    click(&mut window, "Path 1");
    ctrl_click(&mut window, "Path 2");
    let (from, to) = (row(&window, "Path 1"), row(&window, "Path 2"));
    window.drag_and_drop(from, to + vec2(0.0, 6.0));
    window.frames(2);
    assert_eq!((window.scene(), window.steps().len()), (&grouped(), 0));
}

/// The number shown next to a heading.
fn count_behind(window: &mut Window, heading: &str) -> String {
    let line = window
        .harness
        .get_by_role_and_label(Role::Button, heading)
        .rect();
    window.frames(1);
    let shapes = window.harness.output().shapes.iter();
    let texts = shapes.filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) if line.contains(text.visual_bounding_rect().center()) => {
            Some(text.galley.text().to_owned())
        }
        _ => None,
    });
    texts
        .filter(|text| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn filtered_headings_show_the_number_of_matches() {
    let headings = |window: &Window| -> Vec<&str> {
        ["Paths", "Agents", "Markers", "Presets"]
            .into_iter()
            .filter(|heading| window.has(Role::Button, heading))
            .collect()
    };
    let mut window = Window::of(&sample_scene());
    assert_eq!(headings(&window), ["Paths", "Agents", "Markers", "Presets"]);
    assert_eq!(
        (
            count_behind(&mut window, "Paths"),
            count_behind(&mut window, "Agents")
        ),
        ("4".into(), "1".into())
    );
    window.ctrl(Key::F);
    window.text("path 2");
    window.frames(2);
    assert_eq!(
        (headings(&window), rows(&window, false)),
        (vec!["Paths"], vec!["Path 2".to_owned()])
    );
    assert_eq!(count_behind(&mut window, "Paths"), "1");
    window.ctrl(Key::A);
    window.text("missing");
    window.frames(2);
    assert_eq!(
        (headings(&window).len(), rows(&window, false).len()),
        (0, 0)
    );
}

#[test]
fn invert_selection_works_by_shortcut_and_menu() {
    let mut window = Window::of(&sample_scene());
    click(&mut window, "Path 2");
    window.ctrl(Key::I);
    let nodes =
        |number: u32| (1..=3).map(move |node| Item::Node(Line::Path(PathId(number)), NodeId(node)));
    let others: Vec<Item> = [1, 3, 4]
        .into_iter()
        .flat_map(nodes)
        .chain([GUARD, GATE])
        .collect();
    assert_eq!(
        window.selection().iter().collect::<Vec<_>>(),
        Selection::of(others).iter().collect::<Vec<_>>()
    );
    window.menu("Edit", "Invert selection");
    window.frames(2);
    assert_eq!(window.selection(), &Selection::of(nodes(2)));
}

#[test]
fn hide_others_and_show_all_work_in_the_menu() {
    let seen = |window: &Window| {
        let items = [
            "Path 1 node 1",
            "Path 2 node 1",
            "Path 3 node 1",
            "Agent Guard",
            "Marker Gate",
        ];
        items.map(|item| window.has_item(item))
    };
    for (chosen, left) in [
        ("Path 3", [false, false, true, false, false]),
        ("Night", [false, true, false, true, false]),
    ] {
        let mut window = Window::of(&grouped());
        click(&mut window, chosen);
        window.menu("Outliner", "Hide others");
        window.frames(2);
        assert_eq!(
            (seen(&window), window.steps()),
            (left, vec!["Hide others".to_owned()]),
            "{chosen}"
        );
        window.menu("Outliner", "Show all");
        window.frames(2);
        assert_eq!(
            (seen(&window), window.scene()),
            ([true; 5], &grouped()),
            "{chosen}"
        );
    }
}

#[test]
fn ctrl_f_focuses_the_filter() {
    let mut window = Window::of(&sample_scene());
    window.ctrl(Key::F);
    type_keys(&mut window, "gate");
    window.frames(2);
    assert_eq!(rows(&window, false), ["Gate"]);
    assert_eq!(window.scene(), &sample_scene());
    window.key(Key::Escape);
    window.frames(2);
    assert_eq!(rows(&window, false).len(), 7);
    // Also from a focused text field.
    click(&mut window, "Gate");
    let name = window
        .harness
        .get_all_by_role_and_label(Role::TextInput, "Name")
        .next()
        .expect("a name")
        .rect()
        .center();
    window.click(name);
    window.ctrl(Key::F);
    window.text("walks");
    window.frames(2);
    assert_eq!(
        (rows(&window, false), window.scene()),
        (vec!["Walks".to_owned()], &sample_scene())
    );
}
