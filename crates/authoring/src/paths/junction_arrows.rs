//! Arrows of junctions: where their choices lead, other than along their own paths.

use glam::DVec2;
use steerwright_runtime::scene::{Choose, Node, NodeId, PathId, PatrolPath, Scene};

/// A choice of a junction, drawn as an arrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JunctionArrow {
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
    /// The share of the choices that lead there, 0 to 1. `None` if it depends on where agents come
    /// from.
    pub share: Option<f64>,
}

/// The choices of all junctions that no line of a path shows, in the order of paths, nodes and
/// choices.
///
/// ```
/// use steerwright_authoring::paths::junction_arrows;
/// use steerwright_runtime::scene::Scene;
/// assert!(junction_arrows::all(&Scene::default()).is_empty());
/// ```
#[must_use]
pub fn all(scene: &Scene) -> Vec<JunctionArrow> {
    let mut arrows = Vec::new();
    for path in &scene.paths {
        for (index, node) in path.nodes.iter().enumerate() {
            for (choice, next) in node.next().iter().enumerate() {
                let Some(to) = scene.node(next.path, next.node) else {
                    continue;
                };
                if next.path == path.id && is_beside(path, index, to) {
                    continue;
                }
                arrows.push(JunctionArrow {
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
    arrows
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
fn share(node: &Node, choice: usize) -> Option<f64> {
    let script = node.script.as_ref().filter(|script| !script.not_back)?;
    let total: u64 = script.next.iter().map(|next| u64::from(next.weight)).sum();
    let next = script.next.get(choice)?;
    Some(match script.choose {
        Choose::Random => f64::from(next.weight) / total.max(1) as f64,
        Choose::InTurn => 1.0 / script.next.len() as f64,
    })
}

/// The names of other paths with junctions that lead to a path.
#[must_use]
pub fn names_of_paths_leading_to(scene: &Scene, id: PathId) -> Vec<String> {
    let leads_there = |node: &Node| node.next().iter().any(|next| next.path == id);
    let others = scene.paths.iter().filter(|path| path.id != id);
    others
        .filter(|path| path.nodes.iter().any(leads_there))
        .map(|path| path.name.clone())
        .collect()
}
