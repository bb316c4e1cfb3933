//! The bits: one scene with everything in it, run for ten seconds, against a fingerprint taken
//! once.
//!
//! If this fails on a new machine or compiler, runs differ there, and what was previewed is not
//! what ships. If it fails after a change of a formula on purpose, print the new fingerprint and
//! take it over together with the contract.

use std::sync::Arc;
use steerwright_analysis::{Run, trace};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scatter, Scene, Steered, Target,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::arrive::Ramp;
use steerwright_runtime::steering::follow_path::{Shape, Start, Traversal};
use steerwright_runtime::steering::grid_chase::{ChaseMode, Method};
use steerwright_runtime::steering::leave::LeaveRamp;
use steerwright_runtime::steering::separation::Falloff;
use steerwright_runtime::steering::{
    Arrive, BlendMode, Body, Flee, FollowLeader, FollowPath, GridChase, HomingWalk, Idle, Leave,
    Pursue, Separation,
};

const TICKS: u32 = 600;
/// FNV-1a, 64 bits, over the rows of every tick.
const FINGERPRINT: u64 = 0x7578_12df_7f89_96dd;

fn path(id: u32, traversal: Traversal, shape: Shape, corners: &[(f64, f64)]) -> Arc<PatrolPath> {
    let mut path = PatrolPath::new(PathId(id), "");
    path.tolerance = 0.05;
    (path.traversal, path.shape, path.radius) = (traversal, shape, 0.4);
    path.nodes = corners
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32 + 1), DVec2::new(x, y)))
        .collect();
    if let [first, second, ..] = &mut path.nodes[..] {
        (first.wait, second.speed, second.radius) = (0.35, Some(1.7), Some(0.7));
    }
    Arc::new(path)
}

fn everything() -> Scene {
    let mut scene = Scene {
        seed: 20_240_607,
        ..Scene::default()
    };
    let mut presets = Vec::new();
    let mut add = |motion: Motion, body: Body| {
        let id = PresetId(presets.len() as u32 + 1);
        presets.push(Arc::new(Preset {
            body,
            motion,
            ..Preset::steered(id, "", [])
        }));
        id
    };
    let steered = |blend_mode, behaviors: Vec<Behavior>| {
        Motion::Steered(Steered {
            blend_mode,
            behaviors: behaviors.into_iter().map(Into::into).collect(),
        })
    };
    let sum = |behaviors| steered(BlendMode::WeightedSum, behaviors);
    let body = Body::default();
    let heavy = Body {
        mass: 3.7,
        max_speed: 5.3,
        max_force: 31.0,
        time_to_target: 0.23,
        idle: Idle::Coast,
        radius: 0.5,
        noise: None,
    };
    let follow = |start| {
        Behavior::FollowPath(FollowPath {
            start,
            ..FollowPath::default()
        })
    };
    let push = |falloff| {
        Behavior::Separation(Separation {
            radius: 1.9,
            max_separation: 4.1,
            falloff,
        })
    };
    let walk = HomingWalk {
        max_fov_deg: 140.0,
        ..HomingWalk::default()
    };
    let steering = [
        add(sum(vec![follow(Start::First), push(Falloff::None)]), body),
        add(
            sum(vec![follow(Start::Nearest), push(Falloff::InverseSquare)]),
            heavy,
        ),
        add(sum(vec![follow(Start::Node(2))]), heavy),
        add(
            sum(vec![Behavior::FollowLeader(FollowLeader::default())]),
            Body {
                max_speed: 4.0,
                ..body
            },
        ),
        add(sum(vec![Behavior::HomingWalk(walk)]), body),
        add(
            sum(vec![Behavior::HomingWalk(HomingWalk {
                smooth: true,
                ..walk
            })]),
            heavy,
        ),
        add(
            sum(vec![
                Behavior::Arrive(Arrive {
                    ramp: Ramp::Sqrt,
                    ..Arrive::default()
                }),
                Behavior::Flee(Flee {
                    panic_distance: Some(2.0),
                }),
            ]),
            heavy,
        ),
        add(
            sum(vec![Behavior::Arrive(Arrive {
                ramp: Ramp::Quadratic,
                ..Arrive::default()
            })]),
            body,
        ),
        add(
            steered(
                BlendMode::Priority,
                vec![
                    Behavior::Leave(Leave {
                        ramp: LeaveRamp::Smooth,
                        ..Leave::default()
                    }),
                    Behavior::Seek {},
                ],
            ),
            heavy,
        ),
        add(
            sum(vec![
                Behavior::Pursue(Pursue::default()),
                Behavior::Leave(Leave::default()),
            ]),
            body,
        ),
        add(
            sum(vec![
                Behavior::Evade(Pursue {
                    max_prediction: Some(0.6),
                }),
                Behavior::Arrive(Arrive::default()),
            ]),
            heavy,
        ),
    ];
    let chase = |method, mode| {
        Motion::GridChase(GridChase {
            method,
            mode,
            ..GridChase::default()
        })
    };
    let movers = [
        add(chase(Method::Axis, ChaseMode::Chase), body),
        add(chase(Method::Axis, ChaseMode::Evade), body),
        add(chase(Method::LineOfSight, ChaseMode::Chase), body),
        add(chase(Method::LineOfSight, ChaseMode::Evade), body),
    ];
    scene.presets = presets;
    scene.paths = vec![
        path(
            1,
            Traversal::Loop,
            Shape::Straight,
            &[(0.0, 0.0), (7.0, 1.0), (6.0, 6.0), (-1.0, 5.0)],
        ),
        path(
            2,
            Traversal::PingPong,
            Shape::CatmullRom,
            &[(-4.0, 0.0), (2.0, -3.0), (5.0, 2.0), (9.0, 1.0)],
        ),
        path(
            3,
            Traversal::Once,
            Shape::Straight,
            &[(3.0, 3.0), (-3.0, 4.0), (-6.0, -2.0)],
        ),
    ];
    let marker = |id, x, y| Marker::at(MarkerId(id), "", MarkerKind::Target, DVec2::new(x, y));
    scene.markers = Arc::new(vec![marker(1, 8.0, -6.0), marker(2, 0.5, 1.5)]);
    scene.cells = Arc::new(CellMap {
        size: 0.9,
        blocked: [[2, 1], [2, 2], [3, 3], [-1, -2]].map(Cell::from).into(),
    });
    let mut agents = Vec::new();
    for (i, &preset) in steering.iter().chain(&movers).chain(&steering).enumerate() {
        let id = AgentId(i as u32 + 1);
        let at = DVec2::new((i % 5) as f64 * 1.3 - 2.0, (i / 5) as f64 * 1.1 - 2.0);
        agents.push(Agent {
            velocity: DVec2::new(0.25 * (i % 3) as f64, 0.0),
            path: Some(PathId(i as u32 % 3 + 1)),
            target: Some(if i % 2 == 0 {
                Target::Agent(AgentId(1))
            } else {
                Target::Marker(MarkerId(1))
            })
            .filter(|t| *t != Target::Agent(id)),
            danger: Some(if i % 4 == 0 {
                Target::Pointer
            } else {
                Target::Marker(MarkerId(2))
            }),
            leader: Some(AgentId(2)).filter(|&leader| leader != id),
            scatter: (i > 14).then_some(Scatter { min: 0.5, max: 4.0 }),
            ..Agent::at(id, "", preset, at)
        });
    }
    scene.agents = Arc::new(agents);
    scene
}

fn rows(scene: &Scene) -> String {
    let mut world = World::new(scene);
    let mut text = trace::rows(&world);
    for tick in 0..TICKS {
        // The pointer moves too.
        world
            .set_pointer(DVec2::new(
                f64::from(tick) * 0.01,
                3.0 - f64::from(tick) * 0.02,
            ))
            .expect("a place");
        world.step();
        text.push_str(&trace::rows(&world));
    }
    text
}

fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[test]
fn the_bits_are_those_recorded_here() {
    let scene = everything();
    assert_eq!(steerwright_format::validate::scene_errors(&scene), []);
    let text = rows(&scene);
    for kind in ["NaN", "inf"] {
        assert!(!text.contains(kind));
    }
    assert_eq!(
        fingerprint(&text),
        FINGERPRINT,
        "the bits have changed; the new fingerprint is {:#018x}",
        fingerprint(&text)
    );
}

#[test]
fn a_cloned_world_continues_with_the_same_bits() {
    let mut world = World::new(&everything());
    (0..200).for_each(|_| world.step());
    let mut copy = world.clone();
    for _ in 0..200 {
        world.step();
        copy.step();
        assert_eq!(trace::rows(&world), trace::rows(&copy));
    }
}

#[test]
fn applying_an_unchanged_scene_continues_with_the_same_bits() {
    let scene = everything();
    let (mut world, mut applied) = (World::new(&scene), World::new(&scene));
    for tick in 0..300 {
        if tick % 50 == 25 {
            applied.apply_scene(&scene);
        }
        world.step();
        applied.step();
        assert_eq!(
            trace::rows(&world),
            trace::rows(&applied),
            "after tick {tick}"
        );
    }
}

#[test]
fn a_recomputed_run_has_the_same_bits_pointer_and_all() {
    let scene = everything();
    let mut run = Run::new(&scene);
    for tick in 0..200 {
        run.set_pointer(DVec2::new(f64::from(tick) * 0.05, 1.0));
        run.step();
    }
    let again = run.resimulated(&scene);
    assert_eq!(trace::rows(run.world()), trace::rows(again.world()));
    assert_eq!(run.recording().events(), again.recording().events());
}

#[test]
fn every_text_of_a_trace_reads_back_to_the_same_bits() {
    let mut world = World::new(&everything());
    (0..77).for_each(|_| world.step());
    for (row, agent) in trace::rows(&world).lines().zip(world.agents()) {
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!(cells.len(), trace::HEADER.split(',').count());
        assert_eq!(
            cells[3].parse::<f64>().map(f64::to_bits),
            Ok(agent.position.x.to_bits())
        );
        assert_eq!(
            cells[6].parse::<f64>().map(f64::to_bits),
            Ok(agent.velocity.y.to_bits())
        );
    }
}
