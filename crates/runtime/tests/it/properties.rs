//! Properties of all scenes and numbers: results are finite, limits are kept, and the bits of no agent depend on
//! who else is there.

use proptest::prelude::*;
use std::sync::Arc;
use steerwright_analysis::trace;
use steerwright_format::validate;
use steerwright_runtime::geometry::cells::{Cell, CellGrid, line};
use steerwright_runtime::geometry::{catmull_rom, rotation, vector};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scatter, Scene, Steered, Target, Wall, WallId, WeightedBehavior,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering;
use steerwright_runtime::steering::arrive;
use steerwright_runtime::steering::arrive::{Ramp, Stop};
use steerwright_runtime::steering::follow_leader;
use steerwright_runtime::steering::follow_leader::Leader;
use steerwright_runtime::steering::follow_path;
use steerwright_runtime::steering::follow_path::{Route, RouteNode, Shape, Start, Traversal};
use steerwright_runtime::steering::grid_chase::{CellMover, ChaseMode, Method};
use steerwright_runtime::steering::homing_walk;
use steerwright_runtime::steering::homing_walk::HomingWalkState;
use steerwright_runtime::steering::leave;
use steerwright_runtime::steering::leave::LeaveRamp;
use steerwright_runtime::steering::separation::{Falloff, SeparationAccumulator};
use steerwright_runtime::steering::{
    Arrive, BlendMode, Body, Flee, FollowLeader, FollowPath, GridChase, HomingWalk, Idle, Leave,
    Pursue, Separation, body, combine, pursue, seek,
};

/// Limits are kept to the rounding of the shortening.
const ROUNDING: f64 = 1.0 + 1e-12;
/// Squares of less than this are lost, and lengths with them.
const LOST: f64 = 1e-150;

/// Any finite number, the hostile ones often.
fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -100.0..100.0,
        2 => any::<f64>().prop_map(|x| if x.is_finite() { x } else { 0.0 }),
        2 => prop::sample::select(vec![
            0.0, -0.0, 1.0, -1.0, 1e300, -1e300, 1e154, 1e-154, 1e-300, f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324, -5e-324, 1e16, f64::EPSILON,
        ]),
    ]
}

fn any_size() -> impl Strategy<Value = f64> {
    any_number().prop_map(f64::abs)
}

fn any_point() -> impl Strategy<Value = DVec2> {
    (any_number(), any_number()).prop_map(|(x, y)| DVec2::new(x, y))
}

fn any_body() -> impl Strategy<Value = Body> {
    (any_size(), any_size(), any_size(), any_size()).prop_map(
        |(mass, max_speed, max_force, time_to_target)| Body {
            mass,
            max_speed,
            max_force,
            time_to_target,
            idle: Idle::Brake,
            radius: 1.0,
        },
    )
}

/// A number between `low` and `high` as files have it, the ends often.
fn authored(low: f64, high: f64) -> impl Strategy<Value = f64> {
    prop_oneof![6 => low..high, 1 => Just(low), 1 => Just(high)]
        .prop_map(steerwright_runtime::geometry::decimal::rounded)
}

fn place() -> impl Strategy<Value = (f64, f64)> {
    prop_oneof![8 => (authored(-20.0, 20.0), authored(-20.0, 20.0)), 1 => (authored(-1e9, 1e9), authored(-1e9, 1e9)), 1 => Just((1.0, 1.0))]
}

fn length() -> impl Strategy<Value = f64> {
    prop_oneof![8 => authored(0.0, 8.0), 1 => authored(0.0, 1e9)]
}

fn ramp() -> impl Strategy<Value = Ramp> {
    prop::sample::select(vec![Ramp::Linear, Ramp::Sqrt, Ramp::Quadratic])
}

/// A time to target of a behavior's own, or none.
fn own_time() -> impl Strategy<Value = Option<f64>> {
    prop::option::of(authored(1e-3, 2.0))
}

fn falloff() -> impl Strategy<Value = Falloff> {
    prop::sample::select(vec![Falloff::None, Falloff::InverseSquare])
}

fn behavior() -> BoxedStrategy<Behavior> {
    prop_oneof![
        Just(Behavior::Seek {}),
        prop::option::of(length())
            .prop_map(|panic_distance| Behavior::Flee(Flee { panic_distance })),
        (length(), length(), ramp(), any::<bool>(), own_time()).prop_map(
            |(target_radius, slow_radius, ramp, coast, time_to_target)| {
                Behavior::Arrive(Arrive {
                    target_radius,
                    slow_radius,
                    ramp,
                    stop: if coast { Stop::Coast } else { Stop::Brake },
                    time_to_target,
                })
            }
        ),
        (length(), length(), any::<bool>(), own_time()).prop_map(
            |(escape_radius, danger_radius, smooth, time_to_target)| {
                Behavior::Leave(Leave {
                    escape_radius,
                    danger_radius,
                    ramp: if smooth {
                        LeaveRamp::Smooth
                    } else {
                        LeaveRamp::Stepped
                    },
                    time_to_target,
                })
            }
        ),
        prop::option::of(authored(0.0, 10.0))
            .prop_map(|max_prediction| Behavior::Pursue(Pursue { max_prediction })),
        prop::option::of(authored(0.0, 10.0))
            .prop_map(|max_prediction| Behavior::Evade(Pursue { max_prediction })),
        (
            prop::sample::select(vec![
                Start::First,
                Start::Nearest,
                Start::Node(1),
                Start::Node(99)
            ]),
            length(),
            length(),
            own_time()
        )
            .prop_map(|(start, target_radius, slow_radius, time_to_target)| {
                Behavior::FollowPath(FollowPath {
                    start,
                    target_radius,
                    slow_radius,
                    time_to_target,
                })
            }),
        (length(), authored(0.0, 50.0), falloff()).prop_map(|(radius, max_separation, falloff)| {
            Behavior::Separation(Separation {
                radius,
                max_separation,
                falloff,
            })
        }),
        (
            length(),
            length(),
            length(),
            length(),
            authored(0.0, 50.0),
            falloff()
        )
            .prop_map(
                |(
                    behind_distance,
                    sight_radius,
                    slow_radius,
                    separation_radius,
                    max_separation,
                    falloff,
                )| {
                    Behavior::FollowLeader(FollowLeader {
                        behind_distance,
                        sight_radius,
                        slow_radius,
                        separation_radius,
                        max_separation,
                        falloff,
                    })
                }
            ),
        walk().prop_map(Behavior::HomingWalk),
    ]
    .boxed()
}

fn walk() -> impl Strategy<Value = HomingWalk> {
    (
        authored(0.0, 1.0),
        length(),
        length(),
        length(),
        authored(0.0, 360.0),
        length(),
        any::<bool>(),
        prop_oneof![Just((0.0, 0.0)), (authored(0.0, 1.0), authored(0.0, 3.0)),],
    )
        .prop_map(
            |(
                step_fraction,
                min_step,
                max_step,
                aggro_radius,
                max_fov_deg,
                reach_radius,
                smooth,
                (step_jitter, repick_interval),
            )| HomingWalk {
                step_fraction,
                min_step,
                max_step,
                aggro_radius,
                max_fov_deg,
                reach_radius,
                smooth,
                step_jitter,
                repick_interval,
            },
        )
}

fn chase() -> impl Strategy<Value = GridChase> {
    (any::<bool>(), any::<bool>(), authored(1e-3, 0.5), 0..20_u32).prop_map(
        |(axis, away, step_interval, max_path_length)| GridChase {
            method: if axis {
                Method::Axis
            } else {
                Method::LineOfSight
            },
            mode: if away {
                ChaseMode::Evade
            } else {
                ChaseMode::Chase
            },
            step_interval,
            max_path_length,
        },
    )
}

fn motion() -> BoxedStrategy<Motion> {
    let weighted = (
        prop_oneof![4 => Just(1.0), 1 => authored(-1e6, 1e6)],
        behavior(),
    )
        .prop_map(|(weight, behavior)| WeightedBehavior { weight, behavior });
    prop_oneof![
        5 => (any::<bool>(), prop::collection::vec(weighted, 0..4)).prop_map(|(sum, behaviors)| {
            Motion::Steered(Steered { blend_mode: if sum { BlendMode::WeightedSum } else { BlendMode::Priority }, behaviors })
        }),
        1 => chase().prop_map(Motion::GridChase),
    ]
    .boxed()
}

fn preset() -> impl Strategy<Value = Preset> {
    let body = (
        prop_oneof![8 => authored(0.1, 20.0), 1 => authored(1e-3, 1e6)],
        prop_oneof![8 => authored(0.0, 12.0), 1 => authored(0.0, 1e6)],
        prop_oneof![8 => authored(0.0, 60.0), 1 => authored(0.0, 1e9)],
        prop_oneof![8 => authored(0.01, 1.0), 1 => authored(1e-3, 1e3)],
        prop_oneof![Just(Idle::Brake), Just(Idle::Coast)],
    );
    let radius = prop_oneof![2 => Just(0.4), 1 => Just(0.0), 1 => authored(0.0, 3.0)];
    (body, radius, prop::option::weighted(0.3, sight()), motion()).prop_map(
        |((mass, max_speed, max_force, time_to_target, idle), radius, sight, motion)| Preset {
            body: Body {
                mass,
                max_speed,
                max_force,
                time_to_target,
                idle,
                radius,
            },
            sight,
            motion,
            ..Preset::steered(PresetId(0), "", [])
        },
    )
}

fn sight() -> impl Strategy<Value = Sight> {
    let fov_deg = prop_oneof![3 => authored(1.0, 359.0), 1 => Just(180.0), 1 => Just(360.0)];
    (length(), authored(0.0, 1.0), fov_deg, 1..4_u32, 1..4_u32).prop_map(
        |(range, near, fov_deg, notice_ticks, forget_ticks)| Sight {
            range,
            near: steerwright_runtime::geometry::decimal::rounded(range * near),
            fov_deg,
            notice_ticks,
            forget_ticks,
        },
    )
}

fn wall() -> impl Strategy<Value = Wall> {
    // Longer walls would cross too many cells.
    let near = || authored(-20.0, 20.0);
    let far = || authored(-1e4, 1e4);
    let corner = prop_oneof![8 => (near(), near()), 1 => (far(), far())];
    let open = prop_oneof![4 => Just(None), 1 => any::<bool>().prop_map(Some)];
    (
        prop::collection::vec(corner, 0..6),
        any::<[bool; 3]>(),
        open,
    )
        .prop_map(
            |(points, [closed, blocks_motion, blocks_sight], open)| Wall {
                closed,
                blocks_motion,
                blocks_sight,
                open,
                ..Wall::through(WallId(0), "", points.into_iter().map(DVec2::from))
            },
        )
}

fn patrol() -> impl Strategy<Value = PatrolPath> {
    let node = (
        place(),
        prop::option::of(length()),
        prop_oneof![3 => Just(0.0), 1 => authored(0.0, 1.0)],
        prop::option::of(authored(0.0, 9.0)),
    );
    let traversal =
        prop::sample::select(vec![Traversal::Once, Traversal::Loop, Traversal::PingPong]);
    (
        prop::collection::vec(node, 0..6),
        traversal,
        any::<bool>(),
        length(),
    )
        .prop_map(|(nodes, traversal, curved, radius)| {
            let mut path = PatrolPath::new(PathId(0), "");
            (path.traversal, path.radius) = (traversal, radius);
            path.shape = if curved {
                Shape::CatmullRom
            } else {
                Shape::Straight
            };
            path.nodes = nodes
                .into_iter()
                .enumerate()
                .map(|(i, ((x, y), radius, wait, speed))| Node {
                    radius,
                    wait,
                    speed,
                    ..Node::at(NodeId(i as u32), DVec2::new(x, y))
                })
                .collect();
            path
        })
}

/// An agent as it is drawn: place, velocity, choices of what it is bound to, scatter.
type Drawn = ((f64, f64), (f64, f64), [u8; 5], Option<f64>);

/// Any valid scene: agents of all kinds, bound to anything or nothing, but not to themselves.
pub(crate) fn scene() -> impl Strategy<Value = Scene> {
    let agent = (
        place(),
        (authored(-9.0, 9.0), authored(-9.0, 9.0)),
        any::<[u8; 5]>(),
        prop::option::weighted(0.2, authored(0.0, 5.0)),
    );
    (
        (
            any::<u32>(),
            prop::sample::select(vec![1.0, 30.0, 60.0, 59.94, 1000.0]),
            place(),
        ),
        prop::collection::vec(preset(), 1..5),
        prop::collection::vec(patrol(), 0..3),
        prop::collection::vec(place(), 0..3),
        prop::collection::vec(agent, 0..9),
        (
            prop::collection::vec((-4..8_i32, -4..8_i32), 0..20),
            prop::collection::vec(wall(), 0..4),
        ),
    )
        .prop_map(
            |(
                (seed, ticks_per_second, pointer),
                presets,
                paths,
                markers,
                agents,
                (blocked, walls),
            )| {
                let mut scene = Scene {
                    seed: seed.into(),
                    ticks_per_second,
                    ..Scene::default()
                };
                scene.pointer = pointer.into();
                scene.presets = presets
                    .into_iter()
                    .enumerate()
                    .map(|(i, p)| {
                        Arc::new(Preset {
                            id: PresetId(i as u32),
                            ..p
                        })
                    })
                    .collect();
                scene.paths = paths
                    .into_iter()
                    .enumerate()
                    .map(|(i, p)| {
                        Arc::new(PatrolPath {
                            id: PathId(i as u32),
                            ..p
                        })
                    })
                    .collect();
                let marker = |(i, (x, y)): (usize, (f64, f64))| {
                    Marker::at(MarkerId(i as u32), "", MarkerKind::Danger, DVec2::new(x, y))
                };
                scene.markers = Arc::new(markers.into_iter().enumerate().map(marker).collect());
                scene.cells = Arc::new(CellMap {
                    size: 1.5,
                    blocked: blocked
                        .into_iter()
                        .map(|(column, row)| Cell::new(column, row))
                        .collect(),
                });
                scene.walls = (0..)
                    .zip(walls)
                    .map(|(id, wall)| {
                        Arc::new(Wall {
                            id: WallId(id),
                            ..wall
                        })
                    })
                    .collect();
                let (agents_count, markers_count) = (agents.len(), scene.markers.len());
                let other = |own: usize, choice: u8| {
                    let other = choice as usize % agents_count;
                    (other != own).then_some(AgentId(other as u32 * 3 + 1))
                };
                let target = |own: usize, choice: u8| match choice % 4 {
                    0 => None,
                    1 => Some(Target::Pointer),
                    2 if markers_count > 0 => Some(Target::Marker(MarkerId(
                        u32::from(choice / 4) % markers_count as u32,
                    ))),
                    _ => other(own, choice / 4).map(Target::Agent),
                };
                let bound = |(i, ((x, y), (vx, vy), choices, scatter)): (usize, Drawn)| Agent {
                    velocity: DVec2::new(vx, vy),
                    path: (!scene.paths.is_empty())
                        .then(|| PathId(u32::from(choices[1]) % scene.paths.len() as u32)),
                    target: target(i, choices[2]),
                    danger: target(i, choices[3]),
                    leader: other(i, choices[4]),
                    scatter: scatter.map(|max| Scatter { min: 0.0, max }),
                    ..Agent::at(
                        AgentId(i as u32 * 3 + 1),
                        "",
                        PresetId(u32::from(choices[0]) % scene.presets.len() as u32),
                        DVec2::new(x, y),
                    )
                };
                let agents = agents.into_iter().enumerate().map(bound).collect();
                scene.agents = Arc::new(agents);
                scene
            },
        )
}

fn run(scene: &Scene, ticks: u32) -> String {
    let mut world = World::new(scene);
    let mut text = trace::rows(&world);
    for _ in 0..ticks {
        world.step();
        text.push_str(&trace::rows(&world));
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_world_of_any_valid_scene_stays_finite_and_within_its_limits(scene in scene()) {
        prop_assert_eq!(validate::scene_errors(&scene), vec![]);
        let mut world = World::new(&scene);
        for _ in 0..60 {
            world.step();
            for agent in world.agents() {
                let finite = agent.position.is_finite() && agent.velocity.is_finite() && agent.heading.is_finite() && agent.steering.is_finite();
                prop_assert!(finite && agent.fov_deg.is_none_or(f64::is_finite), "{agent:?}");
                prop_assert!((vector::length(agent.heading) - 1.0).abs() < 1e-9);
                let preset = scene.agent(agent.id).and_then(|a| scene.preset(a.preset)).expect("a preset");
                if matches!(preset.motion, Motion::Steered(_)) {
                    prop_assert!(vector::length(agent.velocity) <= preset.body.max_speed * ROUNDING, "{agent:?}");
                    prop_assert!(agent.steering <= preset.body.max_force * ROUNDING, "{agent:?}");
                }
            }
        }
    }

    #[test]
    fn the_order_of_agents_presets_and_paths_in_a_scene_does_not_change_the_bits(scene in scene(), by in 0..9_usize) {
        let mut other = scene.clone();
        let agents = Arc::make_mut(&mut other.agents);
        agents.reverse();
        if !agents.is_empty() {
            let by = by % agents.len();
            agents.rotate_left(by);
        }
        other.presets.reverse();
        other.paths.reverse();
        Arc::make_mut(&mut other.markers).reverse();
        prop_assert_eq!(run(&scene, 40), run(&other, 40));
    }

    #[test]
    fn an_unrelated_agent_does_not_change_the_bits_of_others(mut scene in scene(), at in place(), id in prop::sample::select(vec![2_u32, 5, 4000])) {
        // Those who keep off everyone know no strangers; leave them out.
        for preset in &mut scene.presets {
            if let Motion::Steered(steered) = &mut Arc::make_mut(preset).motion {
                steered.behaviors.retain(|weighted| !matches!(weighted.behavior, Behavior::Separation(_)));
            }
        }
        let walker = scene.presets.len() as u32;
        let alone = run(&scene, 40);
        scene.presets.push(Arc::new(Preset::steered(PresetId(walker), "", [Behavior::HomingWalk(HomingWalk::default())])));
        let stranger = Agent { target: Some(Target::Pointer), ..Agent::at(AgentId(id), "", PresetId(walker), DVec2::new(at.0, at.1)) };
        Arc::make_mut(&mut scene.agents).insert(0, stranger);
        let together = run(&scene, 40);
        let others: String = together.split_inclusive('\n').filter(|row| row.split(',').nth(2) != Some(id.to_string().as_str())).collect();
        prop_assert_eq!(alone, others);
    }

    #[test]
    fn one_seed_gives_one_walk_and_another_seed_another(seed in 0..1_000_000_u64, other in 1..1000_u64) {
        let scene = |seed| {
            let preset = Preset::steered(PresetId(1), "", [Behavior::HomingWalk(HomingWalk::default())]);
            let agent = Agent { target: Some(Target::Pointer), ..Agent::at(AgentId(1), "", PresetId(1), DVec2::new(20.0, 7.0)) };
            Scene { seed, presets: vec![Arc::new(preset)], agents: Arc::new(vec![agent]), ..Scene::default() }
        };
        prop_assert_eq!(run(&scene(seed), 30), run(&scene(seed), 30));
        prop_assert_ne!(run(&scene(seed), 30), run(&scene(seed + other), 30));
    }

    #[test]
    fn cell_movers_never_enter_a_blocked_cell_nor_cut_a_corner(
        chase in chase(),
        start in (-4..6_i32, -4..6_i32),
        prey in prop::collection::vec((-6..8_i32, -6..8_i32), 30),
        blocked in prop::collection::vec((-4..6_i32, -4..6_i32), 0..40),
    ) {
        let grid = CellGrid::new(1.0, blocked.into_iter().map(|(column, row)| Cell::new(column, row)).collect());
        let mut mover = CellMover::new(Cell::new(start.0, start.1));
        for (column, row) in prey {
            let from = mover.cell();
            let mut entered = None;
            for _ in 0..steering::grid_chase::ticks_per_step(&chase, 0.1) {
                entered = entered.or(mover.advance(Some(Cell::new(column, row)), &grid, &chase, 0.1));
            }
            let to = mover.cell();
            prop_assert_eq!(entered, (to != from).then_some(to));
            prop_assert_eq!(mover.position(&grid, &chase, 0.1), grid.center(to));
            if to != from {
                prop_assert!((to.column - from.column).abs() <= 1 && (to.row - from.row).abs() <= 1, "one cell a step");
                prop_assert!(!grid.is_blocked(to), "{to:?} is blocked");
                prop_assert!(grid.can_step(from, to));
                let beside = [Cell::new(to.column, from.row), Cell::new(from.column, to.row)];
                let diagonal = !beside.contains(&to);
                prop_assert!(!diagonal || !beside.iter().any(|&cell| grid.is_blocked(cell)), "a corner is cut");
            }
        }
    }
}

/// The cell of the ideal line after `i` of `long` steps, by exact rational rounding: short * i / long, a half rounded up, away
/// from the start.
fn ideal(short: i64, long: i64, i: i64) -> i64 {
    (2 * short * i + long).div_euclid(2 * long)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_line_of_cells_is_the_exact_line_rounded_with_halves_away_from_the_start(
        from in (-1000..1000_i32, -1000..1000_i32),
        to in (-60..60_i32, -60..60_i32),
        max in 0..150_usize,
    ) {
        let start = Cell::new(from.0, from.1);
        let cells: Vec<Cell> = line(start, start.offset(to.0, to.1)).take(max).collect();
        let (dx, dy) = (i64::from(to.0), i64::from(to.1));
        let long = dx.abs().max(dy.abs());
        prop_assert_eq!(cells.len() as i64, long.min(max as i64));
        for (i, cell) in (1..).zip(&cells) {
            let along = |d: i64| d.signum() * ideal(d.abs(), long, i);
            let got = (i64::from(cell.column - start.column), i64::from(cell.row - start.row));
            prop_assert_eq!(got, (along(dx), along(dy)), "step {}", i);
        }
    }

    #[test]
    fn a_mirrored_or_turned_line_is_the_mirror_image(to in (-40..40_i32, -40..40_i32)) {
        let origin = Cell::default();
        let cells = || line(origin, Cell::new(to.0, to.1));
        let maps: [fn(Cell) -> Cell; 3] =
            [|c| Cell::new(-c.column, c.row), |c| Cell::new(c.column, -c.row), |c| Cell::new(c.row, c.column)];
        for map in maps {
            let (got, wanted): (Vec<Cell>, Vec<Cell>) = (line(origin, map(Cell::new(to.0, to.1))).collect(), cells().map(map).collect());
            prop_assert_eq!(got, wanted);
        }
    }

    #[test]
    fn a_curve_passes_its_controls_in_order_and_stays_finite(
        controls in prop::collection::vec(any_point(), 0..7), closed in any::<bool>(), tolerance in any_size(),
    ) {
        let points = catmull_rom::flatten(&controls, closed, tolerance);
        let passed: Vec<(usize, DVec2)> = points.iter().filter_map(|point| point.control.map(|i| (i, point.position))).collect();
        let wanted: Vec<(usize, DVec2)> = controls.iter().copied().enumerate().collect();
        prop_assert_eq!(passed, wanted);
        prop_assert!(points.iter().all(|point| point.position.is_finite()), "{points:?}");
    }

    #[test]
    fn vectors_keep_their_limits_and_stay_numbers(a in any_point(), b in any_point(), c in any_point(), limit in any_size(), angle in any_number()) {
        let cut = vector::truncate(a, limit);
        prop_assert!(cut.is_finite() && cut.x.hypot(cut.y) <= limit * ROUNDING + LOST, "{cut}");
        let direction = vector::direction(a);
        prop_assert!(direction.is_finite() && vector::length(direction) <= 2.0, "{direction}");
        let part = vector::nearest_fraction(a, b, c);
        prop_assert!((0.0..=1.0).contains(&part));
        prop_assert!(!vector::segment_distance(a, b, c).is_nan());
        prop_assert!((vector::length(rotation::direction_at(angle)) - 1.0).abs() < 1e-14);
    }

    #[test]
    fn steering_functions_give_numbers_within_the_bodys_limits_for_all_finite_input(
        (position, velocity, target, moving) in (any_point(), any_point(), any_point(), any_point()),
        body in any_body(),
        (r, s, t, u) in (any_size(), any_size(), any_size(), any_size()),
        (ramp, falloff, coast, smooth) in (ramp(), falloff(), any::<bool>(), any::<bool>()),
        (weight, dt) in (any_number(), 1e-3..1.0),
    ) {
        let agent = steering::Kinematic { position, velocity, body: &body };
        let arriving = Arrive { target_radius: r, slow_radius: s, ramp, stop: if coast { Stop::Coast } else { Stop::Brake }, time_to_target: smooth.then_some(t) };
        let leaving = Leave { escape_radius: r, danger_radius: s, ramp: if smooth { LeaveRamp::Smooth } else { LeaveRamp::Stepped }, time_to_target: coast.then_some(u) };
        let capped = Pursue { max_prediction: coast.then_some(t) };
        let mut crowd = SeparationAccumulator::new(&Separation { radius: r, max_separation: s, falloff });
        crowd.add(position, target);
        crowd.add(position, moving);
        crowd.add(position, position);
        let following = FollowLeader { behind_distance: r, sight_radius: s, slow_radius: t, separation_radius: u, max_separation: s, falloff };
        let leader = Leader { position: target, velocity: moving, heading: vector::direction(moving) };
        let walking = HomingWalk {
            step_fraction: if r <= 1.0 { r } else { 0.5 }, min_step: s, max_step: t, aggro_radius: u, max_fov_deg: 200.0, reach_radius: r, smooth, step_jitter: if coast { 1.0 } else { 0.0 }, repick_interval: s,
        };
        let mut walk = HomingWalkState::default();
        let mut state = 1_u32;
        walk.advance(position, target, &walking, dt, &mut || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state
        });
        let node = |position, radius| RouteNode { position, radius, wait: t, speed_limit: u };
        let shape = if smooth { Shape::CatmullRom } else { Shape::Straight };
        let route = Route::new(vec![node(target, r), node(moving, s), node(position, t)], Traversal::Once, shape, r, s);
        let mut progress = route.start(position, Start::Nearest);
        progress.advance(&route, position, position + velocity, dt);
        let push = crowd.force().unwrap_or(DVec2::ZERO);
        let forces = [
            ("seek", Some(seek::seek(&agent, target))),
            ("flee", seek::flee(&agent, target, &Flee { panic_distance: coast.then_some(r) })),
            ("arrive", Some(arrive::arrive(&agent, target, &arriving))),
            ("leave", leave::leave(&agent, target, &leaving)),
            ("pursue", Some(pursue::pursue(&agent, target, moving, &capped))),
            ("evade", Some(pursue::evade(&agent, target, moving, &capped))),
            ("separation", crowd.force()),
            ("follow leader", Some(follow_leader::follow(&agent, &leader, push, &following))),
            ("follow path", follow_path::follow(&agent, &route, &progress, &FollowPath::default())),
            ("homing walk", Some(homing_walk::walk(&agent, target, &walk, &walking))),
        ];
        for (name, requested) in forces {
            let force = requested.unwrap_or(DVec2::ZERO);
            // The sum of three forces may be too long for a number; it never is no number at all.
            prop_assert!(force.is_finite() || (name == "follow leader" && !force.is_nan()), "{name}: {force}");
            // What the world does with it.
            let combined = combine::combine(BlendMode::WeightedSum, [(weight, requested), (1.0, requested)]);
            prop_assert_eq!(combined.is_some(), requested.is_some(), "{}", name);
            let cut = vector::truncate(combined.unwrap_or(DVec2::ZERO), body.max_force);
            prop_assert!(cut.is_finite() && cut.x.hypot(cut.y) <= body.max_force * ROUNDING + LOST, "{name}: {cut}");
            let (to, speed) = body::integrate(position, velocity, cut, &body, dt);
            prop_assert!(to.is_finite() && speed.is_finite() && speed.x.hypot(speed.y) <= body.max_speed * ROUNDING + LOST, "{name}: {to} {speed}");
        }
    }
}
