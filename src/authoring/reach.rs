//! What a hand can get at: all that is neither hidden nor locked, by itself or with its group. The rest keeps its places and
//! nodes even while it is selected in the outliner.

use crate::authoring::outline::is_out_of_reach;
use crate::authoring::{Item, Selection};
use crate::scene::{PathId, PatrolPath, Scene};

/// Everything on the canvas: nodes path by path, then agents, then markers.
pub fn everything(scene: &Scene) -> Vec<Item> {
    let paths = scene.paths.iter().filter(|path| !path.outline.is_out_of_reach(scene));
    let agents = scene.agents.iter().filter(|agent| !agent.outline.is_out_of_reach(scene)).map(|agent| Item::Agent(agent.id));
    let markers = scene.markers.iter().filter(|marker| !marker.outline.is_out_of_reach(scene)).map(|marker| Item::Marker(marker.id));
    paths.flat_map(|path| nodes(path)).chain(agents).chain(markers).collect()
}

/// The paths that are selected or have selected nodes, each once.
pub fn paths(scene: &Scene, selection: &Selection) -> Vec<PathId> {
    let mut paths = selection.paths();
    paths.retain(|&path| !is_out_of_reach(scene, Item::Path(path)));
    paths
}

/// Every node of these paths.
pub fn nodes_of_paths(scene: &Scene, selection: &Selection) -> Vec<Item> {
    paths(scene, selection).into_iter().filter_map(|id| scene.path(id)).flat_map(nodes).collect()
}

/// What comes after the item selected last, or before it, and round again.
pub fn neighbor(scene: &Scene, selection: &Selection, forward: bool) -> Option<Item> {
    let all = everything(scene);
    let at = selection.primary().and_then(|item| all.iter().position(|&other| other == item));
    let next = match (at, forward) {
        (None, true) => 0,
        (None, false) => all.len().checked_sub(1)?,
        (Some(i), true) => (i + 1) % all.len(),
        (Some(i), false) => (i + all.len() - 1) % all.len(),
    };
    all.get(next).copied()
}

fn nodes(path: &PatrolPath) -> impl Iterator<Item = Item> + '_ {
    path.nodes.iter().map(|node| Item::Node(path.id, node.id))
}
