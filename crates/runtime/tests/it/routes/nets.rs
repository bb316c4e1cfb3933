//! Nets: where they have points and ways, and when they are baked again.

use super::{door, wall, wall_with_door, wolf_among};
use std::sync::Arc;
use steerwright_format::export_file::{PlacedScene, read_export, text};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::{Net, Nets};
use steerwright_runtime::scene::{ExportOptions, Scene, WallId};
use steerwright_runtime::simulation::World;

fn nets_of(scene: &Scene) -> Vec<Net> {
    Nets::baked(scene, None).iter().cloned().collect()
}

fn nets_in(world: &World) -> Vec<Net> {
    let nets = world.scene().nets.as_ref().expect("nets");
    nets.iter().cloned().collect()
}

#[test]
fn the_nets_of_a_run_are_those_of_the_export() {
    let scene = wolf_among(wall_with_door(false), 0.4);
    let options = ExportOptions::default();
    let placed = PlacedScene::new(&scene, &options).expect("a valid scene");
    let exported = read_export(&text(&placed)).expect("a valid export").scene;
    let nets = nets_in(&World::new(&scene));
    assert!(!nets[0].pairs.is_empty() && !nets[0].doors.is_empty());
    assert_eq!(nets, nets_in(&World::new(&exported)));
}

#[test]
fn points_with_y_down_are_those_with_y_up_turned_over() {
    let scene = wolf_among(wall_with_door(true), 0.4);
    let net = |y_down| {
        let options = ExportOptions {
            y_down,
            scale: 32.0,
            ..ExportOptions::default()
        };
        let placed = PlacedScene::new(&scene, &options).expect("a valid scene");
        let exported = read_export(&text(&placed)).expect("a valid export");
        nets_of(&exported.scene)
    };
    assert_eq!(net(false), net(true));
}

#[test]
fn a_scene_in_which_nobody_goes_around_walls_has_no_nets() {
    let mut scene = wolf_among(vec![wall(1, &[(4.0, -1.0), (4.0, 1.0)])], 0.4);
    assert_eq!(nets_of(&scene).len(), 1);
    scene.agents = Arc::default();
    assert!(nets_of(&scene).is_empty(), "the preset is not used");
}

#[test]
fn points_lie_around_both_ends_of_a_wall_and_outside_of_a_bend() {
    let bend = wall(1, &[(-4.0, 0.0), (0.0, 0.0), (0.0, -4.0)]);
    let net = &nets_of(&wolf_among(vec![bend], 0.5))[0];
    let near = |x, y| {
        let corner = DVec2::new(x, y);
        net.points
            .iter()
            .filter(|p| p.distance(corner) < 0.6)
            .count()
    };
    assert_eq!(
        [near(-4.0, 0.0), near(0.0, 0.0), near(0.0, -4.0)],
        [8, 4, 8]
    );
    let outside = |p: &&DVec2| p.distance(DVec2::ZERO) < 0.6 && (p.x < 0.0 || p.y < 0.0);
    assert_eq!(net.points.iter().find(outside), None);
}

#[test]
fn a_gap_that_is_just_wide_enough_is_found() {
    for width in [0.8001, 0.801, 0.82, 0.85, 1.0] {
        let half = width / 2.0;
        let walls = vec![
            wall(1, &[(4.0, half), (4.0, 50.0)]),
            wall(2, &[(4.0, -half), (4.0, -50.0)]),
        ];
        let world = World::new(&wolf_among(walls, 0.4));
        let (a, b) = (DVec2::new(0.0, 3.0), DVec2::new(8.0, 2.0));
        let way = world.path_between(a, b, 0.4).expect("in range");
        let way = way.unwrap_or_else(|| panic!("no way through {width} u"));
        assert!(way.iter().all(|p| p.y.abs() < 4.0), "{width} u: {way:?}");
    }
}

#[test]
fn a_corner_at_an_open_door_has_points_that_the_closed_door_closes() {
    // The door goes on from the wall at a right angle.
    let walls = |open| {
        vec![
            wall(1, &[(-6.0, 0.0), (0.0, 0.0)]),
            door(2, &[(0.0, 0.0), (0.0, -6.0)], open),
        ]
    };
    let (a, b) = (DVec2::new(-2.0, 1.0), DVec2::new(-2.0, -1.0));
    let length = |open| {
        let world = World::new(&wolf_among(walls(open), 0.4));
        let way = world
            .path_between(a, b, 0.4)
            .expect("in range")
            .expect("a way");
        let mut at = a;
        way.iter()
            .map(|&p| std::mem::replace(&mut at, p).distance(p))
            .sum::<f64>()
    };
    assert!(length(true) < 6.0, "{}", length(true));
    assert!(length(false) > 8.0, "{}", length(false));
    let net = &nets_of(&wolf_among(walls(false), 0.4))[0];
    assert!(net.doors.iter().all(|door| door.wall == WallId(2)));
    assert_eq!(*net, nets_of(&wolf_among(walls(true), 0.4))[0]);
}

#[test]
fn an_edit_of_walls_bakes_the_nets_again_and_a_new_preset_does_not() {
    let mut world = World::new(&wolf_among(wall_with_door(false), 0.4));
    let before = nets_in(&world);
    let mut fat = (*world.scene().presets[0]).clone();
    fat.body.radius = 0.7;
    world.replace_preset(fat).expect("a valid preset");
    assert_eq!(nets_in(&world), before, "an export would not have others");
    world
        .edit(|scene| scene.walls.truncate(1))
        .expect("a valid scene");
    let after = nets_in(&world);
    assert!(after[0].points.len() < before[0].points.len());
    assert_eq!(after[0].radius, 0.7);
}

#[test]
fn a_spawned_agent_whose_preset_nobody_had_gets_a_net() {
    let mut scene = wolf_among(wall_with_door(false), 0.4);
    let agent = scene.agents[0].clone();
    scene.agents = Arc::default();
    let mut world = World::new(&scene);
    assert!(nets_in(&world).is_empty());
    world.spawn(agent).expect("a valid agent");
    assert_eq!(nets_in(&world).len(), 1);
}

#[test]
fn a_net_that_takes_too_much_work_is_not_baked() {
    let posts = |count: u32| {
        let post = |id: u32| {
            let (x, y) = (f64::from(id % 64) * 4.0, f64::from(id / 64) * 4.0);
            wall(id + 1, &[(x, y), (x + 1.0, y + 0.5)])
        };
        wolf_among((0..count).map(post).collect(), 0.4)
    };
    assert_eq!(Nets::first_beyond_limit(&posts(300)), None);
    let beyond = posts(2_100);
    assert_eq!(Nets::first_beyond_limit(&beyond), Some(0.4));
    assert_eq!(nets_of(&beyond)[0].points.len(), 0);
}

#[test]
fn an_export_of_walls_at_the_end_of_the_range_can_be_read() {
    let wall = wall(1, &[(999_999_999.0, 1e9), (1e9, 1e9)]);
    let placed = PlacedScene::new(&wolf_among(vec![wall], 0.4), &ExportOptions::AS_AUTHORED)
        .expect("a valid scene");
    let exported = read_export(&text(&placed)).expect("a valid export").scene;
    let net = &nets_in(&World::new(&exported))[0];
    assert!(!net.points.is_empty());
    assert!(
        net.points
            .iter()
            .all(|point| point.abs().max_element() <= 1e9)
    );
}
