//! Scenes with more items than people draw by hand.

use crate::support::zigzags;
use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Marker, MarkerId, MarkerKind, Node, NodeId, PathId, PatrolPath, Scene, Wall, WallId,
};
use steerwright_runtime::steering::follow_path::Shape;

/// Markers in rows of 500.
pub fn markers(count: u32) -> Scene {
    let marker = |i: u32| {
        let position = DVec2::new(f64::from(i % 500), f64::from(i / 500));
        Marker::at(MarkerId(i + 1), "", MarkerKind::Target, position)
    };
    Scene {
        markers: Arc::new((0..count).map(marker).collect()),
        ..Scene::default()
    }
}

/// Markers with names, four at each of 500 places, so that there is room for few names.
pub fn named_markers(count: u32) -> Scene {
    let marker = |i: u32| {
        let place = DVec2::new(f64::from(i / 4 % 24) * 3.2, f64::from(i / 96) * 2.2);
        let name = format!("Marker {}", i + 1);
        Marker::at(MarkerId(i + 1), name, MarkerKind::Target, place)
    };
    Scene {
        markers: Arc::new((0..count).map(marker).collect()),
        ..Scene::default()
    }
}

fn one_path(name: &str, shape: Shape, nodes: impl Iterator<Item = DVec2>) -> Scene {
    let mut path = PatrolPath::new(PathId(1), name);
    path.shape = shape;
    path.nodes = (1..)
        .zip(nodes)
        .map(|(i, p)| Node::at(NodeId(i), p))
        .collect();
    Scene {
        paths: vec![Arc::new(path)],
        ..Scene::default()
    }
}

/// One curve.
pub fn curve(count: u32) -> Scene {
    let position = |i: u32| {
        let offset = f64::from(i % 7) * 0.3;
        DVec2::new(
            f64::from(i % 200) * 2.0 + offset,
            f64::from(i / 200) * 2.0 - offset,
        )
    };
    one_path("curve", Shape::CatmullRom, (0..count).map(position))
}

/// One path in rows of 100 nodes, there and back.
pub fn serpentine(count: u32) -> Scene {
    let position = |i: u32| {
        let (row, column) = (i / 100, i % 100);
        let column = if row.is_multiple_of(2) {
            column
        } else {
            99 - column
        };
        DVec2::new(f64::from(column) * 1.6, f64::from(row))
    };
    one_path("serpentine", Shape::default(), (0..count).map(position))
}

/// The zigzags as walls.
pub fn walls(count: usize) -> Scene {
    let mut scene = zigzags(count, 1);
    let wall = |path: &Arc<PatrolPath>| {
        let places = path.nodes.iter().map(|node| node.position);
        Arc::new(Wall::through(WallId(path.id.0), &path.name, places))
    };
    scene.walls = scene.paths.iter().map(wall).collect();
    scene.paths.truncate(1);
    scene
}
