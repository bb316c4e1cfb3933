//! The scenes with paths.

use super::*;

#[test]
fn gate_patrol_visits_every_node_both_ways_waits_and_slows_at_the_gate() {
    let scene = scene("gate-patrol");
    let (guard, scout) = (id(&scene, "Guard"), id(&scene, "Scout"));
    let mut fastest_at_gate: f64 = 0.0;
    let events = run(&mut World::new(&scene), SECONDS, |world| {
        let agent = world.agent(guard).expect("the guard");
        // Half a second after turning to the limited node, and later.
        if agent.node == Some(3) && (agent.position.x.abs() < 1.0) {
            fastest_at_gate = fastest_at_gate.max(agent.velocity.length());
        }
    });
    let seen = happened(&events, guard);
    let nodes: Vec<usize> = seen
        .iter()
        .filter_map(|(_, h)| {
            if let EventKind::NodeReached(n) = h {
                Some(*n)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(
        nodes[..11],
        [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0],
        "a lap goes there and back"
    );
    let lengths: Vec<u64> = seen
        .iter()
        .filter_map(|(from, h)| {
            if let EventKind::WaitStarted(n) = h {
                Some((*n, *from))
            } else {
                None
            }
        })
        .filter_map(|(n, from)| {
            seen.iter()
                .find(|(tick, h)| *tick > from && *h == EventKind::WaitEnded(n))
                .map(|(to, _)| to - from)
        })
        .collect();
    assert_eq!(
        lengths[..5],
        [90, 120, 90, 120, 90],
        "the authored waits in ticks"
    );
    assert!(
        fastest_at_gate > 0.5 && fastest_at_gate < 0.9,
        "the speed limit of the gate is kept: {fastest_at_gate}"
    );
    let rounds = happened(&events, scout)
        .iter()
        .filter(|(_, h)| *h == EventKind::NodeReached(0))
        .count();
    assert!(rounds >= 5, "the scout runs round and round: {rounds}");
}

#[test]
fn curved_loop_starts_at_the_configured_nodes_and_the_open_path_ends() {
    let scene = scene("curved-loop");
    let mut world = World::new(&scene);
    world.step();
    let target_node = |name: &str| world.agent(id(&scene, name)).expect("an agent").node;
    assert_eq!(
        target_node("First"),
        Some(1),
        "it starts on the first node and moves to the next"
    );
    assert_eq!(target_node("Nearest"), Some(4));
    assert_eq!(target_node("Fifth"), Some(5));
    let loop_line =
        steerwright_runtime::geometry::Polyline::new(scene.paths[0].route().points(), true);
    let scouts = ["First", "Nearest", "Fifth"].map(|name| id(&scene, name));
    let mut furthest: f64 = 0.0;
    let events = run(&mut world, SECONDS, |world| {
        furthest = scouts
            .iter()
            .map(|&scout| loop_line.distance_to(place(world, scout)))
            .fold(furthest, f64::max);
    });
    assert!(furthest < 0.8, "scouts keep to the curve: {furthest}");
    let courier = id(&scene, "Courier");
    assert!(
        happened(&events, courier)
            .iter()
            .any(|(_, h)| *h == EventKind::PathFinished)
    );
    assert!(
        world.agent(courier).expect("the courier").velocity.length() < 1e-3,
        "it stops at the end"
    );
}
