//! The drawn area of what an agent sees agrees with what it sees.

use proptest::prelude::*;
use std::sync::Arc;
use steerwright_authoring::canvas::visible_area::SightBlockers;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::{Barrier, Segment, Sight, cell_outline};
use steerwright_runtime::scene::{Scene, Wall, WallId};

fn wall(id: u32, points: &[(f64, f64)]) -> Arc<Wall> {
    let points = points.iter().map(|&(x, y)| DVec2::new(x, y));
    Arc::new(Wall::through(WallId(id), "Wall", points))
}

fn barrier(scene: &Scene) -> Barrier {
    let edges = scene.walls.iter().flat_map(|wall| wall.edges());
    let cells = cell_outline::outline(&scene.cells.blocked, scene.cells.grid_size());
    Barrier::new(edges.chain(cells).collect::<Vec<Segment>>())
}

/// Whether the ray from the eye through a point leaves the outline behind the point.
fn is_inside(outline: &[DVec2], point: DVec2) -> bool {
    let mut inside = false;
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        if (a.y > point.y) != (b.y > point.y)
            && point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
        {
            inside = !inside;
        }
    }
    inside
}

/// The distance between a point and the outline.
fn distance_to(outline: &[DVec2], point: DVec2) -> f64 {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    edges
        .map(|(&a, &b)| (Segment::new(a, b).nearest_point(point) - point).length())
        .fold(f64::INFINITY, f64::min)
}

proptest! {
    #[test]
    fn a_point_is_in_the_area_exactly_if_it_is_seen(
        ends in prop::collection::vec((-9i32..9, -9i32..9, -9i32..9, -9i32..9), 0..12),
        blocked in prop::collection::vec((-6i32..6, -6i32..6), 0..6),
        points in prop::collection::vec((-10.0f64..10.0, -10.0f64..10.0), 40),
        facing in -3.1f64..3.1,
        fov_deg in 5.0f64..360.0,
        near in 0.0f64..4.0,
    ) {
        // The eye is between the places of walls.
        let eye = DVec2::new(0.313, 0.271);
        let walls = ends.iter().zip(1..).map(|(&(ax, ay, bx, by), id)| {
            wall(id, &[(f64::from(ax), f64::from(ay)), (f64::from(bx), f64::from(by))])
        });
        let mut scene = Scene { walls: walls.collect(), ..Scene::default() };
        let cells = blocked.iter().map(|&(column, row)| Cell::new(column, row));
        // An eye in a blocked cell sees out of it to no side.
        let cells = cells.filter(|cell| *cell != Cell::new(0, 0));
        Arc::make_mut(&mut scene.cells).blocked = cells.collect();
        let facing = DVec2::new(facing.cos(), facing.sin());
        let sight = Sight { range: 8.0, near, fov_deg, ..Sight::default() };
        let outline = SightBlockers::of(&scene).visible_outline(eye, facing, &sight);
        let barrier = barrier(&scene);
        for &(x, y) in &points {
            let point = DVec2::new(x, y);
            // Arcs are drawn as chords.
            if distance_to(&outline, point) > 0.02 {
                let seen = sight.cone().sees_point(&barrier, eye, facing, point);
                prop_assert_eq!(is_inside(&outline, point), seen, "{}", point);
            }
        }
    }
}

#[test]
fn glass_and_open_doors_do_not_cut_the_area() {
    let sight = Sight::default();
    let outline = |change: &dyn Fn(&mut Wall)| {
        let mut fence = wall(1, &[(2.0, -5.0), (2.0, 5.0)]);
        change(Arc::make_mut(&mut fence));
        let scene = Scene {
            walls: vec![fence],
            ..Scene::default()
        };
        SightBlockers::of(&scene).visible_outline(DVec2::ZERO, DVec2::X, &sight)
    };
    let beyond = |outline: &[DVec2]| outline.iter().any(|point| point.x > 2.001);
    assert!(!beyond(&outline(&|_| {})));
    assert!(beyond(&outline(&|wall| wall.blocks_sight = false)));
    assert!(!beyond(&outline(&|wall| wall.open = Some(false))));
    assert!(beyond(&outline(&|wall| wall.open = Some(true))));
}
