//! Splitting a line at a node.

use crate::edit::naming::free_name;
use crate::line::Line;
use crate::line::kinds::{Kind, LineNode, NodeLine, Open};
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_runtime::scene::editor::OutlinerItem;
use steerwright_runtime::scene::{NodeId, PatrolPath, Scene, Wall};

/// Whether a line can be split at a node: any node of a closed one, or an inner node of an open
/// one. Areas cannot.
pub fn can_split_at(scene: &Scene, line: impl Into<Line>, node: NodeId) -> bool {
    let line = line.into();
    let Some(node_line) = line.of(scene).filter(|_| scene.editor.is_editable(line)) else {
        return false;
    };
    let is_inner = |index: usize| index > 0 && index + 1 < node_line.count();
    let index = node_line.index_of(node).filter(|_| node_line.count() > 1);
    !matches!(line, Line::Area(_))
        && index.is_some_and(|index| node_line.is_closed() || is_inner(index))
}

/// Splits a line at a node that both parts keep. A closed one becomes an open one that starts and
/// ends there. An open one keeps its first part; the rest becomes a new line, which is returned.
pub fn split(scene: &mut Scene, line: impl Into<Line>, node: NodeId) -> Option<Line> {
    let line = line.into();
    if !can_split_at(scene, line, node) {
        return None;
    }
    let rest = match line {
        Line::Path(id) => split_line::<PatrolPath>(scene, id, node).map(Line::Path),
        Line::Wall(id) => split_line::<Wall>(scene, id, node).map(Line::Wall),
        Line::Area(_) => None,
    }?;
    let items = [line, rest].map(OutlinerItem::from);
    scene.editor_mut().copy_props(items[0], items[1]);
    Some(rest)
}

fn split_line<L: Open>(scene: &mut Scene, id: L::Id, node: NodeId) -> Option<L::Id> {
    let new = L::next_id(scene);
    let lines = L::list(scene);
    let place = lines.iter().position(|line| line.id() == id)?;
    let names = lines.iter().map(|line| line.name());
    let name = free_name(lines[place].name(), names);
    let line = L::find_mut(scene, id)?;
    let index = Kind::index_of(line, node)?;
    if line.is_closed() {
        let end_id = line.next_node_id();
        let nodes = line.nodes_mut();
        nodes.rotate_left(index);
        let mut end = nodes.first()?.clone();
        end.set_id(end_id);
        end.forget_segment();
        nodes.push(end);
        line.set_closed(false);
        return None;
    }
    let mut rest = line.clone();
    rest.set_name(new, name);
    rest.nodes_mut().drain(..index);
    line.nodes_mut().truncate(index + 1);
    if let Some(end) = line.nodes_mut().last_mut() {
        end.forget_segment();
    }
    let moved = rest.parts().nodes.iter().skip(1);
    let moved: BTreeMap<_, _> = moved.map(|node| (node.id(), node.id())).collect();
    L::list(scene).insert(place + 1, Arc::new(rest));
    L::move_nodes(scene, id, new, &moved);
    Some(new)
}
