//! What a hand can get at: all that is neither hidden nor locked, by itself or with its group. The rest keeps its places and
//! nodes even while it is selected in the outliner.

use crate::outline::{is_out_of_reach, place_of};
use crate::{Item, Selection};
use std::collections::BTreeSet;
use steerwright_runtime::scene::{PathId, PatrolPath, Scene};

/// Everything on the canvas: nodes path by path, then agents, then markers.
pub fn everything(scene: &Scene) -> Vec<Item> {
    let paths = scene
        .paths
        .iter()
        .filter(|path| !path.outline.is_out_of_reach(scene));
    let agents = scene
        .agents
        .iter()
        .filter(|agent| !agent.outline.is_out_of_reach(scene))
        .map(|agent| Item::Agent(agent.id));
    let markers = scene
        .markers
        .iter()
        .filter(|marker| !marker.outline.is_out_of_reach(scene))
        .map(|marker| Item::Marker(marker.id));
    paths
        .flat_map(|path| nodes(path))
        .chain(agents)
        .chain(markers)
        .collect()
}

/// Everything on the canvas that is not selected; the nodes of a selected path are.
pub fn everything_else(scene: &Scene, selection: &Selection) -> Vec<Item> {
    let is_else = |item: &Item| !selection.contains(*item) && !selection.contains(item.whole());
    everything(scene).into_iter().filter(is_else).collect()
}

/// The paths that are selected or have selected nodes, each once.
pub fn paths(scene: &Scene, selection: &Selection) -> Vec<PathId> {
    let mut paths = selection.paths();
    paths.retain(|&path| !is_out_of_reach(scene, Item::Path(path)));
    paths
}

/// Every node of these paths.
pub fn nodes_of_paths(scene: &Scene, selection: &Selection) -> Vec<Item> {
    paths(scene, selection)
        .into_iter()
        .filter_map(|id| scene.path(id))
        .flat_map(nodes)
        .collect()
}

/// Of some items, those that may be deleted, and those that stay: what is locked, and the nodes of hidden paths. A hidden thing
/// can go whole, as only its row can have been chosen.
pub fn deletable(scene: &Scene, items: &[Item]) -> (Vec<Item>, Vec<Item>) {
    let may_go = |&item: &Item| match item {
        Item::Node(..) => !is_out_of_reach(scene, item),
        _ => !place_of(scene, item).is_some_and(|place| place.is_locked(scene)),
    };
    items.iter().copied().partition(may_go)
}

/// Why some items were not deleted: "Path 2 is locked and stays"; none for no items.
pub fn why_kept(scene: &Scene, kept: &[Item]) -> Option<String> {
    let things: BTreeSet<Item> = kept.iter().copied().map(Item::whole).collect();
    let first = *things.first()?;
    let locked = place_of(scene, first).is_some_and(|place| place.is_locked(scene));
    Some(match (things.len(), locked) {
        (1, true) => format!(
            "{} is locked and stays; unlock it first",
            first.describe(scene)
        ),
        (1, false) => format!(
            "{} is hidden and keeps its nodes; show it first",
            first.describe(scene)
        ),
        (several, _) => format!("{several} things are locked or hidden and stay"),
    })
}

/// What comes after the item selected last, or before it, and round again.
pub fn neighbor(scene: &Scene, selection: &Selection, forward: bool) -> Option<Item> {
    let all = everything(scene);
    let at = selection
        .primary()
        .and_then(|item| all.iter().position(|&other| other == item));
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
