//! What goes wrong when an agent walks its path.
//!
//! Whether an agent circles a node depends on speed, force, radius, the corner and the lag, for
//! which there is no closed formula. So each preset is simulated alone on its path with the real
//! steering ([`crate::probe`]).

use crate::lint::{named, short, unit_of};
use crate::probe::{Leg, WalkStart, Walker, follow_of, own_path_walk_within};
use steerwright_runtime::level::Barrier;
use steerwright_runtime::scene::{Agent, Node, PatrolPath, Preset, Scene};
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_runtime::steering::{Body, FollowPath};

/// The minimum number of legs that are simulated, so that the start of a patrol does not decide the
/// result.
const MIN_LEGS: usize = 120;

/// How many ticks all walks may still take.
#[derive(Clone, Debug)]
pub(super) struct Ticks {
    beside_the_line: u64,
    own: u64,
}

impl Ticks {
    /// Half a second at most, and usually a few milliseconds.
    pub fn of_file() -> Self {
        Self {
            beside_the_line: 400_000,
            own: 400_000,
        }
    }

    /// For what would help: a second or two at most.
    pub fn of_tries() -> Self {
        Self {
            beside_the_line: 1_000_000,
            own: 1_000_000,
        }
    }

    /// Whether walks may have been cut short.
    pub fn are_used_up(&self) -> bool {
        self.beside_the_line == 0 || self.own == 0
    }
}

/// What goes wrong at a node.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    /// The index of the node.
    pub node: usize,
    pub kind: FaultKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum FaultKind {
    /// The agent circles the node, or never reaches it.
    Missed(Leg),
    /// The agent is this far off the path after the node, u.
    OffPath(f64),
}

/// Why something is wrong at a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    /// The speed limit of the node is 0.
    NoSpeed,
    /// The agent stops this far before the end of the path, u, which is more than the radius of the
    /// node.
    StopsBefore(f64),
    /// The weight of the behavior is 0.
    NoWeight,
    /// The turn is too wide, or takes too long.
    Turn,
}

/// An agent that follows a path.
pub(super) struct Walked<'a> {
    pub scene: &'a Scene,
    pub agent: &'a Agent,
    pub path: &'a PatrolPath,
    pub preset: &'a Preset,
    weight: f64,
    follow: &'a FollowPath,
    /// The index of the path in the scene.
    pub index: usize,
}

impl<'a> Walked<'a> {
    /// `agent` on the path with this index; `None` if it follows none.
    pub fn new(scene: &'a Scene, agent: &'a Agent, index: usize) -> Option<Self> {
        let (preset, weight, follow) = follow_of(scene, agent)?;
        Some(Self {
            scene,
            agent,
            path: scene.paths.get(index)?,
            preset,
            weight,
            follow,
            index,
        })
    }

    /// The same agent in a changed scene.
    pub fn within<'b>(&self, scene: &'b Scene) -> Option<Walked<'b>> {
        Walked::new(scene, scene.agent(self.agent.id)?, self.index)
    }

    /// The nodes that are missed; if there is none, the corner after which the agent runs farthest
    /// off the path, in radii of its node.
    pub fn faults(&self, ticks: &mut Ticks) -> Vec<Fault> {
        let walker = Walker {
            dt: self.scene.dt(),
            path: self.path,
            preset: self.preset,
            weight: self.weight,
            follow: self.follow,
            // Walls in the way have rules of their own.
            walls: Barrier::default(),
            skin: self.scene.skin,
        };
        let start = WalkStart::BesideTheLine;
        let walk = walker.walk(self.agent, start, MIN_LEGS, &mut ticks.beside_the_line);
        let corners = walk.corners.iter().enumerate();
        let missed: Vec<Fault> = corners
            .filter(|(_, corner)| corner.leg != Leg::Direct)
            .map(|(node, corner)| Fault {
                node,
                kind: FaultKind::Missed(corner.leg),
            })
            .collect();
        if !missed.is_empty() {
            return missed;
        }
        // The same walk as the verdict's, from the agent's own start.
        own_path_walk_within(self.scene, self.agent.id, &mut ticks.own)
            .and_then(|walk| {
                let (node, corner) = walk.far_off()?;
                let kind = FaultKind::OffPath(corner.off_path);
                Some(Fault { node, kind })
            })
            .into_iter()
            .collect()
    }

    /// The name of the preset, or `kind` with its number.
    pub(super) fn preset_name(&self, kind: &str) -> String {
        let mut presets = self.scene.presets.iter();
        let index = presets.position(|preset| preset.id == self.preset.id);
        named(&self.preset.name, kind, index.unwrap_or_default())
    }

    /// Why something is wrong at the node with this index.
    pub(super) fn cause(&self, fault: &Fault) -> Cause {
        let (path, follow) = (self.path, self.follow);
        let turn = self.turn(fault.node);
        let is_end = path.traversal == Traversal::Once && fault.node + 1 == path.nodes.len();
        if fault.kind != FaultKind::Missed(Leg::Endless) {
            Cause::Turn
        } else if turn.speed <= 0.0 {
            Cause::NoSpeed
        } else if is_end && follow.target_radius > turn.radius {
            Cause::StopsBefore(follow.target_radius)
        } else if self.weight <= 0.0 {
            Cause::NoWeight
        } else {
            Cause::Turn
        }
    }

    /// Why something is wrong, in words. Empty if no number tells.
    pub(super) fn why(&self, cause: Cause, node: usize) -> String {
        let (turn, unit) = (self.turn(node), unit_of(self.scene));
        match cause {
            Cause::NoSpeed => "its speed limit is 0".to_owned(),
            Cause::StopsBefore(stop) => format!(
                "{} stops {} {unit} before it, but the node's radius is {} {unit}",
                self.preset_name("preset"),
                short(stop),
                short(turn.radius)
            ),
            Cause::NoWeight => "the weight of Follow path is 0".to_owned(),
            Cause::Turn => turn.words(&unit),
        }
    }

    /// The speed at which the agent comes to a node, u/s.
    fn speed_at(&self, node: &Node) -> f64 {
        let max_speed = self.preset.body.max_speed;
        node.speed.map_or(max_speed, |limit| limit.min(max_speed))
    }

    /// The turn at the node with this index.
    pub fn turn(&self, node: usize) -> Turn {
        let authored = self.path.nodes.get(node);
        let Body {
            mass,
            max_force,
            time_to_target,
            max_speed,
            ..
        } = self.preset.body;
        Turn {
            speed: authored.map_or(max_speed, |node| self.speed_at(node)),
            radius: authored.map_or(self.path.radius, |node| self.path.radius_of(node)),
            acceleration: max_force / mass,
            lag: mass * time_to_target,
        }
    }
}

/// A turn within the radius of a node.
pub(super) struct Turn {
    /// At which the agent comes to it, u/s.
    pub speed: f64,
    /// Of the node, u.
    pub radius: f64,
    /// At full force, u/s^2.
    acceleration: f64,
    /// The response time, s.
    lag: f64,
}

impl Turn {
    /// The radius that it needs, u.
    pub fn needs(&self) -> f64 {
        self.by_force().max(self.by_lag())
    }

    /// The speed at which the radius suffices, u/s.
    pub fn safe_speed(&self) -> f64 {
        (self.acceleration * self.radius)
            .sqrt()
            .min(self.radius / self.lag)
    }

    fn by_force(&self) -> f64 {
        self.speed * self.speed / self.acceleration
    }

    fn by_lag(&self) -> f64 {
        self.speed * self.lag
    }

    /// Why it is too wide. Empty if the radius suffices by the formula.
    fn words(&self, unit: &str) -> String {
        let needs = self.needs();
        if !(needs > self.radius) {
            return String::new();
        }
        let cause = if self.by_force() >= self.by_lag() {
            format!("{} {unit}/s²", short(self.acceleration))
        } else {
            format!("a response time of {} s", short(self.lag))
        };
        format!(
            "at {} {unit}/s with {cause}, the turn needs {} {unit}, but the radius is {} {unit}",
            short(self.speed),
            short(needs),
            short(self.radius)
        )
    }
}
