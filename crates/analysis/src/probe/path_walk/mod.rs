//! How well an agent stays on its path, and how far it leaves the path after each corner.

mod in_world;
mod log;
mod misses;

use super::REST_SPEED;
use glam::DVec2;
use log::Log;
use misses::Misses;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::level::{Barrier, Disk, glide};
use steerwright_runtime::scene::{Agent, AgentId, Motion, NodeId, PatrolPath, Preset, Scene};
use steerwright_runtime::steering;
use steerwright_runtime::steering::follow_path::{Progress, Route, Traversal};
use steerwright_runtime::steering::{FollowPath, body, follow_path};

/// A leg that takes longer than this multiple of the direct time, plus [`LEG_TIMEOUT`], is regarded
/// as never ending.
const MAX_DETOUR: f64 = 20.0;
/// In seconds.
const LEG_TIMEOUT: f64 = 60.0;
/// How long it may take to stop at the end of a path walked once, s.
const STOPPING: f64 = 60.0;
/// The largest distance from the path that is no fault, in radii of the last node. Cutting a corner
/// takes up to one radius; beyond half a radius more, the node radius no longer tells where the
/// agent walks.
const MAX_OFF_PATH: f64 = 1.5;
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
    /// The radius of the node, u.
    pub radius: f64,
    /// The worst result of moving to this node.
    pub leg: Leg,
}

impl Corner {
    /// How much farther from the path it is than a turn may be, u: one and a half radii of the
    /// node. Negative if it is nearer.
    pub fn excess(&self) -> f64 {
        self.off_path - MAX_OFF_PATH * self.radius
    }

    /// Whether it is farther from the path than a turn may be.
    pub fn is_far_off(&self) -> bool {
        self.excess() > 0.0
    }
}

/// A measured walk.
#[derive(Clone, Debug, PartialEq)]
pub struct PathWalk {
    /// Each node of the path, in order.
    pub corners: Vec<Corner>,
    /// How much of the path was walked.
    pub extent: WalkExtent,
}

/// How much of a path was walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkExtent {
    /// All legs.
    Whole,
    /// Only a part: the agent takes too long, or the tick budget was used up.
    Part,
    /// Until the agent entered another state.
    UntilStateChanged,
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

    /// The corner where the agent exceeds the allowed distance from the path most, with its index.
    /// `None` if it exceeds it nowhere.
    pub fn far_off(&self) -> Option<(usize, &Corner)> {
        let corners = self.corners.iter().enumerate();
        let worst = corners.reduce(|worst, next| {
            if next.1.excess() > worst.1.excess() {
                next
            } else {
                worst
            }
        });
        worst.filter(|(_, corner)| corner.is_far_off())
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
    /// Half a node radius beside it. On a ping-pong path, an agent that starts exactly on the line
    /// would never leave it.
    BesideTheLine,
}

/// Measures how `agent` walks its path among the walls of the scene but without other agents, from
/// its own start, for two laps.
///
/// An agent with several states is measured until it enters another one.
///
/// `None` for an agent without a path to follow, for one that cannot move, and for a path with
/// junctions.
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
    // Where junctions lead, there is no one line to stay on.
    if path.has_junctions() {
        return None;
    }
    if in_world::is_needed(preset, path) {
        return in_world::walk(scene, agent, preset, path, budget);
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
        .find_map(|weighted| Some((preset, weighted.weight, weighted.behavior.follow_path()?)))
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
    /// Walks two round trips, at least `min_legs` legs, or an open path to its end. Takes its ticks
    /// from `budget`.
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
        // At the end of a path walked once, it may run past the last node before it stops.
        let mut stopping = (STOPPING / dt) as u64;
        while *budget > 0 && nodes > 0 {
            let is_walking = legs > 0 && !progress.finished;
            if !is_walking {
                let at_rest = vector::length(velocity) < REST_SPEED * limits.max_speed;
                if route.traversal() != Traversal::Once || at_rest || stopping == 0 {
                    break;
                }
                stopping -= 1;
            }
            *budget -= 1;
            let seen = progress.advance(&route, previous, position, dt);
            progress.wait_left = progress.wait_left.min((MAX_WAIT / dt) as u32);
            if let Some(node) = seen.reached {
                log.reached(node);
                legs = legs.saturating_sub(1);
                left = self.leg_ticks(&route, &progress, position);
            }
            let target = progress.target_point(&route);
            log.measure(position, budget);
            if is_walking && !progress.is_waiting() {
                if let Some(point) = target {
                    misses.update(position, point);
                    if misses.is_circle() {
                        log.leg(progress.target_node, Leg::Circled);
                    }
                }
                if left == 0 {
                    log.leg(progress.target_node, Leg::Endless);
                    return log.finish(WalkExtent::Part);
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
        let is_whole = legs == 0 || progress.finished;
        log.finish(if is_whole {
            WalkExtent::Whole
        } else {
            WalkExtent::Part
        })
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
