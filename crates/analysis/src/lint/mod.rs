//! Lint: motion that is probably not meant, from the numbers of a scene and from short runs of it.

mod overlap;
mod patrol;
mod stopping;

pub use stopping::{braking_distance, damping_ratio};

use crate::probe::{follow_of, walks_to_an_end};

use std::collections::BTreeSet;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::{
    AgentId, Behavior, Motion, NodeId, PathId, Preset, PresetId, Role, Scene,
};
use steerwright_runtime::steering::HomingWalk;

/// A likely mistake in a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule that found it.
    pub rule: Rule,
    /// Its severity.
    pub severity: Severity,
    /// The item to fix.
    pub subject: Subject,
    /// The JSON pointer to the value in a scene file.
    pub pointer: String,
    /// What will happen and why.
    pub message: String,
    /// How to fix it.
    pub help: String,
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} {}", self.pointer, self.message, self.help)
    }
}

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// May be intended.
    Hint,
    /// Almost certainly a mistake.
    Warning,
}

/// The item that a [`Diagnostic`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A path.
    Path(PathId),
    /// A node of a path.
    Node(PathId, NodeId),
    /// An agent.
    Agent(AgentId),
    /// A preset, or its behavior with this index.
    Preset(PresetId, Option<usize>),
}

/// A lint rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// An agent never reaches a node.
    NodeNeverReached,
    /// An agent passes a node at least twice before it reaches it.
    NodeCircled,
    /// An agent runs farther off its path than the radius of the node that it has just passed allows.
    OffPath,
    /// A node's radius is larger than the distance to the adjacent node.
    RadiusOverSegment,
    /// An agent overshoots its target.
    Overshoot,
    /// An agent that leaves a danger never comes to rest.
    NeverStops,
    /// An outer radius is smaller than the inner one.
    RadiiSwapped,
    /// An agent lacks a binding that its preset needs.
    MissingRole,
    /// A path has no nodes.
    EmptyPath,
    /// No agent uses a path.
    UnusedPath,
    /// A homing walk never ends.
    EndlessWalk,
    /// A body has no speed or no force.
    CannotMove,
    /// Two bodies overlap in a run of the scene.
    BodiesOverlap,
}

impl Rule {
    /// A short identifier.
    pub fn key(self) -> &'static str {
        match self {
            Self::NodeNeverReached => "node-never-reached",
            Self::NodeCircled => "node-circled",
            Self::OffPath => "off-path",
            Self::RadiusOverSegment => "radius-over-segment",
            Self::Overshoot => "overshoot",
            Self::NeverStops => "never-stops",
            Self::RadiiSwapped => "radii-swapped",
            Self::MissingRole => "missing-role",
            Self::EmptyPath => "empty-path",
            Self::UnusedPath => "unused-path",
            Self::EndlessWalk => "endless-walk",
            Self::CannotMove => "cannot-move",
            Self::BodiesOverlap => "bodies-overlap",
        }
    }
}

/// All diagnostics for `scene`: paths, agents and presets, each in file order, then what a run of the scene shows.
pub fn diagnostics(scene: &Scene) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    patrol::check(scene, &mut found);
    check_roles(scene, &mut found);
    for (i, preset) in scene.presets.iter().enumerate() {
        check_preset(scene, i, preset, &mut found);
    }
    overlap::check(scene, &mut found);
    found
}

fn check_roles(scene: &Scene, found: &mut Vec<Diagnostic>) {
    for (i, agent) in scene.agents.iter().enumerate() {
        let Some(preset) = scene.preset(agent.preset) else {
            continue;
        };
        for role in preset.roles() {
            let (bound, key, message, help) = match role {
                Role::Target => (
                    agent.target.is_some(),
                    "target",
                    "has no target",
                    "Set its target to a marker, an agent or the pointer.",
                ),
                Role::Danger => (
                    agent.danger.is_some(),
                    "danger",
                    "has no danger",
                    "Set its danger to a marker, an agent or the pointer.",
                ),
                Role::Path => (
                    agent.path.is_some(),
                    "path",
                    "has no path",
                    "Assign a path to it.",
                ),
                Role::Leader => (
                    agent.leader.is_some(),
                    "leader",
                    "has no leader",
                    "Set its leader to another agent.",
                ),
            };
            if !bound {
                found.push(Diagnostic {
                    rule: Rule::MissingRole,
                    severity: Severity::Warning,
                    subject: Subject::Agent(agent.id),
                    pointer: format!("/agents/{i}/{key}"),
                    message: format!(
                        "{} {message}, but its preset {} needs one.",
                        named(&agent.name, "The agent", i),
                        quoted(&preset.name, preset.id.0)
                    ),
                    help: help.into(),
                });
            }
        }
    }
}

fn check_preset(scene: &Scene, index: usize, preset: &Preset, found: &mut Vec<Diagnostic>) {
    let Motion::Steered(steered) = &preset.motion else {
        return;
    };
    let name = named(&preset.name, "The preset", index);
    let unit = &sanitize_for_display(&scene.unit);
    let body = &preset.body;
    let mut push =
        |behavior: Option<usize>, rule, severity, key: &str, message: String, help: String| {
            let inner = behavior
                .and_then(|i| {
                    steered
                        .behaviors
                        .get(i)
                        .map(|b| (i, steerwright_format::parameter::behavior_key(&b.behavior)))
                })
                .map_or("body".into(), |(i, behavior)| {
                    format!("motion/steered/behaviors/{i}/behavior/{behavior}")
                });
            let pointer = format!("/presets/{index}/{inner}/{key}");
            found.push(Diagnostic {
                rule,
                severity,
                subject: Subject::Preset(preset.id, behavior),
                pointer,
                message,
                help,
            });
        };
    let used = scene.agents.iter().any(|agent| agent.preset == preset.id);
    if used && !steered.behaviors.is_empty() && body.max_speed <= 0.0 {
        push(
            None,
            Rule::CannotMove,
            Severity::Warning,
            "max_speed",
            format!("{name} cannot move: its max speed is 0."),
            "Raise the max speed.".into(),
        );
    } else if used && !steered.behaviors.is_empty() && body.max_force <= 0.0 {
        push(
            None,
            Rule::CannotMove,
            Severity::Warning,
            "max_force",
            format!("{name} cannot steer: its max force is 0."),
            "Raise the max force.".into(),
        );
    }
    let end_of_path = walks_to_an_end(scene, preset.id);
    for (i, weighted) in steered.behaviors.iter().enumerate() {
        let at = Some(i);
        match &weighted.behavior {
            Behavior::Arrive(arrive) if arrive.slow_radius < arrive.target_radius => {
                let message = swapped_radii(
                    &name,
                    "slow radius",
                    arrive.slow_radius,
                    "target radius",
                    arrive.target_radius,
                    unit,
                );
                let help = format!(
                    "Raise the slow radius above {} {unit}.",
                    short(arrive.target_radius)
                );
                push(
                    at,
                    Rule::RadiiSwapped,
                    Severity::Warning,
                    "slow_radius",
                    message,
                    help,
                );
            }
            Behavior::FollowPath(follow) if follow.slow_radius < follow.target_radius => {
                let message = swapped_radii(
                    &name,
                    "end slow radius",
                    follow.slow_radius,
                    "end target radius",
                    follow.target_radius,
                    unit,
                );
                let help = format!(
                    "Raise the end slow radius above {} {unit}.",
                    short(follow.target_radius)
                );
                push(
                    at,
                    Rule::RadiiSwapped,
                    Severity::Warning,
                    "slow_radius",
                    message,
                    help,
                );
            }
            Behavior::Leave(leave) if leave.danger_radius < leave.escape_radius => {
                let message = swapped_radii(
                    &name,
                    "danger radius",
                    leave.danger_radius,
                    "escape radius",
                    leave.escape_radius,
                    unit,
                );
                let help = format!(
                    "Raise the danger radius above {} {unit}.",
                    short(leave.escape_radius)
                );
                push(
                    at,
                    Rule::RadiiSwapped,
                    Severity::Warning,
                    "danger_radius",
                    message,
                    help,
                );
            }
            Behavior::HomingWalk(walk) => {
                if let Some((key, why, help)) = endless_walk(walk) {
                    push(
                        at,
                        Rule::EndlessWalk,
                        Severity::Warning,
                        key,
                        format!("{name} never arrives: {why}."),
                        help.into(),
                    );
                }
            }
            Behavior::Seek {}
            | Behavior::Flee(_)
            | Behavior::Arrive(_)
            | Behavior::Leave(_)
            | Behavior::Pursue(_)
            | Behavior::Evade(_)
            | Behavior::FollowPath(_)
            | Behavior::Separation(_)
            | Behavior::FollowLeader(_) => {}
        }
        if used
            && let Some(stopping::Finding {
                rule,
                severity,
                key,
                message,
                help,
            }) = stopping::check(preset, i, end_of_path, scene.ticks_per_second, unit)
        {
            push(at, rule, severity, key, format!("{name} {message}"), help);
        }
    }
}

fn swapped_radii(
    name: &str,
    outer: &str,
    outer_value: f64,
    inner: &str,
    inner_value: f64,
    unit: &str,
) -> String {
    let (a, b) = (short(outer_value), short(inner_value));
    let article = if outer.starts_with('e') { "an" } else { "a" };
    format!(
        "{name} has {article} {outer} of {a} {unit} inside its {inner} of {b} {unit}, so there is no transition between the two."
    )
}

/// Why a walk never ends: the parameter, the reason, and the fix.
fn endless_walk(walk: &HomingWalk) -> Option<(&'static str, &'static str, &'static str)> {
    if walk.reach_radius <= 0.0 {
        Some((
            "reach_radius",
            "with a reach radius of 0, no waypoint is ever reached",
            "Raise the reach radius.",
        ))
    } else if walk.min_step <= 0.0 {
        Some((
            "min_step",
            "with a min step of 0, it never moves straight to the target",
            "Raise the min step.",
        ))
    } else if walk.max_fov_deg >= 330.0 && walk.aggro_radius <= walk.min_step {
        Some((
            "max_fov_deg",
            "its field of view stays too wide until it is one step away, so it moves away from the target as often as toward it",
            "Lower the max field of view, or raise the aggro radius.",
        ))
    } else {
        None
    }
}

/// The name of an item, or its kind and number if it has none.
fn named(name: &str, kind: &str, index: usize) -> String {
    if name.trim().is_empty() {
        format!("{kind} {}", index + 1)
    } else {
        sanitize_for_display(name)
    }
}

fn quoted(name: &str, id: u32) -> String {
    if name.trim().is_empty() {
        id.to_string()
    } else {
        format!("\u{201c}{}\u{201d}", sanitize_for_display(name))
    }
}

/// `x` with three significant digits.
fn short(x: f64) -> String {
    let places = if x.abs() >= 100.0 {
        0
    } else if x.abs() >= 10.0 {
        1
    } else if x.abs() >= 0.1 {
        2
    } else {
        4
    };
    let text = format!("{x:.places$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// The ids of the paths that agents follow.
fn used_paths(scene: &Scene) -> BTreeSet<PathId> {
    scene
        .agents
        .iter()
        .filter(|agent| follow_of(scene, agent).is_some())
        .filter_map(|agent| agent.path)
        .collect()
}
