//! The ids of a scene, and the references to them.

use super::Report;
use std::collections::BTreeSet;
use std::fmt::Display;
use steerwright_runtime::scene::{AgentId, PathId, Scene, Target};

/// The ids that a reference may use.
pub(super) struct KnownIds {
    presets: BTreeSet<u32>,
    paths: BTreeSet<u32>,
    markers: BTreeSet<u32>,
    agents: BTreeSet<u32>,
}

impl KnownIds {
    pub(super) fn new(scene: &Scene) -> Self {
        Self {
            presets: scene.presets.iter().map(|p| p.id.0).collect(),
            paths: scene.paths.iter().map(|p| p.id.0).collect(),
            markers: scene.markers.iter().map(|m| m.id.0).collect(),
            agents: scene.agents.iter().map(|a| a.id.0).collect(),
        }
    }

    /// Reports a reference at `key` to a kind of item that has no such id.
    pub(super) fn check(
        &self,
        key: &str,
        what: &str,
        id: u32,
        pointer: &dyn Display,
        report: &mut Report<'_>,
    ) {
        let ids = match what {
            "preset" => &self.presets,
            "path" => &self.paths,
            "marker" => &self.markers,
            _ => &self.agents,
        };
        if !ids.contains(&id) {
            report(
                format!("{pointer}/{key}"),
                format!("no {what} has the id {id}; use the id of an existing {what}"),
            );
        }
    }

    /// Reports what an agent refers to that does not exist.
    pub(super) fn check_references(
        &self,
        (path, target, danger, leader): (
            Option<PathId>,
            Option<Target>,
            Option<Target>,
            Option<AgentId>,
        ),
        pointer: &dyn Display,
        report: &mut Report<'_>,
    ) {
        if let Some(path) = path {
            self.check("path", "path", path.0, pointer, report);
        }
        if let Some(leader) = leader {
            self.check("leader", "agent", leader.0, pointer, report);
        }
        for (key, target) in [("target", target), ("danger", danger)] {
            if let Some(target) = target {
                self.check_target(key, target, pointer, report);
            }
        }
    }

    pub(super) fn check_target(
        &self,
        key: &str,
        target: Target,
        pointer: &dyn Display,
        report: &mut Report<'_>,
    ) {
        match target {
            Target::Marker(id) => self.check(key, "marker", id.0, pointer, report),
            Target::Agent(id) => self.check(key, "agent", id.0, pointer, report),
            Target::Pointer => {}
        }
    }
}
