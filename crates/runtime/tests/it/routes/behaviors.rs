//! Behaviors on a route: each that can go around walls does, and plans again when it is due.

use super::{
    GOAL, WOLF, door, position, routed, run_to_goal, wall, wall_with_door, wolf_among, wolf_with,
};
use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Behavior, Node, NodeId, PathId, PatrolPath, Scene, StateId, StateRules, Term, Transition,
    WallId,
};
use steerwright_runtime::simulation::{EventKind, World, WorldError};
use steerwright_runtime::steering::{Arrive, FollowPath, Goal, HomingWalk, Pursue, Search};

/// Too long a wall to slide along it by chance: the ends are off the straight way.
fn long_wall() -> Vec<Arc<steerwright_runtime::scene::Wall>> {
    vec![wall(1, &[(4.0, -3.0), (4.0, 6.0)])]
}

#[test]
fn each_routed_behavior_goes_around_a_wall() {
    let walk = HomingWalk {
        max_fov_deg: 0.0,
        min_step: 12.0,
        ..HomingWalk::default()
    };
    for behavior in [
        Behavior::Seek {},
        Behavior::Arrive(Arrive::default()),
        Behavior::Pursue(Pursue::default()),
        Behavior::HomingWalk(walk),
    ] {
        let mut world = World::new(&wolf_with(long_wall(), 0.4, routed(behavior)));
        let (ticks, lost) = run_to_goal(&mut world, 1200);
        assert!(ticks < 900 && lost == 0, "{behavior:?}: {ticks} ticks");
        let mut direct = wolf_with(long_wall(), 0.4, behavior.into());
        direct.nets = None;
        let mut world = World::new(&direct);
        (0..600).for_each(|_| world.step());
        assert!(
            position(&world).x < 4.0,
            "without a route, it stays behind the wall"
        );
    }
}

#[test]
fn a_path_is_followed_around_a_wall_and_a_search_reaches_its_places() {
    let node = |id, x| Node::at(NodeId(id), DVec2::new(x, 0.0));
    let follow = routed(Behavior::FollowPath(FollowPath::default()));
    let mut scene = wolf_with(long_wall(), 0.4, follow);
    let path = PatrolPath {
        nodes: vec![node(1, 0.0), node(2, 8.0)],
        ..PatrolPath::new(PathId(1), "Path")
    };
    scene.paths = vec![Arc::new(path)];
    scene.agents = Arc::new(
        scene
            .agents
            .iter()
            .cloned()
            .map(|agent| steerwright_runtime::scene::Agent {
                path: Some(PathId(1)),
                ..agent
            })
            .collect(),
    );
    run_to_goal(&mut World::new(&scene), 600);

    let mut search = routed(Behavior::Search(Search {
        points: 1,
        radius: 0.5,
        wait: 0.0,
        ..Search::default()
    }));
    search.goal = Goal::Reference;
    let mut world = World::new(&wolf_with(long_wall(), 0.4, search));
    let finished = (0..600).any(|_| {
        world.step();
        let mut events = world.events().iter();
        events.any(|event| event.kind == EventKind::SearchFinished)
    });
    assert!(finished && position(&world).x > 7.0);
}

#[test]
fn a_door_that_opens_or_closes_changes_the_route() {
    let ticks = |switch: Option<(u64, bool)>, open| {
        let mut world = World::new(&wolf_among(wall_with_door(open), 0.4));
        for tick in 0.. {
            if let Some((at, open)) = switch
                && at == tick
            {
                world.set_wall_open(WallId(3), open).expect("a door");
            }
            world.step();
            if position(&world).distance(DVec2::new(8.0, 0.0)) < 1.0 {
                return tick;
            }
            assert!(tick < 2000, "still at {}", position(&world));
        }
        0
    };
    let (straight, around) = (ticks(None, true), ticks(None, false));
    assert!(straight < 170 && around > 400, "{straight}, {around}");
    let opened = ticks(Some((60, true)), false);
    assert!(straight < opened && opened < around, "{opened}");
    let closed = ticks(Some((60, false)), true);
    assert!(closed > around, "{closed}");
}

#[test]
fn without_a_way_it_goes_straight_and_says_so_once_for_each_plan() {
    let ring = [
        (6.0, -2.0),
        (10.0, -2.0),
        (10.0, 2.0),
        (6.0, 2.0),
        (6.0, -2.0),
    ];
    let mut world = World::new(&wolf_among(vec![wall(1, &ring)], 0.4));
    let lost = |world: &mut World, ticks| {
        let mut lost = 0;
        for _ in 0..ticks {
            world.step();
            let events = world.events().iter();
            let no_route = |event: &&_| is_no_route(event);
            lost += events.filter(no_route).count();
        }
        lost
    };
    assert_eq!(lost(&mut world, 300), 1);
    assert!(position(&world).x > 5.0, "it goes straight");
    world
        .move_marker(GOAL, DVec2::new(8.0, 0.9))
        .expect("a marker");
    assert_eq!(
        lost(&mut world, 60),
        0,
        "the goal has moved by less than a unit"
    );
    world
        .move_marker(GOAL, DVec2::new(8.0, 1.1))
        .expect("a marker");
    assert_eq!(lost(&mut world, 60), 1);
}

fn is_no_route(event: &steerwright_runtime::simulation::Event) -> bool {
    event.kind == EventKind::NoRoute && event.behavior == Some(0)
}

fn with_way_out(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    let preset = Arc::make_mut(&mut scene.presets[0]);
    preset.state.transitions = vec![Transition {
        to: StateId(2),
        any: false,
        terms: vec![Term::NoRoute],
    }];
    let rules = StateRules {
        id: StateId(2),
        ..StateRules::default()
    };
    preset.states = vec![steerwright_runtime::scene::State {
        rules,
        ..Default::default()
    }];
    scene
}

#[test]
fn a_transition_can_tell_that_there_is_no_route() {
    let ring = [
        (6.0, -2.0),
        (10.0, -2.0),
        (10.0, 2.0),
        (6.0, 2.0),
        (6.0, -2.0),
    ];
    for (walls, state) in [(vec![wall(1, &ring)], 2), (long_wall(), 1)] {
        let mut world = World::new(&with_way_out(&wolf_among(walls, 0.4)));
        world.step();
        let now = world.state(WOLF).expect("the wolf").id;
        assert_eq!(now, StateId(state));
    }
}

#[test]
fn a_way_between_two_places_is_that_of_the_doors_now() {
    let mut world = World::new(&wolf_among(wall_with_door(false), 0.4));
    let (a, b) = (DVec2::ZERO, DVec2::new(8.0, 0.0));
    let points = |world: &World, radius| {
        let way = world.path_between(a, b, radius).expect("in range");
        way.map(|way| way.len())
    };
    assert!(points(&world, 0.4) > Some(1));
    assert!(
        points(&world, 0.3) > Some(1),
        "over the net of larger bodies"
    );
    assert_eq!(points(&world, 0.5), None, "no net");
    world.set_wall_open(WallId(3), true).expect("a door");
    assert_eq!(points(&world, 0.4), Some(1), "straight");
    assert_eq!(points(&world, 0.5), Some(1), "straight, without a net");
    for (place, radius, error) in [
        (DVec2::splat(f64::NAN), 0.4, WorldError::Coordinate),
        (b, -0.1, WorldError::BodyRadius),
        (b, f64::NAN, WorldError::BodyRadius),
        (b, 1.1e9, WorldError::BodyRadius),
    ] {
        assert_eq!(world.path_between(a, place, radius), Err(error));
    }
}

#[test]
fn a_route_is_drawn_as_the_planned_path() {
    let mut world = World::new(&wolf_among(long_wall(), 0.4));
    world.step();
    let planned = world.planned_path(WOLF).expect("a route");
    assert!(planned.points.len() > 3);
    assert_eq!(planned.points.last(), Some(&DVec2::new(8.0, 0.0)));
}

#[test]
fn an_edit_lets_an_agent_plan_again_and_a_spawned_one_does_not() {
    let door = |open| vec![door(1, &[(4.0, -3.0), (4.0, 6.0)], open)];
    let mut world = World::new(&wolf_among(door(false), 0.4));
    world.step();
    let route = world.planned_path(WOLF).expect("a route");
    let mut other = world.scene().agents[0].clone();
    other.id = world.next_agent_id();
    other.position = DVec2::new(-9.0, 0.0);
    world.spawn(other).expect("a valid agent");
    let kept = world.planned_path(WOLF).expect("a route");
    assert_eq!(route.points[1..], kept.points[1..]);
    world.apply_scene(&wolf_among(door(true), 0.4));
    assert_eq!(world.planned_path(WOLF), None);
    world.step();
    let straight = world.planned_path(WOLF).expect("a straight route");
    assert_eq!(straight.points.len(), 2);
    assert_eq!(straight.points.last(), route.points.last());
}
