//! Walls in the way of what is drawn, and walls that block nothing.

use super::*;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::scene::{CellMap, Wall, WallId};

/// A guard who walks 10 u to the right and back, and a wall through these points.
fn walled(points: &[(f64, f64)]) -> Scene {
    let mut scene = patrol(
        &[(0.0, 0.0), (10.0, 0.0)],
        Traversal::PingPong,
        0.5,
        Body::default(),
    );
    let points = points.iter().map(|&(x, y)| DVec2::new(x, y));
    scene.walls = vec![Arc::new(Wall::through(WallId(3), "Hedge", points))];
    scene
}

#[test]
fn a_body_that_starts_in_a_wall_is_found() {
    let found = only(&walled(&[(-2.0, 0.3), (2.0, 0.3)]), Rule::StartInWall);
    assert_eq!(found.subject, Subject::Agent(AgentId(1)));
    assert!(found.message.contains("0.3"), "{}", found.message);
    assert!(!has(&walled(&[(-2.0, 0.5), (2.0, 0.5)]), Rule::StartInWall));
}

#[test]
fn a_node_behind_a_wall_is_found_and_one_behind_a_door_is_not() {
    let mut scene = walled(&[(5.0, -3.0), (5.0, 3.0)]);
    let found = only(&scene, Rule::NodeBehindWall);
    assert_eq!(found.subject, Subject::Node(PathId(1), NodeId(2)));
    assert_eq!(found.pointer, "/paths/0/nodes/1");
    assert!(!has(&scene, Rule::PathTooClose));
    Arc::make_mut(&mut scene.walls[0]).open = Some(false);
    assert!(!has(&scene, Rule::NodeBehindWall));
    let glass = Arc::make_mut(&mut scene.walls[0]);
    (glass.open, glass.blocks_motion) = (None, false);
    assert!(!has(&scene, Rule::NodeBehindWall), "a bush stops no body");
}

#[test]
fn a_path_that_passes_a_wall_too_closely_is_found() {
    let found = only(&walled(&[(5.0, 0.2), (6.0, 3.0)]), Rule::PathTooClose);
    assert_eq!(found.subject, Subject::Node(PathId(1), NodeId(2)));
    assert!(found.message.contains("0.2"), "{}", found.message);
    assert!(!has(
        &walled(&[(5.0, 0.41), (6.0, 3.0)]),
        Rule::PathTooClose
    ));
}

#[test]
fn walls_that_block_nothing_are_found() {
    for points in [&[][..], &[(5.0, 5.0)], &[(5.0, 5.0), (5.0, 5.0)]] {
        let found = only(&walled(points), Rule::WallWithoutEdges);
        assert_eq!(found.subject, Subject::Wall(WallId(3)));
    }
    let double = walled(&[(5.0, 5.0), (6.0, 5.0), (6.0, 5.0), (6.0, 8.0)]);
    let found = only(&double, Rule::EdgeWithoutLength);
    assert_eq!(found.pointer, "/walls/0/nodes/1");
    let mut shadow = walled(&[(5.0, 5.0), (6.0, 5.0)]);
    let wall = Arc::make_mut(&mut shadow.walls[0]);
    (wall.blocks_motion, wall.blocks_sight) = (false, false);
    assert_eq!(
        only(&shadow, Rule::WallWithoutEffect).severity,
        Severity::Warning
    );
}

#[test]
fn cells_that_stop_a_body_are_found() {
    let mut scene = walled(&[]);
    scene.walls.clear();
    let cells = |blocked: &[[i32; 2]]| {
        Arc::new(CellMap {
            blocked: blocked.iter().copied().map(Cell::from).collect(),
            ..CellMap::default()
        })
    };
    scene.cells = cells(&[[6, 0]]);
    let found = only(&scene, Rule::CellsStopBody);
    assert_eq!(found.subject, Subject::Agent(AgentId(1)));
    assert!(has(&scene, Rule::NodeBehindWall), "cells count as walls");
    scene.cells = cells(&[[6, 3]]);
    assert!(!has(&scene, Rule::CellsStopBody));
}
