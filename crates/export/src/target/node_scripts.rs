//! What agents do at the nodes of an export, for tables. The export itself says it, with its
//! places, directions and indices.

use serde_json::Value;

/// A node in `NAME.steer.json`.
#[derive(Clone, Copy)]
pub struct ExportedNode<'a> {
    /// Its path.
    pub path: &'a Value,
    /// Its index in the path.
    pub index: usize,
    pub node: &'a Value,
}

/// An action at a node, or on the segment that leads on from it.
#[derive(Clone, Copy)]
pub struct ExportedAction<'a> {
    pub at: ExportedNode<'a>,
    /// Its index in the list of the node or of the segment.
    pub index: usize,
    /// What holds the distance and place of an action on a segment.
    pub along: Option<&'a Value>,
    pub action: &'a Value,
}

/// A node to which agents can go on.
#[derive(Clone, Copy)]
pub struct ExportedChoice<'a> {
    pub at: ExportedNode<'a>,
    /// Its index in the list of the node.
    pub index: usize,
    pub next: &'a Value,
}

/// All nodes, path by path.
pub fn nodes(exported: &Value) -> impl Iterator<Item = ExportedNode<'_>> {
    list(exported, "paths").flat_map(|path| {
        let nodes = list(path, "nodes").enumerate();
        nodes.map(move |(index, node)| ExportedNode { path, index, node })
    })
}

/// All actions: those at a node in their order, then those on the segment after it.
pub fn actions(exported: &Value) -> impl Iterator<Item = ExportedAction<'_>> {
    nodes(exported).flat_map(|at| {
        let at_node = list(at.node, "actions").map(|action| (None, action));
        let along = list(at.node, "along").map(|along| (Some(along), &along["action"]));
        let numbered = at_node.enumerate().chain(along.enumerate());
        numbered.map(move |(index, (along, action))| ExportedAction {
            at,
            index,
            along,
            action,
        })
    })
}

/// All nodes to which junctions lead on.
pub fn choices(exported: &Value) -> impl Iterator<Item = ExportedChoice<'_>> {
    nodes(exported).flat_map(|at| {
        let next = list(at.node, "next").enumerate();
        next.map(move |(index, next)| ExportedChoice { at, index, next })
    })
}

fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    value
        .get(key)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}
