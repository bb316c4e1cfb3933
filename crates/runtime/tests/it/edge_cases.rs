//! Degenerate input: coincident positions, missing targets, limits of zero. Each case has a defined motion.

use std::sync::Arc;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scatter, Scene, Target,
};
use steerwright_runtime::simulation::{AgentView, EventKind, World};
use steerwright_runtime::steering;
use steerwright_runtime::steering::arrive::{Ramp, Stop};
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_runtime::steering::grid_chase::{ChaseMode, Method};
use steerwright_runtime::steering::leave;
use steerwright_runtime::steering::leave::LeaveRamp;
use steerwright_runtime::steering::separation::{Falloff, SeparationAccumulator};
use steerwright_runtime::steering::{
    Arrive, Body, Flee, FollowLeader, FollowPath, GridChase, HomingWalk, Leave, Pursue, Separation,
    arrive, pursue, seek,
};

const ANN: AgentId = AgentId(1);
const TRAVERSALS: [Traversal; 3] = [Traversal::Once, Traversal::Loop, Traversal::PingPong];

/// One agent at `at` that goes for and runs from the marker at (5, 0), with `behaviors`.
fn alone(at: DVec2, behaviors: impl IntoIterator<Item = Behavior>, body: Body) -> Scene {
    let preset = Preset {
        body,
        ..Preset::steered(PresetId(1), "", behaviors)
    };
    let mark = Some(Target::Marker(MarkerId(1)));
    let agent = Agent {
        target: mark,
        danger: mark,
        ..Agent::at(ANN, "Ann", PresetId(1), at)
    };
    let marker = Marker::at(
        MarkerId(1),
        "Mark",
        MarkerKind::Target,
        DVec2::new(5.0, 0.0),
    );
    Scene {
        presets: vec![Arc::new(preset)],
        agents: Arc::new(vec![agent]),
        markers: Arc::new(vec![marker]),
        ..Scene::default()
    }
}

/// [`alone`] at the origin, on a path with these nodes.
fn walker(traversal: Traversal, nodes: &[(f64, f64)]) -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Yard");
    path.traversal = traversal;
    path.nodes = nodes
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32 + 1), DVec2::new(x, y)))
        .collect();
    let mut scene = alone(
        DVec2::ZERO,
        [Behavior::FollowPath(FollowPath::default())],
        Body::default(),
    );
    scene.agent_mut(ANN).expect("Ann").path = Some(PathId(1));
    scene.paths = vec![Arc::new(path)];
    scene
}

/// A cell mover in cell (0, 0) after the prey at `prey`.
fn hunter(chase: GridChase, prey: DVec2, blocked: Vec<[i32; 2]>) -> Scene {
    let mut scene = alone(DVec2::new(0.5, 0.5), [], Body::default());
    scene.preset_mut(PresetId(1)).expect("a preset").motion = Motion::GridChase(chase);
    let marker = scene.marker_mut(MarkerId(1)).expect("a marker");
    marker.position = prey;
    scene.cells = Arc::new(CellMap {
        size: 1.0,
        blocked: blocked.into_iter().map(Cell::from).collect(),
    });
    scene
}

fn after(scene: &Scene, ticks: u32) -> (World, Vec<(u64, EventKind)>) {
    assert_eq!(
        steerwright_format::validate::scene_errors(scene),
        [],
        "the scene of the case is valid"
    );
    let mut world = World::new(scene);
    let mut happened = Vec::new();
    for _ in 0..ticks {
        world.step();
        happened.extend(
            world
                .events()
                .iter()
                .filter(|event| event.agent == ANN)
                .map(|event| (event.tick, event.kind)),
        );
        for agent in world.agents() {
            assert!(
                agent.position.is_finite()
                    && agent.velocity.is_finite()
                    && agent.force.is_finite()
                    && agent.heading.is_finite()
            );
        }
    }
    (world, happened)
}

fn ann(scene: &Scene, ticks: u32) -> AgentView {
    after(scene, ticks).0.agent(ANN).expect("Ann")
}

fn reached(happened: &[(u64, EventKind)]) -> Vec<(u64, usize)> {
    happened
        .iter()
        .filter_map(|&(tick, what)| {
            if let EventKind::NodeReached(node) = what {
                Some((tick, node))
            } else {
                None
            }
        })
        .collect()
}

#[test]
fn at_the_target_itself_seek_flee_pursue_and_evade_only_brake() {
    let body = Body::default();
    let velocity = DVec2::new(1.0, -2.0);
    let agent = steering::Kinematic {
        position: DVec2::ONE,
        velocity,
        body: &body,
    };
    let braking = -velocity / body.time_to_target;
    assert_eq!(seek::seek(&agent, DVec2::ONE), braking);
    assert_eq!(
        seek::flee(&agent, DVec2::ONE, &Flee::default()),
        Some(braking)
    );
    assert_eq!(
        pursue::pursue(&agent, DVec2::ONE, DVec2::X, &Pursue::default()),
        braking
    );
    assert_eq!(
        pursue::evade(&agent, DVec2::ONE, DVec2::X, &Pursue::default()),
        braking
    );
    assert_eq!(
        arrive::arrive(&agent, DVec2::ONE, &Arrive::default()),
        braking
    );
    assert_eq!(
        arrive::arrive(
            &agent,
            DVec2::ONE,
            &Arrive {
                stop: Stop::Coast,
                ..Arrive::default()
            }
        ),
        DVec2::ZERO
    );
    assert_eq!(
        arrive::arrive(
            &agent,
            DVec2::ONE,
            &Arrive {
                target_radius: 0.0,
                ..Arrive::default()
            }
        ),
        braking
    );
    assert_eq!(
        leave::leave(&agent, DVec2::ONE, &Leave::default()),
        Some(braking)
    );
}

#[test]
fn coincident_agents_do_not_push_and_do_not_stop_others_from_pushing() {
    for falloff in [Falloff::None, Falloff::InverseSquare] {
        let parameters = Separation {
            radius: 2.0,
            max_separation: 6.0,
            falloff,
        };
        let mut crowd = SeparationAccumulator::new(&parameters);
        assert_eq!(crowd.force(), None);
        crowd.add(DVec2::ONE, DVec2::ONE);
        assert_eq!(crowd.force(), Some(DVec2::ZERO));
        crowd.add(DVec2::ONE, DVec2::new(2.0, 1.0));
        assert!(
            crowd
                .force()
                .is_some_and(|force| force.x < 0.0 && force.y == 0.0)
        );
        // Two on either side leave nothing.
        crowd.add(DVec2::ONE, DVec2::new(0.0, 1.0));
        assert_eq!(crowd.force(), Some(DVec2::ZERO));
    }
    for (radius, expected) in [
        (0.0, None),
        (5e-324, Some(DVec2::ZERO)),
        (1e-200, Some(DVec2::ZERO)),
    ] {
        let mut crowd = SeparationAccumulator::new(&Separation {
            radius,
            max_separation: 6.0,
            falloff: Falloff::InverseSquare,
        });
        crowd.add(DVec2::ONE, DVec2::ONE);
        assert_eq!(crowd.force(), expected);
    }
}

#[test]
fn the_separation_radius_counts_its_edge() {
    let mut crowd = SeparationAccumulator::new(&Separation {
        radius: 2.0,
        max_separation: 6.0,
        falloff: Falloff::None,
    });
    crowd.add(DVec2::ZERO, DVec2::new(2.0 + 1e-9, 0.0));
    assert_eq!(crowd.force(), None);
    crowd.add(DVec2::ZERO, DVec2::new(2.0, 0.0));
    assert_eq!(crowd.force(), Some(DVec2::new(-6.0, 0.0)));
}

#[test]
fn an_inverse_square_push_stops_growing_below_a_thousandth_of_the_radius() {
    let push = |distance| {
        let mut crowd = SeparationAccumulator::new(&Separation {
            radius: 1.0,
            max_separation: 1.0,
            falloff: Falloff::InverseSquare,
        });
        crowd.add(DVec2::ZERO, DVec2::new(distance, 0.0));
        -crowd.force().expect("a neighbor").x
    };
    assert_eq!(push(1.0), 1.0);
    assert_eq!(push(1.0 / 1024.0), 1024.0);
    assert!(push(1.0 / 4096.0) < 1024.0 && push(1e-12) < 1e-3);
}

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

#[test]
fn without_speed_or_force_an_agent_stays() {
    let still = [
        Body {
            max_speed: 0.0,
            ..Body::default()
        },
        Body {
            max_force: 0.0,
            ..Body::default()
        },
    ];
    for body in still {
        for behavior in Behavior::all() {
            let mut scene = alone(DVec2::ZERO, [behavior], body);
            scene.paths = walker(Traversal::Loop, &[(3.0, 0.0), (3.0, 3.0)]).paths;
            scene.agent_mut(ANN).expect("Ann").path = Some(PathId(1));
            let agent = ann(&scene, 120);
            assert_eq!(
                (agent.position, agent.velocity),
                (DVec2::ZERO, DVec2::ZERO),
                "{behavior:?}"
            );
        }
    }
}

#[test]
fn agents_without_references_stay_with_any_behavior() {
    for behavior in Behavior::all() {
        let mut scene = alone(DVec2::ONE, [behavior], Body::default());
        let agent = scene.agent_mut(ANN).expect("Ann");
        (agent.target, agent.danger) = (None, None);
        assert_eq!(ann(&scene, 120).position, DVec2::ONE, "{behavior:?}");
    }
    for method in [Method::Axis, Method::LineOfSight] {
        let mut scene = hunter(
            GridChase {
                method,
                ..GridChase::default()
            },
            DVec2::ZERO,
            vec![],
        );
        scene.agent_mut(ANN).expect("Ann").target = None;
        assert_eq!(ann(&scene, 120).position, DVec2::splat(0.5));
    }
}

/// Such a scene cannot be saved, but a hand can make one on the way.
#[test]
fn references_to_missing_items_are_none() {
    for behavior in Behavior::all() {
        let mut scene = alone(DVec2::ONE, [behavior], Body::default());
        let agent = scene.agent_mut(ANN).expect("Ann");
        (agent.path, agent.leader) = (Some(PathId(77)), Some(AgentId(77)));
        (agent.target, agent.danger) = (
            Some(Target::Agent(AgentId(77))),
            Some(Target::Marker(MarkerId(77))),
        );
        let mut world = World::new(&scene);
        (0..60).for_each(|_| world.step());
        assert_eq!(
            world.agent(ANN).expect("Ann").position,
            DVec2::ONE,
            "{behavior:?}"
        );
    }
    let mut scene = alone(DVec2::ONE, [], Body::default());
    scene.agent_mut(ANN).expect("Ann").preset = PresetId(77);
    assert!(
        World::new(&scene).is_empty(),
        "an agent without a preset is left out"
    );
}

#[test]
fn agents_bound_to_themselves_stay() {
    for behavior in Behavior::all() {
        let mut scene = alone(DVec2::ONE, [behavior], Body::default());
        let agent = scene.agent_mut(ANN).expect("Ann");
        (agent.target, agent.danger, agent.leader) = (
            Some(Target::Agent(ANN)),
            Some(Target::Agent(ANN)),
            Some(ANN),
        );
        let mut world = World::new(&scene);
        (0..60).for_each(|_| world.step());
        assert_eq!(
            world.agent(ANN).expect("Ann").position,
            DVec2::ONE,
            "{behavior:?}"
        );
    }
}

fn circle_of_followers(n: u32, places: impl Fn(u32) -> DVec2) -> Scene {
    let preset = Preset::steered(
        PresetId(1),
        "",
        [Behavior::FollowLeader(FollowLeader::default())],
    );
    let follower = |i| Agent {
        leader: Some(AgentId((i + 1) % n + 1)),
        ..Agent::at(AgentId(i + 1), "", PresetId(1), places(i))
    };
    Scene {
        presets: vec![Arc::new(preset)],
        agents: Arc::new((0..n).map(follower).collect()),
        ..Scene::default()
    }
}

#[test]
fn leaders_in_a_cycle_move_and_stay_finite() {
    for n in [2, 3, 5] {
        let (world, _) = after(
            &circle_of_followers(n, |i| DVec2::new(f64::from(i), f64::from(i * i) * 0.5)),
            600,
        );
        assert!(
            world
                .agents()
                .all(|agent| agent.velocity.length() <= 3.0 * (1.0 + 1e-12))
        );
    }
    // All at the same position, at rest: still valid.
    after(&circle_of_followers(3, |_| DVec2::ONE), 600);
}

#[test]
fn a_follower_at_its_leaders_place_gets_behind_it() {
    let mut scene = circle_of_followers(2, |_| DVec2::ZERO);
    let still = Preset::steered(PresetId(2), "Rock", []);
    scene.presets.push(Arc::new(still));
    let leader = scene.agent_mut(AgentId(2)).expect("the leader");
    (leader.leader, leader.preset) = (None, PresetId(2));
    let follower = ann(&scene, 600);
    assert!(
        follower.position.distance(DVec2::new(-1.5, 0.0)) < 0.8,
        "a leader at rest heads along x: {}",
        follower.position
    );
}

#[test]
fn a_slow_radius_of_zero_or_inside_the_target_radius_is_a_sharp_stop() {
    for ramp in [Ramp::Linear, Ramp::Sqrt, Ramp::Quadratic] {
        let sharp = Arrive {
            target_radius: 0.0,
            slow_radius: 0.0,
            ramp,
            ..Arrive::default()
        };
        assert_eq!(arrive::speed_at(&sharp, 3.0, 1e-9), 3.0);
        assert_eq!(arrive::speed_at(&sharp, 3.0, 0.0), 3.0);
        let scene = alone(
            DVec2::ZERO,
            [Behavior::Arrive(Arrive {
                target_radius: 1.0,
                slow_radius: 0.0,
                ramp,
                ..Arrive::default()
            })],
            Body::default(),
        );
        let agent = ann(&scene, 600);
        assert!(
            agent.velocity.length() < 1e-3 && agent.position.distance(DVec2::new(5.0, 0.0)) < 1.0
        );
    }
}

#[test]
fn at_the_edges_of_its_radii_arrive_goes_by_the_contract() {
    let arrive = Arrive {
        target_radius: 1.0,
        slow_radius: 4.0,
        ..Arrive::default()
    };
    assert_eq!(arrive::speed_at(&arrive, 2.0, 4.0), 2.0);
    assert_eq!(arrive::speed_at(&arrive, 2.0, 1.0), 0.5);
    let body = Body {
        time_to_target: 1.0,
        max_speed: 2.0,
        ..Body::default()
    };
    let agent = steering::Kinematic {
        position: DVec2::ZERO,
        velocity: DVec2::ZERO,
        body: &body,
    };
    // At the target radius exactly it has not arrived yet.
    assert_eq!(
        arrive::arrive(&agent, DVec2::X, &arrive),
        DVec2::new(0.5, 0.0)
    );
}

#[test]
fn leave_with_one_radius_for_both_and_with_none() {
    for ramp in [LeaveRamp::Stepped, LeaveRamp::Smooth] {
        let one = Leave {
            escape_radius: 3.0,
            danger_radius: 3.0,
            ramp,
            ..Leave::default()
        };
        assert_eq!(leave::speed_at(&one, 2.0, 2.999), 2.0);
        assert_eq!(leave::speed_at(&one, 2.0, 3.001), 0.0);
        assert!((0.0..=2.0).contains(&leave::speed_at(&one, 2.0, 3.0)));
        let none = Leave {
            escape_radius: 0.0,
            danger_radius: 0.0,
            ramp,
            ..Leave::default()
        };
        assert!(leave::speed_at(&none, 2.0, 0.0).is_finite());
        assert_eq!(leave::speed_at(&none, 2.0, 0.001), 0.0);
    }
    let stepped = Leave {
        escape_radius: 2.0,
        danger_radius: 8.0,
        ramp: LeaveRamp::Stepped,
        ..Leave::default()
    };
    assert_eq!(
        (
            leave::speed_at(&stepped, 4.0, 2.0),
            leave::speed_at(&stepped, 4.0, 8.0)
        ),
        (3.0, 0.0)
    );
}

#[test]
fn a_panic_distance_of_zero_never_panics() {
    let scene = alone(
        DVec2::ZERO,
        [Behavior::Flee(Flee {
            panic_distance: Some(0.0),
        })],
        Body::default(),
    );
    assert_eq!(ann(&scene, 60).position, DVec2::ZERO);
}

#[test]
fn walks_with_extreme_parameters_stay_finite() {
    let base = HomingWalk::default();
    let cases = [
        HomingWalk {
            min_step: 0.0,
            ..base
        },
        HomingWalk {
            aggro_radius: 0.0,
            ..base
        },
        HomingWalk {
            min_step: 9.0,
            max_step: 1.0,
            ..base
        },
        HomingWalk {
            min_step: 0.0,
            max_step: 0.0,
            ..base
        },
        HomingWalk {
            step_fraction: 0.0,
            ..base
        },
        HomingWalk {
            max_fov_deg: 0.0,
            ..base
        },
        HomingWalk {
            max_fov_deg: 360.0,
            aggro_radius: 0.0,
            ..base
        },
        HomingWalk {
            reach_radius: 0.0,
            ..base
        },
        HomingWalk {
            reach_radius: 1e9,
            ..base
        },
    ];
    for walk in cases {
        for smooth in [false, true] {
            for at in [DVec2::ZERO, DVec2::new(5.0, 0.0), DVec2::new(-9e8, 9e8)] {
                after(
                    &alone(
                        at,
                        [Behavior::HomingWalk(HomingWalk { smooth, ..walk })],
                        Body::default(),
                    ),
                    200,
                );
            }
        }
    }
    assert_eq!(
        HomingWalk {
            aggro_radius: 0.0,
            max_fov_deg: 90.0,
            ..base
        }
        .half_fov(0.0)
        .to_degrees()
        .round(),
        45.0
    );
}

#[test]
fn a_walk_without_a_view_is_straight() {
    let scene = alone(
        DVec2::ZERO,
        [Behavior::HomingWalk(HomingWalk {
            max_fov_deg: 0.0,
            ..HomingWalk::default()
        })],
        Body::default(),
    );
    let agent = ann(&scene, 600);
    assert!(agent.position.y.abs() < 1e-9 && agent.position.distance(DVec2::new(5.0, 0.0)) < 0.3);
}

#[test]
fn scatter_of_one_distance_is_at_that_distance_and_of_zero_at_the_start() {
    for seed in 0..50 {
        let mut scene = alone(DVec2::ONE, [], Body::default());
        scene.seed = seed;
        scene.agent_mut(ANN).expect("Ann").scatter = Some(Scatter { min: 2.0, max: 2.0 });
        assert!(
            (World::new(&scene)
                .agent(ANN)
                .expect("Ann")
                .position
                .distance(DVec2::ONE)
                - 2.0)
                .abs()
                < 1e-12
        );
        scene.agent_mut(ANN).expect("Ann").scatter = Some(Scatter { min: 1.0, max: 3.0 });
        let distance = World::new(&scene)
            .agent(ANN)
            .expect("Ann")
            .position
            .distance(DVec2::ONE);
        assert!((1.0 - 1e-12..=3.0 + 1e-12).contains(&distance));
        scene.agent_mut(ANN).expect("Ann").scatter = Some(Scatter { min: 0.0, max: 0.0 });
        assert_eq!(
            World::new(&scene).agent(ANN).expect("Ann").position,
            DVec2::ONE
        );
    }
}

#[test]
fn a_cell_step_shorter_than_a_tick_takes_a_tick() {
    for method in [Method::Axis, Method::LineOfSight] {
        let chase = GridChase {
            method,
            step_interval: 1e-3,
            ..GridChase::default()
        };
        let scene = hunter(chase, DVec2::new(6.5, 0.5), vec![]);
        assert_eq!(ann(&scene, 3).position, DVec2::new(3.5, 0.5));
        assert_eq!(ann(&scene, 60).position, DVec2::new(6.5, 0.5));
    }
}

#[test]
fn a_prey_in_a_blocked_cell_is_waited_for_beside_it() {
    for method in [Method::Axis, Method::LineOfSight] {
        let chase = GridChase {
            method,
            step_interval: 0.1,
            ..GridChase::default()
        };
        let scene = hunter(chase, DVec2::new(4.5, 0.5), vec![[4, 0]]);
        assert_eq!(
            ann(&scene, 300).position,
            DVec2::new(3.5, 0.5),
            "{method:?}"
        );
    }
}

#[test]
fn an_enclosed_hunter_stays_and_one_in_a_blocked_cell_can_leave() {
    let wall = vec![[1, 0], [-1, 0], [0, 1], [0, -1]];
    for method in [Method::Axis, Method::LineOfSight] {
        for mode in [ChaseMode::Chase, ChaseMode::Evade] {
            let chase = GridChase {
                method,
                mode,
                ..GridChase::default()
            };
            // Only corners are open, and no corner is cut.
            for prey in [
                DVec2::new(5.5, 5.5),
                DVec2::new(5.5, 0.5),
                DVec2::new(-3.5, 2.5),
            ] {
                assert_eq!(
                    ann(&hunter(chase, prey, wall.clone()), 120).position,
                    DVec2::splat(0.5)
                );
            }
        }
        let chase = GridChase {
            method,
            ..GridChase::default()
        };
        assert_eq!(
            ann(&hunter(chase, DVec2::new(3.5, 0.5), vec![[0, 0]]), 300).position,
            DVec2::new(3.5, 0.5)
        );
    }
}

#[test]
fn a_hunter_in_its_preys_cell_stays() {
    for method in [Method::Axis, Method::LineOfSight] {
        for mode in [ChaseMode::Chase, ChaseMode::Evade] {
            let scene = hunter(
                GridChase {
                    method,
                    mode,
                    ..GridChase::default()
                },
                DVec2::splat(0.2),
                vec![],
            );
            assert_eq!(ann(&scene, 120).position, DVec2::splat(0.5));
        }
    }
}

#[test]
fn a_longest_line_of_none_means_no_step() {
    let chase = GridChase {
        max_path_length: 0,
        ..GridChase::default()
    };
    assert_eq!(
        ann(&hunter(chase, DVec2::new(6.5, 0.5), vec![]), 120).position,
        DVec2::splat(0.5)
    );
    let short = GridChase {
        max_path_length: 2,
        step_interval: 0.1,
        ..GridChase::default()
    };
    assert_eq!(
        ann(&hunter(short, DVec2::new(6.5, 0.5), vec![]), 300).position,
        DVec2::new(2.5, 0.5),
        "a line is drawn again only for a prey that moves"
    );
}

#[test]
fn agents_at_the_largest_coordinates_stay_finite() {
    for behavior in Behavior::all() {
        for at in [DVec2::splat(1e9), DVec2::new(-1e9, 1e9)] {
            let mut scene = alone(
                at,
                [behavior],
                Body {
                    max_speed: 1e6,
                    max_force: 1e9,
                    ..Body::default()
                },
            );
            scene.agents = Arc::new(
                (1..5)
                    .map(|i| Agent {
                        id: AgentId(i),
                        ..scene.agents[0].clone()
                    })
                    .collect(),
            );
            after(&scene, 120);
        }
    }
}
