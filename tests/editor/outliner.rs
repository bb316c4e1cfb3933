//! The outliner: filtering, folding, renaming, hiding, locking, grouping and dragging, with few and
//! hundreds of paths.

mod kinds;

use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::sync::Arc;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, GroupId, Marker, MarkerId, MarkerKind, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::steering::FollowPath;

/// Paths named Path 1 and so on, above each other; a guard on the first, and a gate.
fn sample_scene(paths: u32) -> Scene {
    let path = |i: u32| {
        let mut path = PatrolPath::new(PathId(i), format!("Path {i}"));
        path.nodes = (0..4)
            .map(|n| Node::at(NodeId(n + 1), at(3.0 * f64::from(n), 3.0 * f64::from(i))))
            .collect();
        Arc::new(path)
    };
    Scene {
        name: "Sample".into(),
        presets: vec![Arc::new(Preset::steered(
            PresetId(1),
            "Walks",
            [Behavior::FollowPath(FollowPath::default())],
        ))],
        paths: (1..=paths).map(path).collect(),
        agents: Arc::new(vec![Agent {
            path: Some(PathId(1)),
            ..Agent::at(AgentId(1), "Guard", PresetId(1), at(0.0, 3.0))
        }]),
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Gate",
            MarkerKind::Target,
            at(12.0, 6.0),
        )]),
        ..Scene::default()
    }
}

fn group_of_guard(window: &Window) -> Option<GroupId> {
    let scene = window.scene();
    scene.editor.props(scene.agents[0].id).group
}

fn row(window: &Window, label: &str) -> Pos2 {
    window.position_of(Role::ListItem, label)
}

/// The rows from top to bottom.
fn rows(window: &Window) -> Vec<String> {
    let mut rows: Vec<(i64, String)> = window
        .harness
        .query_all_by_role(Role::ListItem)
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

fn order(window: &Window) -> Vec<u32> {
    window.scene().paths.iter().map(|path| path.id.0).collect()
}

#[test]
fn f2_and_a_double_click_rename_in_place() {
    let mut window = Window::of(&sample_scene(3));
    window.click_row("Path 2");
    window.key(Key::F2);
    window.frames(2);
    window.text("Wall");
    window.key(Key::Enter);
    assert_eq!(
        window.scene().paths[1].name,
        "Wall",
        "what was typed takes the place of the old name"
    );
    assert_eq!(window.steps(), ["Rename"]);
    window.key(Key::F2);
    window.frames(2);
    window.text("Nothing");
    window.key(Key::Escape);
    assert_eq!(window.scene().paths[1].name, "Wall");
    window.double_click(Role::ListItem, "Gate");
    window.text("Exit");
    window.key(Key::Enter);
    assert_eq!(window.scene().markers[0].name, "Exit");
}

#[test]
fn hidden_paths_are_not_drawn_and_locked_ones_not_selectable() {
    let mut window = Window::of(&sample_scene(3));
    let node = window.item("Path 2 node 2");
    window.click_button("Lock Path 2");
    assert!(window.has_item("Path 2 node 2"));
    window.click(node);
    assert!(window.selection().is_empty(), "a click goes past it");
    window.click_button("Unlock Path 2");
    window.click(node);
    assert_eq!(
        window.selection().primary(),
        Some(Item::Node(Line::Path(PathId(2)), NodeId(2)))
    );
    window.click_button("Hide Path 2");
    assert!(!window.has_item("Path 2 node 2"));
    window.ctrl_shift(Key::A);
    window.click(node);
    assert!(window.selection().is_empty());
    window.ctrl(Key::A);
    assert!(
        !window
            .selection()
            .contains(Item::Node(Line::Path(PathId(2)), NodeId(2))),
        "nor does Ctrl+A find it"
    );
    window.ctrl_shift(Key::H);
    assert!(window.has_item("Path 2 node 2"));
    assert_eq!(window.steps(), ["Lock", "Unlock", "Hide", "Show all"]);
    (0..4).for_each(|_| window.ctrl(Key::Z));
    assert_eq!(window.scene(), &sample_scene(3));
}

#[test]
fn hidden_agents_are_still_simulated() {
    let mut window = Window::of(&sample_scene(1));
    window.click_button("Hide Guard");
    window.click_button("Hide Path 1");
    window.key(Key::Space);
    window.frames(60);
    let (_, p) = window.playback().positions()[0];
    assert!(p.x > 0.5, "{p}");
    assert!(!window.has_item("Agent Guard"));
}

#[test]
fn groups_can_be_created_renamed_folded_hidden_and_ungrouped() {
    let mut window = Window::of(&sample_scene(4));
    window.click_row("Path 2");
    let guard = row(&window, "Guard");
    window.click_with(guard, PointerButton::Primary, Modifiers::COMMAND);
    window.ctrl(Key::G);
    window.frames(2);
    window.text("Night");
    window.key(Key::Enter);
    window.frames(2);
    assert_eq!(window.scene().editor.groups[0].name, "Night");
    assert_eq!(
        rows(&window),
        [
            "Night", "Path 2", "Guard", "Path 1", "Path 3", "Path 4", "Gate", "Walks"
        ]
    );
    window.ctrl_shift(Key::A);
    window.click_row("Night");
    assert_eq!(
        window.selection().len(),
        2,
        "a click selects what is inside"
    );
    window.click_button("Hide Night");
    assert!(
        !window.has_item("Path 2 node 1")
            && !window.has_item("Agent Guard")
            && window.has_item("Path 1 node 2")
    );
    window.frames(40);
    let icon = row(&window, "Night");
    let left = window
        .harness
        .get_by_role_and_label(Role::ListItem, "Night")
        .rect()
        .left()
        + 10.0;
    window.click(Pos2::new(left, icon.y));
    window.frames(2);
    assert_eq!(
        rows(&window),
        ["Night", "Path 1", "Path 3", "Path 4", "Gate", "Walks"]
    );
    window.right_click(icon);
    window.frames(3);
    window.click_last("Ungroup");
    assert!(window.scene().editor.groups.is_empty() && window.has_item("Path 2 node 1"));
    assert_eq!(window.steps(), ["Group", "Rename", "Hide", "Ungroup"]);
}

#[test]
fn rows_can_be_dragged_to_reorder_and_group_them() {
    let mut window = Window::of(&sample_scene(4));
    let (from, to) = (row(&window, "Path 4"), row(&window, "Path 1"));
    window.drag_and_drop(from, to - vec2(0.0, 6.0));
    assert_eq!(order(&window), [4, 1, 2, 3]);
    assert_eq!(window.steps(), ["Reorder"]);
    window.click_row("Path 2");
    window.ctrl(Key::G);
    window.key(Key::Enter);
    window.frames(2);
    let (from, to) = (row(&window, "Guard"), row(&window, "Group"));
    window.drag_and_drop(from, to);
    assert!(group_of_guard(&window).is_some());
    window.frames(2);
    let (from, to) = (
        row(&window, "Guard"),
        window.position_of(Role::Button, "Agents"),
    );
    window.drag_and_drop(from, to);
    assert!(group_of_guard(&window).is_none());
    assert_eq!(
        window.steps().last().map(String::as_str),
        Some("Remove from group")
    );
}

#[test]
fn groups_can_be_nested_by_mouse_and_keys() {
    let mut window = Window::of(&sample_scene(4));
    let named = |window: &mut Window, rows: [&str; 2], name: &str| {
        window.ctrl_shift(Key::A);
        for label in rows {
            let p = row(window, label);
            window.click_with(p, PointerButton::Primary, Modifiers::COMMAND);
        }
        window.ctrl(Key::G);
        window.frames(2);
        window.text(name);
        window.key(Key::Enter);
        window.frames(2);
    };
    named(&mut window, ["Path 1", "Path 2"], "Inner");
    named(&mut window, ["Path 3", "Gate"], "Outer");
    let parents = |window: &Window| {
        window
            .scene()
            .editor
            .groups
            .iter()
            .map(|group| group.parent.map(|id| id.0))
            .collect::<Vec<_>>()
    };
    let (from, to) = (row(&window, "Inner"), row(&window, "Outer"));
    window.drag_and_drop(from, to);
    window.frames(2);
    assert_eq!(parents(&window), [Some(2), None]);
    assert_eq!(
        rows(&window),
        [
            "Outer", "Inner", "Path 1", "Path 2", "Path 3", "Gate", "Path 4", "Guard", "Walks"
        ]
    );
    // A group cannot be moved into its own child.
    let (from, to) = (row(&window, "Outer"), row(&window, "Inner"));
    window.drag_and_drop(from, to);
    assert_eq!(parents(&window), [Some(2), None]);
    // Hiding the outer group sets no flag of the inner ones.
    window.click_button("Hide Outer");
    assert!(!window.has_item("Path 1 node 1") && window.has_item("Path 4 node 1"));
    window.click_button("Show Outer");
    // A click selects all contents at any depth.
    window.click_row("Outer");
    assert_eq!(window.selection().len(), 4);
    // By keys: out of the group, into the one above, folded and unfolded.
    window.frames(40);
    window
        .harness
        .get_by_role_and_label(Role::ListItem, "Inner")
        .focus();
    window.frames(2);
    window.key_with(Key::ArrowLeft, Modifiers::ALT);
    assert_eq!(parents(&window), [None, None]);
    let (from, to) = (row(&window, "Inner"), row(&window, "Outer"));
    window.drag_and_drop(from, to + vec2(0.0, 9.0));
    window.frames(2);
    assert_eq!(
        window.scene().editor.groups[0].name,
        "Outer",
        "a group dropped on the edge of another goes beside it"
    );
    window.frames(40);
    window
        .harness
        .get_by_role_and_label(Role::ListItem, "Inner")
        .focus();
    window.frames(2);
    window.key_with(Key::ArrowRight, Modifiers::ALT);
    assert_eq!(parents(&window), [None, Some(2)]);
    window.key(Key::ArrowLeft);
    assert!(!window.has(Role::ListItem, "Path 1"));
    window.key(Key::ArrowRight);
    assert!(window.has(Role::ListItem, "Path 1"));
    let steps = window.steps().len();
    (0..steps).for_each(|_| window.ctrl(Key::Z));
    assert_eq!(window.scene(), &sample_scene(4));
}

#[test]
fn locked_items_are_neither_deleted_nor_cut() {
    let mut window = Window::of(&sample_scene(2));
    window.click_button("Lock Path 2");
    window.click_row("Path 2");
    window.key(Key::Delete);
    assert_eq!(window.scene().paths.len(), 2);
    let guard = row(&window, "Guard");
    window.click_with(guard, PointerButton::Primary, Modifiers::COMMAND);
    window.harness.event(Event::Cut);
    window.frames(2);
    assert_eq!(
        (window.scene().paths.len(), window.scene().agents.len()),
        (2, 0)
    );
    assert_eq!(window.steps(), ["Lock", "Cut"]);
}

#[test]
fn escape_cancels_dragging_a_row() {
    let mut window = Window::of(&sample_scene(4));
    let (from, to) = (row(&window, "Path 4"), row(&window, "Path 1"));
    window.drag(from, to);
    window.key(Key::Escape);
    window.release(to);
    assert_eq!(
        (order(&window), window.steps().len()),
        (vec![1, 2, 3, 4], 0)
    );
}

#[test]
fn hundreds_of_paths_can_be_scrolled_and_filtered() {
    let mut window = Window::of(&sample_scene(500));
    let listed = rows(&window).len();
    assert!((20..60).contains(&listed), "{listed} rows are laid out");
    window
        .harness
        .event(Event::PointerMoved(row(&window, "Path 9")));
    let p = window.position_of(Role::SearchInput, "Filter by name");
    window.click(p);
    window.text("path 43");
    window.frames(3);
    assert_eq!(rows(&window).len(), 15, "{:?}", rows(&window));
    assert!(rows(&window).iter().all(|row| row.contains("43")));
    window.key(Key::Escape);
    window.frames(3);
    // The list scrolls to what is selected on the canvas.
    window.ctrl_shift(Key::A);
    window.key(Key::OpenBracket);
    window.frames(3);
    window.key(Key::OpenBracket);
    window.key(Key::OpenBracket);
    window.frames(3);
    assert_eq!(window.selection().path(), Some(PathId(500)));
    assert!(
        window.has(Role::ListItem, "Path 500"),
        "{:?}",
        rows(&window)
    );
}

#[test]
fn the_list_can_be_filtered_by_type_and_flags() {
    let mut window = Window::of(&sample_scene(3));
    window.click_button("Hide Path 2");
    window.click_button("Lock Gate");
    window.click_button("Filter by type");
    window.frames(2);
    let p = window.position_of(Role::CheckBox, "Only hidden or locked");
    window.click(p);
    window.frames(2);
    assert_eq!(rows(&window), ["Path 2", "Gate"]);
    let p = window.position_of(Role::CheckBox, "Markers");
    window.click(p);
    window.frames(2);
    assert_eq!(rows(&window), ["Path 2"]);
}

#[test]
fn a_path_can_have_its_own_color_and_reset_it() {
    let mut scene = sample_scene(2);
    scene.path_mut(PathId(1)).unwrap().color =
        Some(steerwright_runtime::scene::Color([200, 40, 90]));
    let mut window = Window::of(&scene);
    window.click_row("Path 1");
    window.click_button("Use default");
    assert_eq!(window.scene(), &sample_scene(2));
    assert_eq!(window.steps(), ["Set color"]);
}

#[test]
fn a_click_uses_the_modifiers_that_it_was_made_with() {
    let mut window = Window::of(&sample_scene(5));
    window.click_row("Path 1");
    let other = window.position_of(Role::ListItem, "Path 3");
    window.hover(other);
    // Shift is released in the same slow frame.
    let events = &mut window.harness.input_mut().events;
    for pressed in [true, false] {
        events.push(Event::PointerButton {
            pos: other,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::SHIFT,
        });
    }
    events.push(Event::ModifiersChanged(Modifiers::NONE));
    window.frames(2);
    assert!(window.selection().len() == 3, "a range");
}

#[test]
fn tab_goes_through_the_list_before_the_node_table() {
    let mut window = Window::of(&sample_scene(3));
    window.click_row("Path 2");
    window.frames(3);
    let focused = |window: &Window| window.harness.ctx.memory(|memory| memory.focused());
    let rect = |window: &Window| {
        let id = focused(window)?;
        window
            .harness
            .ctx
            .read_response(id)
            .map(|response| response.rect)
    };
    window.ctrl(Key::F);
    window.frames(3);
    let table = window.position_of(Role::Label, "Nodes of Path 2").y;
    let list = window.position_of(Role::ListItem, "Path 2");
    // The places of what gets the focus within the outliner, in order.
    let mut places = Vec::new();
    for _ in 0..60 {
        window.key(Key::Tab);
        window.frames(2);
        if let Some(rect) = rect(&window)
            && (rect.center().x - list.x).abs() < 140.0
            && rect.center().y > list.y - 60.0
        {
            places.push(rect.center().y);
        }
    }
    let first_in_table = places.iter().position(|&y| y > table);
    let first_in_table = first_in_table.expect("a field of the table");
    assert!(
        first_in_table > 3,
        "rows of the list come first: {places:?}"
    );
}
