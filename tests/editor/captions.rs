//! Captions on the canvas do not lie on each other.

use crate::sample_scene::sample_scene;
use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Key, Pos2, Rect, Shape, vec2};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use steerwright_authoring::sample;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::editor::{Area, AreaRequirement};
use steerwright_runtime::scene::{
    AreaId, Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Scene,
};

/// A zigzag path whose nodes all have long captions, the nodes `step` apart.
fn zigzag(step: f64) -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Path");
    path.nodes = (0..30)
        .map(|i| {
            let y = if i % 2 == 0 { 0.0 } else { step };
            let mut node = Node::at(NodeId(i + 1), at(step * f64::from(i), y));
            (node.wait, node.speed) = (1.25, Some(2.5));
            node
        })
        .collect();
    Scene {
        name: "Zigzag".into(),
        paths: vec![Arc::new(path)],
        ..Scene::default()
    }
}

/// The captions of nodes that are drawn, without their outlines, which are the same text beside
/// them.
fn captions(window: &Window) -> Vec<(String, Rect)> {
    let mut found: Vec<(String, Rect)> = Vec::new();
    for clipped in &window.harness.output().shapes {
        if let Shape::Text(text) = &clipped.shape
            && text.galley.text().contains("wait")
            && clipped.clip_rect.contains_rect(text.visual_bounding_rect())
        {
            let rect = Rect::from_min_size(text.pos, text.galley.size());
            let name = text.galley.text().to_owned();
            found.retain(|(known, _)| *known != name);
            found.push((name, rect));
        }
    }
    found
}

#[test]
fn captions_of_nodes_do_not_lie_on_each_other() {
    for step in [1.0, 3.0, 10.0] {
        let mut window = Window::of(&zigzag(step));
        let row = window.position_of(Role::ListItem, "Path");
        window.click(row);
        window.frames(3);
        let captions = captions(&window);
        assert!(captions.len() > 3, "{step}: {captions:?}");
        for (i, (a, rect)) in captions.iter().enumerate() {
            for (b, other) in &captions[i + 1..] {
                assert!(
                    !rect.intersects(*other),
                    "{step}: {a:?} {rect} on {b:?} {other}"
                );
            }
        }
    }
}

#[test]
fn the_caption_of_a_selected_node_is_always_shown() {
    let mut window = Window::of(&zigzag(3.0));
    for node in [4, 5, 17] {
        let p = window.item(&format!("Path node {node}"));
        window.click(p);
        window.frames(3);
        let own = format!("{node}  ");
        let captions = captions(&window);
        assert!(
            captions.iter().any(|(text, _)| text.starts_with(&own)),
            "{node}: {captions:?}"
        );
    }
}

/// Every text on the canvas whose beginning is one of these, with its place.
fn texts(window: &Window, beginnings: &[&str]) -> Vec<(String, Rect)> {
    let shapes = window.harness.output().shapes.iter();
    let texts = shapes.filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) => Some((text.galley.text().to_owned(), text)),
        _ => None,
    });
    let mut found: Vec<(String, Rect)> = Vec::new();
    for (name, text) in texts {
        if beginnings.iter().any(|start| name.starts_with(start)) {
            let rect = Rect::from_min_size(text.pos, text.galley.size());
            found.retain(|(known, _)| *known != name);
            found.push((name, rect));
        }
    }
    found
}

#[test]
fn captions_of_nodes_and_areas_do_not_lie_on_each_other() {
    for offset in [0.0, 0.2, 0.4, 0.6] {
        let mut scene = zigzag(3.0);
        let areas = [
            ("Hall", 0.3 + offset),
            ("Yard", 0.3 + offset),
            ("Gate", 3.3),
        ];
        let areas = areas.into_iter().zip(1..).map(|((name, x), id)| {
            let corners = [
                at(x, -2.0),
                at(9.0, -2.0),
                at(9.0, 3.0 + offset),
                at(x, 3.0 + offset),
            ];
            Area::through(AreaId(id), name, AreaRequirement::NeverWatched, corners)
        });
        Arc::make_mut(&mut scene.editor).areas = areas.collect();
        let mut window = Window::of(&scene);
        let row = window.position_of(Role::ListItem, "Path");
        window.click(row);
        window.frames(3);
        let mut all = captions(&window);
        let of_areas = texts(&window, &["Hall:", "Yard:", "Gate:"]);
        assert_eq!(of_areas.len(), 3, "{of_areas:?}");
        all.extend(of_areas);
        for (i, (a, rect)) in all.iter().enumerate() {
            for (b, other) in &all[i + 1..] {
                assert!(
                    !rect.intersects(*other),
                    "{offset}: {a:?} {rect} on {b:?} {other}"
                );
            }
        }
    }
}

#[test]
fn distances_off_a_path_are_not_written_on_the_path() {
    let scene = sample::first_scene();
    let mut window = Window::of(&scene);
    window.click_row("Guard");
    window.harness.set_size(vec2(1280.0, 778.0));
    let mut labels = Vec::new();
    for _ in 0..600 {
        window.frames(1);
        labels = texts(&window, &["0."]);
        labels.retain(|(text, _)| text.ends_with(" m off"));
        if !labels.is_empty() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(labels.len() > 1, "{labels:?}");
    let path = scene.path(scene.agents[0].path.unwrap()).unwrap();
    let nodes: Vec<Pos2> = path
        .nodes
        .iter()
        .map(|node| window.pos(node.position))
        .collect();
    for (text, label) in &labels {
        // With the plate behind the text.
        let label = label.expand2(vec2(4.0, 2.0));
        assert!(!nodes.iter().any(|node| label.contains(*node)), "{text}");
        // In points, of which a line that crosses a label has as many as the label is high.
        let covered = nodes.windows(2).flat_map(|ends| {
            let steps = ends[0].distance(ends[1]) as usize;
            (0..steps).map(move |i| ends[0].lerp(ends[1], i as f32 / steps as f32))
        });
        let covered = covered.filter(|place| label.contains(*place)).count();
        assert!(covered < 16, "{covered} points of the path under {text}");
    }
}

#[test]
fn names_in_a_squad_cover_neither_items_nor_handles_nor_each_other() {
    let mut samples = sample::scenes().into_iter();
    let squad = samples.find(|(file, _)| file.starts_with("squad"));
    let squad = squad.expect("the sample").1;
    for size in [vec2(1600.0, 978.0), vec2(1280.0, 778.0), vec2(960.0, 578.0)] {
        let mut window = Window::of(&squad);
        window.harness.set_size(size);
        window.frames(6);
        let selections = [None, Some("Follower 1"), Some("Monster 1"), Some("Leader")];
        // The rows of a small window scroll.
        let count = if size.x > 1500.0 { 4 } else { 1 };
        for selected in &selections[..count] {
            match selected {
                Some(row) => window.click_row(row),
                None => window.ctrl(egui::Key::A),
            }
            window.frames(4);
            let canvas = window
                .harness
                .get_by_role_and_label(Role::Canvas, "Canvas")
                .rect();
            let kinds = ["Leader", "Follower", "Monster", "Gun", "Wave"];
            let names = window.harness.output().shapes.iter();
            let names: Vec<(&str, Rect)> = names
                .filter_map(|clipped| match &clipped.shape {
                    Shape::Text(text) => Some((text.galley.text(), text)),
                    _ => None,
                })
                .filter(|(name, _)| {
                    name.len() < 12 && kinds.iter().any(|kind| name.starts_with(kind))
                })
                .map(|(name, text)| (name, Rect::from_min_size(text.pos, text.galley.size())))
                .filter(|(_, rect)| canvas.contains_rect(*rect))
                .collect();
            assert!(names.len() >= 6, "{size} {selected:?}: {names:?}");
            // Agents, spawners, and handles of rings and of the box around what is selected.
            let items = window.harness.query_all_by_role(Role::GraphicsSymbol);
            let items: Vec<Pos2> = items.map(|item| item.rect().center()).collect();
            for (index, (name, rect)) in names.iter().enumerate() {
                let covered = items.iter().find(|item| rect.contains(**item));
                assert_eq!(covered, None, "{size} {selected:?}: {name} {rect}");
                for (other_name, other) in &names[index + 1..] {
                    let is_apart = !rect.shrink(1.5).intersects(other.shrink(1.5));
                    assert!(is_apart, "{size} {selected:?}: {name} on {other_name}");
                }
            }
        }
    }
}

/// The words of what a dragged item snaps to are beside the names of agents.
#[test]
fn what_a_marker_snaps_to_is_not_written_on_a_name() {
    let name = "Sergeant of the guard";
    for index in 0..2 {
        let mut scene = sample_scene();
        let agent = &mut Arc::make_mut(&mut scene.agents)[index];
        agent.name = name.into();
        let place = agent.position;
        let mut window = Window::of(&scene);
        let to = window.pos(place) + vec2(2.0, 1.0);
        window.drag(window.pos(scene.markers[0].position), to);
        window.frames(2);
        let canvas = window
            .harness
            .get_by_role_and_label(Role::Canvas, "Canvas")
            .rect();
        let mut found = drawn_texts(&window);
        found.retain(|(text, rect)| text.ends_with(name) && canvas.contains_rect(*rect));
        assert_eq!(found.len(), 2, "the name and what it snaps to: {found:?}");
        assert!(!found[0].1.intersects(found[1].1), "{found:?}");
        window.release(to);
    }
}

/// Every text with its place, those of edges left out.
fn drawn_texts(window: &Window) -> Vec<(String, Rect)> {
    let shapes = window.harness.output().shapes.iter();
    let texts = shapes.filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) => Some(text),
        _ => None,
    });
    texts
        .map(|text| {
            let rect = Rect::from_min_size(text.pos, text.galley.size());
            (text.galley.text().to_owned(), rect)
        })
        .collect()
}

/// A path with waits at its nodes, and lines of another path at these distances above them, in
/// points.
fn beside_another_path(distances: &[f64]) -> Window {
    let path = |id: u32, name: &str, nodes: Vec<DVec2>| {
        let mut path = PatrolPath::new(PathId(id), name);
        path.nodes = (1..)
            .zip(nodes)
            .map(|(id, place)| Node::at(NodeId(id), place))
            .collect();
        path
    };
    let nodes = (0..4).map(|i| at(10.0 * f64::from(i), 0.0));
    let mut own = path(1, "Own", nodes.collect());
    for node in &mut own.nodes {
        node.wait = 1.25;
    }
    // It is there so that the scale stays the same.
    let frame = path(9, "Frame", vec![at(0.0, 10.0), at(30.0, 10.0)]);
    let mut scene = Scene {
        paths: vec![Arc::new(own), Arc::new(frame)],
        ..Scene::default()
    };
    let probe = Window::of(&scene);
    let unit = f64::from(probe.pos(at(1.0, 0.0)).x - probe.pos(at(0.0, 0.0)).x);
    for (id, distance) in (2..).zip(distances) {
        let y = distance / unit;
        let line = vec![at(0.0, y), at(30.0, y)];
        scene.paths.push(Arc::new(path(id, "Other", line)));
    }
    let mut window = Window::of(&scene);
    window.click_row("Own");
    window.frames(3);
    window
}

#[test]
fn captions_of_nodes_lie_beside_other_paths_or_have_a_line_to_their_nodes() {
    let lines = |window: &Window| -> Vec<[Pos2; 2]> {
        let shapes = window.harness.output().shapes.iter();
        shapes
            .filter_map(|clipped| match &clipped.shape {
                Shape::LineSegment { points, .. } => Some(*points),
                _ => None,
            })
            .collect()
    };
    // A caption is 9 to about 22 points above or below its node.
    for (distances, is_covered) in [(&[15.0][..], false), (&[15.0, -15.0][..], true)] {
        let window = beside_another_path(distances);
        let captions = captions(&window);
        assert_eq!(captions.len(), 4, "{captions:?}");
        for (index, (text, rect)) in captions.iter().enumerate() {
            let node = window.pos(at(10.0 * index as f64, 0.0));
            for &distance in distances.iter().take(1) {
                let other = node.y - distance as f32;
                let covers = rect.y_range().contains(other);
                assert!(!covers || is_covered, "{text} {rect} on {other}");
            }
            let has_line = lines(&window)
                .iter()
                .any(|[from, to]| from.distance(node) < 0.5 && rect.expand(0.5).contains(*to));
            assert_eq!(has_line, is_covered, "{text}");
        }
    }
}

/// Nine markers in rows, so many points apart in a small window, and their places.
fn marker_rows(spacing: f32) -> (Window, Vec<Pos2>) {
    let frame = [(at(-200.0, -100.0), 101), (at(200.0, 100.0), 102)];
    let frame = frame.map(|(place, id)| Marker::at(MarkerId(id), "", MarkerKind::Target, place));
    let window_of = |step: f64| {
        let marker = |i: u32| {
            let name = format!("Gate {}", i + 1);
            let place = at(f64::from(i % 3) - 1.0, f64::from(i / 3) - 1.0) * step;
            Marker::at(MarkerId(i + 1), name, MarkerKind::Target, place)
        };
        let markers = (0..9).map(marker).chain(frame.clone());
        let scene = Scene {
            markers: Arc::new(markers.collect()),
            ..Scene::default()
        };
        let mut window = Window::of(&scene);
        window.harness.set_size(vec2(480.0, 289.0));
        window.frames(4);
        window.key(Key::F);
        window.frames(3);
        window
    };
    let window = window_of(1.0);
    let unit = window.pos(at(1.0, 0.0)).x - window.pos(at(0.0, 0.0)).x;
    let window = window_of(f64::from(spacing / unit));
    let markers = window.scene().markers[..9].iter();
    let places = markers.map(|marker| window.pos(marker.position)).collect();
    (window, places)
}

#[test]
fn names_of_markers_cover_neither_markers_nor_each_other() {
    let mut counts = Vec::new();
    for spacing in [10.0, 24.0, 36.0, 60.0] {
        let (mut window, markers) = marker_rows(spacing);
        let names = texts(&window, &["Gate "]);
        for (index, (name, rect)) in names.iter().enumerate() {
            let covered = markers.iter().find(|at| rect.distance_to_pos(**at) < 9.0);
            assert_eq!(covered, None, "{spacing}: {name} {rect}");
            for (other, other_rect) in &names[index + 1..] {
                assert!(
                    !rect.intersects(*other_rect),
                    "{spacing}: {name} on {other}"
                );
            }
        }
        counts.push(names.len());
        // One that is pointed at is always named.
        window.hover(markers[4]);
        window.frames(2);
        assert_eq!(texts(&window, &["Gate 5"]).len(), 1, "{spacing}");
    }
    assert!(counts.is_sorted() && counts[3] == 9, "{counts:?}");
    assert!(counts[0] >= 1 && counts[0] < 9, "{counts:?}");
}
