//! Lint rules for paths: nodes that agents circle, never reach or overshoot, empty paths, and overlapping radii.
//!
//! Whether an agent circles a node depends on speed, force, radius, the corner and the lag, for which there is no closed formula.
//! So each preset is simulated alone on its path with the real steering ([`crate::probe`]).

use super::{Diagnostic, Rule, Severity, Subject, named, short, unit_of, used_paths};
use crate::probe::{Leg, PathWalk, WalkStart, Walker, follow_of, own_path_walk_within};
use std::collections::BTreeSet;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::level::Barrier;
use steerwright_runtime::scene::{Agent, Node, PathId, PatrolPath, PresetId, Scene};
use steerwright_runtime::steering::Body;
use steerwright_runtime::steering::follow_path::Traversal;

/// The budget for all simulated walks, in ticks: a few milliseconds.
const MAX_TICKS: u64 = 400_000;
/// The minimum number of legs that are simulated, so that the start of a patrol does not decide the result.
const MIN_LEGS: usize = 120;

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let used = used_paths(scene);
    let unit = unit_of(scene);
    let mut findings: Vec<Vec<Diagnostic>> = scene
        .paths
        .iter()
        .enumerate()
        .map(|(i, path)| static_findings(scene, i, path, &used))
        .collect();
    let mut seen: BTreeSet<(PresetId, PathId)> = BTreeSet::new();
    let (mut budget, mut own_budget) = (MAX_TICKS, MAX_TICKS);
    for agent in scene.agents.iter() {
        let (Some(id), Some((preset, weight, follow))) = (agent.path, follow_of(scene, agent))
        else {
            continue;
        };
        let Some(index) = scene.paths.iter().position(|path| path.id == id) else {
            continue;
        };
        let preset_index = scene.presets.iter().position(|own| own.id == preset.id);
        if preset.body.max_speed > 0.0
            && preset.body.max_force > 0.0
            && seen.insert((preset.id, id))
        {
            let simulation = PathSimulation {
                walker: Walker {
                    dt: scene.dt(),
                    path: &scene.paths[index],
                    preset,
                    weight,
                    follow,
                    // Walls in the way have rules of their own.
                    walls: Barrier::default(),
                    skin: scene.skin,
                },
                index,
                preset_index: preset_index.unwrap_or_default(),
                unit: &unit,
            };
            let own = own_path_walk_within(scene, agent.id, &mut own_budget);
            findings[index].extend(simulation.findings(agent, own, &mut budget));
        }
    }
    found.extend(findings.into_iter().flatten());
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
            moment: None,
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
        let length = vector::distance(node.position, path.nodes[next].position);
        // One finding per segment is enough, even if both radii are too large.
        let (at, other) = if path.radius_of(node) >= path.radius_of(&path.nodes[next]) {
            (i, next)
        } else {
            (next, i)
        };
        let radius = path.radius_of(&path.nodes[at]);
        if radius >= length {
            let unit = unit_of(scene);
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
    walker: Walker<'a>,
    /// The index of the path in the scene.
    index: usize,
    /// The index of the preset in the scene.
    preset_index: usize,
    /// The unit of length of the scene.
    unit: &'a str,
}

impl PathSimulation<'_> {
    /// The findings about `agent`, whose walk from its own start is `own`.
    fn findings(&self, agent: &Agent, own: Option<PathWalk>, budget: &mut u64) -> Vec<Diagnostic> {
        let walk = self
            .walker
            .walk(agent, WalkStart::BesideTheLine, MIN_LEGS, budget);
        let missed: Vec<Diagnostic> = walk
            .corners
            .iter()
            .enumerate()
            .filter(|(_, corner)| corner.leg != Leg::Direct)
            .map(|(node, corner)| self.finding(node, corner.leg))
            .collect();
        if missed.is_empty() {
            // The same walk as the verdict's, from the agent's own start.
            own.and_then(|walk| self.off_path(&walk))
                .into_iter()
                .collect()
        } else {
            missed
        }
    }

    /// A finding for the corner after which the agent runs farthest off the path, in radii of its node.
    fn off_path(&self, walk: &PathWalk) -> Option<Diagnostic> {
        let path = self.walker.path;
        let (node, corner) = walk.far_off()?;
        let unit = self.unit;
        let authored = path.nodes.get(node)?;
        let radius = corner.radius;
        // The agent arrives at the speed that the node allows.
        let (why, help) = self.wide_turn(self.speed_at(authored), radius);
        Some(Diagnostic {
            rule: Rule::OffPath,
            severity: Severity::Warning,
            subject: Subject::Node(path.id, authored.id),
            moment: None,
            pointer: format!("/paths/{}/nodes/{node}", self.index),
            message: format!(
                "{} runs {} {unit} off {} after node {}: {why}.",
                self.preset_name("The preset"),
                short(corner.off_path),
                named(&path.name, "path", self.index),
                node + 1
            ),
            help,
        })
    }

    /// The speed at which an agent comes to a node, u/s.
    fn speed_at(&self, node: &Node) -> f64 {
        let max_speed = self.walker.preset.body.max_speed;
        node.speed.map_or(max_speed, |limit| limit.min(max_speed))
    }

    /// The name of the preset, or `kind` with its number.
    fn preset_name(&self, kind: &str) -> String {
        named(&self.walker.preset.name, kind, self.preset_index)
    }

    fn finding(&self, node: usize, leg: Leg) -> Diagnostic {
        let (path, unit) = (self.walker.path, self.unit);
        let follow = self.walker.follow;
        let authored = &path.nodes[node];
        let radius = path.radius_of(authored);
        let (rule, what) = match leg {
            Leg::Endless => (Rule::NodeNeverReached, "is never reached"),
            Leg::Direct | Leg::Circled => (Rule::NodeCircled, "will be circled"),
        };
        let (number, preset) = (node + 1, self.preset_name("preset"));
        let speed = self.speed_at(authored);
        let at_end = path.traversal == Traversal::Once && number == path.nodes.len();
        let (why, help) = if speed <= 0.0 {
            (
                "its speed limit is 0".to_owned(),
                "Raise the speed limit, or remove it.".to_owned(),
            )
        } else if at_end && follow.target_radius > radius {
            let stop = short(follow.target_radius);
            let why = format!(
                "{preset} stops {stop} {unit} before it, but the node's radius is {} {unit}",
                short(radius)
            );
            (
                why,
                format!("Raise the node radius to {stop} {unit}, or lower the end target radius."),
            )
        } else if self.walker.weight <= 0.0 {
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
            moment: None,
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
        let unit = self.unit;
        let Body {
            mass,
            max_force,
            time_to_target,
            ..
        } = self.walker.preset.body;
        let (acceleration, lag) = (max_force / mass, mass * time_to_target);
        let (by_force, by_lag) = (speed * speed / acceleration, speed * lag);
        let (at, has) = (short(speed), short(radius));
        let (needs, cause) = if by_force >= by_lag {
            (by_force, format!("{} {unit}/s²", short(acceleration)))
        } else {
            (by_lag, format!("a response time of {} s", short(lag)))
        };
        let why = format!(
            "at {at} {unit}/s with {cause}, the turn needs {} {unit}, but the radius is {has} {unit}",
            short(needs)
        );
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
