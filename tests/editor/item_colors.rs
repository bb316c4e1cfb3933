//! Colors of paths, walls, markers and groups.

use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Color32, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use steerwright::editor::theme::Colors;
use steerwright_runtime::scene::editor::{Group, OutlinerItem, OutlinerProps};
use steerwright_runtime::scene::{
    Color, GroupId, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Scene, Wall,
    WallId,
};

const NIGHT: GroupId = GroupId(1);
const WATCH: GroupId = GroupId(2);
const RED: Color = Color([0xd0, 0x40, 0x40]);

/// Two paths, a wall and two markers.
fn sample_scene() -> Scene {
    let path = |id: u32, y: f64| {
        let mut path = PatrolPath::new(PathId(id), format!("Path {id}"));
        path.nodes = (1..=3)
            .map(|i| Node::at(NodeId(i), at(4.0 * f64::from(i), y)))
            .collect();
        Arc::new(path)
    };
    let marker = |id, name, y| Marker::at(MarkerId(id), name, MarkerKind::Target, at(0.0, y));
    Scene {
        name: "Colors".into(),
        paths: vec![path(1, 0.0), path(2, 3.0)],
        walls: vec![Arc::new(Wall::through(
            WallId(1),
            "Fence",
            [at(2.0, 6.0), at(9.0, 6.0)],
        ))],
        markers: Arc::new(vec![marker(1, "Gate", 6.0), marker(2, "Well", 3.0)]),
        ..Scene::default()
    }
}

/// The same with path 1, the wall and the gate in the group "Watch" within the group "Night".
fn grouped() -> Scene {
    let mut scene = sample_scene();
    let group = |id, name: &str, parent| Group {
        id,
        name: name.into(),
        parent,
        hidden: false,
        locked: false,
        color: None,
    };
    let editor = scene.editor_mut();
    editor.groups = vec![
        group(NIGHT, "Night", None),
        group(WATCH, "Watch", Some(NIGHT)),
    ];
    let inside: [OutlinerItem; 3] = [PathId(1).into(), WallId(1).into(), MarkerId(1).into()];
    for item in inside {
        let props = OutlinerProps {
            group: Some(WATCH),
            ..OutlinerProps::default()
        };
        editor.set_props(item, props);
    }
    scene
}

fn select(window: &mut Window, labels: &[&str]) {
    for (i, label) in labels.iter().enumerate() {
        let row = window.position_of(Role::ListItem, label);
        let held = if i == 0 {
            Modifiers::NONE
        } else {
            Modifiers::COMMAND
        };
        window.click_with(row, egui::PointerButton::Primary, held);
        window.frames(2);
    }
}

/// Types the red part of the color in the inspector.
fn set_red(window: &mut Window, red: &str) {
    let well = window.harness.get_by_role(Role::ColorWell).rect().center();
    window.click(well);
    window.frames(3);
    let field = window.numbers("R")[0];
    window.type_into(field, red);
    window.key(Key::Escape);
    window.frames(3);
}

#[test]
fn the_color_of_several_paths_can_be_set() {
    let mut scene = sample_scene();
    scene.path_mut(PathId(2)).unwrap().color = Some(Color([200, 40, 90]));
    let mut window = Window::of(&scene);
    select(&mut window, &["Path 2", "Path 1"]);
    set_red(&mut window, "17");
    let color = |number: u32| window.scene().path(PathId(number)).unwrap().color;
    assert!(
        color(1).is_some_and(|color| color.0[0] == 17),
        "{:?}",
        color(1)
    );
    assert_eq!(color(1), color(2));
    window.click_button("Use default");
    window.frames(2);
    assert_eq!(window.scene(), &sample_scene());
}

#[test]
fn the_color_of_one_and_of_several_markers_can_be_set() {
    let mut window = Window::of(&sample_scene());
    let reds = |window: &Window| {
        let red = |marker: &Marker| marker.color.map(|color| color.0[0]);
        window.scene().markers.iter().map(red).collect::<Vec<_>>()
    };
    select(&mut window, &["Gate"]);
    set_red(&mut window, "18");
    assert_eq!(reds(&window), [Some(18), None]);
    select(&mut window, &["Gate", "Well"]);
    set_red(&mut window, "19");
    assert_eq!(reds(&window), [Some(19), Some(19)]);
    window.click_button("Use default");
    window.frames(2);
    assert_eq!(window.scene(), &sample_scene());
}

#[test]
fn the_color_of_a_group_is_chosen_in_its_menu() {
    let mut window = Window::of(&grouped());
    let row = window.position_of(Role::ListItem, "Night");
    for (entry, color) in [
        ("Green", Some(Color([0x00, 0x9e, 0x73]))),
        ("No color", None),
    ] {
        window.right_click(row);
        window.frames(2);
        window.click_last("Color");
        window.frames(3);
        window.click_button(entry);
        window.frames(2);
        assert_eq!(window.scene().editor.group(NIGHT).unwrap().color, color);
        window.key(Key::Escape);
        window.frames(2);
    }
    assert_eq!(window.steps(), ["Set color", "Set color"]);
}

/// The colors in which path 1, the wall and both markers are drawn.
fn drawn(scene: &Scene) -> [Color32; 4] {
    let colors = &Colors::DARK;
    [
        colors.of_path(scene, &scene.paths[0]),
        colors.of_wall(scene, &scene.walls[0]),
        colors.of_marker(scene, &scene.markers[0]),
        colors.of_marker(scene, &scene.markers[1]),
    ]
}

#[test]
fn items_have_their_own_color_or_that_of_the_innermost_group_with_one() {
    let colors = &Colors::DARK;
    let mut scene = grouped();
    assert_eq!(
        drawn(&scene),
        [colors.path, colors.wall, colors.target, colors.target]
    );
    scene.editor_mut().group_mut(NIGHT).unwrap().color = Some(RED);
    let red = colors.item(RED);
    assert_eq!(drawn(&scene), [red, red, red, colors.target]);
    let (blue, green) = (Color([0x40, 0x80, 0xd0]), Color([0x40, 0xc0, 0x40]));
    scene.editor_mut().group_mut(WATCH).unwrap().color = Some(blue);
    scene.path_mut(PathId(1)).unwrap().color = Some(green);
    let (green, blue) = (colors.item(green), colors.item(blue));
    assert_eq!(drawn(&scene), [green, blue, blue, colors.target]);
}
