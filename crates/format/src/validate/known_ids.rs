//! The ids of a scene, and the references to them.

use super::Report;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;
use steerwright_runtime::scene::{AgentId, NodeId, PathId, PatrolPath, Scene, Target, WallId};

/// The ids that a reference may use.
pub(super) struct KnownIds {
    presets: BTreeSet<u32>,
    paths: BTreeSet<u32>,
    markers: BTreeSet<u32>,
    agents: BTreeSet<u32>,
    walls: BTreeSet<u32>,
    doors: BTreeSet<u32>,
    /// Paths and nodes, if any node leads on to others.
    nodes: BTreeSet<(u32, u32)>,
}

/// What an agent, or each agent of a spawner, refers to.
pub(super) struct References {
    pub path: Option<PathId>,
    pub target: Option<Target>,
    pub danger: Option<Target>,
    pub leader: Option<AgentId>,
}

impl KnownIds {
    pub(super) fn new(scene: &Scene) -> Self {
        Self {
            presets: scene.presets.iter().map(|p| p.id.0).collect(),
            paths: scene.paths.iter().map(|p| p.id.0).collect(),
            markers: scene.markers.iter().map(|m| m.id.0).collect(),
            agents: scene.agents.iter().map(|a| a.id.0).collect(),
            walls: scene.walls.iter().map(|wall| wall.id.0).collect(),
            doors: scene
                .walls
                .iter()
                .filter(|wall| wall.open.is_some())
                .map(|wall| wall.id.0)
                .collect(),
            nodes: known_nodes(scene),
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

    /// Reports a door that does not exist or is not a door.
    pub(super) fn check_door(&self, id: WallId, pointer: &dyn Display, report: &mut Report<'_>) {
        if self.doors.contains(&id.0) {
            return;
        }
        let message = if self.walls.contains(&id.0) {
            format!("the wall {id} is not a door; make it a door, or use the id of one")
        } else {
            format!("no wall has the id {id}; use the id of a door")
        };
        report(format!("{pointer}/wall"), message);
    }

    /// Reports a node that does not exist.
    pub(super) fn check_node(
        &self,
        path: PathId,
        node: NodeId,
        pointer: &dyn Display,
        report: &mut Report<'_>,
    ) {
        if !self.paths.contains(&path.0) {
            self.check("path", "path", path.0, pointer, report);
        } else if !self.nodes.contains(&(path.0, node.0)) {
            report(
                format!("{pointer}/node"),
                format!("the path {path} has no node {node}; use the id of one of its nodes"),
            );
        }
    }

    /// Reports what an agent refers to that does not exist.
    pub(super) fn check_references(
        &self,
        references: &References,
        pointer: &dyn Display,
        report: &mut Report<'_>,
    ) {
        if let Some(path) = references.path {
            self.check("path", "path", path.0, pointer, report);
        }
        if let Some(leader) = references.leader {
            self.check("leader", "agent", leader.0, pointer, report);
        }
        let targets = [("target", references.target), ("danger", references.danger)];
        for (key, target) in targets {
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

fn known_nodes(scene: &Scene) -> BTreeSet<(u32, u32)> {
    if !scene.paths.iter().any(|path| path.has_junctions()) {
        return BTreeSet::new();
    }
    let nodes = |path: &Arc<PatrolPath>| {
        let id = path.id.0;
        path.nodes
            .iter()
            .map(move |node| (id, node.id.0))
            .collect::<Vec<_>>()
    };
    scene.paths.iter().flat_map(nodes).collect()
}
