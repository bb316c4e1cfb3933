//! The workloads of `../SPEC.md` as scenes.

use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
    Steered,
};
use steerwright_runtime::steering::follow_path::{Start, Traversal};
use steerwright_runtime::steering::separation::Falloff;
use steerwright_runtime::steering::{Body, FollowLeader, FollowPath, Separation};

const NODES_PER_TILE: usize = 64;
/// Ping-pong over 64 nodes is a loop over 126 states: 0 to 63, then 62 to 1.
const STATES_PER_TILE: usize = 126;
const TILE_SIDE: f64 = 32.0;
const GROUP_SIZE: usize = 51;

/// A workload of `../SPEC.md`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Workload {
    /// Path following on one path.
    A,
    /// Path following and separation.
    B,
    /// Leader following in groups.
    C,
    /// Workload B with every setting of paths and bodies.
    V,
}

impl std::str::FromStr for Workload {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "A" => Ok(Self::A),
            "B" => Ok(Self::B),
            "C" => Ok(Self::C),
            "V" => Ok(Self::V),
            _ => Err(format!("\"{text}\" is not a workload: use A, B, C or V")),
        }
    }
}

impl Workload {
    /// Its scene with about `agents` agents. Workload C only has complete groups.
    pub(crate) fn scene(self, agents: usize) -> Scene {
        match self {
            Self::A => path_scene(agents, true, &[]),
            Self::B => path_scene(agents, false, &[separation()]),
            Self::C => group_scene(agents / GROUP_SIZE),
            Self::V => varied(path_scene(agents, false, &[separation()])),
        }
    }
}

fn separation() -> Behavior {
    Behavior::Separation(Separation {
        radius: 6.4,
        max_separation: 4.0,
        falloff: Falloff::InverseSquare,
    })
}

/// xorshift32.
struct Random(u32);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        f64::from(self.0) / 4_294_967_296.0
    }

    /// -1 to 1.
    fn signed(&mut self) -> f64 {
        self.unit() * 2.0 - 1.0
    }

    fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            order.swap(i, (self.unit() * (i + 1) as f64) as usize);
        }
        order
    }
}

fn tiles_per_row(tiles: usize) -> usize {
    ((tiles as f64).sqrt() - 1e-9).ceil() as usize
}

fn node_position(tile: usize, columns: usize, index: usize) -> DVec2 {
    let row = index / 8;
    let column = if row % 2 == 1 {
        7 - index % 8
    } else {
        index % 8
    };
    let half = columns as f64 * TILE_SIDE / 2.0;
    let place = |tile: usize, cell: usize| tile as f64 * TILE_SIDE + 2.0 + 4.0 * cell as f64 - half;
    DVec2::new(place(tile % columns, column), place(tile / columns, row))
}

/// Paths 2t + 1 and 2t + 2: tile t forward and backward.
fn tile_paths(tiles: usize) -> Vec<Arc<PatrolPath>> {
    let columns = tiles_per_row(tiles);
    let path = |tile: usize, is_reversed: bool| {
        let mut path = PatrolPath::new(path_id(tile, is_reversed), "tile");
        path.radius = 1.0;
        path.nodes = (0..NODES_PER_TILE)
            .map(|i| Node::at(NodeId(i as u32 + 1), node_position(tile, columns, i)))
            .collect();
        if is_reversed {
            path.nodes.reverse();
        }
        Arc::new(path)
    };
    (0..tiles)
        .flat_map(|tile| [path(tile, false), path(tile, true)])
        .collect()
}

fn path_id(tile: usize, is_reversed: bool) -> PathId {
    PathId(2 * tile as u32 + 1 + u32::from(is_reversed))
}

/// Preset i + 1 walks to node i first.
fn path_presets(max_speed: f64, others: &[Behavior]) -> Vec<Arc<Preset>> {
    let preset = |start: usize| {
        let follow = Behavior::FollowPath(FollowPath {
            start: Start::Node(start),
            ..FollowPath::default()
        });
        preset(
            start + 1,
            max_speed,
            std::iter::once(follow).chain(others.iter().copied()),
        )
    };
    (0..NODES_PER_TILE).map(preset).collect()
}

fn preset(id: usize, max_speed: f64, behaviors: impl Iterator<Item = Behavior>) -> Arc<Preset> {
    let mut preset = Preset::steered(PresetId(id as u32), "walker", []);
    preset.body = Body {
        mass: 1.0,
        max_speed,
        max_force: 10.0,
        ..Body::default()
    };
    preset.motion = Motion::Steered(Steered {
        behaviors: behaviors.map(Into::into).collect(),
        ..Steered::default()
    });
    Arc::new(preset)
}

fn path_scene(agents: usize, one_tile: bool, others: &[Behavior]) -> Scene {
    let mut random = Random(12345);
    let slots = random.permutation(agents);
    let tiles = agents.div_ceil(NODES_PER_TILE);
    let columns = tiles_per_row(tiles);
    let agent = |(index, slot): (usize, usize)| {
        let tile = if one_tile { 0 } else { slot / NODES_PER_TILE };
        let start = slot % NODES_PER_TILE;
        let jitter_x = random.signed() * 1.5;
        let jitter_y = random.signed() * 1.5;
        let is_forward = random.unit() < 0.5;
        let current = if is_forward || start == 0 {
            start
        } else {
            STATES_PER_TILE - start
        };
        let state = (current + 1) % STATES_PER_TILE;
        let angle = random.unit() * std::f64::consts::TAU;
        let is_reversed = state >= NODES_PER_TILE;
        let first = if is_reversed {
            state - (NODES_PER_TILE - 1)
        } else {
            state
        };
        let position = node_position(tile, columns, start) + DVec2::new(jitter_x, jitter_y);
        Agent {
            path: Some(path_id(tile, is_reversed)),
            velocity: 1.5 * DVec2::new(angle.cos(), angle.sin()),
            ..Agent::at(
                AgentId(index as u32 + 1),
                "",
                PresetId(first as u32 + 1),
                position,
            )
        }
    };
    Scene {
        agents: Arc::new(slots.into_iter().enumerate().map(agent).collect()),
        presets: path_presets(3.0, others),
        paths: tile_paths(tiles),
        ..Scene::default()
    }
}

fn group_scene(groups: usize) -> Scene {
    let mut random = Random(12345);
    let slots = random.permutation(groups * GROUP_SIZE);
    let columns = tiles_per_row(groups);
    let mut leaders = vec![AgentId(0); groups];
    for (index, slot) in slots.iter().enumerate() {
        if slot % GROUP_SIZE == 0 {
            leaders[slot / GROUP_SIZE] = AgentId(index as u32 + 1);
        }
    }
    let follower = PresetId(NODES_PER_TILE as u32 + 1);
    let agent = |(index, slot): (usize, usize)| {
        let (group, member) = (slot / GROUP_SIZE, slot % GROUP_SIZE);
        let start = node_position(group, columns, group % 62);
        let id = AgentId(index as u32 + 1);
        let placed = |preset, position| Agent {
            velocity: DVec2::splat(0.1),
            ..Agent::at(id, "", preset, position)
        };
        if member == 0 {
            Agent {
                path: Some(path_id(group, false)),
                ..placed(PresetId(group as u32 % 62 + 2), start)
            }
        } else {
            let offset_x = random.signed() * 4.0;
            let offset_y = random.signed() * 4.0;
            Agent {
                leader: Some(leaders[group]),
                ..placed(follower, start + DVec2::new(offset_x, offset_y))
            }
        }
    };
    let agents: Vec<Agent> = slots.into_iter().enumerate().map(agent).collect();
    let follow = Behavior::FollowLeader(FollowLeader {
        behind_distance: 1.5,
        sight_radius: 2.5,
        slow_radius: 2.0,
        separation_radius: 1.6,
        max_separation: 1.0,
        falloff: Falloff::InverseSquare,
    });
    let mut presets = path_presets(2.0, &[]);
    presets.push(preset(follower.0 as usize, 3.0, std::iter::once(follow)));
    Scene {
        agents: Arc::new(agents),
        presets,
        paths: tile_paths(groups),
        ..Scene::default()
    }
}

fn varied(mut scene: Scene) -> Scene {
    for (i, path) in scene.paths.iter_mut().map(Arc::make_mut).enumerate() {
        path.traversal = [Traversal::PingPong, Traversal::Loop, Traversal::Once][i % 3];
        for (k, node) in path.nodes.iter_mut().enumerate() {
            if k % 5 == 3 {
                node.wait = 0.3;
            }
            if k % 4 == 1 {
                node.speed = Some(1.5);
            }
            if k % 3 == 2 {
                node.radius = Some(0.4);
            }
        }
    }
    for (k, preset) in scene.presets.iter_mut().map(Arc::make_mut).enumerate() {
        preset.body.mass = 0.5 + 0.3 * (k % 4) as f64;
        preset.body.max_speed = 1.0 + (k % 5) as f64;
        preset.body.max_force = 4.0 + (k % 3) as f64;
    }
    scene
}
