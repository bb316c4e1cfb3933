//! Operations on paths: closing, reversing, splitting, joining and changing the start node.

use crate::edit::unused_node_ids;
use crate::naming::free_name;
use crate::{Item, Selection, grouping, outline, properties, references};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{
    AlongAction, Node, NodeId, PathId, PatrolPath, ReferenceKind, Scene,
};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};

/// Closes or opens a path. If both ends coincide when closing, they are merged into one node,
/// unless the path is hidden or locked.
pub fn set_closed(scene: &mut Scene, path: PathId, closed: bool) {
    let keeps_nodes = !outline::is_editable(scene, Item::Path(path));
    if let Some(path) = scene.path_mut(path) {
        let last = path.nodes.len().saturating_sub(1);
        if closed
            && !keeps_nodes
            && !path.is_closed()
            && last > 1
            && path.nodes[0].position == path.nodes[last].position
        {
            merge_nodes(&mut path.nodes, 0, last);
        }
        path.traversal = match (closed, path.traversal) {
            (true, _) => Traversal::Loop,
            (false, Traversal::Loop) => Traversal::PingPong,
            (false, open) => open,
        };
    }
}

/// Reverses the order of the nodes. A loop keeps its start node.
pub fn reverse(scene: &mut Scene, path: PathId) {
    if let Some(path) = scene.path_mut(path) {
        reverse_nodes(path);
    }
}

/// Reverses the order of the nodes, but for the first of a loop. What agents do on a segment stays at its place.
fn reverse_nodes(path: &mut PatrolPath) {
    let along = turned_along(path);
    let kept = usize::from(path.is_closed()).min(path.nodes.len());
    path.nodes[kept..].reverse();
    if let Some(along) = along {
        for (node, along) in path.nodes.iter_mut().zip(along) {
            if node.along() != along {
                node.edit_script(|script| script.along = along);
            }
        }
    }
}

/// What agents do on the segments after the reversed nodes, counted from their other ends. `None` if they do nothing on any.
fn turned_along(path: &PatrolPath) -> Option<Vec<Vec<AlongAction>>> {
    if path.nodes.iter().all(|node| node.along().is_empty()) {
        return None;
    }
    let (route, count) = (path.route(), path.nodes.len());
    let turned = |segment: usize| {
        let length = route.segment_length(segment);
        let node = path.nodes.get(segment);
        let along = node.map(|node| node.along_in_order()).unwrap_or_default();
        let turned = along.into_iter().rev().map(|along| AlongAction {
            place: None,
            distance: length - along.distance.min(length),
            action: along.action.clone(),
        });
        turned.collect()
    };
    // Of an open path, the segment after the new i-th node is the one before the old last i-th; of a loop, whose first node stays, the
    // i-th last.
    let open = |i: usize| (i + 2 <= count).then(|| count - 2 - i);
    let old = |i: usize| {
        if path.is_closed() {
            Some(count - 1 - i)
        } else {
            open(i)
        }
    };
    Some(
        (0..count)
            .map(|i| old(i).map(turned).unwrap_or_default())
            .collect(),
    )
}

/// Sets whether straight segments or a curve connect the nodes.
pub fn set_shape(scene: &mut Scene, path: PathId, shape: Shape) {
    if let Some(path) = scene.path_mut(path) {
        path.shape = shape;
    }
}

/// The node that a single-node command applies to: the primary one, or the first selected one.
pub fn single_node(selection: &Selection) -> Option<(PathId, NodeId)> {
    let node = |item: Item| match item {
        Item::Node(path, node) => Some((path, node)),
        Item::Path(_)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Marker(_)
        | Item::Wall(_)
        | Item::WallNode(..)
        | Item::Area(_)
        | Item::AreaNode(..)
        | Item::Spawner(_)
        | Item::Contact(_)
        | Item::Picture(_) => None,
    };
    selection
        .primary()
        .and_then(node)
        .or_else(|| selection.iter().find_map(node))
}

/// A path, if it is editable.
fn editable_path(scene: &Scene, id: PathId) -> Option<&PatrolPath> {
    scene
        .path(id)
        .filter(|path| scene.editor.is_editable(path.id))
}

/// Whether a path can start at this node: any node of a loop, or the last node of an open path,
/// which reverses it.
pub fn can_start_at(scene: &Scene, path: PathId, node: NodeId) -> bool {
    let Some(path) = editable_path(scene, path) else {
        return false;
    };
    match path.index_of(node) {
        Some(0) | None => false,
        Some(index) => path.is_closed() || index + 1 == path.nodes.len(),
    }
}

/// Makes a path start at one of its nodes, if it can.
pub fn set_start(scene: &mut Scene, path: PathId, node: NodeId) {
    if !can_start_at(scene, path, node) {
        return;
    }
    let Some(owner) = scene.path_mut(path) else {
        return;
    };
    match owner.index_of(node) {
        Some(index) if owner.is_closed() => owner.nodes.rotate_left(index),
        _ => reverse_nodes(owner),
    }
}

/// Whether a path can be split at this node: any node of a loop, or an inner node of an open path.
pub fn can_split_at(scene: &Scene, path: PathId, node: NodeId) -> bool {
    let Some(path) = editable_path(scene, path) else {
        return false;
    };
    let inside = |index: usize| index > 0 && index + 1 < path.nodes.len();
    path.nodes.len() > 1
        && path
            .index_of(node)
            .is_some_and(|index| path.is_closed() || inside(index))
}

/// Splits a path at a node that both parts keep. A loop becomes an open path that starts and ends
/// there. An open path keeps its first part; the rest becomes a new path, whose id is returned.
pub fn split(scene: &mut Scene, path: PathId, node: NodeId) -> Option<PathId> {
    if !can_split_at(scene, path, node) {
        return None;
    }
    let (new, name) = (scene.next_path_id(), scene.path(path)?.name.clone());
    let name = free_name(&name, scene.paths.iter().map(|path| path.name.as_str()));
    let place = scene.paths.iter().position(|other| other.id == path)?;
    let owner = scene.path_mut(path)?;
    let index = owner.index_of(node)?;
    if owner.is_closed() {
        owner.nodes.rotate_left(index);
        let mut end = owner.nodes.first()?.clone();
        end.id = owner.next_node_id();
        // The segment starts at the other end.
        end.edit_script(|script| script.along.clear());
        owner.nodes.push(end);
        owner.traversal = Traversal::PingPong;
        return None;
    }
    let rest = owner.nodes[index..].to_vec();
    owner.nodes.truncate(index + 1);
    let moved: BTreeSet<NodeId> = rest.iter().skip(1).map(|node| node.id).collect();
    if let Some(end) = owner.nodes.last_mut().filter(|end| !end.along().is_empty()) {
        end.edit_script(|script| script.along.clear());
    }
    let rest = PatrolPath {
        id: new,
        name,
        nodes: rest,
        ..owner.clone()
    };
    scene.paths.insert(place + 1, Arc::new(rest));
    scene.editor_mut().copy_props(path, new);
    references::move_nodes(scene, |of, node| {
        if of == path && moved.contains(&node) {
            (new, node)
        } else {
            (of, node)
        }
    });
    Some(new)
}

/// An end of an open path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The path.
    pub path: PathId,
    /// Whether it is the first node rather than the last.
    pub at_start: bool,
}

/// The two ends that Join would connect: two end nodes, the nearest ends of two paths, or both ends
/// of one open path.
pub fn ends_to_join(scene: &Scene, selection: &Selection) -> Option<(End, End)> {
    let paths = selection.paths();
    let open = |id: PathId| {
        editable_path(scene, id).filter(|path| !path.is_closed() && !path.nodes.is_empty())
    };
    match paths[..] {
        [one] => {
            let path = open(one).filter(|path| path.nodes.len() > 2)?;
            // Inner nodes do not ask for a join.
            let ends = [path.nodes.first()?.id, path.nodes.last()?.id];
            let asked = selection.contains(Item::Path(one))
                || ends
                    .iter()
                    .all(|&end| selection.contains(Item::Node(one, end)));
            asked.then_some((
                End {
                    path: one,
                    at_start: false,
                },
                End {
                    path: one,
                    at_start: true,
                },
            ))
        }
        [a, b] => {
            let (a, b) = (open(a)?, open(b)?);
            let asked = |path: &PatrolPath, at_start: bool| {
                let end = if at_start {
                    path.nodes.first()
                } else {
                    path.nodes.last()
                };
                let whole = selection.contains(Item::Path(path.id));
                end.filter(|end| whole || selection.contains(Item::Node(path.id, end.id)))
                    .map(|end| end.position)
            };
            let pairs = [(false, true), (true, false), (false, false), (true, true)];
            let apart = |&(of_a, of_b): &(bool, bool)| {
                Some((
                    vector::distance(asked(a, of_a)?, asked(b, of_b)?),
                    of_a,
                    of_b,
                ))
            };
            let nearest = pairs
                .iter()
                .filter_map(apart)
                .min_by(|x, y| x.0.total_cmp(&y.0));
            nearest.map(|(_, of_a, of_b)| {
                (
                    End {
                        path: a.id,
                        at_start: of_a,
                    },
                    End {
                        path: b.id,
                        at_start: of_b,
                    },
                )
            })
        }
        _ => None,
    }
}

/// Removes the node `from` and copies its wait, radius, speed, actions and properties to the node `into` where that has
/// none. Of the next node, `into` takes over the segment too.
fn merge_nodes(nodes: &mut Vec<Node>, into: usize, from: usize) {
    let Some(gone) = nodes.get(from).cloned() else {
        return;
    };
    let Some(node) = nodes.get_mut(into) else {
        return;
    };
    if node.wait == 0.0 {
        node.wait = gone.wait;
    }
    node.radius = node.radius.or(gone.radius);
    node.speed = node.speed.or(gone.speed);
    properties::fill(&mut node.properties, &gone.properties);
    if let Some(script) = gone.script {
        let script = Arc::unwrap_or_clone(script);
        node.edit_script(|own| {
            if own.actions.is_empty() {
                own.actions = script.actions;
            }
            if own.next.is_empty() {
                (own.next, own.choose, own.not_back) =
                    (script.next, script.choose, script.not_back);
            }
            if from == into + 1 {
                own.along = script.along;
            }
        });
    }
    nodes.remove(from);
}

/// Joins two ends with a segment. Ends that coincide are merged into one node. Two ends of one path
/// close it. Of two paths, the first keeps its id, direction and properties, and agents of the second follow
/// it. Returns the remaining path.
pub fn join(scene: &mut Scene, (a, b): (End, End)) -> Option<PathId> {
    if a.path == b.path {
        scene.path(a.path)?;
        set_closed(scene, a.path, true);
        return Some(a.path);
    }
    let mut second = scene.path(b.path)?.clone();
    // Order the nodes as they continue the first path.
    if a.at_start == b.at_start {
        reverse_nodes(&mut second);
    }
    let mut more = std::mem::take(&mut second.nodes);
    let path = scene.path_mut(a.path)?;
    let ids = unused_node_ids(path.nodes.iter().map(|node| node.id), more.len());
    let mut new_ids = BTreeMap::new();
    for (node, id) in more.iter_mut().zip(ids) {
        new_ids.insert(node.id, id);
        node.id = id;
    }
    properties::fill(&mut path.properties, &second.properties);
    let (added, at) = (more.len(), if a.at_start { 0 } else { path.nodes.len() });
    path.nodes.splice(at..at, more);
    // The coinciding nodes at the joint; the first one is kept.
    let ends = if a.at_start {
        added.checked_sub(1).map(|joined| (added, joined))
    } else {
        at.checked_sub(1).map(|end| (end, at))
    };
    if let Some((end, joined)) = ends
        && path.nodes.len() > end.max(joined)
        && path.nodes[end].position == path.nodes[joined].position
    {
        let (kept, gone) = (path.nodes[end].id, path.nodes[joined].id);
        merge_nodes(&mut path.nodes, end, joined);
        for id in new_ids.values_mut().filter(|id| **id == gone) {
            *id = kept;
        }
    }
    references::move_nodes(scene, |of, node| match new_ids.get(&node) {
        Some(&id) if of == b.path => (a.path, id),
        Some(_) | None => (of, node),
    });
    scene.paths.retain(|path| path.id != b.path);
    properties::redirect(scene, ReferenceKind::Paths, b.path.0, a.path.0);
    for agent in Arc::make_mut(&mut scene.agents)
        .iter_mut()
        .filter(|agent| agent.path == Some(b.path))
    {
        agent.path = Some(a.path);
    }
    for spawner in &mut scene.spawners {
        if spawner.path == Some(b.path) {
            Arc::make_mut(spawner).path = Some(a.path);
        }
    }
    scene.prune_editor_data();
    grouping::remove_empty_groups(scene);
    Some(a.path)
}
