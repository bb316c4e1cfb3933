//! Routes around walls: the nets over which they lead, and the behaviors that take them.

mod behaviors;
mod cells;
mod nets;
mod shortest;
mod visibility;

use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Preset, PresetId, Scene,
    Steered, Target, Wall, WallId, WeightedBehavior,
};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::RouteMode;

/// The agent of [`wolf_among`].
const WOLF: AgentId = AgentId(1);
/// Its target.
const GOAL: MarkerId = MarkerId(1);

/// Random numbers by SplitMix64.
struct Draws(u64);

impl Draws {
    fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, limit: u32) -> u32 {
        (self.unit() * f64::from(limit)) as u32
    }

    /// From `-far` to `far`.
    fn within(&mut self, far: f64) -> f64 {
        (2.0 * self.unit() - 1.0) * far
    }
}

/// A behavior that goes around walls.
fn routed(behavior: Behavior) -> WeightedBehavior {
    WeightedBehavior {
        route: RouteMode::AroundWalls,
        ..WeightedBehavior::from(behavior)
    }
}

/// A scene with these walls, and an agent that seeks a marker at (8, 0) around them, from (0, 0).
fn wolf_among(walls: Vec<Arc<Wall>>, radius: f64) -> Scene {
    wolf_with(walls, radius, routed(Behavior::Seek {}))
}

fn wolf_with(walls: Vec<Arc<Wall>>, radius: f64, behavior: WeightedBehavior) -> Scene {
    let mut preset = Preset::steered(PresetId(1), "Wolf", []);
    preset.motion = Motion::Steered(Steered {
        behaviors: vec![behavior],
        ..Steered::default()
    });
    preset.body.radius = radius;
    let goal = Marker::at(GOAL, "Goal", MarkerKind::Target, DVec2::new(8.0, 0.0));
    let mut wolf = Agent::at(WOLF, "Gray", PresetId(1), DVec2::ZERO);
    wolf.target = Some(Target::Marker(GOAL));
    Scene {
        presets: vec![preset.into()],
        agents: vec![wolf].into(),
        markers: vec![goal].into(),
        walls,
        ..Scene::default()
    }
}

fn wall(id: u32, points: &[(f64, f64)]) -> Arc<Wall> {
    let points = points.iter().map(|&(x, y)| DVec2::new(x, y));
    Arc::new(Wall::through(WallId(id), "Wall", points))
}

fn door(id: u32, points: &[(f64, f64)], open: bool) -> Arc<Wall> {
    let mut door = (*wall(id, points)).clone();
    door.open = Some(open);
    Arc::new(door)
}

/// A long wall at x = 4 with a doorway from y = -1 to 1, in which there is a door. Around its ends
/// it is a long way.
fn wall_with_door(open: bool) -> Vec<Arc<Wall>> {
    vec![
        wall(1, &[(4.0, 1.0), (4.0, 9.0)]),
        wall(2, &[(4.0, -9.0), (4.0, -1.0)]),
        door(3, &[(4.0, -1.0), (4.0, 1.0)], open),
    ]
}

fn position(world: &World) -> DVec2 {
    world.agent(WOLF).expect("the wolf").position
}

/// Advances until the wolf is within a unit of the goal. Returns the number of ticks, and how often
/// no route was found.
fn run_to_goal(world: &mut World, most: u64) -> (u64, usize) {
    let mut lost = 0;
    for tick in 1..=most {
        world.step();
        let is_lost = |kind: &EventKind| *kind == EventKind::NoRoute;
        let events = world.events().iter();
        lost += events.filter(|event| is_lost(&event.kind)).count();
        let goal = world.scene().marker(GOAL).expect("the goal").position;
        if position(world).distance(goal) < 1.0 {
            return (tick, lost);
        }
    }
    panic!("still at {} after {most} ticks", position(world));
}
