//! Scenes with thousands of items are drawn with few shapes, which always show the present state.

use crate::window::{Window, at};
use egui::epaint::{Primitive, Vertex};
use egui::{Color32, Key, Pos2, vec2};
use std::sync::Arc;
use steerwright::editor::theme::Colors;
use steerwright_runtime::scene::editor::OutlinerProps;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Color, Marker, MarkerId, MarkerKind, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene, SpawnPlace, Spawner, SpawnerId,
};
use steerwright_runtime::steering::FollowPath;

/// All corners of what the last frame drew.
fn vertices(window: &Window) -> Vec<Vertex> {
    let output = window.harness.output();
    let shapes = output.shapes.clone();
    let primitives = window.harness.ctx.tessellate(shapes, 1.0);
    primitives
        .into_iter()
        .flat_map(|clipped| match clipped.primitive {
            Primitive::Mesh(mesh) => mesh.vertices,
            Primitive::Callback(_) => vec![],
        })
        .collect()
}

/// Whether a corner of this color is near a place.
fn shows(window: &Window, place: Pos2, color: Color32) -> bool {
    vertices(window)
        .iter()
        .any(|vertex| vertex.color == color && vertex.pos.distance(place) < 7.0)
}

fn markers(count: u32) -> Scene {
    let marker = |i: u32| {
        let position = at(f64::from(i % 60) * 2.0, f64::from(i / 60) * 2.0);
        Marker::at(
            MarkerId(i + 1),
            format!("M {}", i + 1),
            MarkerKind::Target,
            position,
        )
    };
    Scene {
        markers: Arc::new((0..count).map(marker).collect()),
        ..Scene::default()
    }
}

/// The corners of a window with few items, and room for dots.
const FEW: usize = 60_000;

#[test]
fn thousands_of_markers_are_dots_until_few_are_in_view() {
    let mut window = Window::of(&markers(3_000));
    let place = |window: &Window, index: usize| window.pos(window.scene().markers[index].position);
    assert!(vertices(&window).len() < FEW);
    assert!(shows(&window, place(&window, 1_530), Colors::DARK.target));

    window.ctrl(Key::A);
    window.frames(2);
    assert_eq!(window.selection().len(), 3_000);
    assert!(vertices(&window).len() < FEW, "selected ones are dots, too");
    assert!(shows(&window, place(&window, 1_530), Colors::DARK.accent));

    let target = place(&window, 1_530);
    window.click(target);
    window.frames(2);
    assert_eq!(window.selection().len(), 1);
    assert!(shows(&window, target, Colors::DARK.accent));
    assert!(!shows(&window, place(&window, 10), Colors::DARK.accent));

    let few = Window::of(&markers(1_000));
    assert!(
        vertices(&few).len() > 2 * FEW,
        "fewer are drawn in full, with their names"
    );
}

const COLOR: [u8; 3] = [200, 40, 90];

/// Agents in rows, each of which follows the same long path.
fn agents(count: u32) -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Path");
    path.nodes = (0..2)
        .map(|i| Node::at(NodeId(i + 1), at(200.0 * f64::from(i), -5.0)))
        .collect();
    let mut preset = Preset::steered(
        PresetId(1),
        "Walks",
        [Behavior::FollowPath(FollowPath::default())],
    );
    preset.color.0 = COLOR;
    preset.body.max_speed = 6.0;
    preset.body.max_force = 60.0;
    let agent = |i: u32| Agent {
        path: Some(PathId(1)),
        ..Agent::at(
            AgentId(i + 1),
            format!("A {}", i + 1),
            PresetId(1),
            at(f64::from(i % 50) * 3.0, f64::from(i / 50) * 3.0),
        )
    };
    Scene {
        presets: vec![Arc::new(preset)],
        paths: vec![Arc::new(path)],
        agents: Arc::new((0..count).map(agent).collect()),
        ..Scene::default()
    }
}

#[test]
fn a_crowd_is_drawn_where_its_agents_are_now() {
    let mut window = Window::of(&agents(1_100));
    let [r, g, b] = COLOR;
    let color = Color32::from_rgb(r, g, b);
    let place = |window: &Window| {
        let sample = window
            .playback()
            .recording()
            .sample(window.playback().tick(), AgentId(530));
        window.pos(sample.unwrap().position)
    };
    let is_shown = |window: &Window| shows(window, place(window), color);
    assert!(is_shown(&window));
    assert!(vertices(&window).len() < FEW);
    let start = place(&window);

    window.key(Key::Space);
    window.frames(200);
    window.key(Key::Space);
    window.frames(2);
    assert!(place(&window).distance(start) > 30.0);
    assert!(is_shown(&window), "after a run");
    let trails = vertices(&window).len();

    window.key(Key::Home);
    window.frames(2);
    assert!(is_shown(&window), "at another time");

    window.ctrl(Key::A);
    window.frames(2);
    assert!(window.selection().len() > 1_100);
    assert!(
        shows(&window, place(&window), Colors::DARK.accent),
        "selected"
    );
    window.ctrl_shift(Key::A);
    window.frames(2);
    assert!(is_shown(&window), "nothing is selected");
    assert!(vertices(&window).len() <= trails);
}

/// Paths of 20 nodes in rows, far from each other.
fn paths(count: u32) -> Scene {
    let path = |i: u32| {
        let mut path = PatrolPath::new(PathId(i + 1), format!("P {}", i + 1));
        let corner = (f64::from(i % 10) * 60.0, f64::from(i / 10) * 20.0);
        let node = |n: u32| {
            let place = at(
                corner.0 + f64::from(n) * 2.0,
                corner.1 + f64::from(n % 2) * 9.0,
            );
            Node::at(NodeId(n + 1), place)
        };
        path.nodes = (0..20).map(node).collect();
        Arc::new(path)
    };
    Scene {
        paths: (0..count).map(path).collect(),
        ..Scene::default()
    }
}

#[test]
fn many_paths_are_drawn_as_they_are_now() {
    let mut window = Window::of(&paths(60));
    window.frames(2);
    let (usual, selected) = (Colors::DARK.path, Colors::DARK.accent);
    let place = |window: &Window, path: usize, node: usize| {
        window.pos(window.scene().paths[path].nodes[node].position)
    };
    let (first, other) = (place(&window, 23, 7), place(&window, 38, 7));
    assert!(shows(&window, first, usual));
    window.frames(2);
    assert!(shows(&window, first, usual), "kept");

    window.click(first);
    window.frames(2);
    assert!(shows(&window, first, selected));
    assert!(!shows(&window, other, selected));

    window.ctrl(Key::A);
    window.frames(2);
    assert!(shows(&window, other, selected));

    // What moves is drawn where it is, line and nodes, during the drag and after an undo.
    let (from, by) = (place(&window, 38, 7), vec2(0.0, 24.0));
    window.press(from);
    window.hover(from + by);
    window.frames(2);
    let to = place(&window, 38, 7);
    assert!(to.distance(from) > 15.0, "it is dragged");
    assert!(shows(&window, to, selected));
    window.release(from + by);
    window.frames(2);
    assert!(shows(&window, to, selected));
    window.ctrl(Key::Z);
    window.frames(2);
    assert_eq!(place(&window, 38, 7), from);
    assert!(shows(&window, from, selected));

    window.ctrl_shift(Key::A);
    window.frames(2);
    assert!(!shows(&window, from, selected), "nothing is selected");
    window.click(from);
    window.ctrl(Key::H);
    window.frames(2);
    assert!(!shows(&window, from, selected), "it is hidden");
    assert!(shows(&window, first, usual));
}

#[test]
fn only_some_of_many_warnings_are_listed() {
    let mut scene = agents(1);
    let unused = |i: u32| {
        let mut path = PatrolPath::new(PathId(i + 2), format!("Unused {i}"));
        path.nodes = vec![Node::at(NodeId(1), at(f64::from(i), 9.0))];
        Arc::new(path)
    };
    scene.paths.extend((0..80).map(unused));
    let mut window = Window::of(&scene);
    window.frames(2);
    assert!(window.says("more are not listed; \"steerwright check\" prints all"));
}

#[test]
fn agents_that_a_spawner_adds_are_drawn_while_they_are_there() {
    let (place, red) = (at(3.0, 2.0), Color32::from_rgb(0xd0, 0x41, 0x42));
    let mut preset = Preset::steered(PresetId(1), "Monster", Vec::new());
    preset.color = Color([0xd0, 0x41, 0x42]);
    let spawner = Spawner {
        delay: 0.5,
        every: Some(100.0),
        lifetime: Some(1.0),
        ..Spawner::at(SpawnerId(1), "Gate", PresetId(1), SpawnPlace::Point(place))
    };
    let mut scene = Scene {
        presets: vec![Arc::new(preset)],
        spawners: vec![Arc::new(spawner)],
        markers: markers(3).markers,
        ..Scene::default()
    };
    // Its icon has the color of the preset.
    let hidden = OutlinerProps {
        hidden: true,
        ..OutlinerProps::default()
    };
    scene.editor_mut().set_props(SpawnerId(1), hidden);
    let mut window = Window::of(&scene);
    window.key(Key::Space);
    for (until, is_there) in [(20, false), (40, true), (80, true), (110, false)] {
        let frames = until - window.playback().tick();
        window.frames(frames as usize);
        // The body is large in this view.
        let body = window.pos(place);
        let is_drawn = vertices(&window)
            .iter()
            .any(|vertex| vertex.color == red && vertex.pos.distance(body) < 60.0);
        assert_eq!(is_drawn, is_there, "{until}");
    }
}
