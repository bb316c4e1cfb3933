//! How long the runtime and the scene take: `cargo bench --bench world`. RunMetrics to compare,
//! never to pass or fail.
//!
//! The crowds: tiles of 8 x 8 nodes, 4 u apart, walked in rows; 64 agents a tile.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use divan::{Bencher, black_box};
use std::path::PathBuf;
use std::sync::Arc;
use steerwright_format::{load_scene, save_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Nets;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
    Steered, Wall, WallId, WeightedBehavior,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::simulation::neighbors::Neighbors;
use steerwright_runtime::steering::follow_path::Start;
use steerwright_runtime::steering::separation::Falloff;
use steerwright_runtime::steering::{Body, FollowLeader, FollowPath, RouteMode, Separation};

fn main() {
    divan::main();
}

const SPACING: f64 = 4.0;
const SIDE: usize = 8;
const NODES: usize = SIDE * SIDE;
/// 157 tiles of 64 agents are 10,048.
const TILES: usize = 157;
const RADIUS: f64 = 6.4;
const STEPS: u32 = 20;

/// xorshift32: the same crowd every time.
struct Draw(u32);

impl Draw {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        f64::from(self.0) / 4_294_967_296.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }
}

fn place(tile: usize, tiles: usize, slot: usize) -> DVec2 {
    let across = (tiles as f64).sqrt().ceil() as usize;
    let (row, column) = (
        slot / SIDE,
        if (slot / SIDE).is_multiple_of(2) {
            slot % SIDE
        } else {
            SIDE - 1 - slot % SIDE
        },
    );
    let corner = DVec2::new((tile % across) as f64, (tile / across) as f64)
        - DVec2::splat(across as f64 / 2.0);
    (corner + (DVec2::new(column as f64, row as f64) + 0.5) / SIDE as f64) * (SPACING * SIDE as f64)
}

fn tile_path(id: u32, tile: usize, tiles: usize, backwards: bool) -> Arc<PatrolPath> {
    let mut path = PatrolPath::new(PathId(id), "tile");
    path.radius = 1.0;
    path.nodes = (0..NODES)
        .map(|slot| Node::at(NodeId(slot as u32 + 1), place(tile, tiles, slot)))
        .collect();
    if backwards {
        path.nodes.reverse();
    }
    Arc::new(path)
}

fn walker(id: u32, start: usize, others: &[Behavior]) -> Arc<Preset> {
    let follow = FollowPath {
        start: Start::Node(start),
        ..FollowPath::default()
    };
    let mut preset = Preset::steered(PresetId(id), "walker", []);
    preset.body = Body {
        max_speed: 3.0,
        max_force: 10.0,
        ..Body::default()
    };
    let behaviors = std::iter::once(Behavior::FollowPath(follow))
        .chain(others.iter().copied())
        .map(Into::into)
        .collect();
    preset.motion = Motion::Steered(Steered {
        behaviors,
        ..Steered::default()
    });
    Arc::new(preset)
}

/// Everyone on one path, no neighbors.
fn path_only(agents: usize) -> Scene {
    let mut scene = Scene {
        paths: vec![tile_path(1, 0, 1, false)],
        ..Scene::default()
    };
    scene.presets = (0..NODES)
        .map(|start| walker(start as u32 + 1, start, &[]))
        .collect();
    let agent = |i: usize| Agent {
        path: Some(PathId(1)),
        ..Agent::at(
            AgentId(i as u32 + 1),
            "",
            PresetId((i % NODES) as u32 + 1),
            place(0, 1, i % NODES),
        )
    };
    scene.agents = Arc::new((0..agents).map(agent).collect());
    scene
}

/// A path a tile and direction, separation by the inverse square, eight neighbors each; ids
/// shuffled over the plane.
fn path_and_separation(tiles: usize) -> Scene {
    let mut draw = Draw(12345);
    let count = tiles * NODES;
    let mut slots: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        slots.swap(i, draw.below(i + 1));
    }
    let separation = Behavior::Separation(Separation {
        radius: RADIUS,
        max_separation: 4.0,
        falloff: Falloff::InverseSquare,
    });
    let mut scene = Scene {
        presets: (0..NODES)
            .map(|start| walker(start as u32 + 1, start, &[separation]))
            .collect(),
        paths: (0..2 * tiles)
            .map(|i| tile_path(i as u32 + 1, i / 2, tiles, i % 2 == 1))
            .collect(),
        ..Scene::default()
    };
    let agent = |(i, slot): (usize, usize)| {
        let (tile, node, backwards) = (slot / NODES, slot % NODES, draw.unit() < 0.5);
        let jitter = DVec2::new(draw.unit() - 0.5, draw.unit() - 0.5) * 3.0;
        let start = if backwards { NODES - 1 - node } else { node };
        Agent {
            path: Some(PathId((2 * tile + usize::from(backwards)) as u32 + 1)),
            ..Agent::at(
                AgentId(i as u32 + 1),
                "",
                PresetId(start as u32 + 1),
                place(tile, tiles, node) + jitter,
            )
        }
    };
    scene.agents = Arc::new(slots.into_iter().enumerate().map(agent).collect());
    scene
}

/// A leader and fifty followers a tile.
fn squads(tiles: usize) -> Scene {
    let mut draw = Draw(12345);
    let mut scene = Scene::default();
    let mut follower = Preset::steered(
        PresetId(2),
        "follower",
        [Behavior::FollowLeader(FollowLeader::default())],
    );
    follower.body = Body {
        max_speed: 3.0,
        max_force: 10.0,
        ..Body::default()
    };
    scene.presets = vec![walker(1, 0, &[]), Arc::new(follower)];
    scene.paths = (0..tiles)
        .map(|tile| tile_path(tile as u32 + 1, tile, tiles, false))
        .collect();
    let mut agents = Vec::new();
    for tile in 0..tiles {
        let leader = AgentId((tile * 51) as u32 + 1);
        agents.push(Agent {
            path: Some(PathId(tile as u32 + 1)),
            ..Agent::at(leader, "", PresetId(1), place(tile, tiles, 0))
        });
        agents.extend((1..51).map(|i| {
            let at = place(tile, tiles, 0) + DVec2::new(draw.unit() - 0.5, draw.unit() - 0.5) * 8.0;
            Agent {
                leader: Some(leader),
                ..Agent::at(AgentId(leader.0 + i), "", PresetId(2), at)
            }
        }));
    }
    scene.agents = Arc::new(agents);
    scene
}

/// A path of 10,000 nodes.
fn long_path() -> Scene {
    let mut path = PatrolPath::new(PathId(1), "long");
    let at = |i: u32| DVec2::new(f64::from(i % 100) * 1.25, f64::from(i / 100) * 0.75);
    path.nodes = (0..10_000)
        .map(|i| Node::at(NodeId(i + 1), at(i)))
        .collect();
    Scene {
        paths: vec![Arc::new(path)],
        ..Scene::default()
    }
}

fn settled(scene: &Scene) -> World {
    let mut world = World::new(scene);
    for _ in 0..30 {
        world.step();
    }
    world
}

fn bench_steps(bencher: Bencher<'_, '_>, scene: &Scene) {
    let mut world = settled(scene);
    bencher
        .counter(divan::counter::ItemsCount::new(
            STEPS as usize * scene.agents.len(),
        ))
        .bench_local(|| {
            for _ in 0..STEPS {
                black_box(&mut world).step();
            }
        });
}

/// Divide by 20 for one step.
#[divan::bench]
fn twenty_steps_of_10000_on_a_path(bencher: Bencher<'_, '_>) {
    bench_steps(bencher, &path_only(10_000));
}

/// Divide by 20 for one step.
#[divan::bench]
fn twenty_steps_of_10048_on_paths_with_8_neighbors(bencher: Bencher<'_, '_>) {
    bench_steps(bencher, &path_and_separation(TILES));
}

/// Divide by 20 for one step.
#[divan::bench]
fn twenty_steps_of_196_squads_of_51(bencher: Bencher<'_, '_>) {
    bench_steps(bencher, &squads(196));
}

#[divan::bench]
fn rebuild_the_neighbors_of_10048(bencher: Bencher<'_, '_>) {
    let positions: Vec<DVec2> = path_and_separation(TILES)
        .agents
        .iter()
        .map(|agent| agent.position)
        .collect();
    let mut neighbors = Neighbors::default();
    bencher.bench_local(|| neighbors.rebuild(black_box(&positions), RADIUS));
}

#[divan::bench]
fn make_a_world_of_10048(bencher: Bencher<'_, '_>) {
    let scene = path_and_separation(TILES);
    bencher.bench_local(|| World::new(black_box(&scene)));
}

#[divan::bench]
fn apply_an_edited_scene_of_10048_agents(bencher: Bencher<'_, '_>) {
    let scene = path_and_separation(TILES);
    let mut world = settled(&scene);
    bencher.bench_local(|| world.apply_scene(black_box(&scene)));
}

/// What an undo step keeps.
#[divan::bench]
fn clone_a_scene_of_10048_agents(bencher: Bencher<'_, '_>) {
    let scene = path_and_separation(TILES);
    bencher.bench_local(|| black_box(&scene).clone());
}

/// Dragging one node of 10,000 while the step before is kept, then going back.
#[divan::bench]
fn edit_one_node_of_10000_and_undo(bencher: Bencher<'_, '_>) {
    let mut scene = long_path();
    bencher.bench_local(|| {
        let before = scene.clone();
        if let Some(node) = scene.node_mut(PathId(1), NodeId(5000)) {
            node.position.x += 1.0;
        }
        scene = black_box(before);
    });
}

#[divan::bench]
fn save_a_scene_of_10000_nodes(bencher: Bencher<'_, '_>) {
    let (scene, folder) = (long_path(), folder());
    bencher.bench_local(|| save_scene(black_box(&scene), &folder.path().join("long.scene.json")));
}

#[divan::bench]
fn load_a_scene_of_10000_nodes(bencher: Bencher<'_, '_>) {
    let folder = folder();
    let file: PathBuf = folder.path().join("long.scene.json");
    save_scene(&long_path(), &file).expect("saved");
    bencher.bench_local(|| load_scene(black_box(&file)).expect("loaded"));
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Bars in a field, each with points around both ends, and someone who goes around them: 62 have
/// 992 points.
fn field_of_bars(bars: u32) -> Scene {
    let mut draw = Draw(1);
    let side = 6.0 * f64::from(bars).sqrt();
    let mut preset = Preset::steered(PresetId(1), "walker", []);
    preset.motion = Motion::Steered(Steered {
        behaviors: vec![WeightedBehavior {
            route: RouteMode::AroundWalls,
            ..Behavior::Seek {}.into()
        }],
        ..Steered::default()
    });
    let mut bar = |id| {
        let from = DVec2::new(draw.unit(), draw.unit()) * side;
        let way = DVec2::new(draw.unit() - 0.5, draw.unit() - 0.5) * 6.0;
        Arc::new(Wall::through(WallId(id), "bar", [from, from + way]))
    };
    Scene {
        presets: vec![preset.into()],
        agents: vec![Agent::at(AgentId(1), "", PresetId(1), DVec2::ZERO)].into(),
        walls: (1..=bars).map(&mut bar).collect(),
        ..Scene::default()
    }
}

/// One plan per iteration.
#[divan::bench(args = [16, 62, 250])]
fn plan_around_bars(bencher: Bencher, bars: u32) {
    let world = World::new(&field_of_bars(bars));
    let side = 6.0 * f64::from(bars).sqrt();
    let mut draw = Draw(2);
    bencher.bench_local(|| {
        let mut place = || DVec2::new(draw.unit(), draw.unit()) * side;
        let (from, to) = (place(), place());
        black_box(world.path_between(from, to, 0.4))
    });
}

#[divan::bench(args = [16, 62, 250])]
fn bake_the_net_of_bars(bencher: Bencher, bars: u32) {
    let scene = field_of_bars(bars);
    bencher.bench_local(|| Nets::baked(black_box(&scene), None));
}
