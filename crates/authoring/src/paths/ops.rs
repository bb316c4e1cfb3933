//! What only paths have among the [lines](crate::line): a direction, a start, curves, and what
//! agents do on their segments.

use crate::properties;
use std::sync::Arc;
use steerwright_runtime::scene::{AlongAction, Node, NodeId, PathId, PatrolPath, Scene};
use steerwright_runtime::steering::follow_path::Shape;

/// Reverses the order of the nodes. A loop keeps its start node.
pub fn reverse(scene: &mut Scene, path: PathId) {
    if let Some(path) = scene.path_mut(path) {
        reverse_nodes(path);
    }
}

/// Reverses the order of the nodes, but for the first of a loop. What agents do on a segment stays
/// at its place.
pub(crate) fn reverse_nodes(path: &mut PatrolPath) {
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

/// What agents do on the segments after the reversed nodes, counted from their other ends. `None`
/// if they do nothing on any.
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
    // Of an open path, the segment after the new i-th node is the one before the old last i-th; of
    // a loop, whose first node stays, the i-th last.
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

/// What is beyond the end of the segment before an inserted node goes to the segment after it.
pub(crate) fn split_along(path: &mut PatrolPath, inserted: usize) {
    let Some(before) = inserted.checked_sub(1) else {
        return;
    };
    if path
        .nodes
        .get(before)
        .is_none_or(|node| node.along().is_empty())
    {
        return;
    }
    let length = path.route().segment_length(before);
    let mut rest: Vec<AlongAction> = Vec::new();
    path.nodes[before].edit_script(|script| {
        let (near, far) = std::mem::take(&mut script.along)
            .into_iter()
            .partition(|along| along.distance <= length);
        script.along = near;
        rest = far;
    });
    for along in &mut rest {
        along.distance -= length;
    }
    if let Some(node) = path.nodes.get_mut(inserted).filter(|_| !rest.is_empty()) {
        node.edit_script(|script| script.along = rest);
    }
}

/// Gives a node the wait, radius, speed, actions and properties of another at its place where it
/// has none, and the segment after that if it `is_next`.
pub(crate) fn absorb(node: &mut Node, gone: Node, is_next: bool) {
    if node.wait == 0.0 {
        node.wait = gone.wait;
    }
    node.radius = node.radius.or(gone.radius);
    node.speed = node.speed.or(gone.speed);
    properties::fill(&mut node.properties, &gone.properties);
    if let Some(script) = gone.script {
        let script = Arc::unwrap_or_clone(script);
        node.edit_script(|kept| {
            if kept.actions.is_empty() {
                kept.actions = script.actions;
            }
            if kept.next.is_empty() {
                (kept.next, kept.choose, kept.not_back) =
                    (script.next, script.choose, script.not_back);
            }
            if is_next {
                kept.along = script.along;
            }
        });
    }
}

/// Lets the agents and spawners of a path have another one, or none.
pub(crate) fn follow_instead(scene: &mut Scene, from: PathId, to: Option<PathId>) {
    for spawner in &mut scene.spawners {
        if spawner.path == Some(from) {
            Arc::make_mut(spawner).path = to;
        }
    }
    if scene.agents.iter().any(|agent| agent.path == Some(from)) {
        for agent in Arc::make_mut(&mut scene.agents) {
            if agent.path == Some(from) {
                agent.path = to;
            }
        }
    }
}
