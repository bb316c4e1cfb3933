//! Nodes that become one keep the settings of both.

use crate::tool_harness::{PATH, at};
use std::sync::Arc;
use steerwright_authoring::line::{ends_to_join, join, set_closed};
use steerwright_authoring::{Item, Selection};
use steerwright_runtime::scene::editor::OutlinerProps;
use steerwright_runtime::scene::{Node, NodeId, PathId, PatrolPath, Scene};

const WALL: PathId = PathId(2);

/// Two paths whose ends coincide at (8, 0).
fn touching(end: impl Fn(&mut Node), start: impl Fn(&mut Node)) -> Scene {
    let path = |id: PathId, name: &str, xs: [f64; 3]| {
        let mut path = PatrolPath::new(id, name);
        path.nodes = xs
            .iter()
            .zip(1..)
            .map(|(&x, i)| Node::at(NodeId(i), at(x, 0.0)))
            .collect();
        path
    };
    let (mut first, mut second) = (
        path(PATH, "Path", [0.0, 4.0, 8.0]),
        path(WALL, "Wall", [8.0, 12.0, 16.0]),
    );
    end(&mut first.nodes[2]);
    start(&mut second.nodes[0]);
    Scene {
        paths: vec![Arc::new(first), Arc::new(second)],
        ..Scene::default()
    }
}

fn set(node: &mut Node) {
    (node.wait, node.radius, node.speed) = (1.5, Some(0.75), Some(2.5));
}

/// Joins both paths and returns the node where they met.
fn joined(mut scene: Scene) -> Node {
    let ends = ends_to_join(&scene, &Selection::of([Item::Path(PATH), Item::Path(WALL)]))
        .expect("two ends");
    join(&mut scene, ends.0, ends.1).expect("joined");
    let [path] = &scene.paths[..] else {
        panic!("{} paths", scene.paths.len())
    };
    assert_eq!(
        path.nodes
            .iter()
            .map(|node| node.position.x)
            .collect::<Vec<_>>(),
        [0.0, 4.0, 8.0, 12.0, 16.0]
    );
    path.nodes[2].clone()
}

#[test]
fn joined_ends_keep_the_settings_of_both_nodes() {
    let nothing = |_: &mut Node| {};
    for scene in [touching(set, nothing), touching(nothing, set)] {
        let node = joined(scene);
        assert_eq!(
            (node.wait, node.radius, node.speed),
            (1.5, Some(0.75), Some(2.5))
        );
    }
    // If both have a setting, the remaining node keeps its own.
    let node = joined(touching(set, |node| {
        (node.wait, node.radius, node.speed) = (9.0, Some(9.0), Some(9.0))
    }));
    assert_eq!(
        (node.wait, node.radius, node.speed),
        (1.5, Some(0.75), Some(2.5))
    );
    // Each setting alone.
    let node = joined(touching(
        |node| node.speed = Some(3.0),
        |node| node.wait = 2.0,
    ));
    assert_eq!((node.wait, node.radius, node.speed), (2.0, None, Some(3.0)));
}

#[test]
fn closing_a_path_at_coinciding_ends_keeps_the_settings_of_both_nodes() {
    // A locked path keeps its nodes.
    let mut path = PatrolPath::new(PATH, "Path");
    path.nodes = [0.0, 4.0, 0.0]
        .iter()
        .zip(1..)
        .map(|(&x, i)| Node::at(NodeId(i), at(x, 0.0)))
        .collect();
    let mut scene = Scene {
        paths: vec![Arc::new(path)],
        ..Scene::default()
    };
    let locked = OutlinerProps {
        locked: true,
        ..OutlinerProps::default()
    };
    scene.editor_mut().set_props(PATH, locked);
    set_closed(&mut scene, PATH, true);
    assert!(scene.path(PATH).unwrap().is_closed() && scene.path(PATH).unwrap().nodes.len() == 3);
    for (set_last, by_joining) in [(false, true), (true, true), (true, false)] {
        let mut path = PatrolPath::new(PATH, "Path");
        let corners = [at(0.0, 0.0), at(4.0, 0.0), at(4.0, 4.0), at(0.0, 0.0)];
        path.nodes = corners
            .iter()
            .zip(1..)
            .map(|(&p, i)| Node::at(NodeId(i), p))
            .collect();
        set(&mut path.nodes[if set_last { 3 } else { 0 }]);
        let mut scene = Scene {
            paths: vec![Arc::new(path)],
            ..Scene::default()
        };
        if by_joining {
            let ends = ends_to_join(&scene, &Selection::of([Item::Path(PATH)])).expect("two ends");
            join(&mut scene, ends.0, ends.1).expect("joined");
        } else {
            set_closed(&mut scene, PATH, true);
        }
        let path = scene.path(PATH).unwrap();
        assert!(path.is_closed() && path.nodes.len() == 3);
        let node = &path.nodes[0];
        assert_eq!(
            (node.wait, node.radius, node.speed),
            (1.5, Some(0.75), Some(2.5)),
            "last: {set_last}"
        );
    }
}
