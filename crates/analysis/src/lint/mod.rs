//! Lint: motion that is probably not meant, from the numbers of a scene and from short runs of it.

mod at_wall;
mod cells_in_the_way;
mod clearance;
mod doors;
mod obstacles;
mod overlap;
mod patrol;
mod preset;
mod properties;
mod reach;
mod refusal;
mod remedy;
mod response;
mod routes;
mod rule;
mod states;
mod stopping;
mod tracks;
mod wall_edges;
mod walls;
mod ways;

pub use clearance::{TightStretch, tight_stretches};
pub use reach::looks_for_ways;
pub use rule::Rule;
pub use stopping::{braking_distance, damping_ratio};

use crate::branches::reached_from;
use crate::probe::{Budget, follow_of, walks_to_an_end};

use std::collections::BTreeSet;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::{
    AgentId, AreaId, Behavior, MarkerId, Motion, NodeId, PathId, PictureId, Preset, PresetId, Role,
    Scene, TrackId, WallId,
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
    /// When it happens in the run of the scene from the start. `None` if it does not depend on the
    /// time.
    pub moment: Option<Moment>,
    /// The JSON pointer to the value in a scene file.
    pub pointer: String,
    /// What will happen and why.
    pub message: String,
    /// How to fix it.
    pub help: String,
}

/// When an event of a run happens, and which other agent takes part in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The tick.
    pub tick: u64,
    /// The other agent, if it happens between two.
    pub other: Option<AgentId>,
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
    /// A wall.
    Wall(WallId),
    /// An area.
    Area(AreaId),
    /// A track.
    Track(TrackId),
    /// A marker.
    Marker(MarkerId),
    /// A picture.
    Picture(PictureId),
}

/// All diagnostics for `scene`: paths, agents, presets and walls, each in file order, then what a
/// run of the scene shows. For a scene that cannot run, only why.
pub fn diagnostics(scene: &Scene) -> Vec<Diagnostic> {
    if let Some(reason) = refusal::check(scene) {
        return vec![reason];
    }
    let mut found = Vec::new();
    patrol::check(scene, &mut found);
    check_roles(scene, &mut found);
    let mut budget = Budget::of_file();
    for (i, preset) in scene.presets.iter().enumerate() {
        preset::check_preset(scene, i, preset, &mut budget, &mut found);
    }
    response::check(scene, &mut found);
    states::check(scene, &mut found);
    routes::check(scene, &mut found);
    wall_edges::check(scene, &mut found);
    walls::check(scene, &mut found);
    doors::check(scene, &mut found);
    properties::check(scene, &mut found);
    reach::check(scene, &mut found);
    overlap::check(scene, &mut found);
    tracks::check(scene, &mut found);
    found
}

fn check_roles(scene: &Scene, found: &mut Vec<Diagnostic>) {
    for (i, agent) in scene.agents.iter().enumerate() {
        let Some(preset) = scene.preset(agent.preset) else {
            continue;
        };
        // An agent with sight and without a target watches places.
        for role in preset.roles_of_motion() {
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
                    moment: None,
                    pointer: format!("/agents/{i}/{key}"),
                    message: format!(
                        "{} {message}, but its preset {} needs one.",
                        named(&agent.name, "Agent", i),
                        quoted(&preset.name, preset.id.0)
                    ),
                    help: help.into(),
                });
            }
        }
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

/// Whether a track moves an agent, elsewhere than the scene alone would.
fn is_replayed(scene: &Scene, agent: AgentId) -> bool {
    let mut tracks = scene.editor.tracks.iter();
    tracks.any(|track| !track.muted && track.agent == agent)
}

/// What follows a time in a run without tracks.
fn without_track(is_replayed: bool) -> &'static str {
    if is_replayed {
        ", without its track"
    } else {
        ""
    }
}

/// The scene's unit of length. A message may have it many times, so that a long one is cut.
fn unit_of(scene: &Scene) -> String {
    const MAX_CHARS: usize = 16;
    let mut unit: String = scene.unit.chars().take(MAX_CHARS).collect();
    if unit.len() < scene.unit.len() {
        unit.push('…');
    }
    sanitize_for_display(&unit)
}

fn quoted(name: &str, id: u32) -> String {
    if name.trim().is_empty() {
        id.to_string()
    } else {
        format!("\u{201c}{}\u{201d}", sanitize_for_display(name))
    }
}

/// Some of what a message lists: "1, 2 and 3", or "1, 2, 3, 4, 5, …" of more.
fn listed(items: impl IntoIterator<Item = String>) -> String {
    const MAX_LISTED: usize = 5;
    let mut items: Vec<String> = items.into_iter().take(MAX_LISTED + 1).collect();
    if items.len() > MAX_LISTED {
        items.truncate(MAX_LISTED);
        return format!("{}, …", items.join(", "));
    }
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some(_) | None => items.concat(),
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

/// The ids of the paths that agents follow, those of spawners included.
fn used_paths(scene: &Scene) -> BTreeSet<PathId> {
    let agents = scene.agents.iter();
    let mut used: BTreeSet<PathId> = agents
        .filter(|agent| follow_of(scene, agent).is_some())
        .filter_map(|agent| agent.path)
        .chain(scene.spawners.iter().filter_map(|spawner| spawner.path))
        .collect();
    used.extend(reached_from(scene, &used));
    used
}
