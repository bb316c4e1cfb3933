//! Paths of agents that leave them for other states, and come back.

use super::{
    ANN, after, entered, guard, position, scene, seek, state, state_of, steered, steps,
    told_by_game, when,
};
use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Node, NodeId, PathId, PatrolPath, PresetId, Scene, State,
    StateId, Term,
};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::follow_path::{Resume, Start, Traversal};
use steerwright_runtime::steering::{FollowPath, Goal};

fn follow(start: Start, resume: Resume) -> Behavior {
    Behavior::FollowPath(FollowPath {
        start,
        resume,
        ..FollowPath::default()
    })
}

/// A square of 4 u, from the origin on, in which agents wait at the second node.
fn square() -> PatrolPath {
    let mut path = PatrolPath::new(PathId(1), "Square");
    path.traversal = Traversal::Loop;
    let nodes = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
    path.nodes = (1..)
        .zip(nodes)
        .map(|(id, place)| Node::at(NodeId(id), DVec2::from(place)))
        .collect();
    path.nodes[1].wait = 1.0;
    path
}

/// Ann on the square, who stands still in the state 2 when the game says so, and comes back.
fn patrol(first: Motion) -> Scene {
    let stand = state(2, steered([]), [when(1, [told_by_game("walk")])]);
    let mut scene = scene(guard([
        state(1, first, [when(2, [told_by_game("stand")])]),
        stand,
    ]));
    scene.paths = vec![Arc::new(square())];
    Arc::make_mut(&mut scene.agents)[0].path = Some(PathId(1));
    scene
}

fn send(world: &mut World, name: &str) {
    world.force_event(None, name).expect("a name");
    world.step();
}

fn node(world: &World) -> Option<u32> {
    world.agent(ANN).expect("Ann").node
}

fn nodes_reached(world: &mut World, ticks: u32) -> Vec<usize> {
    let reached = steps(world, ticks)
        .into_iter()
        .filter_map(|event| match event.kind {
            EventKind::NodeReached(node) => Some(node),
            _ => None,
        });
    reached.collect()
}

#[test]
fn an_agent_goes_on_where_it_was_or_at_the_nearest_or_first_node() {
    for (resume, expected) in [(Resume::Same, 2), (Resume::Nearest, 3), (Resume::First, 0)] {
        let mut world = World::new(&patrol(steered([follow(Start::First, resume)])));
        // To the second node, where it waits, and halfway to the third.
        steps(&mut world, 190);
        assert_eq!(node(&world), Some(2), "{}", position(&world, ANN));
        send(&mut world, "stand");
        world.drive(ANN, DVec2::new(0.5, 3.5)).expect("Ann");
        world.step();
        assert_eq!(node(&world), None);
        world.release(ANN).expect("Ann");
        send(&mut world, "walk");
        assert_eq!(node(&world), None, "a new state acts from the next tick on");
        world.step();
        assert_eq!(node(&world), Some(expected), "{resume:?}");
        // It goes there straight.
        assert_eq!(nodes_reached(&mut world, 240)[0], expected as usize);
    }
}

#[test]
fn a_wait_that_was_left_is_over_and_the_node_is_reached_again() {
    let mut world = World::new(&patrol(steered([follow(Start::First, Resume::Same)])));
    let waiting = |world: &mut World| {
        let started = |world: &World| {
            world
                .events()
                .iter()
                .any(|event| event.kind == EventKind::WaitStarted(1))
        };
        (0..600).find(|_| {
            world.step();
            started(world)
        })
    };
    assert!(waiting(&mut world).is_some());
    steps(&mut world, 10);
    send(&mut world, "stand");
    send(&mut world, "walk");
    world.step();
    let kinds: Vec<_> = world
        .events()
        .iter()
        .map(|event| event.kind.clone())
        .collect();
    assert_eq!(
        kinds,
        [EventKind::NodeReached(1), EventKind::WaitStarted(1)]
    );
    steps(&mut world, 58);
    assert_eq!(node(&world), Some(1));
    steps(&mut world, 2);
    assert_eq!(node(&world), Some(2));
}

#[test]
fn each_follow_path_in_the_list_of_states_has_a_progress_of_its_own() {
    let nearest = follow(Start::Nearest, Resume::Same);
    let mut scene = patrol(steered([follow(Start::First, Resume::Same)]));
    let preset = Arc::make_mut(&mut scene.presets[0]);
    let back = || [when(1, [told_by_game("walk")])];
    preset.states[0] = state(
        2,
        steered([follow(Start::Node(3), Resume::Same), nearest]),
        back(),
    );
    let mut world = World::new(&scene);
    steps(&mut world, 190);
    assert_eq!(node(&world), Some(2));
    send(&mut world, "stand");
    world.step();
    assert_eq!(node(&world), Some(3), "the first of the two");
    send(&mut world, "walk");
    world.step();
    assert_eq!(node(&world), Some(2));
    send(&mut world, "stand");
    world.step();
    assert_eq!(node(&world), Some(3));
}

#[test]
fn a_finished_path_is_finished_and_the_place_where_it_was_left_is_known() {
    let back = [when(
        1,
        [Term::Near {
            goal: Goal::LeftPath,
            radius: 0.2,
        }],
    )];
    let mut scene = patrol(steered([follow(Start::First, Resume::Same)]));
    let preset = Arc::make_mut(&mut scene.presets[0]);
    preset.state.transitions = vec![
        when(2, [Term::PathFinished]),
        when(3, [told_by_game("stand")]),
    ];
    let home = state(3, seek(Goal::LeftPath), back);
    preset.states = vec![
        state(2, steered([]), [when(1, [told_by_game("walk")])]),
        home,
    ];
    Arc::make_mut(&mut scene.paths[0]).traversal = Traversal::Once;
    let mut world = World::new(&scene);
    steps(&mut world, 60);
    let left = position(&world, ANN);
    send(&mut world, "stand");
    assert_eq!(state_of(&world, ANN), 3);
    world.drive(ANN, DVec2::new(-3.0, 2.0)).expect("Ann");
    world.step();
    world.release(ANN).expect("Ann");
    let came_back = entered(&steps(&mut world, 200))
        .first()
        .map(|&(_, name, _)| name == "state 1");
    assert_eq!(came_back, Some(true));
    assert!(position(&world, ANN).distance(left) > 0.3, "and walks on");
    let finished = steps(&mut world, 600);
    assert!(
        finished
            .iter()
            .any(|event| event.kind == EventKind::PathFinished)
    );
    assert_eq!(state_of(&world, ANN), 2);
    send(&mut world, "walk");
    assert_eq!(state_of(&world, ANN), 1);
    world.step();
    assert_eq!(state_of(&world, ANN), 2, "it is still finished");
}

#[test]
fn another_path_starts_all_of_them_again_and_an_edited_one_fits_them() {
    let mut scene = patrol(steered([follow(Start::First, Resume::Same)]));
    let mut other = square();
    other.id = PathId(2);
    scene.paths.push(Arc::new(other));
    let mut world = World::new(&scene);
    steps(&mut world, 190);
    send(&mut world, "stand");
    let mut edited = world.clone();

    world.set_path(ANN, Some(PathId(2))).expect("a path");
    send(&mut world, "walk");
    world.step();
    assert_eq!(node(&world), Some(0));

    let shorten = |scene: &mut Scene, nodes: usize| {
        let path = Arc::make_mut(&mut scene.paths[0]);
        path.nodes = square().nodes;
        path.nodes.truncate(nodes);
    };
    for nodes in [2, 4] {
        edited.edit(|scene| shorten(scene, nodes)).expect("a scene");
    }
    send(&mut edited, "walk");
    edited.step();
    assert_eq!(
        node(&edited),
        Some(1),
        "it was fitted to the path of two nodes"
    );
}

#[test]
fn agents_in_any_order_of_slots_come_back_to_their_own_nodes() {
    // Hundreds of agents leave and come back at different times: programs grow and shrink around
    // each other.
    let go = |to: u32, ticks: u32| when(to, [after(ticks)]);
    let states: Vec<State> = (1..=5)
        .map(|id| {
            let motion = match id % 2 {
                1 => steered([follow(Start::First, Resume::Same)]),
                _ => seek(Goal::Post),
            };
            state(id, motion, [go(id % 5 + 1, 7 * id)])
        })
        .collect();
    let crowd = |count: u32| {
        let mut scene = scene(guard(states.clone()));
        scene.paths = vec![Arc::new(square())];
        let agent = |id: u32| Agent {
            path: Some(PathId(1)),
            ..Agent::at(
                AgentId(id),
                "",
                PresetId(1),
                DVec2::new(f64::from(id % 13), f64::from(id % 7)),
            )
        };
        scene.agents = Arc::new((1..=count).map(agent).collect());
        scene
    };
    let mut world = World::new(&crowd(300));
    let mut alone: Vec<World> = [1, 2, 150, 300]
        .map(|id| {
            let mut scene = crowd(300);
            Arc::make_mut(&mut scene.agents).retain(|agent| agent.id.0 == id);
            World::new(&scene)
        })
        .into();
    for tick in 0..400 {
        // They leave their states one after the other.
        let id = AgentId(tick % 300 + 1);
        world.set_state(id, StateId(tick % 5 + 1)).expect("a state");
        for world in &mut alone {
            if world.agent(id).is_some() {
                world.set_state(id, StateId(tick % 5 + 1)).expect("a state");
            }
            world.step();
        }
        world.step();
        for alone in &alone {
            for agent in alone.agents() {
                assert_eq!(world.agent(agent.id), Some(agent), "tick {tick}");
                assert_eq!(world.state(agent.id), alone.state(agent.id));
            }
        }
    }
}
