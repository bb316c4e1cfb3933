//! Scenes with walls and sight.

use super::*;
use steerwright_analysis::coverage::check_areas;
use steerwright_analysis::seeds::Progress;
use steerwright_runtime::level::{Barrier, Segment};

#[test]
fn the_guards_of_the_yard_notice_the_thief_and_lose_it_and_all_stay_out_of_walls() {
    let scene = scene("guarded-yard");
    let closed = scene
        .walls
        .iter()
        .filter(|wall| wall.blocks_motion && !wall.is_open());
    let edges: Vec<Segment> = closed.flat_map(|wall| wall.edges()).collect();
    let walls = Barrier::new(edges.iter().copied());
    let mut world = World::new(&scene);
    let mut before: Vec<DVec2> = world.agents().map(|agent| agent.position).collect();
    let events = run(&mut world, SECONDS, |world| {
        for (agent, before) in world.agents().zip(&mut before) {
            assert!(!walls.touches(*before, agent.position), "{}", agent.id);
            for edge in &edges {
                let gap = edge.nearest_point(agent.position) - agent.position;
                assert!(gap.length() > 0.4, "{} at {}", agent.id, agent.position);
            }
            *before = agent.position;
        }
    });
    for name in ["Guard", "Watchman"] {
        let kinds: Vec<EventKind> = happened(&events, id(&scene, name))
            .into_iter()
            .map(|(_, kind)| kind)
            .filter(|kind| matches!(kind, EventKind::SightGained | EventKind::SightLost))
            .collect();
        assert!(
            kinds.starts_with(&[EventKind::SightGained, EventKind::SightLost]),
            "{name}: {kinds:?}"
        );
    }
}

#[test]
fn the_mouse_finds_its_way_through_the_maze_along_walls_and_the_rover_arrives() {
    let scene = scene("maze");
    let mouse = id(&scene, "Mouse");
    let mut furthest = f64::NEG_INFINITY;
    let events = run(&mut World::new(&scene), 20, |world| {
        let at = world.agent(mouse).expect("the mouse").position;
        furthest = f64::max(furthest, at.x);
        assert!(at.min_element() > 0.3 && at.x < 15.7 && at.y < 9.7, "{at}");
    });
    assert!(furthest > 15.0, "the mouse is at {furthest} at most");
    let arrived = happened(&events, id(&scene, "Rover"));
    assert!(arrived.iter().any(|(_, kind)| *kind == EventKind::Arrived));
}

#[test]
fn the_gate_of_the_yard_is_watched_as_it_requires() {
    let scene = scene("guarded-yard");
    let checked = check_areas(&scene, 1, None, &Progress::default()).expect("not canceled");
    let [gate] = &checked.reports[..] else {
        panic!("{:?}", checked.reports);
    };
    assert!(gate.holds(), "{}", gate.message);
}
