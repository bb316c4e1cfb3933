//! Duplicating: nodes within their path, wall or area, everything else like copy and paste.

use crate::clipboard;
use crate::clipboard::Clip;
use crate::transform::{Transform, TransformSnapshot};
use crate::{Item, Selection, edit, editable};
use glam::DVec2;
use steerwright_runtime::scene::{Node, NodeId, Scene, WallNode};

/// Duplicates the selected items, moves the copies by `offset` and selects them. An agent that is
/// duplicated together with its path follows the copy of the path.
pub fn duplicate(scene: &mut Scene, selection: &mut Selection, offset: DVec2) {
    let is_node_alone = |item: &Item| item.is_node() && !selection.contains(item.whole());
    let (nodes, others): (Vec<Item>, Vec<Item>) = selection.iter().partition(is_node_alone);
    let items = Selection::of(others.into_iter().filter(|item| !item.is_node()));
    let mut copies =
        Clip::of(scene, &items).map_or(vec![], |clip| clipboard::paste(scene, &clip, offset));
    let nodes = Selection::of(nodes);
    let mut copied_nodes = Vec::new();
    for id in editable::paths(scene, &nodes) {
        let is_selected = |node: &Node| selection.contains(Item::Node(id, node.id));
        let own = scene.path_mut(id).map(|path| &mut path.nodes);
        let ids = copy_nodes(own, is_selected, |node| node.id, |node, id| node.id = id);
        copied_nodes.extend(ids.into_iter().map(|node| Item::Node(id, node)));
    }
    for id in editable::walls(scene, &nodes) {
        let is_selected = |node: &WallNode| selection.contains(Item::WallNode(id, node.id));
        let own = scene.wall_mut(id).map(|wall| &mut wall.nodes);
        let ids = copy_nodes(own, is_selected, |node| node.id, |node, id| node.id = id);
        copied_nodes.extend(ids.into_iter().map(|node| Item::WallNode(id, node)));
    }
    for id in editable::areas(scene, &nodes) {
        let is_selected = |node: &WallNode| selection.contains(Item::AreaNode(id, node.id));
        let own = scene.area_mut(id).map(|area| &mut area.nodes);
        let ids = copy_nodes(own, is_selected, |node| node.id, |node, id| node.id = id);
        copied_nodes.extend(ids.into_iter().map(|node| Item::AreaNode(id, node)));
    }
    TransformSnapshot::of(scene, &Selection::of(copied_nodes.iter().copied()), &[])
        .apply(scene, &Transform::Move(offset));
    copies.extend(copied_nodes);
    if !copies.is_empty() {
        selection.set_all(copies);
    }
}

/// Inserts copies of the selected nodes after the last of them, in the same order, and returns their ids.
fn copy_nodes<T: Clone>(
    nodes: Option<&mut Vec<T>>,
    is_selected: impl Fn(&T) -> bool,
    id: fn(&T) -> NodeId,
    set_id: fn(&mut T, NodeId),
) -> Vec<NodeId> {
    let Some(nodes) = nodes else {
        return vec![];
    };
    let Some(last) = nodes.iter().rposition(&is_selected) else {
        return vec![];
    };
    let mut copies: Vec<T> = nodes
        .iter()
        .filter(|node| is_selected(node))
        .cloned()
        .collect();
    let ids = edit::unused_node_ids(nodes.iter().map(id), copies.len());
    for (copy, &id) in copies.iter_mut().zip(&ids) {
        set_id(copy, id);
    }
    nodes.splice(last + 1..last + 1, copies);
    ids
}
