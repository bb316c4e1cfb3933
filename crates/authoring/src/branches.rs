//! Branches: where junctions lead, other than along their own paths.

use glam::DVec2;
use steerwright_runtime::scene::{Choose, Node, NodeId, PathId, PatrolPath, Scene};

/// A choice of a junction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// The path of the junction.
    pub path: PathId,
    /// The junction.
    pub node: NodeId,
    /// Its position, u.
    pub from: DVec2,
    /// The path to which it leads.
    pub to_path: PathId,
    /// The position of the node to which it leads, u.
    pub to: DVec2,
    /// The share of the choices that lead there, 0 to 1.
    pub share: f64,
}

/// The branches of all junctions that no line of a path shows, in the order of paths, nodes and choices.
///
/// ```
/// use steerwright_authoring::branches;
/// use steerwright_runtime::scene::Scene;
/// assert!(branches::all(&Scene::default()).is_empty());
/// ```
#[must_use]
pub fn all(scene: &Scene) -> Vec<Branch> {
    let mut branches = Vec::new();
    for path in &scene.paths {
        for (index, node) in path.nodes.iter().enumerate() {
            for (choice, next) in node.next().iter().enumerate() {
                let Some(to) = scene.node(next.path, next.node) else {
                    continue;
                };
                if next.path == path.id && is_beside(path, index, to) {
                    continue;
                }
                branches.push(Branch {
                    path: path.id,
                    node: node.id,
                    from: node.position,
                    to_path: next.path,
                    to: to.position,
                    share: share(node, choice),
                });
            }
        }
    }
    branches
}

/// Whether the line of the path joins two nodes.
fn is_beside(path: &PatrolPath, index: usize, other: &Node) -> bool {
    let Some(at) = path.index_of(other.id) else {
        return false;
    };
    let last = path.nodes.len().saturating_sub(1);
    at.abs_diff(index) == 1 || (path.is_closed() && at.abs_diff(index) == last)
}

/// The share of the choices of a junction that have this index.
fn share(node: &Node, choice: usize) -> f64 {
    let by_weight = node
        .script
        .as_ref()
        .is_some_and(|script| script.choose == Choose::Random);
    let total: u64 = node.next().iter().map(|next| u64::from(next.weight)).sum();
    match node.next().get(choice) {
        Some(next) if by_weight => f64::from(next.weight) / total.max(1) as f64,
        Some(_) => 1.0 / node.next().len() as f64,
        None => 0.0,
    }
}

/// The names of other paths with junctions that lead to a path.
#[must_use]
pub fn paths_to(scene: &Scene, id: PathId) -> Vec<String> {
    let leads_there = |node: &Node| node.next().iter().any(|next| next.path == id);
    let others = scene.paths.iter().filter(|path| path.id != id);
    others
        .filter(|path| path.nodes.iter().any(leads_there))
        .map(|path| path.name.clone())
        .collect()
}
