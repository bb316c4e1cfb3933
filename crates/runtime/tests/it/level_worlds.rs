//! Random worlds with walls, blocked cells, doors and sight, tick by tick against the second
//! reading of the motion contract in [`level_reading`](crate::level_reading). It takes the steering
//! force from the world, and computes what becomes of it.

use crate::level_reading::{
    Eye, Segment, V, crosses, dot, length, moved, outline, over, plus, times,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Marker, MarkerId, MarkerKind, Preset, PresetId, Scene,
    Target, Wall, WallId,
};
use steerwright_runtime::simulation::{AgentView, EventKind, World};
use steerwright_runtime::steering::{Arrive, Body, Flee, Pursue};

const TICKS: u64 = 80;

/// A coordinate: often one of few, so that walls join, cross and lie on one another.
fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => (-8_i32..=8).prop_map(f64::from),
        2 => (-8.0..8.0).prop_map(rounded),
    ]
}

pub(crate) fn place() -> impl Strategy<Value = DVec2> {
    (coordinate(), coordinate()).prop_map(|(x, y)| DVec2::new(x, y))
}

pub(crate) fn wall() -> impl Strategy<Value = Wall> {
    let points = prop::collection::vec(place(), 1..6);
    let open = prop_oneof![2 => Just(None), 1 => any::<bool>().prop_map(Some)];
    (points, any::<bool>(), 0..4_u32, open).prop_map(|(points, closed, blocks, open)| Wall {
        closed,
        blocks_motion: blocks != 1,
        blocks_sight: blocks != 2,
        open,
        ..Wall::through(WallId(0), "", points)
    })
}

fn preset() -> impl Strategy<Value = Preset> {
    let radius = prop_oneof![
        1 => Just(0.0), 1 => Just(0.5), 3 => (0.0..0.9).prop_map(rounded)
    ];
    let speed = prop_oneof![4 => 1.0..9.0, 1 => 9.0..400.0];
    let sight = (
        1.0..14.0,
        0.0..1.0,
        prop_oneof![2 => 5.0..355.0, 1 => Just(180.0), 1 => Just(360.0)],
        1..4_u32,
        1..4_u32,
    )
        .prop_map(|(range, near, fov_deg, notice_ticks, forget_ticks)| Sight {
            range: rounded(range),
            near: rounded(rounded(range) * near),
            fov_deg: rounded(fov_deg),
            notice_ticks,
            forget_ticks,
        });
    let behaviors = prop::sample::select(vec![
        vec![Behavior::Seek {}],
        vec![Behavior::Arrive(Arrive::default())],
        vec![Behavior::Pursue(Pursue::default())],
        vec![
            Behavior::Flee(Flee {
                panic_distance: Some(3.0),
            }),
            Behavior::Seek {},
        ],
        vec![],
    ]);
    (radius, speed, 20.0..4000.0, sight, behaviors).prop_map(
        |(radius, max_speed, max_force, sight, behaviors)| Preset {
            body: Body {
                radius,
                max_speed: rounded(max_speed),
                max_force: rounded(max_force),
                ..Body::default()
            },
            sight: Some(sight),
            ..Preset::steered(PresetId(0), "", behaviors)
        },
    )
}

fn scene() -> impl Strategy<Value = Scene> {
    let agent = (place(), place(), 0..12_u32);
    let cell = (-6..6_i32, -6..6_i32);
    (
        prop::collection::vec(wall(), 0..7),
        prop::collection::vec(preset(), 1..4),
        prop::collection::vec(agent, 1..6),
        prop::collection::vec(cell, 0..14),
        prop::sample::select(vec![0.5, 1.0, 1.3]),
        place(),
    )
        .prop_map(|(mut walls, mut presets, agents, cells, size, marker)| {
            // Their order in the scene is not that of their ids.
            for (wall, id) in walls.iter_mut().rev().zip(1..) {
                wall.id = WallId(id);
            }
            for (preset, id) in presets.iter_mut().zip(1..) {
                preset.id = PresetId(id);
            }
            let count = agents.len() as u32;
            let agent = |((position, velocity, target), id): ((DVec2, DVec2, u32), u32)| {
                let preset = PresetId(id % presets.len() as u32 + 1);
                let target = match target % (count + 2) {
                    0 => Some(Target::Marker(MarkerId(1))),
                    other if other == id => None,
                    other if other > count => Some(Target::Pointer),
                    other => Some(Target::Agent(AgentId(other))),
                };
                Agent {
                    velocity,
                    target,
                    ..Agent::at(AgentId(id), "", preset, position)
                }
            };
            Scene {
                agents: Arc::new(agents.into_iter().zip(1..).map(agent).collect()),
                presets: presets.into_iter().map(Arc::new).collect(),
                walls: walls.into_iter().map(Arc::new).collect(),
                markers: Arc::new(vec![Marker::at(
                    MarkerId(1),
                    "",
                    MarkerKind::Target,
                    marker,
                )]),
                cells: Arc::new(CellMap {
                    size,
                    blocked: cells.into_iter().map(|(x, y)| Cell::new(x, y)).collect(),
                }),
                ..Scene::default()
            }
        })
}

pub(crate) fn v(a: DVec2) -> V {
    [a.x, a.y]
}

/// The segments of a kind, the outline of the cells last.
pub(crate) fn segments(scene: &Scene, blocks: impl Fn(&Wall) -> bool) -> Vec<Segment> {
    let mut walls: Vec<&Arc<Wall>> = scene.walls.iter().collect();
    walls.sort_by_key(|wall| wall.id.0);
    let mut segments = Vec::new();
    for wall in walls {
        if !blocks(wall) || wall.open == Some(true) {
            continue;
        }
        let points: Vec<V> = wall.nodes.iter().map(|node| v(node.position)).collect();
        let last = points.len().saturating_sub(1);
        segments.extend((0..last).map(|i| (points[i], points[i + 1])));
        if wall.closed && points.len() > 1 {
            segments.push((points[last], points[0]));
        }
    }
    segments.retain(|&(a, b)| {
        let way = [b[0] - a[0], b[1] - a[1]];
        dot(way, way) > 0.0
    });
    let blocked = scene.cells.blocked.iter();
    let blocked: BTreeSet<(i32, i32)> = blocked.map(|cell| (cell.column, cell.row)).collect();
    segments.extend(outline(&blocked, scene.cells.size));
    segments
}

/// The position, velocity and heading of a steered agent after a tick, from those before it and its
/// force.
fn after(scene: &Scene, walls: &[Segment], before: &AgentView, force: DVec2) -> [V; 3] {
    let body = &preset_of(scene, before.id).body;
    let dt = 1.0 / scene.ticks_per_second;
    let wanted = plus(v(before.velocity), times(over(v(force), body.mass), dt));
    let q = dot(wanted, wanted);
    let truncated = if q <= body.max_speed * body.max_speed {
        wanted
    } else {
        times(wanted, body.max_speed / q.sqrt())
    };
    let (position, velocity) = moved(
        walls,
        v(before.position),
        truncated,
        body.radius,
        scene.skin,
        dt,
    );
    let speed = length(velocity);
    let heading = if speed > 1e-6 {
        over(velocity, speed)
    } else {
        v(before.heading)
    };
    [position, velocity, heading]
}

fn preset_of(scene: &Scene, id: AgentId) -> &Preset {
    let agent = scene.agent(id).expect("an agent");
    scene.preset(agent.preset).expect("a preset")
}

/// Whether an agent sees a disk.
fn sees(scene: &Scene, walls: &[Segment], agent: &AgentView, center: V, radius: f64) -> bool {
    let sight = preset_of(scene, agent.id).sight.expect("sight");
    let eye = Eye {
        range: sight.range,
        near: sight.near,
        fov_deg: sight.fov_deg,
        cos2: sight.cone().cos2,
    };
    eye.sees(walls, v(agent.position), v(agent.heading), center, radius)
}

#[derive(Default)]
struct Memory {
    noticed: bool,
    count: u32,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn random_levels_run_as_the_second_reading_of_the_contract_says(
        scene in scene(), doors in prop::collection::vec((0..TICKS, 0..7_usize), 0..6),
    ) {
        let mut world = World::new(&scene);
        let mut memories: BTreeMap<u32, Memory> = BTreeMap::new();
        for tick in 0..TICKS {
            for &(at, wall) in &doors {
                if let (true, Some(wall)) = (at == tick, scene.walls.get(wall)) {
                    let open = world.scene().wall(wall.id).expect("a wall").open;
                    let opened = world.set_wall_open(wall.id, open == Some(false));
                    prop_assert_eq!(opened.is_ok(), open.is_some());
                }
            }
            let now = world.scene().clone();
            let motion = segments(&now, |wall| wall.blocks_motion);
            let sight = segments(&now, |wall| wall.blocks_sight);
            let before: Vec<AgentView> = world.agents().collect();
            world.step();
            let agents: Vec<AgentView> = world.agents().collect();
            for (before, agent) in before.iter().zip(&agents) {
                let expected = after(&now, &motion, before, agent.force);
                let found = [agent.position, agent.velocity, agent.heading].map(v);
                prop_assert_eq!(found, expected, "tick {}, agent {}", tick + 1, agent.id);
            }
            let mut events = Vec::new();
            for agent in &agents {
                let radius = |other| preset_of(&now, other).body.radius;
                let of = |id: AgentId| agents.iter().find(|other| other.id == id);
                for other in &agents {
                    let seen = other.id != agent.id
                        && sees(&now, &sight, agent, v(other.position), radius(other.id));
                    prop_assert_eq!(world.sees(agent.id, other.id), seen);
                }
                let (center, radius) = match now.agent(agent.id).and_then(|agent| agent.target) {
                    None => (None, 0.0),
                    Some(Target::Marker(id)) => (now.marker(id).map(|m| m.position), 0.0),
                    Some(Target::Pointer) => (Some(now.pointer), 0.0),
                    Some(Target::Agent(id)) => (of(id).map(|other| other.position), radius(id)),
                };
                let seen = center.is_some_and(|at| sees(&now, &sight, agent, v(at), radius));
                let rules = preset_of(&now, agent.id).sight.expect("sight");
                let memory = memories.entry(agent.id.0).or_default();
                if seen == memory.noticed {
                    memory.count = 0;
                    continue;
                }
                memory.count += 1;
                let needed = if seen { rules.notice_ticks } else { rules.forget_ticks };
                if memory.count >= needed {
                    *memory = Memory { noticed: seen, count: 0 };
                    let kind = if seen { EventKind::SightGained } else { EventKind::SightLost };
                    events.push((agent.id, kind));
                }
            }
            let found: Vec<_> = world.events().iter().filter(|event| event.behavior.is_none())
                .map(|event| (event.agent, event.kind.clone())).collect();
            prop_assert_eq!(found, events, "tick {}", tick + 1);
        }
    }

    #[test]
    fn walls_block_the_cells_that_the_second_reading_says(scene in scene()) {
        let world = World::new(&scene);
        let mut only_walls = scene.clone();
        only_walls.cells = Arc::new(CellMap { blocked: vec![], size: scene.cells.size });
        let motion = segments(&only_walls, |wall| wall.blocks_motion);
        for column in -20..20 {
            for row in -20..20 {
                let cell = Cell::new(column, row);
                let crossed = motion.iter().any(|&edge| crosses(edge, scene.cells.size, (column, row)));
                let blocked = crossed || scene.cells.blocked.contains(&cell);
                prop_assert_eq!(world.cells().is_blocked(cell), blocked, "{}, {}", column, row);
            }
        }
    }
}
