//! A scene with walls of every kind, for the tests of what engines make of them.

use crate::exported::shipped;
use std::sync::Arc;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{Color, Scene, Wall, WallId};

/// A wall through points.
pub fn wall(id: u32, name: &str, points: &[[f64; 2]]) -> Wall {
    let points = points.iter().copied().map(DVec2::from_array);
    Wall::through(WallId(id), name, points)
}

/// A line, glass, a bush, a closed and an open door, walls without edges, and two blocked cells
/// side by side; apart from each other.
pub fn walled() -> Scene {
    let mut scene = shipped("gate-patrol");
    scene.name = "Walled".into();
    let glass = Wall {
        closed: true,
        blocks_sight: false,
        ..wall(2, "Glass", &[[40.0, 40.0], [46.0, 40.0], [44.0, 45.0]])
    };
    let bush = Wall {
        blocks_motion: false,
        color: Some(Color([1, 2, 3])),
        ..wall(3, "Bush", &[[60.0, 40.0], [66.0, 41.5]])
    };
    let [shut, open] = [(4, false), (5, true)].map(|(id, open)| {
        let x = f64::from(id) * 20.0;
        Wall {
            open: Some(open),
            ..wall(id, "Gate", &[[x, 0.0], [x + 4.0, 1.0]])
        }
    });
    let corner = [[40.0, 60.0], [50.0, 60.0], [50.5, 70.0], [57.0, 72.0]];
    let dot = wall(6, "Dot", &[[0.0, 90.0]]);
    let none = wall(9, "Nothing", &[]);
    let walls = [
        wall(1, "Corner", &corner),
        glass,
        bush,
        shut,
        open,
        dot,
        none,
    ];
    scene.walls = walls.map(Arc::new).into();
    Arc::make_mut(&mut scene.cells).blocked = vec![Cell::new(100, 100), Cell::new(101, 100)];
    scene
}

/// What an engine has to hit at each edge of [`walled`], as lines `WHEN wall ID EDGE MOTION SIGHT`:
/// the id of the wall, or -1 where it does not block; as exported, and after every door was turned.
pub fn expected_hits(when: &str, are_doors_turned: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for wall in &walled().walls {
        let is_open = wall.open.is_some_and(|open| open != are_doors_turned);
        let hit = |blocks: bool| {
            if blocks && !is_open {
                i64::from(wall.id.0)
            } else {
                -1
            }
        };
        let [motion, sight] = [wall.blocks_motion, wall.blocks_sight].map(hit);
        for (i, _) in wall.edges().enumerate() {
            lines.push(format!("{when} wall {} {i} {motion} {sight}", wall.id));
        }
    }
    lines
}
