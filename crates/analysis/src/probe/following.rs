//! How an agent follows its leader in the scene itself.

use super::negligible_overshoot;
use super::own_run::ticks_for;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{AgentId, Behavior, PatrolPath, Preset, Scene};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::FollowLeader;
use steerwright_runtime::steering::follow_leader::Leader;
use steerwright_runtime::steering::follow_path::Traversal;

/// The shortest time that followers are measured, s.
const MIN_SECONDS: f64 = 20.0;
/// The longest time that followers are measured, s.
const MAX_SECONDS: f64 = 600.0;
/// How long they are measured if their leader has no laps, s.
const SECONDS_WITHOUT_LAPS: f64 = 120.0;
/// The laps of the leader that they are measured for.
const LAPS: u64 = 2;

/// Measured leader following: for two laps of the leader, 20 to 600 s, or for 120 s if it has no
/// laps. Large scenes are measured for less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Following {
    /// The largest distance from its place behind the leader, u: since it is in its place, or in
    /// the second half of the run.
    pub place_distance: f64,
    /// The time from which on it stays within the slow radius of its place, s; `None` if it leaves
    /// its place in the second half of the run.
    pub in_place_after: Option<f64>,
    /// How deep its body overlaps the leader or another follower at most, u; 0 if it never touches
    /// them.
    pub overlap: f64,
    /// The largest steering force.
    pub peak_force: f64,
    /// How long it was measured, s.
    pub watched: f64,
}

/// Measures how `agent` follows its leader in a run of `scene`. `None` if it has none.
pub fn own_following(scene: &Scene, agent: AgentId) -> Option<Following> {
    let author = scene.agent(agent)?;
    let preset = scene.preset(author.preset)?;
    let follow = follow_leader_of(preset)?;
    let leader = author.leader?;
    let radius_of = |id: AgentId| {
        let other = scene.agent(id)?;
        Some(scene.preset(other.preset)?.body.radius)
    };
    let companions: Vec<(AgentId, f64)> = scene
        .agents
        .iter()
        .filter(|other| other.id != agent)
        .filter(|other| other.id == leader || other.leader == Some(leader))
        .filter_map(|other| Some((other.id, radius_of(other.id)?)))
        .collect();
    let mut world = World::new(scene);
    let mut laps = Laps::of(scene, leader);
    let most = ticks_for(&world, (MAX_SECONDS / world.dt()) as u64);
    let mut found = Following {
        place_distance: 0.0,
        in_place_after: None,
        overlap: 0.0,
        peak_force: 0.0,
        watched: 0.0,
    };
    let mut distances = Vec::new();
    for _ in 0..most {
        world.step();
        let (seen, ahead) = (world.agent(agent)?, world.agent(leader)?);
        let place = Leader {
            position: ahead.position,
            velocity: ahead.velocity,
            heading: ahead.heading,
        }
        .behind(follow);
        distances.push(vector::distance(seen.position, place));
        found.peak_force = found.peak_force.max(seen.steering);
        for &(other, radius) in &companions {
            if let Some(other) = world.agent(other) {
                let apart = vector::distance(seen.position, other.position);
                found.overlap = found.overlap.max(preset.body.radius + radius - apart);
            }
        }
        laps.read(ahead.node);
        if laps.are_enough(world.time()) {
            break;
        }
    }
    found.watched = world.time();
    // The last tick in which it was away from its place. One as fast as its leader stays exactly at
    // the slow radius.
    let in_place = follow.slow_radius + negligible_overshoot(follow.slow_radius);
    let away = |&distance: &f64| distance > in_place;
    let in_place_from = distances.iter().rposition(away).map_or(0, |last| last + 1);
    let half = distances.len() / 2;
    let since = distances.iter().skip(in_place_from.min(half));
    found.place_distance = since.copied().fold(0.0, f64::max);
    found.in_place_after = (in_place_from <= half && !distances.is_empty())
        .then(|| (in_place_from + 1) as f64 * world.dt());
    Some(found)
}

/// How far a leader has come around its path.
struct Laps {
    /// The nodes that it reaches in a lap; `None` if it has no laps.
    nodes_of_lap: Option<u64>,
    node: Option<u32>,
    passed: u64,
}

impl Laps {
    fn of(scene: &Scene, leader: AgentId) -> Self {
        let path = scene
            .agent(leader)
            .and_then(|leader| scene.path(leader.path?));
        Self {
            nodes_of_lap: path.and_then(nodes_of_lap),
            node: None,
            passed: 0,
        }
    }

    /// Reads the node that the leader is on its way to in the next tick.
    fn read(&mut self, node: Option<u32>) {
        // In other states it is on its way to no node.
        if node.is_some() {
            self.passed += u64::from(self.node.is_some() && node != self.node);
            self.node = node;
        }
    }

    /// Whether its followers have been watched for long enough.
    fn are_enough(&self, seconds: f64) -> bool {
        match self.nodes_of_lap {
            // One more, because it may start on its way to any.
            Some(nodes) if self.passed > 0 => seconds >= MIN_SECONDS && self.passed > LAPS * nodes,
            Some(_) | None => seconds >= SECONDS_WITHOUT_LAPS,
        }
    }
}

/// How many nodes an agent reaches in a lap.
fn nodes_of_lap(path: &PatrolPath) -> Option<u64> {
    let count = path.nodes.len() as u64;
    match path.traversal {
        Traversal::Once => None,
        Traversal::Loop => Some(count),
        Traversal::PingPong => Some(2 * count.saturating_sub(1)),
    }
}

fn follow_leader_of(preset: &Preset) -> Option<&FollowLeader> {
    preset.behaviors().find_map(|behavior| match behavior {
        Behavior::FollowLeader(follow) => Some(follow),
        _ => None,
    })
}
