//! Lint rules for paths: nodes that agents circle, never reach or overshoot, empty paths, and
//! overlapping radii.

mod diagnostic;
mod faults;
mod remedies;

use super::remedy::short_below;
use super::{Diagnostic, Rule, Severity, Subject, named, short, unit_of, used_paths};
use crate::probe::follow_of;
use faults::{Ticks, Walked};
use std::collections::BTreeSet;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{PathId, PatrolPath, PresetId, Scene};

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let used = used_paths(scene);
    let mut findings: Vec<Vec<Diagnostic>> = scene
        .paths
        .iter()
        .enumerate()
        .map(|(i, path)| static_findings(scene, i, path, &used))
        .collect();
    let mut seen: BTreeSet<(PresetId, PathId)> = BTreeSet::new();
    let (mut ticks, mut ticks_of_tries) = (Ticks::of_file(), Ticks::of_tries());
    for agent in scene.agents.iter() {
        let (Some(id), Some((preset, ..))) = (agent.path, follow_of(scene, agent)) else {
            continue;
        };
        let Some(index) = scene.paths.iter().position(|path| path.id == id) else {
            continue;
        };
        if preset.body.max_speed > 0.0
            && preset.body.max_force > 0.0
            && seen.insert((preset.id, id))
            && let Some(walked) = Walked::new(scene, agent, index)
        {
            for fault in walked.faults(&mut ticks) {
                findings[index].push(walked.diagnostic(&fault, &mut ticks_of_tries));
            }
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
    let name = named(&path.name, "Path", index);
    let mut push = |rule, severity, subject, pointer, message, help| {
        found.push(Diagnostic {
            rule,
            severity,
            subject,
            moment: None,
            pointer,
            message,
            help,
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
            "Add nodes to the path, or delete it.".into(),
        );
    } else if !used.contains(&path.id) {
        let message = format!("{name} isn't used by any agent.");
        push(
            Rule::UnusedPath,
            Severity::Hint,
            Subject::Path(path.id),
            format!("/paths/{index}"),
            message,
            "Assign it to an agent that follows paths, or delete it.".into(),
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
        let radii = [i, next].map(|at| path.radius_of(&path.nodes[at]));
        let (at, other) = if radii[0] >= radii[1] {
            (i, next)
        } else {
            (next, i)
        };
        if radii[0].max(radii[1]) >= length {
            let unit = unit_of(scene);
            let message = format!(
                "Node {} of {name} overlaps node {}: its radius is {} {unit}, but the nodes are {} {unit} apart.",
                at + 1,
                other + 1,
                short(radii[0].max(radii[1])),
                short(length)
            );
            let what = if radii[0].min(radii[1]) >= length {
                "the radii of both nodes"
            } else {
                "the node's radius"
            };
            let help = match short_below(length) {
                Some(less) => format!(
                    "Lower {what} to {less} {unit} or less, or move the nodes apart; otherwise the agent reaches one right after the other."
                ),
                None => "Move the nodes apart, or delete one of them.".to_owned(),
            };
            push(
                Rule::RadiusOverSegment,
                Severity::Hint,
                Subject::Node(path.id, path.nodes[at].id),
                format!("/paths/{index}/nodes/{at}"),
                message,
                help,
            );
        }
    }
    found
}
