//! Lint: motion that is probably not meant, from the numbers of a scene and from short runs of it.

mod overlap;
mod patrol;
mod stopping;

pub use stopping::{critical_slow_radius, damping_ratio};

use std::collections::BTreeSet;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::{
    AgentId, Behavior, Motion, NodeId, PathId, Preset, PresetId, Role, Scene,
};
use steerwright_runtime::steering::HomingWalk;

/// Something that will not move as it was meant to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which rule found it.
    pub rule: Rule,
    /// How much it matters.
    pub severity: Severity,
    /// What to select to mend it.
    pub place: Place,
    /// The JSON pointer to it in a scene file.
    pub pointer: String,
    /// What will happen, and why, with the numbers.
    pub headline: String,
    /// What to do about it.
    pub advice: String,
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} {}", self.pointer, self.headline, self.advice)
    }
}

/// How much a [`Diagnostic`] matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth a look; may be meant.
    Hint,
    /// Almost certainly not meant.
    Warning,
}

/// What a [`Diagnostic`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A path.
    Path(PathId),
    /// A node of a path.
    Node(PathId, NodeId),
    /// An agent.
    Agent(AgentId),
    /// A preset, or the behavior of it with this index.
    Preset(PresetId, Option<usize>),
}

/// The rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// An agent never gets within a node's radius.
    NodeNeverReached,
    /// An agent passes a node by at least twice before it gets within its radius.
    NodeCircled,
    /// A node's radius is larger than the segment to a neighbor.
    RadiusOverSegment,
    /// An agent swings past what it arrives at.
    Overshoot,
    /// An outer radius is smaller than the inner one.
    RadiiSwapped,
    /// An agent is bound to nothing where its preset wants something.
    MissingRole,
    /// A path has no nodes.
    EmptyPath,
    /// Nobody walks a path.
    UnusedPath,
    /// A homing walk does not end.
    WalkWithoutEnd,
    /// A body has no speed or no force.
    CannotMove,
    /// Two bodies overlap in a run of the scene.
    BodiesOverlap,
}

impl Rule {
    /// A short name for lists and machines.
    pub fn key(self) -> &'static str {
        match self {
            Self::NodeNeverReached => "node-never-reached",
            Self::NodeCircled => "node-circled",
            Self::RadiusOverSegment => "radius-over-segment",
            Self::Overshoot => "overshoot",
            Self::RadiiSwapped => "radii-swapped",
            Self::MissingRole => "missing-role",
            Self::EmptyPath => "empty-path",
            Self::UnusedPath => "unused-path",
            Self::WalkWithoutEnd => "walk-without-end",
            Self::CannotMove => "cannot-move",
            Self::BodiesOverlap => "bodies-overlap",
        }
    }
}

/// Everything found in `scene`: paths first, then agents, then presets, each in file order; last what a run of it shows.
pub fn findings(scene: &Scene) -> Vec<Diagnostic> {
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
            let (bound, key, headline, advice) = match role {
                Role::Target => (
                    agent.target.is_some(),
                    "target",
                    "has nothing to go for",
                    "Bind a target: a marker, an agent or the pointer.",
                ),
                Role::Danger => (
                    agent.danger.is_some(),
                    "danger",
                    "has nothing to run from",
                    "Bind a danger: a marker, an agent or the pointer.",
                ),
                Role::Path => (
                    agent.path.is_some(),
                    "path",
                    "has no path to walk",
                    "Bind a path.",
                ),
                Role::Leader => (
                    agent.leader.is_some(),
                    "leader",
                    "has no leader to follow",
                    "Bind a leader: another agent.",
                ),
            };
            if !bound {
                found.push(Diagnostic {
                    rule: Rule::MissingRole,
                    severity: Severity::Warning,
                    place: Place::Agent(agent.id),
                    pointer: format!("/agents/{i}/{key}"),
                    headline: format!(
                        "{} {headline}, as its preset {} wants.",
                        named(&agent.name, "The agent", i),
                        quoted(&preset.name, preset.id.0)
                    ),
                    advice: advice.into(),
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
        |behavior: Option<usize>, rule, severity, key: &str, headline: String, advice: String| {
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
                place: Place::Preset(preset.id, behavior),
                pointer,
                headline,
                advice,
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
    let end_of_path = scene
        .agents
        .iter()
        .filter(|agent| agent.preset == preset.id)
        .any(|agent| patrol::ends(scene, agent));
    for (i, weighted) in steered.behaviors.iter().enumerate() {
        let at = Some(i);
        match &weighted.behavior {
            Behavior::Arrive(arrive) if arrive.slow_radius < arrive.target_radius => {
                let headline = swapped(
                    &name,
                    "slow radius",
                    arrive.slow_radius,
                    "target radius",
                    arrive.target_radius,
                    unit,
                );
                let advice = format!(
                    "Raise the slow radius above {} {unit}.",
                    short(arrive.target_radius)
                );
                push(
                    at,
                    Rule::RadiiSwapped,
                    Severity::Warning,
                    "slow_radius",
                    headline,
                    advice,
                );
            }
            Behavior::FollowPath(follow) if follow.slow_radius < follow.target_radius => {
                let headline = swapped(
                    &name,
                    "end slow radius",
                    follow.slow_radius,
                    "end target radius",
                    follow.target_radius,
                    unit,
                );
                let advice = format!(
                    "Raise the end slow radius above {} {unit}.",
                    short(follow.target_radius)
                );
                push(
                    at,
                    Rule::RadiiSwapped,
                    Severity::Warning,
                    "slow_radius",
                    headline,
                    advice,
                );
            }
            Behavior::Leave(leave) if leave.danger_radius < leave.escape_radius => {
                let headline = swapped(
                    &name,
                    "danger radius",
                    leave.danger_radius,
                    "escape radius",
                    leave.escape_radius,
                    unit,
                );
                let advice = format!(
                    "Raise the danger radius above {} {unit}.",
                    short(leave.escape_radius)
                );
                push(
                    at,
                    Rule::RadiiSwapped,
                    Severity::Warning,
                    "danger_radius",
                    headline,
                    advice,
                );
            }
            Behavior::HomingWalk(walk) => {
                if let Some((key, why, advice)) = endless(walk) {
                    push(
                        at,
                        Rule::WalkWithoutEnd,
                        Severity::Warning,
                        key,
                        format!("{name} never arrives: {why}."),
                        advice.into(),
                    );
                }
            }
            _ => {}
        }
        if let Some((severity, why, advice)) =
            stopping::overshoot(body, &weighted.behavior, end_of_path, unit)
        {
            push(
                at,
                Rule::Overshoot,
                severity,
                "slow_radius",
                format!("{name} swings past its mark: {why}"),
                advice,
            );
        }
    }
}

fn swapped(
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
        "{name} has {article} {outer} of {a} {unit} inside its {inner} of {b} {unit}, so nothing happens between the two."
    )
}

/// Why a walk does not end: the parameter, the reason, the mend.
fn endless(walk: &HomingWalk) -> Option<(&'static str, &'static str, &'static str)> {
    if walk.reach_radius <= 0.0 {
        Some((
            "reach_radius",
            "with a reach radius of 0 no waypoint is ever reached",
            "Raise the reach radius.",
        ))
    } else if walk.min_step <= 0.0 {
        Some((
            "min_step",
            "with a shortest step of 0 it never goes straight to the target",
            "Raise the shortest step.",
        ))
    } else if walk.max_fov_deg >= 330.0 && walk.aggro_radius <= walk.min_step {
        Some((
            "max_fov_deg",
            "its view is all around until it is one step away, so it walks away as often as closer",
            "Narrow the widest view, or widen the aggro radius.",
        ))
    } else {
        None
    }
}

/// A name to begin a sentence with.
fn named(name: &str, otherwise: &str, index: usize) -> String {
    if name.trim().is_empty() {
        format!("{otherwise} {}", index + 1)
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

/// `x` with three digits that count, as people write it.
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

/// The ids of the paths that somebody walks.
fn walked(scene: &Scene) -> BTreeSet<PathId> {
    scene
        .agents
        .iter()
        .filter(|agent| patrol::follow_of(scene, agent).is_some())
        .filter_map(|agent| agent.path)
        .collect()
}
