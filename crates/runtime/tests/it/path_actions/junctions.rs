//! Which way junctions send agents, and when they lead onto other paths.

use super::*;

/// A node in the middle with ways to four others, from which every agent comes back.
fn star(choose: Choose, not_back: bool, weights: [u32; 4]) -> Arc<PatrolPath> {
    let next = |node, weight| NextNode {
        path: PathId(1),
        node: NodeId(node),
        weight,
    };
    let ways = (2..)
        .zip(weights)
        .map(|(node, weight)| next(node, weight))
        .collect();
    let middle = NodeScript {
        next: ways,
        choose,
        not_back,
        ..plain()
    };
    let back = || NodeScript {
        next: vec![next(1, 1)],
        ..plain()
    };
    let ends = [(2.0, 0.0), (0.0, 2.0), (-2.0, 0.0), (0.0, -2.0)];
    let mut nodes = vec![(0.0, 0.0, middle)];
    nodes.extend(ends.map(|(x, y)| (x, y, back())));
    path(1, Traversal::Once, nodes)
}

/// The ends in the order in which each agent reaches them.
fn ends(world: &mut World, ticks: u32) -> BTreeMap<AgentId, Vec<usize>> {
    let mut ends: BTreeMap<AgentId, Vec<usize>> = BTreeMap::new();
    for _ in 0..ticks {
        world.step();
        for event in world.events() {
            if let Some(node @ 1..) = event.kind.node() {
                ends.entry(event.agent).or_default().push(node);
            }
        }
    }
    ends
}

#[test]
fn junctions_are_chosen_in_the_shares_of_their_weights() {
    let weights = [1, 2, 3, 10];
    let mut world = valid_world(&scene(vec![star(Choose::Random, false, weights)], 2000));
    let chosen = ends(&mut world, 400);
    let mut counts = [0_u32; 4];
    for &end in chosen.values().flatten() {
        counts[end - 1] += 1;
    }
    let total = f64::from(counts.iter().sum::<u32>());
    assert!(total > 4000.0, "{total}");
    // Chi-squared with three degrees of freedom: above 16.3 with a chance of one in a thousand; the
    // seed is fixed.
    let chi_squared: f64 = counts
        .iter()
        .zip(weights)
        .map(|(&count, weight)| {
            let expected = total * f64::from(weight) / 16.0;
            (f64::from(count) - expected) * (f64::from(count) - expected) / expected
        })
        .sum();
    assert!(chi_squared < 16.3, "{counts:?}: {chi_squared}");
}

#[test]
fn junctions_in_turn_go_round_and_not_back_leaves_out_where_the_agent_came_from() {
    let mut world = valid_world(&scene(vec![star(Choose::InTurn, false, [1; 4])], 1));
    let in_turn = &ends(&mut world, 900)[&ANN];
    let expected: Vec<usize> = (1..=4).cycle().take(in_turn.len()).collect();
    assert!(in_turn.len() > 5 && *in_turn == expected, "{in_turn:?}");
    let mut world = valid_world(&scene(vec![star(Choose::Random, true, [1; 4])], 50));
    for ends in ends(&mut world, 900).into_values() {
        assert!(
            ends.len() > 3 && ends.windows(2).all(|pair| pair[0] != pair[1]),
            "{ends:?}"
        );
    }
}

#[test]
fn a_junction_leads_onto_another_path_and_setting_the_path_leads_back() {
    let to_second = NodeScript {
        next: vec![NextNode {
            path: PathId(2),
            node: NodeId(2),
            weight: 1,
        }],
        ..plain()
    };
    let first = path(
        1,
        Traversal::Loop,
        vec![(0.0, 0.0, to_second), (5.0, 0.0, plain())],
    );
    let second = path(
        2,
        Traversal::Loop,
        vec![(0.0, 4.0, plain()), (-4.0, 4.0, plain())],
    );
    let third = path(3, Traversal::Loop, vec![(9.0, 9.0, plain())]);
    let scene = scene(vec![first, second, third], 1);
    let mut world = valid_world(&scene);
    run(&mut world, 120);
    let ann = world.agent(ANN).expect("Ann");
    assert!(
        ann.position.x < -2.0 && ann.position.y > 2.0,
        "{}",
        ann.position
    );
    world.set_path(ANN, Some(PathId(3))).expect("the path");
    run(&mut world, 400);
    let ann = world.agent(ANN).expect("Ann").position;
    assert!(ann.distance(DVec2::splat(9.0)) < 1.0, "{ann}");
    // Without the path that it follows, it starts again on its own.
    let mut world = valid_world(&scene);
    run(&mut world, 120);
    let mut edited = scene.clone();
    edited.paths.remove(1);
    let mut start = (*edited.paths[0]).clone();
    start.nodes[0].script = None;
    edited.paths[0] = Arc::new(start);
    world.apply_scene(&edited);
    run(&mut world, 10);
    assert_eq!(world.agent(ANN).expect("Ann").node, Some(0));
}
