//! Cell movers that go around blocked cells.

use super::{GOAL, WOLF, position, wall};
use std::sync::Arc;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, CellMap, Marker, MarkerKind, Motion, Preset, PresetId, Scene, Target,
};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::grid_chase::{ChaseMode, Method};
use steerwright_runtime::steering::{GridChase, RouteMode};

fn hunter(method: Method, mode: ChaseMode, blocked: &[(i32, i32)]) -> Scene {
    let mut preset = Preset::steered(PresetId(1), "Hunter", []);
    preset.motion = Motion::GridChase(GridChase {
        method,
        mode,
        route: RouteMode::AroundWalls,
        step_interval: 0.05,
        ..GridChase::default()
    });
    let goal = Marker::at(GOAL, "Goal", MarkerKind::Target, DVec2::new(4.5, 0.5));
    let mut hunter = Agent::at(WOLF, "Hunter", PresetId(1), DVec2::splat(0.5));
    hunter.target = Some(Target::Marker(GOAL));
    let blocked = blocked.iter().map(|&(x, y)| Cell::new(x, y)).collect();
    Scene {
        presets: vec![preset.into()],
        agents: vec![hunter].into(),
        markers: vec![goal].into(),
        cells: Arc::new(CellMap { size: 1.0, blocked }),
        ..Scene::default()
    }
}

/// Open toward the hunter: a line ends in it.
const POCKET: [(i32, i32); 7] = [(2, 1), (1, 1), (3, 1), (3, 0), (3, -1), (2, -1), (1, -1)];

fn kinds(world: &mut World, ticks: usize) -> Vec<EventKind> {
    let mut kinds = Vec::new();
    for _ in 0..ticks {
        world.step();
        let events = world.events().iter().map(|event| event.kind.clone());
        kinds.extend(events.filter(|kind| *kind != EventKind::CellEntered));
    }
    kinds
}

#[test]
fn a_chase_leaves_a_pocket_of_cells_with_both_methods() {
    for method in [Method::LineOfSight, Method::Axis] {
        let mut world = World::new(&hunter(method, ChaseMode::Chase, &POCKET));
        assert_eq!(kinds(&mut world, 120), [EventKind::Arrived], "{method:?}");
        assert_eq!(position(&world), DVec2::new(4.5, 0.5));
    }
}

#[test]
fn one_that_evades_goes_as_without_a_route() {
    let mut routed = World::new(&hunter(Method::Axis, ChaseMode::Evade, &POCKET));
    let mut direct = hunter(Method::Axis, ChaseMode::Evade, &POCKET);
    if let Motion::GridChase(chase) = &mut Arc::make_mut(&mut direct.presets[0]).motion {
        chase.route = RouteMode::Direct;
    }
    let mut direct = World::new(&direct);
    for _ in 0..60 {
        routed.step();
        direct.step();
        assert_eq!(position(&routed), position(&direct));
    }
}

#[test]
fn without_a_way_it_takes_the_line_and_says_so() {
    let ring: Vec<_> = (3..=5).flat_map(|x| [(x, -1), (x, 1)]).collect();
    let ring = [ring, vec![(3, 0), (5, 0)]].concat();
    let mut world = World::new(&hunter(Method::Axis, ChaseMode::Chase, &ring));
    assert_eq!(kinds(&mut world, 60), [EventKind::NoRoute]);
    assert_eq!(position(&world), DVec2::new(2.5, 0.5));
}

#[test]
fn a_wall_across_cells_is_gone_around() {
    let mut scene = hunter(Method::LineOfSight, ChaseMode::Chase, &[]);
    scene.walls = vec![wall(1, &[(2.5, -3.0), (2.5, 3.0)])];
    let mut world = World::new(&scene);
    assert_eq!(kinds(&mut world, 120), [EventKind::Arrived]);
}
