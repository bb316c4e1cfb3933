//! Lint rules for paths: nodes that agents circle or never reach, empty paths, and overlapping radii.
//!
//! Whether an agent circles a node depends on speed, force, radius, the corner and the lag, for which there is no closed formula.
//! So each preset is simulated alone on its path with the real steering.

use super::{Diagnostic, Rule, Severity, Subject, named, short, used_paths};
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

/// The budget for all simulated walks, in ticks: a few milliseconds.
const MAX_TICKS: u64 = 400_000;
/// A leg that takes longer than this multiple of the direct time, plus [`LEG_TIMEOUT`], never ends.
const MAX_DETOUR: f64 = 20.0;
/// In seconds.
const LEG_TIMEOUT: f64 = 60.0;
/// The minimum number of legs that are simulated, so that the start of a patrol does not decide the result.
const MIN_LEGS: usize = 120;
/// Waits are shortened to this time, which is enough to come to a stop, s.
const MAX_WAIT: f64 = 5.0;

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let used = used_paths(scene);
    let mut findings: Vec<Vec<Diagnostic>> = scene
        .paths
        .iter()
        .enumerate()
        .map(|(i, path)| static_findings(scene, i, path, &used))
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
            let simulation = PathSimulation {
                scene,
                path: &scene.paths[index],
                index,
                preset,
                weight,
                follow,
            };
            findings[index].extend(simulation.findings(agent, &mut budget));
        }
    }
    found.extend(findings.into_iter().flatten());
}

/// The Follow path behavior of an agent: its preset, weight and parameters.
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

/// Whether the agent follows an open path that it walks once.
pub(super) fn follows_open_path(scene: &Scene, agent: &Agent) -> bool {
    follow_of(scene, agent).is_some()
        && agent
            .path
            .and_then(|id| scene.path(id))
            .is_some_and(|path| path.traversal == Traversal::Once)
}

/// Findings that need no simulation.
fn static_findings(
    scene: &Scene,
    index: usize,
    path: &PatrolPath,
    used: &BTreeSet<PathId>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let name = named(&path.name, "The path", index);
    let mut push = |rule, severity, subject, pointer, message, help: &str| {
        found.push(Diagnostic {
            rule,
            severity,
            subject,
            pointer,
            message,
            help: help.into(),
        });
    };
    if path.nodes.is_empty() {
        let message = format!("{name} has no nodes.");
        push(
            Rule::EmptyPath,
            Severity::Warning,
            Subject::Path(path.id),
            format!("/paths/{index}/nodes"),
            message,
            "Add nodes to the path, or delete it.",
        );
    } else if !used.contains(&path.id) {
        let message = format!("{name} isn't used by any agent.");
        push(
            Rule::UnusedPath,
            Severity::Hint,
            Subject::Path(path.id),
            format!("/paths/{index}"),
            message,
            "Assign it to an agent that follows paths, or delete it.",
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
        // One finding per segment is enough, even if both radii are too large.
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
                "Node {} of {name} overlaps node {}: its radius is {radius} {unit}, but the nodes are {apart} {unit} apart.",
                at + 1,
                other + 1
            );
            let subject = Subject::Node(path.id, path.nodes[at].id);
            let help = "Lower the node's radius, or move the nodes apart; otherwise the agent reaches both at the same time.";
            push(
                Rule::RadiusOverSegment,
                Severity::Hint,
                subject,
                format!("/paths/{index}/nodes/{at}"),
                message,
                help,
            );
        }
    }
    found
}

/// The simulation of one preset on one path.
struct PathSimulation<'a> {
    scene: &'a Scene,
    path: &'a PatrolPath,
    index: usize,
    preset: &'a Preset,
    weight: f64,
    follow: &'a FollowPath,
}

/// How an agent moved to a node.
#[derive(Clone, Copy, PartialEq)]
enum Leg {
    Direct,
    Circled,
    Endless,
}

impl PathSimulation<'_> {
    fn findings(&self, agent: &Agent, budget: &mut u64) -> Vec<Diagnostic> {
        let mut worst = vec![Leg::Direct; self.path.nodes.len()];
        self.run(agent, budget, |node, leg| {
            if worst[node] != Leg::Endless {
                worst[node] = leg;
            }
        });
        (0..worst.len())
            .filter(|&node| worst[node] != Leg::Direct)
            .map(|node| self.finding(node, worst[node]))
            .collect()
    }

    /// Simulates at least two round trips, and reports every leg that is not direct.
    fn run(&self, agent: &Agent, budget: &mut u64, mut report: impl FnMut(usize, Leg)) {
        let route = self.path.route();
        let nodes = route.nodes();
        let (dt, limits) = (self.scene.dt(), &self.preset.body);
        let mut legs = if route.traversal() == Traversal::Once {
            nodes.len()
        } else {
            (2 * nodes.len() + 1).max(MIN_LEGS)
        };
        // On a ping-pong path, an agent that starts exactly on the line would never leave it, so it starts slightly off the line.
        let offset = DVec2::new(0.3, 0.4) * self.path.radius;
        let (mut position, mut velocity) = (agent.position() + offset, agent.velocity());
        let mut previous = position;
        let mut progress = route.start(position, self.follow.start);
        let mut misses = Misses::default();
        let mut left = self.leg_ticks(&route, &progress, position);
        while legs > 0 && *budget > 0 && !progress.finished && !nodes.is_empty() {
            *budget -= 1;
            let seen = progress.advance(&route, previous, position, dt);
            progress.wait_left = progress.wait_left.min((MAX_WAIT / dt) as u32);
            if seen.reached.is_some() {
                legs -= 1;
                left = self.leg_ticks(&route, &progress, position);
            }
            if !progress.is_waiting() {
                if let Some(point) = progress.target_point(&route) {
                    misses.update(position, point);
                    if misses.is_circle() {
                        report(progress.target_node, Leg::Circled);
                    }
                }
                if left == 0 {
                    return report(progress.target_node, Leg::Endless);
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
        }
    }

    /// The time limit for the way to the target node, in ticks.
    fn leg_ticks(&self, route: &Route, progress: &Progress, from: DVec2) -> u64 {
        let Some(node) = route.nodes().get(progress.target_node) else {
            return 0;
        };
        let speed = self.preset.body.max_speed.min(node.speed_limit);
        let direct = if speed > 0.0 {
            vector::distance(from, node.position) / speed
        } else {
            0.0
        };
        ((direct * MAX_DETOUR + LEG_TIMEOUT) / self.scene.dt()) as u64
    }

    fn finding(&self, node: usize, leg: Leg) -> Diagnostic {
        let (path, unit) = (self.path, &sanitize_for_display(&self.scene.unit));
        let authored = &path.nodes[node];
        let radius = path.radius_of(authored);
        let (rule, what) = match leg {
            Leg::Endless => (Rule::NodeNeverReached, "is never reached"),
            Leg::Direct | Leg::Circled => (Rule::NodeCircled, "will be circled"),
        };
        let (number, preset) = (
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
                "Raise the speed limit, or remove it.".to_owned(),
            )
        } else if at_end && self.follow.target_radius > radius {
            let stop = short(self.follow.target_radius);
            let why = format!(
                "{preset} stops {stop} {unit} before it, but the node's radius is {} {unit}",
                short(radius)
            );
            (
                why,
                format!("Raise the node radius to {stop} {unit}, or lower the end target radius."),
            )
        } else if self.weight <= 0.0 {
            (
                "the weight of Follow path is 0".to_owned(),
                "Raise the weight of the behavior.".to_owned(),
            )
        } else {
            self.wide_turn(speed, radius)
        };
        Diagnostic {
            rule,
            severity: Severity::Warning,
            subject: Subject::Node(path.id, authored.id),
            pointer: format!("/paths/{}/nodes/{node}", self.index),
            message: format!(
                "Node {number} of {} {what} by {preset}: {why}.",
                named(&path.name, "path", self.index)
            ),
            help,
        }
    }

    /// Why a turn is too wide for `radius`, and how to fix it.
    fn wide_turn(&self, speed: f64, radius: f64) -> (String, String) {
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
                "at {at} {unit}/s with {a} {unit}/s², the turn needs {needs} {unit}, but the radius is {has} {unit}"
            )
        } else {
            let (lag, needs) = (short(lag), short(by_lag));
            format!(
                "at {at} {unit}/s with a response time of {lag} s, the turn needs {needs} {unit}, but the radius is {has} {unit}"
            )
        };
        let needs = if by_force >= by_lag { by_force } else { by_lag };
        let safe_speed = (acceleration * radius).sqrt().min(radius / lag);
        let help = if safe_speed >= 0.05 && safe_speed < speed {
            format!(
                "Raise the node radius, or add a speed limit of {} {unit}/s.",
                short((safe_speed * 100.0).floor() / 100.0)
            )
        } else if needs > radius {
            format!("Raise the node radius to {} {unit}.", short(needs))
        } else {
            "Raise the node radius.".into()
        };
        (why, help)
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
