//! Edits of a scene that are more than writing a number: adding, deleting, duplicating, reordering.

use crate::authoring::{Item, Selection, Session};
use crate::scene::parameter::MAX_COORDINATE;
use crate::scene::{Agent, AgentId, MarkerId, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene, Target};
use crate::steering::follow_path::Traversal;
use glam::DVec2;
use std::sync::Arc;

/// Adds a path without nodes and returns its id.
pub fn add_path(scene: &mut Scene) -> PathId {
    let id = scene.next_path_id();
    let name = free_name("Path", scene.paths.iter().map(|path| path.name.as_str()));
    scene.paths.push(Arc::new(PatrolPath::new(id, name)));
    id
}

/// Puts a node into a path before the node with this index (or at the end) and returns its id.
pub fn insert_node(scene: &mut Scene, path: PathId, index: usize, position: DVec2) -> Option<NodeId> {
    let path = scene.path_mut(path)?;
    let id = path.next_node_id();
    let index = index.min(path.nodes.len());
    path.nodes.insert(index, Node::at(id, position));
    Some(id)
}

/// Puts a node in after the selected one (or the last): halfway to the next, or a step on beyond the end.
pub fn insert_after(session: &mut Session, path: PathId) -> Option<Item> {
    let owner = session.scene.path(path)?;
    let selected = session.selection.iter().find_map(|item| match item {
        Item::Node(of, node) if of == path => owner.index_of(node),
        _ => None,
    });
    let last = owner.nodes.len().checked_sub(1)?;
    let index = selected.unwrap_or(last);
    let at = |i: usize| owner.nodes[i].position();
    let position = match (index == last, last) {
        (false, _) => (at(index) + at(index + 1)) / 2.0,
        (true, 0) => at(0) + DVec2::X,
        (true, _) if owner.is_closed() => (at(last) + at(0)) / 2.0,
        (true, _) => at(last) + (at(last) - at(last - 1)) / 2.0,
    };
    let node = insert_node(&mut session.scene, path, index + 1, within_reach(position))?;
    Some(Item::Node(path, node))
}

/// Moves a node of a path from one place in the order to another.
pub fn reorder_node(scene: &mut Scene, path: PathId, from: usize, to: usize) {
    if let Some(path) = scene.path_mut(path)
        && from < path.nodes.len()
        && to < path.nodes.len()
    {
        let node = path.nodes.remove(from);
        path.nodes.insert(to, node);
    }
}

/// Turns the order of a path's nodes round.
pub fn reverse_path(scene: &mut Scene, path: PathId) {
    if let Some(path) = scene.path_mut(path) {
        path.nodes.reverse();
    }
}

/// `p`, or the nearest place that a file can hold.
pub fn within_reach(p: DVec2) -> DVec2 {
    p.clamp(DVec2::splat(-MAX_COORDINATE), DVec2::splat(MAX_COORDINATE))
}

fn shift(x: &mut f64, y: &mut f64, delta: DVec2) {
    let to = within_reach(DVec2::new(*x, *y) + delta);
    (*x, *y) = (to.x, to.y);
}

/// Moves items by `delta`, in u. A path moves with all its nodes.
pub fn translate(scene: &mut Scene, items: impl IntoIterator<Item = Item>, delta: DVec2) {
    for item in items {
        match item {
            Item::Path(path) => {
                if let Some(path) = scene.path_mut(path) {
                    path.nodes.iter_mut().for_each(|node| shift(&mut node.x, &mut node.y, delta));
                }
            }
            Item::Node(path, node) => {
                if let Some(node) = scene.node_mut(path, node) {
                    shift(&mut node.x, &mut node.y, delta);
                }
            }
            Item::Agent(agent) => {
                if let Some(agent) = scene.agent_mut(agent) {
                    shift(&mut agent.x, &mut agent.y, delta);
                }
            }
            Item::Marker(marker) => {
                if let Some(marker) = scene.marker_mut(marker) {
                    shift(&mut marker.x, &mut marker.y, delta);
                }
            }
            Item::Preset(_) => {}
        }
    }
}

/// Deletes items. What referred to them is unbound; a preset with agents stays, and its name is returned.
pub fn delete(scene: &mut Scene, items: &[Item]) -> Vec<String> {
    let mut kept = Vec::new();
    for &item in items {
        match item {
            Item::Path(id) => delete_path(scene, id),
            Item::Node(path, id) => delete_node(scene, path, id),
            Item::Agent(id) => delete_agent(scene, id),
            Item::Marker(id) => delete_marker(scene, id),
            Item::Preset(id) => {
                if scene.agents.iter().any(|agent| agent.preset == id) {
                    kept.extend(scene.preset(id).map(|preset| preset.name.clone()));
                } else {
                    scene.presets.retain(|preset| preset.id != id);
                }
            }
        }
    }
    kept
}

fn delete_path(scene: &mut Scene, id: PathId) {
    scene.paths.retain(|path| path.id != id);
    for agent in Arc::make_mut(&mut scene.agents) {
        agent.path = agent.path.filter(|&path| path != id);
    }
}

/// A path that loses its last node goes with it.
fn delete_node(scene: &mut Scene, path: PathId, id: NodeId) {
    if let Some(nodes) = scene.path_mut(path).map(|path| &mut path.nodes) {
        nodes.retain(|node| node.id != id);
        if nodes.is_empty() {
            delete_path(scene, path);
        }
    }
}

fn delete_agent(scene: &mut Scene, id: AgentId) {
    let agents: &mut Vec<Agent> = Arc::make_mut(&mut scene.agents);
    agents.retain(|agent| agent.id != id);
    unbind(agents, Target::Agent(id));
    for agent in agents {
        agent.leader = agent.leader.filter(|&leader| leader != id);
    }
}

fn delete_marker(scene: &mut Scene, id: MarkerId) {
    Arc::make_mut(&mut scene.markers).retain(|marker| marker.id != id);
    unbind(Arc::make_mut(&mut scene.agents).as_mut_slice(), Target::Marker(id));
}

fn unbind(agents: &mut [Agent], gone: Target) {
    for agent in agents {
        agent.target = agent.target.filter(|&target| target != gone);
        agent.danger = agent.danger.filter(|&danger| danger != gone);
    }
}

/// Duplicates the selected items beside themselves and selects the copies.
pub fn duplicate(scene: &mut Scene, selection: &mut Selection, offset: DVec2) {
    let mut copies = Vec::new();
    for item in selection.iter().collect::<Vec<_>>() {
        let copy = match item {
            Item::Path(id) => duplicate_path(scene, id, offset),
            Item::Node(path, node) => duplicate_node(scene, path, node, offset),
            Item::Agent(id) => duplicate_agent(scene, id, offset),
            Item::Preset(id) => duplicate_preset(scene, id).map(Item::Preset),
            Item::Marker(id) => duplicate_marker(scene, id, offset),
        };
        copies.extend(copy);
    }
    if !copies.is_empty() {
        selection.set_all(copies);
    }
}

fn duplicate_path(scene: &mut Scene, id: PathId, offset: DVec2) -> Option<Item> {
    let mut copy = scene.path(id)?.clone();
    copy.id = scene.next_path_id();
    copy.name = free_name(&copy.name, scene.paths.iter().map(|path| path.name.as_str()));
    for node in &mut copy.nodes {
        shift(&mut node.x, &mut node.y, offset);
    }
    let id = copy.id;
    scene.paths.push(Arc::new(copy));
    Some(Item::Path(id))
}

fn duplicate_node(scene: &mut Scene, path: PathId, node: NodeId, offset: DVec2) -> Option<Item> {
    let owner = scene.path_mut(path)?;
    let index = owner.index_of(node)?;
    let id = owner.next_node_id();
    let mut copy = Node { id, ..owner.nodes[index].clone() };
    shift(&mut copy.x, &mut copy.y, offset);
    owner.nodes.insert(index + 1, copy);
    Some(Item::Node(path, id))
}

fn duplicate_agent(scene: &mut Scene, id: AgentId, offset: DVec2) -> Option<Item> {
    let mut copy = scene.agent(id)?.clone();
    copy.id = scene.next_agent_id();
    copy.name = free_name(&copy.name, scene.agents.iter().map(|agent| agent.name.as_str()));
    shift(&mut copy.x, &mut copy.y, offset);
    let id = copy.id;
    Arc::make_mut(&mut scene.agents).push(copy);
    Some(Item::Agent(id))
}

fn duplicate_marker(scene: &mut Scene, id: MarkerId, offset: DVec2) -> Option<Item> {
    let mut copy = scene.marker(id)?.clone();
    copy.id = scene.next_marker_id();
    copy.name = free_name(&copy.name, scene.markers.iter().map(|marker| marker.name.as_str()));
    shift(&mut copy.x, &mut copy.y, offset);
    let id = copy.id;
    Arc::make_mut(&mut scene.markers).push(copy);
    Some(Item::Marker(id))
}

/// Copies a preset under a name of its own and returns the copy's id.
pub fn duplicate_preset(scene: &mut Scene, id: PresetId) -> Option<PresetId> {
    let copy = scene.preset(id)?.clone();
    Some(add_preset(scene, copy))
}

/// Adds a preset under an id and a name of its own and returns the id.
pub fn add_preset(scene: &mut Scene, mut preset: Preset) -> PresetId {
    preset.id = scene.next_preset_id();
    preset.name = free_name(&preset.name, scene.presets.iter().map(|p| p.name.as_str()));
    let id = preset.id;
    scene.presets.push(Arc::new(preset));
    id
}

/// Closes a path into a loop, or opens it.
pub fn set_closed(scene: &mut Scene, path: PathId, closed: bool) {
    if let Some(path) = scene.path_mut(path) {
        path.traversal = match (closed, path.traversal) {
            (true, _) => Traversal::Loop,
            (false, Traversal::Loop) => Traversal::PingPong,
            (false, open) => open,
        };
    }
}

/// `base`, or `base` with the lowest number from 2 on that no other has.
pub fn free_name<'a>(base: &str, taken: impl Iterator<Item = &'a str>) -> String {
    let taken: std::collections::BTreeSet<&str> = taken.collect();
    if !taken.contains(base) {
        return base.to_owned();
    }
    let stem = base.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let stem = if stem.is_empty() { base } else { stem };
    (2u32..).map(|n| format!("{stem} {n}")).find(|name| !taken.contains(name.as_str())).unwrap_or_else(|| base.to_owned())
}

/// The box around everything authored; none for an empty scene.
pub fn bounds(scene: &Scene) -> Option<(DVec2, DVec2)> {
    let nodes = scene.paths.iter().flat_map(|path| path.nodes.iter().map(Node::position));
    let agents = scene.agents.iter().map(Agent::position);
    let markers = scene.markers.iter().map(crate::scene::Marker::position);
    let grid = scene.cells.grid();
    let cells = scene.cells.blocked.iter().map(|&[column, row]| grid.center(crate::geometry::Cell::new(column, row)));
    let scatter = scene.agents.iter().filter_map(|agent| agent.scatter.map(|s| (agent.position(), s.max)));
    let scatter = scatter.flat_map(|(p, reach)| [p - DVec2::splat(reach), p + DVec2::splat(reach)]);
    let all: Vec<DVec2> = nodes.chain(agents).chain(markers).chain(cells).chain(scatter).collect();
    bounds_of(&all)
}

/// The box around some points; none for no points.
pub fn bounds_of(points: &[DVec2]) -> Option<(DVec2, DVec2)> {
    let first = *points.first()?;
    Some(points.iter().fold((first, first), |(min, max), &p| (min.min(p), max.max(p))))
}
