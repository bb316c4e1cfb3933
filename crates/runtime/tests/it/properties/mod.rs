//! Properties of all scenes and numbers: results are finite, limits are kept, and the bits of no
//! agent depend on who else is there.

mod formulas;
mod motions;
pub(crate) mod scripts;
pub(crate) mod states;
mod worlds;

use motions::{chase, falloff, motion, ramp};
use proptest::prelude::*;
use states::states;
use std::sync::Arc;
use steerwright_analysis::trace;
use steerwright_format::validate;
use steerwright_runtime::geometry::cells::{Cell, CellGrid, line};
use steerwright_runtime::geometry::{catmull_rom, rotation, vector};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    Agent, AgentId, Alert, Behavior, CellMap, EnterAction, Hearing, Marker, MarkerId, MarkerKind,
    Motion, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scatter, Scene, Steered, Target,
    Wall, WallId, WeightedBehavior,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering;
use steerwright_runtime::steering::arrive;
use steerwright_runtime::steering::arrive::{Ramp, Stop};
use steerwright_runtime::steering::description::Neighbors;
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
    Arrive, BlendMode, Body, Flee, FollowLeader, FollowPath, Goal, GridChase, HomingWalk, Idle,
    Leave, Noise, Pursue, Separation, body, combine, pursue, seek,
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
            noise: None,
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

/// The teams there are.
const TEAMS: [&str; 3] = ["guards", "thieves", "cats"];

/// What the agents of a preset sense: of most, nothing.
fn senses() -> impl Strategy<Value = (Vec<String>, Option<Hearing>, Option<Alert>)> {
    let team = prop::sample::select(TEAMS.to_vec()).prop_map(str::to_owned);
    let watches = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(team, 1..4)];
    let hearing = (authored(0.0, 3.0), authored(0.0, 1.0))
        .prop_map(|(scale, muffle)| Hearing { scale, muffle });
    let alert = (
        authored(0.0, 9.0),
        authored(0.0, 9.0),
        authored(0.0, 3.0),
        authored(0.0, 1.0),
    )
        .prop_map(|(rise_near, rise_far, fall, noise_rise)| Alert {
            rise_near,
            rise_far,
            fall,
            noise_rise,
        });
    (
        watches,
        prop::option::weighted(0.3, hearing),
        prop::option::weighted(0.3, alert),
    )
}

fn noise() -> impl Strategy<Value = Option<Noise>> {
    let noise = (authored(0.0, 3.0), length()).prop_map(|(speed, radius)| Noise { speed, radius });
    prop::option::weighted(0.3, noise)
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
    let senses = (prop::option::weighted(0.3, sight()), senses());
    (body, (radius, noise()), senses, (motion(), states())).prop_map(
        |(
            (mass, max_speed, max_force, time_to_target, idle),
            (radius, noise),
            (sight, (watches, hearing, alert)),
            (motion, (state, states)),
        )| Preset {
            body: Body {
                mass,
                max_speed,
                max_force,
                time_to_target,
                idle,
                radius,
                noise,
            },
            sight,
            watches,
            hearing,
            alert,
            motion,
            state,
            states,
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

/// Any valid scene: agents of all kinds, bound to anything or nothing, but not to themselves.
pub(crate) fn scene() -> impl Strategy<Value = Scene> {
    let agent = (
        place(),
        (authored(-9.0, 9.0), authored(-9.0, 9.0)),
        any::<[u8; 6]>(),
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
                // Agents open and close doors only.
                let is_door = |id| {
                    scene
                        .walls
                        .iter()
                        .any(|wall| wall.id == id && wall.open.is_some())
                };
                for preset in &mut scene.presets {
                    let preset = Arc::make_mut(preset);
                    let others = preset.states.iter_mut().map(|state| &mut state.rules);
                    for rules in std::iter::once(&mut preset.state).chain(others) {
                        rules.enter.retain(|action| match action {
                            EnterAction::SetWall { wall, .. } => is_door(*wall),
                            EnterAction::Emit { .. } | EnterAction::Share { .. } => true,
                        });
                    }
                }
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
                    team: TEAMS
                        .get(usize::from(choices[5]) % 4)
                        .map(|&team| team.into()),
                    ..Agent::at(
                        AgentId(i as u32 * 3 + 1),
                        "",
                        PresetId(u32::from(choices[0]) % scene.presets.len() as u32),
                        DVec2::new(x, y),
                    )
                };
                let agents = agents.into_iter().enumerate().map(bound).collect();
                scene.agents = Arc::new(agents);
                if seed % 2 == 0 {
                    scripts::add_scripts(&mut scene, seed.into());
                }
                scene
            },
        )
}

/// An agent as proptest generates it: position, velocity, choices of its references, scatter.
type Drawn = ((f64, f64), (f64, f64), [u8; 6], Option<f64>);
