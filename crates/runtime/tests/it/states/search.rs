//! Search: to random places around a goal.

use super::{ANN, after, entered, guard, position, scene, state, steered, steps, when};
use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    AgentId, Behavior, Motion, Scene, Steered, Target, Term, Wall, WallId, WeightedBehavior,
};
use steerwright_runtime::simulation::random::Stream;
use steerwright_runtime::simulation::{Event, EventKind, World};
use steerwright_runtime::steering::{BlendMode, Goal, Search};

fn search(parameters: Search) -> Motion {
    Motion::Steered(Steered {
        blend_mode: BlendMode::WeightedSum,
        behaviors: vec![WeightedBehavior {
            goal: Goal::Reference,
            ..Behavior::Search(parameters).into()
        }],
    })
}

/// Ann searches around the pointer after 10 ticks, and then stops.
fn searching(parameters: Search) -> Scene {
    let mut scene = scene(guard([
        state(1, steered([]), [when(2, [after(10)])]),
        state(2, search(parameters), [when(3, [Term::SearchFinished])]),
        state(3, steered([]), []),
    ]));
    Arc::make_mut(&mut scene.agents)[0].target = Some(Target::Pointer);
    scene.pointer = DVec2::new(3.0, 2.0);
    scene
}

/// The places that the contract draws, without walls.
fn expected_places(seed: u64, center: DVec2, radius: f64, points: usize) -> Vec<DVec2> {
    let mut stream = Stream::new(seed, ANN);
    let place = |_| {
        for _ in 0..16 {
            let x = 2.0 * stream.next_f64() - 1.0;
            let y = 2.0 * stream.next_f64() - 1.0;
            let p = DVec2::new(center.x + x * radius, center.y + y * radius);
            let d = p - center;
            if d.x * d.x + d.y * d.y <= radius * radius {
                return p;
            }
        }
        center
    };
    (0..points).map(place).collect()
}

/// The ticks in which Ann stands still, with where.
fn stands(world: &mut World, ticks: u32) -> (Vec<(u64, DVec2)>, Vec<Event>) {
    let mut places = Vec::new();
    let mut events = Vec::new();
    for _ in 0..ticks {
        world.step();
        events.extend_from_slice(world.events());
        let ann = world.agent(ANN).expect("Ann");
        if ann.velocity.length() < 1e-3 && world.tick() > 11 {
            places.push((world.tick(), ann.position));
        }
    }
    (places, events)
}

#[test]
fn it_goes_to_each_place_waits_there_and_is_finished() {
    let parameters = Search {
        radius: 3.0,
        points: 5,
        wait: 2.0,
        ..Search::default()
    };
    for seed in 1..20 {
        let mut scene = searching(parameters);
        scene.seed = seed;
        let mut world = World::new(&scene);
        let (stood, events) = stands(&mut world, 2400);
        let places = expected_places(seed, scene.pointer, 3.0, 5);
        let mut reached = places.iter().peekable();
        for (_, at) in &stood {
            if reached
                .peek()
                .is_some_and(|place| place.distance(*at) < 0.55)
            {
                reached.next();
            }
        }
        assert_eq!(reached.next(), None, "it stands at each of {places:?}");
        let finished: Vec<_> = events
            .iter()
            .filter(|event| event.kind == EventKind::SearchFinished)
            .collect();
        assert_eq!((finished.len(), finished[0].behavior), (1, Some(0)));
        let at = finished[0].tick;
        assert_eq!(
            entered(&events),
            [(10, "state 2", Some(0)), (at, "state 3", Some(0))]
        );
        assert!(at > 5 * 120 + 11 && position(&world, ANN).distance(places[4]) < 0.5);
    }
}

#[test]
fn a_wait_takes_its_ticks_and_all_places_at_once_take_one() {
    let parameters = Search {
        radius: 0.0,
        points: 100,
        wait: 0.0,
        ..Search::default()
    };
    for (wait, finished_at) in [(0.0, 11), (1.0 / 60.0, 11 + 100), (0.05, 11 + 300)] {
        let mut scene = searching(Search { wait, ..parameters });
        scene.pointer = DVec2::new(0.1, 0.0);
        let mut world = World::new(&scene);
        let events = steps(&mut world, 400);
        let finished = events
            .iter()
            .find(|event| event.kind == EventKind::SearchFinished);
        assert_eq!(finished.map(|event| event.tick), Some(finished_at));
    }
}

#[test]
fn places_are_free_from_the_center_on() {
    let parameters = Search {
        radius: 4.0,
        points: 100,
        wait: 0.0,
        ..Search::default()
    };
    let mut scene = searching(parameters);
    // A narrow room around the center.
    let corners = [(2.0, 1.0), (4.0, 1.0), (4.0, 3.0), (2.0, 3.0)].map(DVec2::from);
    let mut room = Wall::through(WallId(1), "Room", corners);
    room.closed = true;
    scene.walls = vec![Arc::new(room)];
    let ann = &mut Arc::make_mut(&mut scene.agents)[0];
    ann.position = DVec2::new(3.0, 2.0);
    let mut world = World::new(&scene);
    let mut extent: f64 = 0.0;
    let mut finished = false;
    for _ in 0..6000 {
        world.step();
        let planned = world.planned_path(AgentId(1));
        if let Some(place) = planned.and_then(|line| line.points.last().copied()) {
            let from_center = (place - scene.pointer).abs();
            extent = extent.max(from_center.max_element());
            assert!(from_center.max_element() <= 0.6, "{place} is in the wall");
        }
        finished |= world
            .events()
            .iter()
            .any(|event| event.kind == EventKind::SearchFinished);
    }
    assert!(finished && extent > 0.3, "{extent}");
}

#[test]
fn without_a_goal_it_searches_around_itself_and_again_when_the_state_is_entered_again() {
    let parameters = Search {
        radius: 2.0,
        points: 2,
        wait: 0.0,
        ..Search::default()
    };
    let mut scene = searching(parameters);
    let preset = Arc::make_mut(&mut scene.presets[0]);
    preset.states[0].rules.transitions = vec![when(2, [Term::SearchFinished])];
    Arc::make_mut(&mut scene.agents)[0].target = None;
    let mut world = World::new(&scene);
    let events = steps(&mut world, 3000);
    let finished = events
        .iter()
        .filter(|event| event.kind == EventKind::SearchFinished)
        .count();
    assert!(finished > 5, "{finished}");
}
