//! Operations on walls, and their nodes as items.

use crate::edit::{place_after, unused_node_ids};
use crate::naming::free_name;
use crate::{Item, Selection, editable, grouping, outline, properties};
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{NodeId, ReferenceKind, Scene, Wall, WallId, WallNode};

/// The nodes of a wall, as items.
pub fn nodes(wall: &Wall) -> impl Iterator<Item = Item> + '_ {
    wall.nodes
        .iter()
        .map(|node| Item::WallNode(wall.id, node.id))
}

/// Adds a wall without nodes that blocks motion and sight, and returns its id.
pub fn add(scene: &mut Scene) -> WallId {
    let id = scene.next_wall_id();
    let name = free_name("Wall", scene.walls.iter().map(|wall| wall.name.as_str()));
    scene.walls.push(Arc::new(Wall::through(id, name, [])));
    id
}

/// Adds the rectangle between two corners as a closed wall, and returns its id.
pub fn add_rectangle(scene: &mut Scene, a: DVec2, b: DVec2) -> WallId {
    let id = add(scene);
    if let Some(wall) = scene.wall_mut(id) {
        wall.nodes = Wall::through(id, "", rectangle(a, b)).nodes;
        wall.closed = true;
    }
    id
}

/// The corners of the rectangle between two opposite ones.
pub(crate) fn rectangle(a: DVec2, b: DVec2) -> [DVec2; 4] {
    [a, DVec2::new(b.x, a.y), b, DVec2::new(a.x, b.y)]
}

/// Inserts a node into a wall before the node at `index` (or at the end) and returns its id.
pub fn insert_node(
    scene: &mut Scene,
    wall: WallId,
    index: usize,
    position: DVec2,
) -> Option<NodeId> {
    let wall = scene.wall_mut(wall)?;
    let id = wall.next_node_id();
    let index = index.min(wall.nodes.len());
    wall.nodes.insert(index, WallNode { id, position });
    Some(id)
}

/// Closes or opens a wall. If both ends coincide when closing, they are merged into one node, unless the wall is hidden or locked.
pub fn set_closed(scene: &mut Scene, id: WallId, closed: bool) {
    let is_editable = outline::is_editable(scene, Item::Wall(id));
    if let Some(wall) = scene.wall_mut(id) {
        let ends = (wall.nodes.first(), wall.nodes.last());
        let meets = matches!(ends, (Some(first), Some(last)) if first.position == last.position);
        if closed && !wall.closed && meets && wall.nodes.len() > 2 && is_editable {
            wall.nodes.pop();
        }
        wall.closed = closed;
    }
}

pub(crate) fn delete(scene: &mut Scene, id: WallId) {
    scene.walls.retain(|wall| wall.id != id);
}

/// A wall that loses its last node is deleted too.
pub(crate) fn delete_node(scene: &mut Scene, wall: WallId, id: NodeId) {
    if let Some(nodes) = scene.wall_mut(wall).map(|wall| &mut wall.nodes) {
        nodes.retain(|node| node.id != id);
        if nodes.is_empty() {
            delete(scene, wall);
        }
    }
}

/// Whether a wall can be split at this node: any node of a closed wall, or an inner node of an open one.
pub fn can_split_at(scene: &Scene, wall: WallId, node: NodeId) -> bool {
    if !outline::is_editable(scene, Item::Wall(wall)) {
        return false;
    }
    let Some(wall) = scene.wall(wall) else {
        return false;
    };
    let is_inner = |index: usize| index > 0 && index + 1 < wall.nodes.len();
    wall.nodes.len() > 1
        && wall
            .index_of(node)
            .is_some_and(|index| wall.closed || is_inner(index))
}

/// Splits a wall at a node that both parts keep. A closed wall becomes an open one that starts and ends there. An open wall keeps its
/// first part; the rest becomes a new wall, whose id is returned.
pub fn split(scene: &mut Scene, id: WallId, node: NodeId) -> Option<WallId> {
    if !can_split_at(scene, id, node) {
        return None;
    }
    let new = scene.next_wall_id();
    let name = free_name(
        &scene.wall(id)?.name,
        scene.walls.iter().map(|wall| wall.name.as_str()),
    );
    let place = scene.walls.iter().position(|wall| wall.id == id)?;
    let wall = scene.wall_mut(id)?;
    let index = wall.index_of(node)?;
    if wall.closed {
        wall.nodes.rotate_left(index);
        let end = WallNode {
            id: wall.next_node_id(),
            ..*wall.nodes.first()?
        };
        wall.nodes.push(end);
        wall.closed = false;
        return None;
    }
    let rest = Wall {
        id: new,
        name,
        nodes: wall.nodes.split_off(index),
        ..wall.clone()
    };
    wall.nodes.extend(rest.nodes.first().copied());
    scene.walls.insert(place + 1, Arc::new(rest));
    scene.editor_mut().copy_props(id, new);
    Some(new)
}

/// Inserts a node after the selected one, or after the last: halfway to the next node, or beyond the end.
pub fn insert_after(scene: &mut Scene, selection: &Selection, id: WallId) -> Option<Item> {
    let wall = scene.wall(id)?;
    let mut selected = selection.nodes_of_wall(id).iter();
    let index = selected.find_map(|item| match item {
        Item::WallNode(_, node) => wall.index_of(*node),
        Item::Wall(_)
        | Item::Path(_)
        | Item::Node(..)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Spawner(_)
        | Item::Contact(_)
        | Item::Marker(_)
        | Item::Picture(_)
        | Item::Area(_)
        | Item::AreaNode(..) => None,
    });
    let places: Vec<DVec2> = wall.nodes.iter().map(|node| node.position).collect();
    let (index, position) = place_after(&places, index, wall.closed)?;
    let node = insert_node(scene, id, index, position)?;
    Some(Item::WallNode(id, node))
}

/// The node that a single-node command applies to: the primary one, or the first selected one.
pub fn single_node(selection: &Selection) -> Option<(WallId, NodeId)> {
    let mut items = selection.primary().into_iter().chain(selection.iter());
    items.find_map(|item| match item {
        Item::WallNode(wall, node) => Some((wall, node)),
        Item::Wall(_)
        | Item::Path(_)
        | Item::Node(..)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Spawner(_)
        | Item::Contact(_)
        | Item::Marker(_)
        | Item::Picture(_)
        | Item::Area(_)
        | Item::AreaNode(..) => None,
    })
}

/// The open wall that both ends would be joined of, or the two open walls that would be joined at their nearest ends. `None` if
/// something else is selected.
pub fn to_join(scene: &Scene, selection: &Selection) -> Option<(WallId, WallId)> {
    let open = |id: &WallId| {
        let wall = scene.wall(*id)?;
        (!wall.closed && !wall.nodes.is_empty()).then_some(wall)
    };
    let selected = selection.walls();
    let editable = editable::walls(scene, selection);
    match selected[..] {
        [one] if editable == selected => (open(&one)?.nodes.len() > 2).then_some((one, one)),
        [a, b] if editable == selected => open(&a).and(open(&b)).map(|_| (a, b)),
        _ => None,
    }
}

/// Closes a wall, or joins two walls at their nearest ends; ends that coincide become one node. The first wall keeps its id and
/// properties. Returns it.
pub fn join(scene: &mut Scene, (a, b): (WallId, WallId)) -> Option<WallId> {
    if a == b {
        set_closed(scene, a, true);
        return Some(a);
    }
    let second = scene.wall(b)?.clone();
    let mut more = second.nodes;
    let end = |nodes: &[WallNode], at_start: bool| {
        let node = if at_start {
            nodes.first()
        } else {
            nodes.last()
        };
        node.map(|node| node.position)
    };
    let wall = scene.wall_mut(a)?;
    let pairs = [(false, true), (true, false), (false, false), (true, true)];
    let gap = |&(of_a, of_b): &(bool, bool)| {
        Some(vector::distance(end(&wall.nodes, of_a)?, end(&more, of_b)?))
    };
    let (of_a, of_b) = pairs.into_iter().min_by(|x, y| {
        gap(x)
            .partial_cmp(&gap(y))
            .unwrap_or(std::cmp::Ordering::Equal)
    })?;
    if of_a {
        wall.nodes.reverse();
    }
    if !of_b {
        more.reverse();
    }
    if end(&wall.nodes, false) == end(&more, true) {
        more.remove(0);
    }
    let ids = unused_node_ids(wall.nodes.iter().map(|node| node.id), more.len());
    more.iter_mut().zip(ids).for_each(|(node, id)| node.id = id);
    wall.nodes.extend(more);
    if of_a {
        // The first wall keeps its direction.
        wall.nodes.reverse();
    }
    properties::fill(&mut wall.properties, &second.properties);
    delete(scene, b);
    properties::redirect(scene, ReferenceKind::Walls, b.0, a.0);
    scene.prune_editor_data();
    grouping::remove_empty_groups(scene);
    Some(a)
}
