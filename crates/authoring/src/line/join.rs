//! Joining the ends of open lines.

use crate::edit::unused_node_ids;
use crate::line::inserting::merge_nodes;
use crate::line::kinds::{LineNode, NodeLine, Open};
use crate::line::{Line, set_closed};
use crate::outline::grouping;
use crate::{Item, Selection, properties};
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{PatrolPath, Scene, Wall};

/// An end of an open line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The line.
    pub line: Line,
    /// Whether it is the first node rather than the last.
    pub at_start: bool,
}

impl End {
    /// The same end, by the id of its line.
    fn of_line<L: Open>(self, line: L::Id) -> LineEnd<L> {
        LineEnd {
            line,
            at_start: self.at_start,
        }
    }
}

/// The two ends that Join would connect: two end nodes, the nearest ends of two lines, or both ends
/// of one open line. Paths come before walls.
pub fn ends_to_join(scene: &Scene, selection: &Selection) -> Option<(End, End)> {
    let lines = selection.lines();
    let of_kind = |is_kind: fn(&Line) -> bool| -> Vec<Line> {
        lines.iter().copied().filter(is_kind).collect()
    };
    let paths = of_kind(|line| matches!(line, Line::Path(_)));
    let walls = of_kind(|line| matches!(line, Line::Wall(_)));
    ends_of(scene, selection, &paths).or_else(|| ends_of(scene, selection, &walls))
}

fn ends_of(scene: &Scene, selection: &Selection, lines: &[Line]) -> Option<(End, End)> {
    let open = |line: Line| {
        let node_line = line.of(scene).filter(|_| scene.editor.is_editable(line))?;
        (!node_line.is_closed() && node_line.count() > 0).then_some(node_line)
    };
    // The place of an end that is asked for. Inner nodes do not ask for a join.
    let asked = |node_line: &dyn NodeLine, at_start: bool| -> Option<DVec2> {
        let (node, position) = node_line.node(if at_start { 0 } else { node_line.count() - 1 })?;
        let is_asked = |item: Item| selection.contains(item);
        (is_asked(node_line.line().into()) || is_asked(Item::Node(node_line.line(), node)))
            .then_some(position)
    };
    let end = |line: Line, at_start: bool| End { line, at_start };
    match *lines {
        [one] => {
            let node_line = open(one).filter(|node_line| node_line.count() > 2)?;
            asked(node_line, true).and(asked(node_line, false))?;
            Some((end(one, false), end(one, true)))
        }
        [a, b] => {
            let (of_a, of_b) = (open(a)?, open(b)?);
            let pairs = [(false, true), (true, false), (false, false), (true, true)];
            let apart = |&(a_start, b_start): &(bool, bool)| {
                let gap = vector::distance(asked(of_a, a_start)?, asked(of_b, b_start)?);
                Some((gap, end(a, a_start), end(b, b_start)))
            };
            let nearest = pairs.iter().filter_map(apart);
            let nearest = nearest.min_by(|x, y| x.0.total_cmp(&y.0));
            nearest.map(|(_, a, b)| (a, b))
        }
        _ => None,
    }
}

/// Joins two ends with a segment. Ends that coincide are merged into one node. Two ends of one line
/// close it. Of two lines, the first keeps its id, direction and properties, and what refers to the
/// second refers to it. Returns the remaining line.
pub fn join(scene: &mut Scene, a: End, b: End) -> Option<Line> {
    a.line.of(scene)?;
    match (a.line, b.line) {
        (line, other) if line == other => set_closed(scene, line, true),
        (Line::Path(of_a), Line::Path(of_b)) => {
            join_lines::<PatrolPath>(scene, a.of_line(of_a), b.of_line(of_b))?;
        }
        (Line::Wall(of_a), Line::Wall(of_b)) => {
            join_lines::<Wall>(scene, a.of_line(of_a), b.of_line(of_b))?;
        }
        _ => return None,
    }
    Some(a.line)
}

/// An [`End`] of a line of one kind.
struct LineEnd<L: Open> {
    line: L::Id,
    at_start: bool,
}

fn join_lines<L: Open>(scene: &mut Scene, a: LineEnd<L>, b: LineEnd<L>) -> Option<()> {
    let mut second = L::find(scene, b.line)?.clone();
    // Order the nodes as they continue the first line.
    if a.at_start == b.at_start {
        second.reverse();
    }
    let mut more = std::mem::take(second.nodes_mut());
    let line = L::find_mut(scene, a.line)?;
    properties::fill(line.properties_mut(), second.properties_mut());
    let nodes = line.nodes_mut();
    let ids = unused_node_ids(nodes.iter().map(L::Node::id), more.len());
    let mut new_ids = BTreeMap::new();
    for (node, id) in more.iter_mut().zip(ids) {
        new_ids.insert(node.id(), id);
        node.set_id(id);
    }
    let (added, at) = (more.len(), if a.at_start { 0 } else { nodes.len() });
    nodes.splice(at..at, more);
    // The coinciding nodes at the joint; the first one is kept.
    let ends = if a.at_start {
        added.checked_sub(1).map(|joined| (added, joined))
    } else {
        at.checked_sub(1).map(|end| (end, at))
    };
    if let Some((end, joined)) = ends
        && let (Some(kept), Some(gone)) = (nodes.get(end), nodes.get(joined))
        && kept.position() == gone.position()
    {
        let (kept, gone) = (kept.id(), gone.id());
        merge_nodes(nodes, end, joined);
        for id in new_ids.values_mut().filter(|id| **id == gone) {
            *id = kept;
        }
    }
    let (kept, gone) = (a.line, b.line);
    L::move_nodes(scene, gone, kept, &new_ids);
    L::list(scene).retain(|line| line.id() != gone);
    properties::redirect(scene, L::REFERENCES, L::number(gone), L::number(kept));
    L::redirect(scene, gone, kept);
    scene.prune_editor_data();
    grouping::remove_empty_groups(scene);
    Some(())
}
