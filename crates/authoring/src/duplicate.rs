//! Duplicating: nodes within their path or wall, everything else like copy and paste.

use crate::clipboard;
use crate::clipboard::Clip;
use crate::transform::{Transform, TransformSnapshot};
use crate::{Item, Selection, edit, editable};
use glam::DVec2;
use steerwright_runtime::scene::{Node, PathId, Scene, WallId, WallNode};

/// Duplicates the selected items, moves the copies by `offset` and selects them. An agent that is
/// duplicated together with its path follows the copy of the path.
pub fn duplicate(scene: &mut Scene, selection: &mut Selection, offset: DVec2) {
    let is_node_alone = |item: &Item| item.is_node() && !selection.contains(item.whole());
    let (nodes, others): (Vec<Item>, Vec<Item>) = selection.iter().partition(is_node_alone);
    let items = Selection::of(others.into_iter().filter(|item| !item.is_node()));
    let mut copies =
        Clip::of(scene, &items).map_or(vec![], |clip| clipboard::paste(scene, &clip, offset));
    let nodes = Selection::of(nodes);
    for path in editable::paths(scene, &nodes) {
        copies.extend(duplicate_nodes(scene, selection, path, offset));
    }
    for wall in editable::walls(scene, &nodes) {
        copies.extend(duplicate_wall_nodes(scene, selection, wall, offset));
    }
    if !copies.is_empty() {
        selection.set_all(copies);
    }
}

/// The copies are inserted after the last selected node, in the same order.
fn duplicate_nodes(
    scene: &mut Scene,
    selection: &Selection,
    path: PathId,
    offset: DVec2,
) -> Vec<Item> {
    let Some(owner) = scene.path_mut(path) else {
        return vec![];
    };
    let is_selected = |node: &Node| selection.contains(Item::Node(path, node.id));
    let Some(last) = owner.nodes.iter().rposition(is_selected) else {
        return vec![];
    };
    let mut copies: Vec<Node> = owner
        .nodes
        .iter()
        .filter(|node| is_selected(node))
        .cloned()
        .collect();
    let ids = edit::unused_node_ids(owner.nodes.iter().map(|node| node.id), copies.len());
    copies
        .iter_mut()
        .zip(ids)
        .for_each(|(copy, id)| copy.id = id);
    let items: Vec<Item> = copies
        .iter()
        .map(|node| Item::Node(path, node.id))
        .collect();
    owner.nodes.splice(last + 1..last + 1, copies);
    TransformSnapshot::of(scene, &Selection::of(items.iter().copied()), &[])
        .apply(scene, &Transform::Move(offset));
    items
}

/// The copies are inserted after the last selected node, in the same order.
fn duplicate_wall_nodes(
    scene: &mut Scene,
    selection: &Selection,
    id: WallId,
    offset: DVec2,
) -> Vec<Item> {
    let Some(wall) = scene.wall_mut(id) else {
        return vec![];
    };
    let is_selected = |node: &WallNode| selection.contains(Item::WallNode(id, node.id));
    let Some(last) = wall.nodes.iter().rposition(is_selected) else {
        return vec![];
    };
    let mut copies: Vec<WallNode> = wall.nodes.iter().copied().filter(is_selected).collect();
    let ids = edit::unused_node_ids(wall.nodes.iter().map(|node| node.id), copies.len());
    copies
        .iter_mut()
        .zip(ids)
        .for_each(|(copy, id)| copy.id = id);
    let items: Vec<Item> = copies
        .iter()
        .map(|node| Item::WallNode(id, node.id))
        .collect();
    wall.nodes.splice(last + 1..last + 1, copies);
    TransformSnapshot::of(scene, &Selection::of(items.iter().copied()), &[])
        .apply(scene, &Transform::Move(offset));
    items
}
