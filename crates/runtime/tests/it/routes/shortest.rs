//! Ways over nets, compared with those of polyanya, which finds the shortest ones on a
//! triangulation.

use super::{Draws, wolf_among};
use geo::{Coord, Polygon};
use polyanya::{Mesh, Triangulation};
use std::f64::consts::TAU;
use std::sync::Arc;
use steerwright_runtime::geometry::vector::distance;
use steerwright_runtime::geometry::{Cell, decimal::rounded};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Segment;
use steerwright_runtime::scene::{CellMap, Scene, Wall, WallId};
use steerwright_runtime::simulation::World;

/// The sides of a whole circle around the end of a wall, in the triangulation.
const SIDES: usize = 32;
/// How much larger the mesh is than the scene.
const LARGER: f64 = 16.0;
/// How much longer than the shortest way one is at most.
const LONGER: f64 = 1.01;

fn random_walls(draws: &mut Draws) -> Vec<Arc<Wall>> {
    let count = 2 + draws.below(7);
    let wall = |draws: &mut Draws, id: u32| {
        let place = |draws: &mut Draws, around: DVec2, far: f64| {
            let (x, y) = (draws.within(far), draws.within(far));
            DVec2::new(rounded(around.x + x), rounded(around.y + y))
        };
        let mut points = vec![place(draws, DVec2::ZERO, 8.0)];
        for _ in 0..1 + draws.below(4) {
            let last = points[points.len() - 1];
            points.push(place(draws, last, 5.0));
        }
        let closed = points.len() > 2 && draws.below(3) == 0;
        Arc::new(Wall {
            closed,
            ..Wall::through(WallId(id), "Wall", points)
        })
    };
    (1..=count).map(|id| wall(draws, id)).collect()
}

fn random_scene(draws: &mut Draws, radius: f64) -> Scene {
    let mut scene = wolf_among(random_walls(draws), radius);
    if draws.below(3) == 0 {
        let mut cell = || Cell::new(draws.below(13) as i32 - 6, draws.below(13) as i32 - 6);
        let blocked = (0..12).map(|_| cell()).collect();
        scene.cells = Arc::new(CellMap { size: 1.5, blocked });
    }
    scene
}

/// The walls, each as wide as a body of `radius` on all sides, cut out of a square. What is
/// enclosed by them is not in it. `None` where the triangulation fails.
fn mesh(edges: impl Iterator<Item = Segment>, radius: f64) -> Option<Mesh> {
    let widened = edges.map(|Segment { a, b }| {
        let along = (b - a).to_angle();
        let arc = |center: DVec2, from: f64| {
            (0..=SIDES / 2).map(move |side| {
                let angle = from + TAU * side as f64 / SIDES as f64;
                let DVec2 { x, y } = center + DVec2::from_angle(angle) * radius;
                Coord { x, y }
            })
        };
        let outline = arc(b, along - TAU / 4.0).chain(arc(a, along + TAU / 4.0));
        Polygon::new(outline.collect(), vec![])
    });
    let widened: Vec<Polygon> = widened.collect();
    let vec2 = |p: &Coord| vec2(DVec2::new(p.x, p.y));
    let corners = [(-60.0, -60.0), (60.0, -60.0), (60.0, 60.0), (-60.0, 60.0)];
    let corners = corners.map(|(x, y)| vec2(&Coord { x, y }));
    let mut triangulation = Triangulation::from_outer_edges(&corners);
    for obstacle in geo::unary_union(&widened) {
        let ring: Vec<_> = obstacle.exterior().coords().map(vec2).collect();
        triangulation.add_obstacle(ring);
    }
    std::panic::catch_unwind(|| {
        let mut mesh = triangulation.as_navmesh();
        mesh.bake();
        mesh
    })
    .ok()
}

/// A place in the mesh. Its tolerances are lengths, so it is larger than the scene.
fn vec2(place: DVec2) -> polyanya_glam::Vec2 {
    polyanya_glam::vec2((place.x * LARGER) as f32, (place.y * LARGER) as f32)
}

fn shortest(mesh: &Mesh, a: DVec2, b: DVec2) -> Option<f64> {
    let path = mesh.path(vec2(a), vec2(b))?;
    Some(f64::from(path.length) / LARGER)
}

#[test]
fn ways_are_at_most_a_hundredth_longer_than_the_shortest_and_never_lead_through_a_wall() {
    let mut draws = Draws::new(7);
    let (mut compared, mut shorter, mut longest) = (0, 0, 1.0);
    for scene_number in 0..1000 {
        let radius = [0.1, 0.25, 0.4, 0.8][draws.below(4) as usize];
        let scene = random_scene(&mut draws, radius);
        let barrier = scene.motion_barrier();
        let world = World::new(&scene);
        let (Some(walls), Some(wider)) = (
            mesh(barrier.closed_segments(), radius),
            mesh(barrier.closed_segments(), radius * 1.001),
        ) else {
            continue;
        };
        let is_outside = |place: DVec2| walls.point_in_mesh(vec2(place));
        for _ in 0..4 {
            let mut place = || loop {
                let place = DVec2::new(draws.within(10.0), draws.within(10.0));
                if barrier.is_free(place, place, radius * 1.001) && is_outside(place) {
                    return place;
                }
            };
            let (a, b) = (place(), place());
            let found = world.path_between(a, b, radius).expect("in range");
            let case = format!("scene {scene_number}, {radius} u, from {a} to {b}");
            let Some(found) = found else {
                assert_eq!(shortest(&wider, a, b), None, "{case}: there is a way");
                continue;
            };
            let (mut length, mut at) = (0.0, a);
            for point in found {
                assert!(
                    barrier.is_free(at, point, radius),
                    "{case}: {at} to {point}"
                );
                length += distance(at, point);
                at = point;
            }
            // A gap may be too narrow by the rounding of the triangulation.
            let Some(known) = shortest(&walls, a, b) else {
                continue;
            };
            let mut ratio = length / known;
            if ratio > LONGER {
                ratio = shortest(&wider, a, b).map_or(1.0, |known| length / known);
            }
            assert!(ratio <= LONGER, "{case}: {length} u instead of {known} u");
            // Now and then it misses the shortest way itself.
            shorter += u32::from(ratio < 0.999);
            longest = f64::max(longest, ratio);
            compared += 1;
        }
    }
    println!("{compared} ways, at most {longest} times the shortest; {shorter} are shorter");
    assert!(
        compared > 3500 && 20 * shorter < compared,
        "{compared}, {shorter}"
    );
}
