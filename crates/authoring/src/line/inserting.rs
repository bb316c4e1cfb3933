//! Adding, moving and removing nodes of a line, and closing it.

use crate::bounds::clamp_position;
use crate::edit::unused_node_ids;
use crate::line::kinds::{Kind, LineNode, NodeLine};
use crate::line::{Line, of_kind};
use crate::{Item, Selection};
use glam::DVec2;
use steerwright_runtime::scene::{NodeId, Scene};

/// Inserts a node before the one at `index` (or at the end), and returns its id.
pub fn insert_node(
    scene: &mut Scene,
    line: impl Into<Line>,
    index: usize,
    position: DVec2,
) -> Option<NodeId> {
    fn insert<K: Kind>(
        scene: &mut Scene,
        id: K::Id,
        index: usize,
        position: DVec2,
    ) -> Option<NodeId> {
        let line = K::find_mut(scene, id)?;
        let id = line.next_node_id();
        let index = index.min(line.nodes_mut().len());
        line.nodes_mut().insert(index, K::Node::at(id, position));
        line.inserted(index);
        Some(id)
    }
    of_kind!(line.into(), insert(scene; index, position))
}

/// Inserts a node after the selected one, or after the last: halfway to the next node, or beyond
/// the end.
pub fn insert_after(scene: &mut Scene, selection: &Selection, line: Line) -> Option<Item> {
    let node_line = line.of(scene)?;
    let selected = selection.nodes_of(line).iter().find_map(|item| match item {
        Item::Node(_, node) => node_line.index_of(*node),
        _ => None,
    });
    let places: Vec<DVec2> = node_line.nodes().map(|(_, position)| position).collect();
    let (index, position) = place_after(&places, selected, node_line.is_closed())?;
    let node = insert_node(scene, line, index, position)?;
    Some(Item::Node(line, node))
}

/// The index and the place of a node that is inserted after the node at `selected`, or after the
/// last one. `None` without nodes.
fn place_after(places: &[DVec2], selected: Option<usize>, closed: bool) -> Option<(usize, DVec2)> {
    let last = places.len().checked_sub(1)?;
    let index = selected.unwrap_or(last);
    let position = match (index == last, last) {
        (false, _) => (places[index] + places[index + 1]) / 2.0,
        (true, 0) => places[0] + DVec2::X,
        (true, _) if closed => (places[last] + places[0]) / 2.0,
        (true, _) => places[last] + (places[last] - places[last - 1]) / 2.0,
    };
    Some((index + 1, clamp_position(position)))
}

/// Moves a node.
pub fn move_node(scene: &mut Scene, line: Line, node: NodeId, to: DVec2) {
    fn set<K: Kind>(scene: &mut Scene, id: K::Id, node: NodeId, to: DVec2) {
        let line = K::find_mut(scene, id);
        if let Some(line) = line
            && let Some(index) = Kind::index_of(line, node)
        {
            line.nodes_mut()[index].set_position(to);
        }
    }
    of_kind!(line, set(scene; node, to));
}

/// Moves a node to another index.
pub fn reorder_node(scene: &mut Scene, line: Line, from: usize, to: usize) {
    fn reorder<K: Kind>(scene: &mut Scene, id: K::Id, from: usize, to: usize) {
        if let Some(nodes) = K::find_mut(scene, id).map(K::nodes_mut)
            && from < nodes.len()
            && to < nodes.len()
        {
            let node = nodes.remove(from);
            nodes.insert(to, node);
        }
    }
    of_kind!(line, reorder(scene; from, to));
}

/// Moves the nodes at some indices.
pub(crate) fn move_nodes(
    scene: &mut Scene,
    line: Line,
    moved: &mut dyn Iterator<Item = (usize, DVec2)>,
) {
    fn set<K: Kind>(scene: &mut Scene, id: K::Id, moved: &mut dyn Iterator<Item = (usize, DVec2)>) {
        let Some(line) = K::find_mut(scene, id) else {
            return;
        };
        for (index, to) in moved {
            if let Some(node) = line.nodes_mut().get_mut(index) {
                node.set_position(to);
            }
        }
    }
    of_kind!(line, set(scene; moved));
}

/// Closes or opens a line. If both ends coincide when closing, they are merged into one node,
/// unless the line is hidden or locked.
pub fn set_closed(scene: &mut Scene, line: impl Into<Line>, closed: bool) {
    fn set<K: Kind>(scene: &mut Scene, id: K::Id, closed: bool, keeps_nodes: bool) {
        let Some(line) = K::find_mut(scene, id) else {
            return;
        };
        let (is_closed, nodes) = (line.is_closed(), line.parts().nodes);
        if let [first, .., last] = nodes
            && closed
            && !is_closed
            && !keeps_nodes
            && nodes.len() > 2
            && first.position() == last.position()
        {
            let last = nodes.len() - 1;
            merge_nodes(line.nodes_mut(), 0, last);
        }
        line.set_closed(closed);
    }
    let line = line.into();
    let keeps_nodes = !scene.editor.is_editable(line);
    of_kind!(line, set(scene; closed, keeps_nodes));
}

/// Removes the node `from`, whose place is that of the node `into`, which takes over what it says.
pub(super) fn merge_nodes<N: LineNode>(nodes: &mut Vec<N>, into: usize, from: usize) {
    if into.max(from) < nodes.len() && into != from {
        let gone = nodes[from].clone();
        nodes[into].absorb(gone, from == into + 1);
        nodes.remove(from);
    }
}

/// Deletes a line.
pub fn delete(scene: &mut Scene, line: Line) {
    fn remove<K: Kind>(scene: &mut Scene, id: K::Id) {
        K::delete(scene, id);
    }
    of_kind!(line, remove(scene;));
}

/// Deletes a node. A line that loses its last node is deleted too.
pub fn delete_node(scene: &mut Scene, line: Line, node: NodeId) {
    fn remove<K: Kind>(scene: &mut Scene, id: K::Id, node: NodeId) {
        if let Some(nodes) = K::find_mut(scene, id).map(K::nodes_mut) {
            nodes.retain(|existing| existing.id() != node);
            if nodes.is_empty() {
                K::delete(scene, id);
            }
        }
    }
    of_kind!(line, remove(scene; node));
}

/// Inserts copies of the selected nodes of a line after the last of them, in the same order, and
/// returns them.
pub fn copy_nodes(scene: &mut Scene, line: Line, selection: &Selection) -> Vec<Item> {
    fn copy<K: Kind>(scene: &mut Scene, id: K::Id, selection: &Selection) -> Vec<NodeId> {
        let line: Line = id.into();
        let is_selected = |node: &K::Node| selection.contains(Item::Node(line, node.id()));
        let Some(nodes) = K::find_mut(scene, id).map(K::nodes_mut) else {
            return vec![];
        };
        let Some(last) = nodes.iter().rposition(is_selected) else {
            return vec![];
        };
        let selected = nodes.iter().filter(|node| is_selected(node));
        let mut copies: Vec<K::Node> = selected.cloned().collect();
        let ids = unused_node_ids(nodes.iter().map(K::Node::id), copies.len());
        for (copy, &id) in copies.iter_mut().zip(&ids) {
            copy.set_id(id);
        }
        nodes.splice(last + 1..last + 1, copies);
        ids
    }
    let ids = of_kind!(line, copy(scene; selection));
    ids.into_iter().map(|node| Item::Node(line, node)).collect()
}
