//! Captions on the canvas do not lie on each other.

use crate::window::{Window, at};
use egui::accesskit::Role;
use egui::{Pos2, Rect, Shape, vec2};
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use steerwright_authoring::sample;
use steerwright_runtime::scene::editor::{Area, AreaRequirement};
use steerwright_runtime::scene::{AreaId, Node, NodeId, PathId, PatrolPath, Scene};

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

/// The captions of nodes that are drawn, without their outlines, which are the same text beside them.
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
