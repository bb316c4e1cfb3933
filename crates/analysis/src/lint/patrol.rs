//! What will happen on the paths: nodes that are circled, and the like.
//!
//! No formula tells from speed, force and radius alone whether a node is circled: it depends on the corner and on the lag too.
//! So each kind of agent walks its path once in thought, alone, by the real steering.

use super::{Diagnostic, Place, Rule, Severity, named, short, walked};
use glam::DVec2;
use std::collections::BTreeSet;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{
    Agent, Behavior, Motion, PathId, PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::steering;
use steerwright_runtime::steering::follow_path;
use steerwright_runtime::steering::follow_path::{Progress, Route, Traversal};
use steerwright_runtime::steering::{Body, FollowPath, body};

/// All walks in thought together take no more ticks than this: some milliseconds.
const MAX_TICKS: u64 = 400_000;
/// A leg that takes this many times as long as straight walking, and [`PATIENCE`] on top, never ends.
const TOO_SLOW: f64 = 20.0;
/// s
const PATIENCE: f64 = 60.0;
/// A patrol is walked for as many legs at least, so that it is not judged by its start.
const FEWEST_LEGS: usize = 120;
/// Waits are cut to this: enough to come to a stand, s.
const LONGEST_WAIT: f64 = 5.0;

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let walked = walked(scene);
    let mut findings: Vec<Vec<Diagnostic>> = scene
        .paths
        .iter()
        .enumerate()
        .map(|(i, path)| still(scene, i, path, &walked))
        .collect();
    let mut seen: BTreeSet<(PresetId, PathId)> = BTreeSet::new();
    let mut budget = MAX_TICKS;
    for agent in scene.agents.iter() {
        let (Some(id), Some((preset, weight, follow))) = (agent.path, follow_of(scene, agent))
        else {
            continue;
        };
        let Some(index) = scene.paths.iter().position(|path| path.id == id) else {
            continue;
        };
        if preset.body.max_speed > 0.0
            && preset.body.max_force > 0.0
            && seen.insert((preset.id, id))
        {
            let walk = Walk {
                scene,
                path: &scene.paths[index],
                index,
                preset,
                weight,
                follow,
            };
            findings[index].extend(walk.findings(agent, &mut budget));
        }
    }
    found.extend(findings.into_iter().flatten());
}

/// The path following of an agent: its preset, the weight, the parameters.
pub(super) fn follow_of<'a>(
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
            _ => None,
        })
}

/// Whether the agent walks a path that has an end.
pub(super) fn ends(scene: &Scene, agent: &Agent) -> bool {
    follow_of(scene, agent).is_some()
        && agent
            .path
            .and_then(|id| scene.path(id))
            .is_some_and(|path| path.traversal == Traversal::Once)
}

/// What can be seen without walking.
fn still(
    scene: &Scene,
    index: usize,
    path: &PatrolPath,
    walked: &BTreeSet<PathId>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let name = named(&path.name, "The path", index);
    let mut push = |rule, severity, place, pointer, message, help: &str| {
        found.push(Diagnostic {
            rule,
            severity,
            place,
            pointer,
            message,
            help: help.into(),
        });
    };
    if path.nodes.is_empty() {
        let message = format!("{name} has no nodes, so nobody can walk it.");
        push(
            Rule::EmptyPath,
            Severity::Warning,
            Place::Path(path.id),
            format!("/paths/{index}/nodes"),
            message,
            "Place nodes, or delete the path.",
        );
    } else if !walked.contains(&path.id) {
        let message = format!("{name} is walked by nobody.");
        push(
            Rule::UnusedPath,
            Severity::Hint,
            Place::Path(path.id),
            format!("/paths/{index}"),
            message,
            "Bind an agent that follows a path, or delete it.",
        );
    }
    let n = path.nodes.len();
    for (i, node) in path.nodes.iter().enumerate() {
        let next = if i + 1 < n {
            Some(i + 1)
        } else {
            (path.is_closed() && n > 2).then_some(0)
        };
        let Some(next) = next else { continue };
        let length = vector::distance(node.position(), path.nodes[next].position());
        // Of two nodes that both reach over the segment, one finding is enough.
        let (at, other) = if path.radius_of(node) >= path.radius_of(&path.nodes[next]) {
            (i, next)
        } else {
            (next, i)
        };
        let radius = path.radius_of(&path.nodes[at]);
        if radius >= length {
            let unit = &sanitize_for_display(&scene.unit);
            let (radius, apart) = (short(radius), short(length));
            let message = format!(
                "Node {} of {name} reaches over node {}: its radius is {radius} {unit}, and they lie {apart} {unit} apart.",
                at + 1,
                other + 1
            );
            let place = Place::Node(path.id, path.nodes[at].id);
            let help = "Lower the node's radius, or move the nodes apart; as it is, the agent passes both at once.";
            push(
                Rule::RadiusOverSegment,
                Severity::Hint,
                place,
                format!("/paths/{index}/nodes/{at}"),
                message,
                help,
            );
        }
    }
    found
}

/// One kind of agent on one path.
struct Walk<'a> {
    scene: &'a Scene,
    path: &'a PatrolPath,
    index: usize,
    preset: &'a Preset,
    weight: f64,
    follow: &'a FollowPath,
}

/// How the way to a node went.
#[derive(Clone, Copy, PartialEq)]
enum Leg {
    Direct,
    Circled,
    Endless,
}

impl Walk<'_> {
    fn findings(&self, agent: &Agent, budget: &mut u64) -> Vec<Diagnostic> {
        let mut worst = vec![Leg::Direct; self.path.nodes.len()];
        self.walk(agent, budget, |node, leg| {
            if worst[node] != Leg::Endless {
                worst[node] = leg;
            }
        });
        (0..worst.len())
            .filter(|&node| worst[node] != Leg::Direct)
            .map(|node| self.finding(node, worst[node]))
            .collect()
    }

    /// Walks the path to and fro, or round twice, and reports every leg that is not direct.
    fn walk(&self, agent: &Agent, budget: &mut u64, mut report: impl FnMut(usize, Leg)) {
        let route = self.path.route();
        let nodes = route.nodes();
        let (dt, limits) = (self.scene.dt(), &self.preset.body);
        let mut legs = if route.traversal() == Traversal::Once {
            nodes.len()
        } else {
            (2 * nodes.len() + 1).max(FEWEST_LEGS)
        };
        // A little aside: on a path to and fro, a start exactly in line hides what any nudge brings about.
        let aside = DVec2::new(0.3, 0.4) * self.path.radius;
        let (mut position, mut velocity) = (agent.position() + aside, agent.velocity());
        let mut previous = position;
        let mut progress = route.start(position, self.follow.start);
        let mut misses = Misses::default();
        let mut left = self.patience(&route, &progress, position);
        while legs > 0 && *budget > 0 && !progress.finished && !nodes.is_empty() {
            *budget -= 1;
            let seen = progress.advance(&route, previous, position, dt);
            progress.wait = progress.wait.min((LONGEST_WAIT / dt) as u32);
            if seen.reached.is_some() {
                legs -= 1;
                left = self.patience(&route, &progress, position);
            }
            if !progress.is_waiting() {
                if let Some(point) = progress.sought(&route) {
                    misses.look(position, point);
                    if misses.is_circle() {
                        report(progress.node, Leg::Circled);
                    }
                }
                if left == 0 {
                    return report(progress.node, Leg::Endless);
                }
                left -= 1;
            }
            let seer = steering::Agent {
                position,
                velocity,
                body: limits,
            };
            let force = follow_path::follow(&seer, &route, &progress, self.follow) * self.weight;
            previous = position;
            (position, velocity) = body::integrate(
                position,
                velocity,
                vector::truncate(force, limits.max_force),
                limits,
                dt,
            );
        }
    }

    /// How many ticks the way to the node sought may take.
    fn patience(&self, route: &Route, progress: &Progress, from: DVec2) -> u64 {
        let Some(node) = route.nodes().get(progress.node) else {
            return 0;
        };
        let speed = self.preset.body.max_speed.min(node.speed_limit);
        let direct = if speed > 0.0 {
            vector::distance(from, node.position) / speed
        } else {
            0.0
        };
        ((direct * TOO_SLOW + PATIENCE) / self.scene.dt()) as u64
    }

    fn finding(&self, node: usize, leg: Leg) -> Diagnostic {
        let (path, unit) = (self.path, &sanitize_for_display(&self.scene.unit));
        let authored = &path.nodes[node];
        let radius = path.radius_of(authored);
        let (rule, what) = match leg {
            Leg::Endless => (Rule::NodeNeverReached, "is never reached"),
            Leg::Direct | Leg::Circled => (Rule::NodeCircled, "will be circled"),
        };
        let (number, walker) = (
            node + 1,
            named(&self.preset.name, "preset", self.preset.id.0 as usize),
        );
        let speed = authored.speed.map_or(self.preset.body.max_speed, |limit| {
            limit.min(self.preset.body.max_speed)
        });
        let at_end = path.traversal == Traversal::Once && number == path.nodes.len();
        let (why, help) = if speed <= 0.0 {
            (
                "its speed limit is 0".to_owned(),
                "Raise the speed limit, or leave it out.".to_owned(),
            )
        } else if at_end && self.follow.target_radius > radius {
            let stop = short(self.follow.target_radius);
            let why = format!(
                "{walker} stops {stop} {unit} before it, and the node's radius is {} {unit}",
                short(radius)
            );
            (
                why,
                format!("Raise the node radius to {stop} {unit}, or lower the end target radius."),
            )
        } else if self.weight <= 0.0 {
            (
                "following the path has no weight".to_owned(),
                "Raise the weight of the behavior.".to_owned(),
            )
        } else {
            self.turn(speed, radius)
        };
        Diagnostic {
            rule,
            severity: Severity::Warning,
            place: Place::Node(path.id, authored.id),
            pointer: format!("/paths/{}/nodes/{node}", self.index),
            message: format!(
                "Node {number} of {} {what} by {walker}: {why}.",
                named(&path.name, "path", self.index)
            ),
            help,
        }
    }

    /// Why a turn is too wide for `radius`, and what to do.
    fn turn(&self, speed: f64, radius: f64) -> (String, String) {
        let unit = &sanitize_for_display(&self.scene.unit);
        let Body {
            mass,
            max_force,
            time_to_target,
            ..
        } = self.preset.body;
        let (acceleration, lag) = (max_force / mass, mass * time_to_target);
        let (by_force, by_lag) = (speed * speed / acceleration, speed * lag);
        let (at, has) = (short(speed), short(radius));
        let why = if by_force >= by_lag {
            let (a, needs) = (short(acceleration), short(by_force));
            format!(
                "at {at} {unit}/s with {a} {unit}/s² the turn needs {needs} {unit}, the radius is {has} {unit}"
            )
        } else {
            let (lag, needs) = (short(lag), short(by_lag));
            format!(
                "at {at} {unit}/s and {lag} s to change its velocity the turn needs {needs} {unit}, the radius is {has} {unit}"
            )
        };
        let needs = if by_force >= by_lag { by_force } else { by_lag };
        let slow = (acceleration * radius).sqrt().min(radius / lag);
        let help = if slow >= 0.05 && slow < speed {
            format!(
                "Raise the node radius, or add a speed limit of {} {unit}/s.",
                short((slow * 100.0).floor() / 100.0)
            )
        } else if needs > radius {
            format!("Raise the node radius to {} {unit}.", short(needs))
        } else {
            "Raise the node radius.".into()
        };
        (why, help)
    }
}

/// How often an agent came near a point and drew away again without having reached it.
#[derive(Default)]
struct Misses {
    sought: Option<DVec2>,
    distance: f64,
    nearing: bool,
    count: u32,
}

impl Misses {
    /// The agent at `position` seeks `point`.
    fn look(&mut self, position: DVec2, point: DVec2) {
        let distance = vector::distance(position, point);
        if self.sought == Some(point) {
            if distance > self.distance && self.nearing {
                self.count += 1;
            }
            self.nearing = distance < self.distance;
        } else {
            *self = Self {
                sought: Some(point),
                ..Self::default()
            };
        }
        self.distance = distance;
    }

    /// Once past and back is a wide turn; twice is a circle.
    fn is_circle(&self) -> bool {
        self.count >= 2
    }
}
