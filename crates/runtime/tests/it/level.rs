//! Bodies and sight among walls: against runs of an independent reference, in random levels, and in
//! running worlds.

use proptest::prelude::*;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::{Barrier, Disk, Glided, Segment, Sight, SightCone, glide};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Motion, Preset, PresetId, Scene, Target, Wall, WallId,
};
use steerwright_runtime::simulation::{EventKind, World, WorldError};
use steerwright_runtime::steering::GridChase;

fn golden(name: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let text = std::fs::read_to_string(folder.join(name)).expect("a golden file");
    serde_json::from_str(&text).expect("JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// A point of a case, in a world in which y points up.
fn point(value: &Value, turn_sign: f64) -> DVec2 {
    DVec2::new(number(&value[0]), turn_sign * number(&value[1]))
}

fn walls(case: &Value, turn_sign: f64) -> Barrier {
    let walls = case["walls"].as_array().expect("walls").iter();
    Barrier::new(
        walls.map(|wall| Segment::new(point(&wall[0], turn_sign), point(&wall[1], turn_sign))),
    )
}

#[test]
fn bodies_move_among_walls_as_in_the_reference() {
    let cases = golden("level_move.json");
    assert_eq!(cases.len(), 240);
    for (index, case) in cases.iter().enumerate() {
        let turn_sign = number(&case["turn_sign"]);
        let disk = Disk {
            radius: number(&case["radius"]),
            skin: number(&case["skin"]),
        };
        let moved = glide(
            &walls(case, turn_sign),
            disk,
            point(&case["position"], turn_sign),
            point(&case["velocity"], turn_sign),
            1.0 / number(&case["ticks_per_second"]),
        );
        let expected = Glided {
            position: point(&case["new_position"], turn_sign),
            velocity: point(&case["new_velocity"], turn_sign),
        };
        assert_eq!(moved, expected, "case {index}: {case}");
    }
}

#[test]
fn eyes_see_among_walls_as_in_the_reference() {
    let cases = golden("level_sight.json");
    assert_eq!(cases.len(), 400);
    for (index, case) in cases.iter().enumerate() {
        let sight = &case["sight"];
        let cone = SightCone {
            range: number(&sight["range"]),
            near: number(&sight["near"]),
            fov_deg: number(&sight["fov_deg"]),
            cos2: number(&sight["cos2"]),
        };
        let authored = Sight {
            fov_deg: cone.fov_deg,
            ..Sight::default()
        };
        assert_eq!(authored.cone().cos2, cone.cos2, "case {index}");
        let seen = cone.sees_body(
            &walls(case, 1.0),
            point(&case["eye"], 1.0),
            point(&case["facing"], 1.0),
            point(&case["target"], 1.0),
            number(&case["target_radius"]),
        );
        assert_eq!(seen, case["seen"] == true, "case {index}: {case}");
    }
}

fn place() -> impl Strategy<Value = DVec2> {
    (-8.0..8.0, -8.0..8.0).prop_map(|(x, y)| DVec2::new(x, y))
}

fn level() -> impl Strategy<Value = Vec<Segment>> {
    prop::collection::vec(
        (place(), place()).prop_map(|(a, b)| Segment::new(a, b)),
        1..60,
    )
}

fn mirrored(p: DVec2) -> DVec2 {
    DVec2::new(p.x, -p.y)
}

fn distance(walls: &[Segment], p: DVec2) -> f64 {
    walls
        .iter()
        .map(|wall| wall.nearest_point(p).distance(p))
        .fold(f64::INFINITY, f64::min)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_center_crosses_a_wall_and_no_free_body_overlaps_one(
        walls in level(),
        start in place(),
        radius in 0.0..1.0,
        pushes in prop::collection::vec((place(), 0.0..120.0), 1..40),
    ) {
        let barrier = Barrier::new(walls.clone());
        let disk = Disk { radius, skin: 1e-6 };
        let mut position = start;
        let mut is_free = distance(&walls, start) > radius.max(1e-5);
        for (direction, speed) in pushes {
            let moved = glide(&barrier, disk, position, direction * speed, 1.0 / 60.0);
            let overlap = radius.max(1e-5) - distance(&walls, moved.position);
            prop_assert!(!is_free || overlap <= 1e-9, "overlaps by {overlap}");
            prop_assert!(moved.velocity.length() <= DVec2::length(direction * speed) * (1.0 + 1e-12));
            is_free |= overlap <= 0.0;
            position = moved.position;
        }
    }

    #[test]
    fn a_mirrored_level_moves_as_the_mirror_image(
        walls in level(), start in place(), velocity in place(), radius in 0.0..1.0,
    ) {
        let disk = Disk { radius, skin: 1e-6 };
        let barrier = Barrier::new(walls.clone());
        let moved = glide(&barrier, disk, start, velocity * 20.0, 0.1);
        // Mirrored and with its ends exchanged, a wall has its left side where it was.
        let mirror = walls.iter().map(|wall| Segment::new(mirrored(wall.a), mirrored(wall.b)));
        let image = glide(&Barrier::new(mirror), disk, mirrored(start), mirrored(velocity) * 20.0, 0.1);
        if distance(&walls, start) > 0.0 {
            prop_assert_eq!(mirrored(image.position), moved.position);
            prop_assert_eq!(mirrored(image.velocity), moved.velocity);
        }
    }

    #[test]
    fn the_index_changes_no_answer(
        walls in level(), start in place(), end in place(), radius in 0.0..1.0, shift in -1e6..1e6,
    ) {
        let shift = DVec2::new(shift, -shift);
        let (start, end) = (start + shift, end + shift);
        let walls = walls.iter().map(|wall| Segment::new(wall.a + shift, wall.b + shift));
        let all = Barrier::new(walls.clone());
        // A segment far away makes every candidate's search wide enough to visit all.
        let by_hand = walls.clone().any(|wall| wall.touches(start, end));
        prop_assert_eq!(all.touches(start, end), by_hand);
        // One barrier per wall, in order: the first of the nearest contacts decides in both.
        let disk = Disk { radius, skin: 1e-6 };
        let far = Segment::new(DVec2::splat(9e8), DVec2::splat(9.1e8));
        let wide = Barrier::new(walls.chain([far]));
        prop_assert_eq!(
            glide(&all, disk, start, end - start, 1.0),
            glide(&wide, disk, start, end - start, 1.0)
        );
    }
}

/// A scene in which agent 1 seeks agent 2, which stands 6 u to the right, with a wall between them.
fn behind_a_wall(open: Option<bool>) -> Scene {
    let seeker = Preset {
        sight: Some(Sight {
            range: 20.0,
            notice_ticks: 3,
            forget_ticks: 5,
            ..Sight::default()
        }),
        ..Preset::steered(PresetId(1), "Seeker", [Behavior::Seek {}])
    };
    let idle = Preset::steered(PresetId(2), "Idle", []);
    let agent = Agent {
        target: Some(Target::Agent(AgentId(2))),
        ..Agent::at(AgentId(1), "", PresetId(1), DVec2::ZERO)
    };
    let other = Agent::at(AgentId(2), "", PresetId(2), DVec2::new(6.0, 0.0));
    let ends = [DVec2::new(3.0, -4.0), DVec2::new(3.0, 4.0)];
    let wall = Wall {
        open,
        ..Wall::through(WallId(7), "Gate", ends)
    };
    Scene {
        presets: vec![seeker.into(), idle.into()],
        agents: vec![agent, other].into(),
        walls: vec![wall.into()],
        ..Scene::default()
    }
}

fn run(world: &mut World, ticks: u32) -> Vec<(u64, u32, EventKind)> {
    let mut events = Vec::new();
    for _ in 0..ticks {
        world.step();
        let seen = world.events().iter();
        events.extend(seen.map(|event| (event.tick, event.agent.0, event.kind.clone())));
    }
    events
}

fn x(world: &World, id: u32) -> f64 {
    world.agent(AgentId(id)).expect("an agent").position.x
}

#[test]
fn a_wall_stops_a_body_and_hides_what_is_behind_it() {
    let mut world = World::new(&behind_a_wall(None));
    assert_eq!(run(&mut world, 300), []);
    assert!((x(&world, 1) - 2.6).abs() < 1e-5, "its radius is 0.4 u");
    assert!(!world.sees(AgentId(1), AgentId(2)));
    let at_rest = world.agent(AgentId(1)).expect("an agent");
    assert_eq!(at_rest.velocity.x, 0.0);
}

#[test]
fn a_door_that_opens_lets_bodies_and_sight_through() {
    let mut world = World::new(&behind_a_wall(Some(false)));
    assert_eq!(run(&mut world, 60), []);
    assert_eq!(world.set_wall_open(WallId(7), true), Ok(()));
    // It notices after three ticks in a row.
    assert_eq!(run(&mut world, 60), [(63, 1, EventKind::SightGained)]);
    assert!(x(&world, 1) > 3.0);
    assert!(world.sees(AgentId(1), AgentId(2)));
    assert_eq!(world.set_wall_open(WallId(7), false), Ok(()));
    world
        .drive(AgentId(1), DVec2::new(-2.0, 0.0))
        .expect("a place");
    // It loses sight after five ticks in a row, from the first tick in which it is behind the door
    // again.
    assert_eq!(run(&mut world, 60), [(125, 1, EventKind::SightLost)]);
    assert_eq!(
        world.set_wall_open(WallId(9), true),
        Err(WorldError::Wall(WallId(9)))
    );
}

#[test]
fn a_wall_that_is_no_door_cannot_be_opened() {
    let mut world = World::new(&behind_a_wall(None));
    assert_eq!(
        world.set_wall_open(WallId(7), true),
        Err(WorldError::NotADoor(WallId(7)))
    );
}

#[test]
fn glass_stops_bodies_but_not_sight_and_a_bush_the_reverse() {
    let mut glass = behind_a_wall(None);
    Arc::make_mut(&mut glass.walls[0]).blocks_sight = false;
    let mut world = World::new(&glass);
    assert_eq!(run(&mut world, 300), [(3, 1, EventKind::SightGained)]);
    assert!(x(&world, 1) < 3.0);

    let mut bush = behind_a_wall(None);
    Arc::make_mut(&mut bush.walls[0]).blocks_motion = false;
    let mut world = World::new(&bush);
    let events = run(&mut world, 300);
    assert!(x(&world, 1) > 3.0 && events[0].0 > 30, "{events:?}");
}

#[test]
fn blocked_cells_stop_steered_bodies_and_walls_block_cells() {
    let mut painted = behind_a_wall(Some(true));
    painted.cells = Arc::new(CellMap {
        size: 1.0,
        blocked: (-4..4).map(|row| Cell::new(3, row)).collect(),
    });
    let mut world = World::new(&painted);
    run(&mut world, 300);
    assert!((x(&world, 1) - 2.6).abs() < 1e-5);

    let mut grid = behind_a_wall(Some(false));
    // A wall at x = 3 lies on the border of two columns, and blocks neither.
    for node in &mut Arc::make_mut(&mut grid.walls[0]).nodes {
        node.position.x = 3.5;
    }
    let preset = Arc::make_mut(&mut grid.presets[0]);
    preset.motion = Motion::GridChase(GridChase::default());
    let mut world = World::new(&grid);
    run(&mut world, 300);
    assert!(
        x(&world, 1) < 3.0,
        "the wall blocks the cells that it crosses"
    );
    world.set_wall_open(WallId(7), true).expect("a door");
    run(&mut world, 300);
    assert!(x(&world, 1) > 5.0, "an open door frees them");
}

#[test]
fn bodies_with_numbers_that_are_not_finite_stay_at_rest() {
    // Twenty segments need eight leaves, three of them empty.
    let wall = |i: u32| Segment::new(DVec2::new(i.into(), 0.0), DVec2::new(i.into(), 1.0));
    let barrier = Barrier::new((0..20).map(wall));
    let disk = Disk {
        radius: 0.5,
        skin: 1e-6,
    };
    let at = DVec2::new(0.2, 3.0);
    for bad in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX] {
        for velocity in [DVec2::new(bad, 0.0), DVec2::new(bad, bad)] {
            let moved = glide(&barrier, disk, at, velocity, 1.0);
            assert!(
                moved.position.is_finite() && moved.velocity.is_finite(),
                "{bad}"
            );
        }
        let moved = glide(
            &barrier,
            Disk {
                radius: bad,
                ..disk
            },
            at,
            DVec2::X,
            1.0,
        );
        assert!(moved.position.is_finite(), "radius {bad}");
        assert!(!barrier.touches(at, DVec2::splat(bad)) || bad == f64::MAX || bad.is_infinite());
    }
}
