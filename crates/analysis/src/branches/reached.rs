//! Paths that junctions lead to.

use std::collections::BTreeSet;
use steerwright_runtime::scene::{Node, PathId, Scene};

/// The paths to which junctions lead from these paths, directly or by way of others. The given ones
/// are not among them unless a junction leads back to them.
#[must_use]
pub fn reached_from(scene: &Scene, paths: &BTreeSet<PathId>) -> BTreeSet<PathId> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<PathId> = paths.iter().copied().collect();
    while let Some(id) = open.pop() {
        let nodes = scene.path(id).map_or(&[][..], |path| &path.nodes);
        for next in nodes.iter().flat_map(Node::next) {
            if next.path != id && reached.insert(next.path) && !paths.contains(&next.path) {
                open.push(next.path);
            }
        }
    }
    reached
}
