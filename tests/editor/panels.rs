//! Editing names, nodes, numbers and presets in the outliner and the inspector.

use crate::sample_scene::{GUARD, PATH, SEEKER, bits, node, sample_scene, speed_of};
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Key, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::sync::Arc;
use std::time::Duration;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::{Item, Line};
use steerwright_format::{save_preset, save_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::{Area, AreaRequirement};
use steerwright_runtime::scene::{
    AgentId, AreaId, MarkerId, Node, NodeId, Preset, PresetId, Target, Wall, WallId,
};

#[test]
fn items_can_be_selected_and_renamed_in_the_outliner() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Gate");
    assert_eq!(
        window.selection().primary(),
        Some(Item::Marker(MarkerId(1)))
    );
    window.double_click(Role::ListItem, "Gate");
    window.frames(2);
    window.ctrl(Key::A);
    window.text("Exit");
    window.key(Key::Enter);
    assert_eq!(window.scene().markers[0].name, "Exit");
    assert_eq!(window.steps(), ["Rename"]);
    window.double_click(Role::ListItem, "Exit");
    window.frames(2);
    window.ctrl(Key::A);
    window.text("Nothing");
    window.key(Key::Escape);
    assert_eq!(
        window.scene().markers[0].name,
        "Exit",
        "Escape keeps the name"
    );
}

#[test]
fn the_filter_matches_names() {
    let mut window = Window::of(&sample_scene());
    let p = window.position_of(Role::SearchInput, "Filter by name");
    window.click(p);
    window.text("see");
    window.frames(2);
    assert!(window.has(Role::ListItem, "Seeker") && window.has(Role::ListItem, "Seeks"));
    assert!(!window.has(Role::ListItem, "Guard") && !window.has(Role::ListItem, "Path"));
    assert!(
        matches!(window.app().tool(), Tool::Select(_)),
        "letters typed are no shortcuts"
    );
}

#[test]
fn the_node_table_edits_numbers() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Path");
    for (field, text) in [
        ("x", "5.5"),
        ("y", "-1.25"),
        ("radius", "0.8"),
        ("wait", "2"),
        ("speed", "1.5"),
    ] {
        window.enter(Role::SpinButton, &format!("Node 2 {field}"), text);
        assert_eq!(
            window.steps().last(),
            Some(&format!("Set {field} of node 2"))
        );
    }
    let node = &window.scene().path(PATH).unwrap().nodes[1];
    assert_eq!(
        (node.position, node.radius, node.wait, node.speed),
        (at(5.5, -1.25), Some(0.8), 2.0, Some(1.5))
    );
    assert_eq!(window.steps().len(), 5, "{:?}", window.steps());
}

/// A path with so many nodes that the table does not show all.
fn with_long_path() -> Window {
    let mut scene = sample_scene();
    let path = Arc::make_mut(&mut scene.paths[0]);
    path.nodes = (0..40)
        .map(|i| Node::at(NodeId(i + 1), at(f64::from(i), 0.0)))
        .collect();
    Window::of(&scene)
}

#[test]
fn the_node_table_scrolls_to_the_selected_row_and_shows_at_least_four() {
    let mut window = with_long_path();
    // A screen of 1280x800 with a title bar.
    window.harness.set_size(vec2(1280.0, 778.0));
    window.frames(6);
    window.click_row("Path");
    window.frames(4);
    let rows = |window: &Window| {
        let numbers = (1..=40).filter(|number| {
            let name = format!("Select node {number}");
            window.has(Role::Button, &name)
        });
        numbers.collect::<Vec<_>>()
    };
    assert!(rows(&window).len() >= 4, "{:?}", rows(&window));
    assert!(!rows(&window).contains(&30));
    let node = window.item("Path node 30");
    window.click(node);
    window.frames(20);
    assert!(rows(&window).contains(&30), "{:?}", rows(&window));
    let row = window.position_of(Role::Button, "Select node 30");
    // Scrolled with the wheel, it stays out of view.
    window.scroll(row, vec2(0.0, 2000.0));
    window.frames(20);
    assert!(rows(&window).contains(&1), "{:?}", rows(&window));
}

#[test]
fn nodes_can_be_reordered_and_deleted_in_the_table() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Path");
    window.click_button("Move node 2 up");
    assert_eq!(
        (node(&window, 0), node(&window, 1)),
        (at(4.0, 0.0), at(0.0, 0.0))
    );
    window.click_button("Move node 1 down");
    assert_eq!(bits(window.scene()), bits(&sample_scene()));
    window.click_button("Delete node 3");
    assert_eq!(node(&window, 2), at(12.0, 0.0));
    window.click_button("Select node 3");
    assert_eq!(
        window.selection().primary(),
        Some(Item::Node(Line::Path(PATH), NodeId(4)))
    );
}

#[test]
fn typing_max_speed_takes_effect() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Guard");
    window.key(Key::Space);
    window.frames(40);
    window.enter(Role::SpinButton, "Max speed", "1.5");
    assert_eq!(
        window.scene().preset(PresetId(1)).unwrap().body.max_speed,
        1.5
    );
    assert_eq!(window.steps(), ["Set max speed"]);
    window.frames(10);
    assert!(speed_of(&window, GUARD) <= 1.5 + 1e-9);
    assert!(window.playback().is_playing());
}

#[test]
fn an_agents_preset_and_target_can_be_changed() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Other");
    window.choose("Target", "Guard");
    assert_eq!(
        window.scene().agent(AgentId(3)).unwrap().target,
        Some(Target::Agent(GUARD))
    );
    window.choose("Preset", "Walks");
    assert_eq!(
        window.scene().agent(AgentId(3)).unwrap().preset,
        PresetId(1)
    );
    window.choose("Path", "Path");
    assert_eq!(window.scene().agent(AgentId(3)).unwrap().path, Some(PATH));
    assert_eq!(window.steps(), ["Set target", "Set preset", "Set path"]);
}

#[test]
fn behaviors_can_be_added_and_removed() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Seeks");
    window.click_last("Add behavior");
    window.frames(2);
    window.click_last("Separation");
    assert_eq!(
        window
            .scene()
            .preset(PresetId(2))
            .unwrap()
            .behaviors()
            .count(),
        2
    );
    assert_eq!(window.steps(), ["Add separation"]);
    // The inspector scrolls to its card.
    window.frames(30);
    window.click_button("Remove Separation");
    assert_eq!(bits(window.scene()), bits(&sample_scene()));
}

#[test]
fn make_unique_gives_an_agent_its_own_preset() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Other");
    window.click_button("Make unique");
    let own = window.scene().agent(AgentId(3)).unwrap().preset;
    assert_ne!(own, PresetId(2));
    assert_eq!(window.scene().agent(SEEKER).unwrap().preset, PresetId(2));
    assert_eq!(window.scene().presets.len(), 3);
    assert!(
        !window.has(Role::Button, "Make unique"),
        "no other agent uses it"
    );
}

#[test]
fn presets_can_be_added_duplicated_and_renamed() {
    let mut window = Window::of(&sample_scene());
    window.click_last("Add a preset");
    window.frames(2);
    window.scroll_to("Scout");
    window.click_last("Scout");
    assert_eq!(window.scene().presets.len(), 3);
    assert!(window.has(Role::ListItem, "Scout"));
    assert_eq!(window.steps(), ["Add preset"]);
    window.click_row("Scout");
    window.ctrl(Key::D);
    assert!(window.has(Role::ListItem, "Scout 2"));
    window.double_click(Role::ListItem, "Scout 2");
    window.frames(2);
    window.ctrl(Key::A);
    window.text("Ghoul");
    window.key(Key::Enter);
    assert!(window.has(Role::ListItem, "Ghoul"));
    window.key(Key::Delete);
    assert!(!window.has(Role::ListItem, "Ghoul"), "no agent uses it");
}

#[test]
fn a_preset_in_use_is_not_deleted() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Seeks");
    window.key(Key::Delete);
    assert_eq!(bits(window.scene()), bits(&sample_scene()));
    assert!(window.steps().is_empty());
}

#[test]
fn every_inspector_field_has_an_accessible_name() {
    let mut scene = sample_scene();
    let corners = [at(0.0, 5.0), at(4.0, 5.0)];
    scene.walls = vec![Wall::through(WallId(1), "Fence", corners).into()];
    let mut window = Window::of(&scene);
    for row in ["Path", "Fence", "Guard", "Seeker", "Gate", "Walks", "Seeks"] {
        window.click_row(row);
        // Look for fields without a name once the layout is stable.
        window.harness.run();
    }
    window.ctrl_shift(Key::A);
    window.harness.run();
}

#[test]
fn presets_of_the_users_folder_can_be_given_to_an_agent() {
    let data = tempfile::tempdir().unwrap();
    let presets = data.path().join("presets");
    std::fs::create_dir(&presets).unwrap();
    let preset = Preset::steered(PresetId(1), "Night watch", []);
    save_preset(&preset, &presets.join("night-watch.preset.json")).unwrap();
    let scene = data.path().join("sample.scene.json");
    save_scene(&sample_scene(), &scene).unwrap();
    let mut window = Window::with_data(&scene, data.path());
    // The folder is read in the background.
    for _ in 0..1000 {
        window.click_last("Add a preset");
        window.frames(2);
        if window.has(Role::Button, "Night watch") {
            break;
        }
        window.key(Key::Escape);
        std::thread::sleep(Duration::from_millis(10));
    }
    window.key(Key::Escape);
    window.frames(2);
    window.click_row("Other");
    window.choose("Preset", "+ Night watch");
    let own = window.scene().agent(AgentId(3)).unwrap().preset;
    assert_eq!(window.scene().preset(own).unwrap().name, "Night watch");
}

#[test]
fn numbers_that_are_typed_one_after_the_other_with_tab_are_two_steps() {
    let mut window = Window::of(&sample_scene());
    window.click_row("Guard");
    window.frames(3);
    let mass = window.numbers("Mass")[0];
    window.click(mass);
    window.frames(2);
    for text in ["3", "5"] {
        window.ctrl(Key::A);
        window.text(text);
        // Past the slider to the next number.
        for _ in 0..4 {
            window.key(Key::Tab);
            window.frames(2);
            let mut numbers = window.harness.query_all_by_role(Role::SpinButton);
            if numbers.any(|number| number.accesskit_node().is_focused()) {
                break;
            }
        }
    }
    window.key(Key::Escape);
    window.frames(3);
    let steps = window.steps();
    assert_eq!(steps.len(), 2, "{steps:?}");
    assert_eq!(steps[0], "Set mass");
}

#[test]
fn nodes_of_walls_and_areas_are_edited_in_the_table() {
    let mut scene = sample_scene();
    let corners = [at(0.0, 0.0), at(4.0, 0.0), at(4.0, 3.0)];
    let wall = Wall::through(WallId(1), "Fence", corners);
    let area = Area::through(AreaId(1), "Yard", AreaRequirement::AlwaysWatched, corners);
    scene.walls.push(wall.into());
    scene.editor_mut().areas.push(area);
    let mut window = Window::of(&scene);
    for (row, line) in [
        ("Fence", Line::Wall(WallId(1))),
        ("Yard", Line::Area(AreaId(1))),
    ] {
        let places = |window: &Window| -> Vec<DVec2> {
            let line = line.of(window.scene()).expect("the line");
            line.nodes().map(|(_, position)| position).collect()
        };
        window.click_row(row);
        assert!(window.has(Role::Label, &format!("Nodes of {row}")));
        assert!(
            !window.has(Role::SpinButton, "Node 1 wait"),
            "only paths wait"
        );
        let x = window.position_of(Role::SpinButton, "Node 2 x");
        window.type_into(x, "5");
        assert_eq!(places(&window)[1], at(5.0, 0.0));
        window.click_button("Move node 2 up");
        assert_eq!(places(&window)[..2], [at(5.0, 0.0), at(0.0, 0.0)]);
        window.click_button("Delete node 3");
        assert_eq!(places(&window).len(), 2);
        window.click_button("Select node 2");
        assert!(matches!(window.selection().primary(), Some(Item::Node(of, _)) if of == line));
    }
}
