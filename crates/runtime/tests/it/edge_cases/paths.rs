//! Paths without nodes or length, waits, and small nodes.

use super::*;

#[test]
fn a_path_without_nodes_or_no_path_leaves_the_agent_at_rest() {
    for traversal in TRAVERSALS {
        let (world, happened) = after(&walker(traversal, &[]), 60);
        let agent = world.agent(ANN).expect("Ann");
        assert_eq!(
            (agent.position, agent.node, happened.len()),
            (DVec2::ZERO, None, 0)
        );
    }
    let mut scene = walker(Traversal::Loop, &[(3.0, 0.0)]);
    scene.agent_mut(ANN).expect("Ann").path = None;
    assert_eq!(ann(&scene, 60).position, DVec2::ZERO);
}

#[test]
fn an_agent_on_a_path_of_one_node_goes_there_and_stays() {
    for traversal in TRAVERSALS {
        let (world, happened) = after(&walker(traversal, &[(3.0, 0.0)]), 600);
        let agent = world.agent(ANN).expect("Ann");
        assert!(
            agent.position.distance(DVec2::new(3.0, 0.0)) < 0.5,
            "{traversal:?}: {}",
            agent.position
        );
        assert_eq!(agent.node, Some(0));
        let finished = happened
            .iter()
            .filter(|(_, what)| *what == EventKind::PathFinished)
            .count();
        assert_eq!(finished, usize::from(traversal == Traversal::Once));
    }
}

#[test]
fn a_path_without_length_is_walked_a_node_a_tick() {
    for traversal in TRAVERSALS {
        let (world, happened) = after(&walker(traversal, &[(1.0, 0.0); 3]), 300);
        assert!(world.agent(ANN).expect("Ann").position.distance(DVec2::X) < 0.6);
        let nodes = reached(&happened);
        assert!(
            nodes.len() >= 3 && nodes.windows(2).all(|pair| pair[1].0 > pair[0].0),
            "at most one node a tick: {nodes:?}"
        );
    }
}

#[test]
fn a_path_walked_once_ends_after_the_wait_at_its_last_node_and_is_reached_once() {
    let mut scene = walker(Traversal::Once, &[(0.0, 0.0), (3.0, 0.0)]);
    scene.node_mut(PathId(1), NodeId(2)).expect("a node").wait = 0.5;
    let (world, happened) = after(&scene, 600);
    let nodes = reached(&happened);
    assert_eq!(
        nodes.iter().map(|&(_, node)| node).collect::<Vec<_>>(),
        [0, 1]
    );
    let finished: Vec<u64> = happened
        .iter()
        .filter(|(_, what)| *what == EventKind::PathFinished)
        .map(|(tick, _)| *tick)
        .collect();
    assert_eq!(finished, [nodes[1].0 + 30], "half a second is thirty ticks");
    let agent = world.agent(ANN).expect("Ann");
    assert!(
        agent.position.distance(DVec2::new(3.0, 0.0)) < 0.25,
        "it arrives after the wait: {}",
        agent.position
    );
}

#[test]
fn a_wait_holds_for_its_ticks_and_none_or_too_short_a_wait_for_none() {
    for (wait, ticks) in [(0.0, 0), (0.004, 0), (0.01, 1), (0.1, 6), (1.0, 60)] {
        let mut scene = walker(Traversal::Loop, &[(0.0, 0.0), (4.0, 0.0)]);
        scene.node_mut(PathId(1), NodeId(1)).expect("a node").wait = wait;
        let mut world = World::new(&scene);
        let still = (0..200)
            .take_while(|_| {
                world.step();
                world.agent(ANN).expect("Ann").steering == 0.0
            })
            .count();
        assert_eq!(still, ticks, "a wait of {wait} s");
    }
}

#[test]
fn a_huge_wait_holds_for_good() {
    let mut scene = walker(Traversal::Loop, &[(0.0, 0.0), (4.0, 0.0)]);
    scene.node_mut(PathId(1), NodeId(1)).expect("a node").wait = 1e6;
    let (world, happened) = after(&scene, 2000);
    assert_eq!(world.agent(ANN).expect("Ann").position, DVec2::ZERO);
    assert_eq!(
        happened,
        [
            (1, EventKind::NodeReached(0)),
            (1, EventKind::WaitStarted(0))
        ]
    );
}

#[test]
fn a_node_without_radius_counts_where_it_is_met_exactly() {
    let mut scene = walker(Traversal::PingPong, &[(0.0, 0.0), (4.0, 0.0)]);
    scene.path_mut(PathId(1)).expect("a path").radius = 0.0;
    let (_, happened) = after(&scene, 600);
    assert!(
        reached(&happened).len() > 2,
        "a segment through the node meets it"
    );
}

#[test]
fn a_fast_agent_does_not_jump_over_a_small_node() {
    let mut scene = walker(Traversal::Once, &[(10.0, 0.0), (100.0, 0.0)]);
    scene.path_mut(PathId(1)).expect("a path").radius = 0.01;
    scene.preset_mut(PresetId(1)).expect("a preset").body = Body {
        max_speed: 400.0,
        max_force: 1e6,
        ..Body::default()
    };
    let (_, happened) = after(&scene, 30);
    assert_eq!(reached(&happened).first().map(|&(_, node)| node), Some(0));
}

#[test]
fn a_speed_limit_of_zero_stops_and_one_above_max_speed_has_no_effect() {
    let limited = |limit| {
        let mut scene = walker(Traversal::PingPong, &[(0.0, 0.0), (6.0, 0.0)]);
        scene.node_mut(PathId(1), NodeId(2)).expect("a node").speed = limit;
        scene
    };
    assert_eq!(ann(&limited(Some(0.0)), 300).position, DVec2::ZERO);
    assert_eq!(ann(&limited(Some(99.0)), 300), ann(&limited(None), 300));
}
