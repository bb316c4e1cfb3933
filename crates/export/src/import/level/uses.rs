//! What the nodes of paths and the states of presets refer to: doors, markers and nodes.

use super::merger::Merger;
use std::collections::BTreeSet;
use steerwright_runtime::scene::{
    EnterAction, LookAt, MarkerId, NextNode, NodeAction, NodeId, PathId, PatrolPath, Scene, WallId,
};

/// The walls, markers and paths that are used.
#[derive(Default)]
pub(super) struct Uses {
    pub walls: BTreeSet<WallId>,
    pub markers: BTreeSet<MarkerId>,
    pub paths: BTreeSet<PathId>,
}

impl Uses {
    /// What a scene uses without these paths. One of them to which a junction leads counts as one that stays.
    pub fn without(scene: &Scene, gone: &[PathId]) -> Self {
        let gone: BTreeSet<PathId> = gone.iter().copied().collect();
        let stays = |path: &&PatrolPath| !gone.contains(&path.id);
        let paths = scene.paths.iter().map(AsRef::as_ref);
        let mut to_add: Vec<&PatrolPath> = paths.filter(stays).collect();
        let mut uses = Self::default();
        while let Some(path) = to_add.pop() {
            for next in path.nodes.iter().flat_map(|node| node.next()) {
                if uses.paths.insert(next.path) && gone.contains(&next.path) {
                    to_add.extend(scene.path(next.path));
                }
            }
            uses.add_actions(path);
        }
        for preset in &scene.presets {
            let enter = preset.all_states().flat_map(|state| &state.rules.enter);
            uses.walls.extend(enter.filter_map(|action| match action {
                EnterAction::SetWall { wall, .. } => Some(*wall),
                EnterAction::Emit { .. } | EnterAction::Share { .. } => None,
            }));
        }
        uses
    }

    fn add_actions(&mut self, path: &PatrolPath) {
        for node in &path.nodes {
            let along = node.along().iter().map(|along| &along.action);
            for action in node.actions().iter().chain(along) {
                match action {
                    NodeAction::SetWall { wall, .. } => {
                        self.walls.insert(*wall);
                    }
                    NodeAction::Look {
                        at: LookAt::Marker { id },
                        ..
                    } => {
                        self.markers.insert(*id);
                    }
                    NodeAction::Look { .. }
                    | NodeAction::Wait { .. }
                    | NodeAction::Sweep { .. }
                    | NodeAction::Speed { .. }
                    | NodeAction::Emit { .. }
                    | NodeAction::Meet { .. } => {}
                }
            }
        }
    }
}

impl Merger<'_> {
    /// Removes the choices of junctions that lead to nodes which the map has no longer, and lists them.
    pub(super) fn remove_lost_next(&mut self) {
        let leads_on = |path: &PatrolPath| path.nodes.iter().any(|node| !node.next().is_empty());
        if !self.scene.paths.iter().any(|path| leads_on(path)) {
            return;
        }
        let nodes = self.scene.paths.iter().flat_map(|path| {
            let nodes = path.nodes.iter();
            nodes.map(|node| (path.id, node.id))
        });
        let known: BTreeSet<(PathId, NodeId)> = nodes.collect();
        let is_lost = |next: &NextNode| !known.contains(&(next.path, next.node));
        let mut lost: Vec<(PathId, NodeId)> = Vec::new();
        for path in self.scene.paths.iter().filter(|path| leads_on(path)) {
            for (index, node) in path.nodes.iter().enumerate() {
                for next in node.next().iter().filter(|next| is_lost(next)) {
                    let name = self.scene.path(next.path).map_or("", |path| &path.name);
                    self.changes.deleted.push(format!(
                        "a choice of the junction at node {} of path {:?}, because its node of path {name:?} is gone",
                        index + 1,
                        path.name
                    ));
                    lost.push((path.id, node.id));
                }
            }
        }
        for (path, node) in lost {
            let Some(node) = self.scene.node_mut(path, node) else {
                continue;
            };
            node.edit_script(|script| {
                script.next.retain(|next| !is_lost(next));
                if script.next.is_empty() {
                    (script.choose, script.not_back) = Default::default();
                }
            });
        }
    }
}
