//! Ways over nets of bodies of any size at any scale, compared with a visibility graph that looks
//! at every pair of points.

use super::{Draws, wall, wolf_among};
use std::f64::consts::TAU;
use std::sync::Arc;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::geometry::vector::{cross, distance, dot};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Segment;
use steerwright_runtime::scene::{ExportOptions, Scene, Wall, WallId};
use steerwright_runtime::simulation::World;

/// The points around each node of a wall in the graph.
const POINTS: usize = 24;
const RADII: [f64; 8] = [0.0, 1e-6, 0.0001, 0.003, 0.02, 0.4, 2.0, 10.0];
const SCALES: [f64; 6] = [0.001, 0.01, 0.1, 1.0, 32.0, 1000.0];

fn distance_to_point(a: DVec2, b: DVec2, p: DVec2) -> f64 {
    let ab = b - a;
    let t = (dot(p - a, ab) / dot(ab, ab)).clamp(0.0, 1.0);
    distance(p, if t.is_nan() { a } else { a + ab * t })
}

/// Whether a body can go straight from `a` to `b`, with `room` to all edges.
fn is_free(edges: &[Segment], a: DVec2, b: DVec2, room: f64) -> bool {
    edges.iter().all(|edge| {
        let side = |from: DVec2, to: DVec2, p: DVec2| cross(to - from, p - from);
        let crosses = side(a, b, edge.a) * side(a, b, edge.b) < 0.0
            && side(edge.a, edge.b, a) * side(edge.a, edge.b, b) < 0.0;
        let ends = [
            (a, b, edge.a),
            (a, b, edge.b),
            (edge.a, edge.b, a),
            (edge.a, edge.b, b),
        ];
        !crosses
            && ends
                .iter()
                .all(|&(a, b, p)| distance_to_point(a, b, p) > room)
    })
}

/// The length of the shortest way with `room` to all edges, over points around all ends of edges.
fn shortest(edges: &[Segment], [a, b]: [DVec2; 2], room: f64) -> Option<f64> {
    let mut points = vec![a, b];
    let reach = room / (TAU / POINTS as f64 / 2.0).cos() * 1.0001;
    for end in edges.iter().flat_map(|edge| [edge.a, edge.b]) {
        for side in 0..POINTS {
            let point = end + DVec2::from_angle(TAU * side as f64 / POINTS as f64) * reach;
            if is_free(edges, point, point, room) {
                points.push(point);
            }
        }
    }
    let mut costs = vec![f64::INFINITY; points.len()];
    let mut open: Vec<usize> = (0..points.len()).collect();
    costs[0] = 0.0;
    while let Some(nearest) =
        (0..open.len()).min_by(|&i, &j| costs[open[i]].total_cmp(&costs[open[j]]))
    {
        let at = open.swap_remove(nearest);
        if at == 1 || costs[at].is_infinite() {
            break;
        }
        for &next in &open {
            let cost = costs[at] + distance(points[at], points[next]);
            if cost < costs[next] && is_free(edges, points[at], points[next], room) {
                costs[next] = cost;
            }
        }
    }
    costs[1].is_finite().then_some(costs[1])
}

fn random_walls(draws: &mut Draws, size: f64) -> Vec<Arc<Wall>> {
    let place = |draws: &mut Draws, around: DVec2, far: f64| {
        (
            rounded(around.x + draws.within(far)),
            rounded(around.y + draws.within(far)),
        )
    };
    (1..=1 + draws.below(3))
        .map(|id| {
            let mut points = vec![place(draws, DVec2::ZERO, 0.7 * size)];
            for _ in 0..1 + draws.below(3) {
                let (x, y) = points[points.len() - 1];
                points.push(place(draws, DVec2::new(x, y), 0.6 * size));
            }
            let mut wall = (*wall(id, &points)).clone();
            wall.id = WallId(id);
            wall.closed = points.len() > 2 && draws.below(2) == 0;
            Arc::new(wall)
        })
        .collect()
}

/// The way from the first end to the second one in an export of the scene at a scale, in units of
/// the scene.
fn way_at(scene: &Scene, scale: f64, ends: [DVec2; 2], radius: f64) -> Option<Vec<DVec2>> {
    let options = ExportOptions {
        scale,
        ..ExportOptions::default()
    };
    let placed = PlacedScene::new(scene, &options).expect("a valid scene");
    let world = World::new(&placed.scene);
    let radius = rounded(radius * scale);
    let [a, b] = ends.map(|end| DVec2::new(rounded(end.x * scale), rounded(end.y * scale)));
    let way = world.path_between(a, b, radius).expect("in range")?;
    let barrier = placed.scene.motion_barrier();
    let points: Vec<DVec2> = [a].into_iter().chain(way).collect();
    for leg in points.windows(2) {
        assert!(barrier.is_free(leg[0], leg[1], radius), "{leg:?}");
    }
    Some(points.into_iter().map(|point| point / scale).collect())
}

fn length(way: &[DVec2]) -> f64 {
    way.windows(2).map(|leg| distance(leg[0], leg[1])).sum()
}

fn compare(count: u32, seed: u64) {
    let mut draws = Draws::new(seed);
    let mut compared = 0;
    for number in 0..count {
        let radius = RADII[draws.below(RADII.len() as u32) as usize];
        let scale = SCALES[draws.below(SCALES.len() as u32) as usize];
        let size = 6.0 + 4.0 * radius;
        let scene = wolf_among(random_walls(&mut draws, size), radius);
        let edges: Vec<Segment> = scene.motion_barrier().closed_segments().collect();
        // What is rounded at the smallest scale is no gap.
        let room = radius + 1e-4 * (1.0 + radius);
        let mut end = || DVec2::new(rounded(draws.within(size)), rounded(draws.within(size)));
        let ends = [end(), end()];
        if !ends.iter().all(|&end| is_free(&edges, end, end, room)) {
            continue;
        }
        let Some(known) = shortest(&edges, ends, room) else {
            continue;
        };
        compared += 1;
        let case = format!("net {number}: {radius} u, scale {scale}, {ends:?}, {edges:?}");
        for scale in [1.0, scale] {
            let way = way_at(&scene, scale, ends, radius);
            let length = length(&way.unwrap_or_else(|| panic!("no way at {scale}: {case}")));
            assert!(
                length <= 1.02 * known + 1e-3,
                "{length} for {known} at {scale}: {case}"
            );
        }
    }
    println!("{compared} of {count} have a way");
    assert!(3 * compared > count, "{compared}");
}

#[test]
fn bodies_of_any_radius_find_every_way_at_every_scale() {
    compare(300, 1);
}

#[test]
#[ignore = "takes a minute in an optimized build"]
fn bodies_of_any_radius_find_every_way_in_ten_thousand_nets() {
    compare(10_000, 2);
}

/// The corners of a box around the origin, turned and of a random size.
fn random_box(draws: &mut Draws) -> Vec<(f64, f64)> {
    let turn = DVec2::from_angle(draws.within(TAU));
    let along = turn * (1.0 + 2.0 * draws.unit());
    let across = turn.perp() * (0.5 + draws.unit());
    let corners = [
        along + across,
        along - across,
        -along - across,
        across - along,
    ];
    corners
        .map(|corner| (rounded(corner.x), rounded(corner.y)))
        .to_vec()
}

#[test]
fn of_two_equal_ways_the_same_one_is_taken_at_every_scale() {
    let mut draws = Draws::new(3);
    for number in 0..100 {
        let radius = RADII[draws.below(6) as usize];
        let mut outline = (*wall(1, &random_box(&mut draws))).clone();
        outline.closed = true;
        let scene = wolf_among(vec![Arc::new(outline)], radius);
        let start = DVec2::from_angle(draws.within(TAU)) * 8.0;
        let start = DVec2::new(rounded(start.x), rounded(start.y));
        let is_left_at = |scale: f64| {
            let way = way_at(&scene, scale, [start, -start], radius).expect("a way");
            cross(-start, way[1]) > 0.0
        };
        let is_left = is_left_at(1.0);
        for scale in SCALES {
            let case = format!("box {number}, {radius} u, scale {scale}, from {start}: {scene:?}");
            assert_eq!(is_left_at(scale), is_left, "{case}");
        }
    }
}
