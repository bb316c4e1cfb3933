//! Actions at the nodes of paths and along their segments, junctions, and meetings.

mod junctions;

use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, AlongAction, Behavior, Choose, EventValue, LookAt, Marker, MarkerId,
    MarkerKind, NextNode, Node, NodeAction, NodeId, NodeScript, PathId, PatrolPath, Preset,
    PresetId, Scene, Wall, WallId,
};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::FollowPath;
use steerwright_runtime::steering::facing::{Facing, Toward};
use steerwright_runtime::steering::follow_path::Traversal;

const ANN: AgentId = AgentId(1);

/// A path with these nodes and their scripts.
fn path(id: u32, traversal: Traversal, nodes: Vec<(f64, f64, NodeScript)>) -> Arc<PatrolPath> {
    let mut path = PatrolPath::new(PathId(id), "Beat");
    path.traversal = traversal;
    path.nodes = (1..)
        .zip(nodes)
        .map(|(id, (x, y, script))| {
            let mut node = Node::at(NodeId(id), DVec2::new(x, y));
            node.set_script(script);
            node
        })
        .collect();
    Arc::new(path)
}

/// Agents 1 to `agents` at the first node of path 1.
fn scene(paths: Vec<Arc<PatrolPath>>, agents: u32) -> Scene {
    let preset = Preset::steered(
        PresetId(1),
        "Guard",
        [Behavior::FollowPath(FollowPath::default())],
    );
    let start = paths[0].nodes[0].position;
    let agent = |id| Agent {
        path: Some(PathId(1)),
        ..Agent::at(AgentId(id), "", PresetId(1), start)
    };
    Scene {
        presets: vec![preset.into()],
        paths,
        agents: Arc::new((1..=agents).map(agent).collect()),
        ..Scene::default()
    }
}

/// The world of a valid scene.
fn valid_world(scene: &Scene) -> World {
    assert_eq!(steerwright_format::validate::scene_errors(scene), []);
    World::new(scene)
}

fn plain() -> NodeScript {
    NodeScript::default()
}

fn does(actions: impl Into<Vec<NodeAction>>) -> NodeScript {
    NodeScript {
        actions: actions.into(),
        ..plain()
    }
}

fn emit(name: &str) -> NodeAction {
    NodeAction::Emit {
        name: name.into(),
        value: EventValue::Null,
    }
}

fn wait(min: f64, max: f64) -> NodeAction {
    NodeAction::Wait { min, max }
}

/// What happened in a tick, in short.
fn told(kind: &EventKind) -> String {
    match (kind.node(), kind.text()) {
        (Some(node), _) => format!("{} {node}", kind.name()),
        (None, Some(text)) => format!("{} {text}", kind.name()),
        (None, None) => kind.name().into(),
    }
}

fn run(world: &mut World, ticks: u32) -> Vec<(u64, AgentId, String)> {
    let mut seen = Vec::new();
    for _ in 0..ticks {
        world.step();
        let events = world.events().iter();
        seen.extend(events.map(|event| (event.tick, event.agent, told(&event.kind))));
    }
    seen
}

fn names(seen: &[(u64, AgentId, String)]) -> Vec<&str> {
    seen.iter().map(|(_, _, what)| what.as_str()).collect()
}

#[test]
fn actions_of_a_node_are_done_one_after_another_and_their_events_come_in_order() {
    let first = does([
        emit("a"),
        wait(0.5, 0.5),
        emit("b"),
        wait(0.25, 0.25),
        emit("c"),
    ]);
    let way = path(
        1,
        Traversal::Once,
        vec![(0.0, 0.0, first), (9.0, 0.0, plain())],
    );
    let seen = run(&mut valid_world(&scene(vec![way], 1)), 60);
    assert_eq!(
        names(&seen),
        [
            "node_reached 0",
            "emitted a",
            "wait_started 0",
            "emitted b",
            "wait_ended 0",
            "emitted c"
        ]
    );
    // 30 and 15 ticks, including that of the arrival.
    assert_eq!(
        seen.iter().map(|seen| seen.0).collect::<Vec<_>>(),
        [1, 1, 1, 31, 46, 46]
    );
}

#[test]
fn a_random_wait_takes_any_whole_number_of_ticks_from_the_least_to_the_most() {
    let way = path(
        1,
        Traversal::Once,
        vec![(0.0, 0.0, does([wait(0.1, 0.2)])), (9.0, 0.0, plain())],
    );
    let mut counts = BTreeMap::new();
    for (tick, _, what) in run(&mut valid_world(&scene(vec![way], 3500)), 20) {
        if what == "wait_ended 0" {
            *counts.entry(tick - 1).or_insert(0) += 1;
        }
    }
    // 6 to 12 ticks, each of about 500 agents.
    assert_eq!(
        counts.keys().copied().collect::<Vec<_>>(),
        (6..=12).collect::<Vec<_>>()
    );
    assert!(
        counts.values().all(|count| (400..600).contains(count)),
        "{counts:?}"
    );
}

fn turning(mut scene: Scene, facing: Option<Facing>) -> Scene {
    scene.preset_mut(PresetId(1)).expect("a preset").facing = facing;
    scene
}

#[test]
fn looks_and_sweeps_turn_an_agent_only_if_its_facing_follows_actions() {
    let look = |at| NodeAction::Look {
        at,
        turn_rate: None,
    };
    let sweep = NodeAction::Sweep {
        from_deg: 30.0,
        to_deg: 150.0,
        times: 2,
        turn_rate: Some(240.0),
    };
    let actions = [look(LookAt::Point { x: 0.0, y: 5.0 }), sweep, emit("done")];
    let way = path(
        1,
        Traversal::Once,
        vec![(0.0, 0.0, does(actions)), (9.0, 0.0, plain())],
    );
    let scene = scene(vec![way], 1);
    let quick = Facing {
        toward: Toward::Action,
        turn_rate: Some(90.0),
    };
    // 90 degrees at 90 degrees/s; then to 30, 150, 30 at 240.
    for (facing, done) in [
        (Some(quick), 1 + 60 + 15 + 30 + 30),
        (None, 1 + 1 + 15 + 30 + 30),
    ] {
        let mut world = valid_world(&turning(scene.clone(), facing));
        world.step();
        run(&mut world, 59);
        if facing.is_some() {
            let up = world.agent(ANN).expect("Ann").facing;
            assert!(up.y > 0.999, "{up}");
        }
        let mut world = valid_world(&turning(scene.clone(), facing));
        let seen = run(&mut world, 200);
        let tick = seen
            .iter()
            .find(|seen| seen.2 == "emitted done")
            .expect("it ends")
            .0;
        assert!(tick.abs_diff(done) <= 4, "{facing:?}: {tick}, not {done}");
        let ahead = world.agent(ANN).expect("Ann");
        assert!(
            ahead.facing.x > 0.99,
            "it looks ahead again: {}",
            ahead.facing
        );
    }
    let stiff = Facing {
        toward: Toward::Motion,
        turn_rate: None,
    };
    let seen = run(&mut valid_world(&turning(scene, Some(stiff))), 1);
    assert_eq!(names(&seen), ["node_reached 0", "emitted done"]);
}

#[test]
fn a_look_at_a_marker_ends_though_the_marker_moves_in_every_tick() {
    let look = NodeAction::Look {
        at: LookAt::Marker { id: MarkerId(1) },
        turn_rate: None,
    };
    let way = path(
        1,
        Traversal::Once,
        vec![(0.0, 0.0, does([look, emit("seen")])), (9.0, 0.0, plain())],
    );
    let mut scene = scene(vec![way], 1);
    let marker = Marker::at(MarkerId(1), "", MarkerKind::Target, DVec2::new(0.0, 4.0));
    scene.markers = Arc::new(vec![marker]);
    let mut world = valid_world(&scene);
    let mut seen = Vec::new();
    for tick in 0..5 {
        let place = DVec2::new(f64::from(tick), 4.0);
        world.move_marker(MarkerId(1), place).expect("the marker");
        seen.extend(run(&mut world, 1));
    }
    assert!(names(&seen).contains(&"emitted seen"), "{seen:?}");
}

#[test]
fn a_speed_limit_holds_until_it_is_changed() {
    let slow = does([NodeAction::Speed { limit: Some(1.0) }]);
    let free = does([NodeAction::Speed { limit: None }]);
    let nodes = vec![
        (0.0, 0.0, slow),
        (3.0, 0.0, plain()),
        (6.0, 0.0, free),
        (12.0, 0.0, plain()),
    ];
    let mut world = valid_world(&scene(vec![path(1, Traversal::Once, nodes)], 1));
    let mut fastest = [0.0_f64; 2];
    for _ in 0..600 {
        world.step();
        let ann = world.agent(ANN).expect("Ann");
        // The node at 6 counts as reached half a unit before it.
        let part = usize::from(ann.position.x > 5.4);
        fastest[part] = fastest[part].max(ann.velocity.x);
    }
    assert!(fastest[0] < 1.01 && fastest[1] > 2.9, "{fastest:?}");
}

#[test]
fn actions_along_a_segment_happen_in_order_both_ways_and_the_rest_at_its_end() {
    let along = |distance, name| AlongAction {
        distance,
        action: emit(name),
        place: None,
    };
    // The third is beyond the end, and the list is not in order.
    let first = NodeScript {
        along: vec![along(4.0, "b"), along(2.0, "a"), along(99.0, "c")],
        ..plain()
    };
    let way = path(
        1,
        Traversal::PingPong,
        vec![(0.0, 0.0, first), (6.0, 0.0, plain())],
    );
    let mut world = valid_world(&scene(vec![way], 1));
    let mut places = Vec::new();
    for _ in 0..480 {
        world.step();
        for event in world.events() {
            if let Some(name) = event.kind.text() {
                places.push((name.to_owned(), world.agent(ANN).expect("Ann").position.x));
            }
        }
    }
    let order: Vec<&str> = places
        .iter()
        .map(|(name, _)| name.as_str())
        .take(6)
        .collect();
    assert_eq!(order, ["a", "b", "c", "c", "b", "a"]);
    for ((_, x), expected) in places.iter().zip([2.0, 4.0, 6.0, 6.0, 4.0, 2.0]) {
        assert!((x - expected).abs() < 0.7, "{places:?}");
    }
}

#[test]
fn a_door_that_is_switched_at_a_node_is_open_after_the_tick_and_the_highest_id_decides() {
    let set = |open| NodeAction::SetWall {
        wall: WallId(1),
        open,
    };
    let mut scene = scene(
        vec![
            path(
                1,
                Traversal::Once,
                vec![(0.0, 0.0, does([set(true)])), (9.0, 0.0, plain())],
            ),
            path(
                2,
                Traversal::Once,
                vec![
                    (0.0, 0.0, does([set(true), set(false)])),
                    (9.0, 0.0, plain()),
                ],
            ),
        ],
        2,
    );
    let corners = [DVec2::new(5.0, -3.0), DVec2::new(5.0, 3.0)];
    let door = Wall {
        open: Some(false),
        ..Wall::through(WallId(1), "Gate", corners)
    };
    scene.walls = vec![door.into()];
    let mut world = valid_world(&scene);
    world.step();
    assert!(world.is_wall_open(WallId(1)));
    assert!(world.scene().wall(WallId(1)).is_some_and(Wall::is_open));
    run(&mut world, 240);
    assert!(
        world.agent(ANN).expect("Ann").position.x > 6.0,
        "it walks through"
    );
    scene.agent_mut(AgentId(2)).expect("Bob").path = Some(PathId(2));
    let mut world = valid_world(&scene);
    world.step();
    assert!(!world.is_wall_open(WallId(1)), "the last of the highest id");
    scene.agent_mut(AgentId(2)).expect("Bob").path = Some(PathId(1));
    scene.agent_mut(ANN).expect("Ann").path = Some(PathId(2));
    let mut world = valid_world(&scene);
    world.step();
    assert!(world.is_wall_open(WallId(1)));
}

#[test]
fn agents_that_meet_go_on_in_the_same_tick() {
    let meet = |count| {
        does([NodeAction::Meet {
            name: "well".into(),
            count,
        }])
    };
    let nodes = |start: f64| {
        vec![
            (start, 0.0, plain()),
            (0.0, 0.0, meet(2)),
            (start, 3.0, plain()),
        ]
    };
    let mut scene = scene(
        vec![
            path(1, Traversal::Once, nodes(-3.0)),
            path(2, Traversal::Once, nodes(9.0)),
        ],
        2,
    );
    let bob = scene.agent_mut(AgentId(2)).expect("Bob");
    (bob.path, bob.position) = (Some(PathId(2)), DVec2::new(9.0, 0.0));
    let seen = run(&mut valid_world(&scene), 400);
    let of = |what: &str| -> Vec<(u64, u32)> {
        let found = seen.iter().filter(|seen| seen.2 == what);
        found.map(|seen| (seen.0, seen.1.0)).collect()
    };
    let met = of("met well");
    let arrivals = of("node_reached 1");
    assert_eq!(met.iter().map(|met| met.1).collect::<Vec<_>>(), [1, 2]);
    assert!(
        met[0].0 == met[1].0 && met[0].0 == arrivals[1].0 + 1,
        "{met:?} {arrivals:?}"
    );
    // One alone waits for ever.
    scene.agents = Arc::new(vec![scene.agents[0].clone()]);
    assert!(!names(&run(&mut valid_world(&scene), 400)).contains(&"met well"));
}

#[test]
fn an_edit_of_the_actions_that_hold_an_agent_keeps_its_place_in_their_list() {
    let with = |actions: Vec<NodeAction>| {
        path(
            1,
            Traversal::Once,
            vec![(0.0, 0.0, does(actions)), (9.0, 0.0, plain())],
        )
    };
    let mut before = scene(vec![with(vec![emit("a"), wait(9.0, 9.0), emit("b")])], 1);
    let mut world = valid_world(&before);
    run(&mut world, 10);
    // The wait goes on; what follows it is other.
    before.paths[0] = with(vec![emit("x"), wait(9.0, 9.0), emit("y")]);
    world.apply_scene(&before);
    assert_eq!(names(&run(&mut world, 529)), Vec::<&str>::new());
    assert_eq!(names(&run(&mut world, 2)), ["wait_ended 0", "emitted y"]);
    // An action that is gone counts as done.
    let mut world = valid_world(&before);
    run(&mut world, 10);
    before.paths[0] = with(vec![emit("x")]);
    world.apply_scene(&before);
    assert_eq!(names(&run(&mut world, 5)), ["wait_ended 0"]);
}
