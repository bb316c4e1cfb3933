//! How well an agent stays on its path, and how far it leaves the path after each corner.

use glam::DVec2;
use steerwright_runtime::geometry::{Polyline, vector};
use steerwright_runtime::level::{Barrier, Disk, glide};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, NodeId, PatrolPath, Preset, Scene,
};
use steerwright_runtime::steering;
use steerwright_runtime::steering::follow_path::{Progress, Route, Traversal};
use steerwright_runtime::steering::{FollowPath, body, follow_path};

/// A leg that takes longer than this multiple of the direct time, plus [`LEG_TIMEOUT`], is regarded as never ending.
const MAX_DETOUR: f64 = 20.0;
/// In seconds.
const LEG_TIMEOUT: f64 = 60.0;
/// Waits are shortened to this time, which is enough to come to a stop, s.
const MAX_WAIT: f64 = 5.0;
/// The budget of [`own_path_walk`], in ticks: a few milliseconds.
const MAX_TICKS: u64 = 100_000;

/// How an agent moved to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leg {
    /// It reached the node, or passed it once on the way.
    Direct,
    /// It passed the node at least twice before it reached it.
    Circled,
    /// It did not reach the node.
    Endless,
}

/// What was measured at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// The node.
    pub node: NodeId,
    /// The largest distance from the path between reaching this node and the next, u.
    pub off_path: f64,
    /// Where that was, u.
    pub place: DVec2,
    /// The worst result of moving to this node.
    pub leg: Leg,
}

/// A measured walk.
#[derive(Clone, Debug, PartialEq)]
pub struct PathWalk {
    /// Each node of the path, in order.
    pub corners: Vec<Corner>,
    /// Whether all legs were walked; if not, the budget ended first.
    pub complete: bool,
}

impl PathWalk {
    /// The corner after which the agent was farthest from the path.
    pub fn worst_corner(&self) -> Option<&Corner> {
        self.corners.iter().reduce(|worst, next| {
            if next.off_path > worst.off_path {
                next
            } else {
                worst
            }
        })
    }

    /// The largest distance from the path after the first node was reached, u.
    pub fn off_path_max(&self) -> f64 {
        self.worst_corner().map_or(0.0, |corner| corner.off_path)
    }
}

/// Where a walk starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkStart {
    /// Where the agent is placed.
    Own,
    /// Half a node radius beside it. On a ping-pong path, an agent that starts exactly on the line would never leave it.
    BesideTheLine,
}

/// Measures how `agent` walks its path among the walls of the scene but without other agents, from its own start, for two laps.
///
/// `None` for an agent without a path to follow, and for one that cannot move.
pub fn own_path_walk(scene: &Scene, agent: AgentId) -> Option<PathWalk> {
    let mut budget = MAX_TICKS;
    own_path_walk_within(scene, agent, &mut budget)
}

/// Like [`own_path_walk`], with ticks from `budget`.
pub(crate) fn own_path_walk_within(
    scene: &Scene,
    agent: AgentId,
    budget: &mut u64,
) -> Option<PathWalk> {
    let agent = scene.agent(agent)?;
    let (preset, weight, follow) = follow_of(scene, agent)?;
    let path = scene.path(agent.path?)?;
    if !(preset.body.max_speed > 0.0 && preset.body.max_force > 0.0) || path.nodes.is_empty() {
        return None;
    }
    let walker = Walker {
        dt: scene.dt(),
        path,
        preset,
        weight,
        follow,
        walls: scene.motion_barrier(),
        skin: scene.skin,
    };
    Some(walker.walk(agent, WalkStart::Own, 0, budget))
}

/// The Follow path behavior of an agent: its preset, weight and parameters.
pub(crate) fn follow_of<'a>(
    scene: &'a Scene,
    agent: &Agent,
) -> Option<(&'a Preset, f64, &'a FollowPath)> {
    let preset = scene.preset(agent.preset)?;
    let Motion::Steered(steered) = &preset.motion else {
        return None;
    };
    steered
        .behaviors
        .iter()
        .find_map(|weighted| match &weighted.behavior {
            Behavior::FollowPath(follow) => Some((preset, weighted.weight, follow)),
            Behavior::Seek {}
            | Behavior::Flee(_)
            | Behavior::Arrive(_)
            | Behavior::Leave(_)
            | Behavior::Pursue(_)
            | Behavior::Evade(_)
            | Behavior::Separation(_)
            | Behavior::FollowLeader(_)
            | Behavior::HomingWalk(_)
            | Behavior::AvoidWalls(_)
            | Behavior::FollowWall(_)
            | Behavior::Search(_) => None,
        })
}

/// One preset on one path, without other agents, moved by the steering of the runtime.
pub(crate) struct Walker<'a> {
    pub(crate) dt: f64,
    pub(crate) path: &'a PatrolPath,
    pub(crate) preset: &'a Preset,
    pub(crate) weight: f64,
    pub(crate) follow: &'a FollowPath,
    /// What its body cannot pass.
    pub(crate) walls: Barrier,
    /// The gap that bodies keep from walls, u.
    pub(crate) skin: f64,
}

impl Walker<'_> {
    /// Walks two round trips, at least `min_legs` legs, or an open path to its end. Takes its ticks from `budget`.
    pub(crate) fn walk(
        &self,
        agent: &Agent,
        start: WalkStart,
        min_legs: usize,
        budget: &mut u64,
    ) -> PathWalk {
        let route = self.path.route();
        let nodes = route.len();
        let (dt, limits) = (self.dt, &self.preset.body);
        let mut legs = match route.traversal() {
            Traversal::Once => nodes,
            Traversal::Loop => (2 * nodes + 1).max(min_legs),
            Traversal::PingPong => (4 * nodes).max(min_legs),
        };
        let offset = match start {
            WalkStart::Own => DVec2::ZERO,
            WalkStart::BesideTheLine => DVec2::new(0.3, 0.4) * self.path.radius,
        };
        let (mut position, mut velocity) = (agent.position + offset, agent.velocity);
        let mut previous = position;
        let mut progress = route.start(position, self.follow.start);
        let mut misses = Misses::default();
        let mut left = self.leg_ticks(&route, &progress, position);
        let mut log = Log::new(self.path, &route);
        while legs > 0 && *budget > 0 && !progress.finished && nodes > 0 {
            *budget -= 1;
            let seen = progress.advance(&route, previous, position, dt);
            progress.wait_left = progress.wait_left.min((MAX_WAIT / dt) as u32);
            if let Some(node) = seen.reached {
                log.reached(node);
                legs -= 1;
                left = self.leg_ticks(&route, &progress, position);
            }
            let target = progress.target_point(&route);
            log.measure(position, target);
            if !progress.is_waiting() {
                if let Some(point) = target {
                    misses.update(position, point);
                    if misses.is_circle() {
                        log.leg(progress.target_node, Leg::Circled);
                    }
                }
                if left == 0 {
                    log.leg(progress.target_node, Leg::Endless);
                    return log.finish(false);
                }
                left -= 1;
            }
            let agent = steering::Kinematic {
                position,
                velocity,
                body: limits,
            };
            let force = follow_path::follow(&agent, &route, &progress, self.follow)
                .map_or(DVec2::ZERO, |force| force * self.weight);
            previous = position;
            (position, velocity) = body::integrate(
                position,
                velocity,
                vector::truncate(force, limits.max_force),
                limits,
                dt,
            );
            if !self.walls.is_empty() {
                let disk = Disk {
                    radius: limits.radius,
                    skin: self.skin,
                };
                let glided = glide(&self.walls, disk, previous, velocity, dt);
                (position, velocity) = (glided.position, glided.velocity);
            }
        }
        log.finish(legs == 0 || progress.finished)
    }

    /// The time limit for reaching the target node, in ticks.
    fn leg_ticks(&self, route: &Route, progress: &Progress, from: DVec2) -> u64 {
        let Some(node) = route.node(progress.target_node) else {
            return 0;
        };
        let speed = self.preset.body.max_speed.min(node.speed_limit);
        let direct = if speed > 0.0 {
            vector::distance(from, node.position) / speed
        } else {
            0.0
        };
        ((direct * MAX_DETOUR + LEG_TIMEOUT) / self.dt) as u64
    }
}

/// What is recorded during a walk.
struct Log {
    line: Polyline,
    corners: Vec<Corner>,
    /// The index of the node reached last.
    last_reached: Option<usize>,
    /// The last three points of the path that the agent moved toward, the current one last.
    targets: [Option<DVec2>; 3],
}

impl Log {
    fn new(path: &PatrolPath, route: &Route) -> Self {
        Self {
            line: Polyline::new(route.points(), path.is_closed()),
            corners: path
                .nodes
                .iter()
                .map(|node| Corner {
                    node: node.id,
                    off_path: 0.0,
                    place: node.position,
                    leg: Leg::Direct,
                })
                .collect(),
            last_reached: None,
            targets: [None; 3],
        }
    }

    fn reached(&mut self, node: usize) {
        self.last_reached = Some(node);
    }

    fn leg(&mut self, node: usize, leg: Leg) {
        if let Some(corner) = self.corners.get_mut(node) {
            corner.leg = corner.leg.max(leg);
        }
    }

    fn measure(&mut self, position: DVec2, target: Option<DVec2>) {
        if target != self.targets[2] {
            self.targets = [self.targets[1], self.targets[2], target];
        }
        let Some(corner) = self
            .last_reached
            .and_then(|node| self.corners.get_mut(node))
        else {
            return;
        };
        // The line is at least as near as the two segments around the last point passed, which are quick to measure.
        let near = self
            .targets
            .windows(2)
            .filter_map(|pair| Some(vector::segment_distance(pair[0]?, pair[1]?, position)))
            .fold(f64::INFINITY, f64::min);
        if near > corner.off_path {
            let distance = self.line.distance_to(position);
            if distance > corner.off_path {
                (corner.off_path, corner.place) = (distance, position);
            }
        }
    }

    fn finish(self, complete: bool) -> PathWalk {
        PathWalk {
            corners: self.corners,
            complete,
        }
    }
}

/// Counts how often an agent approaches a point and moves away again without reaching it.
#[derive(Default)]
struct Misses {
    target: Option<DVec2>,
    distance: f64,
    approaching: bool,
    count: u32,
}

impl Misses {
    /// Records that the agent at `position` moves toward `point`.
    fn update(&mut self, position: DVec2, point: DVec2) {
        let distance = vector::distance(position, point);
        if self.target == Some(point) {
            if distance > self.distance && self.approaching {
                self.count += 1;
            }
            self.approaching = distance < self.distance;
        } else {
            *self = Self {
                target: Some(point),
                ..Self::default()
            };
        }
        self.distance = distance;
    }

    /// One miss is a wide turn; two are a circle.
    fn is_circle(&self) -> bool {
        self.count >= 2
    }
}
