//! Structural edits of a scene: adding, deleting and reordering.

use crate::bounds::clamp_position;
use crate::naming::free_name;
use crate::{Item, Selection, Session, areas, grouping, properties, references, spawners, walls};
use glam::DVec2;
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_format::dangling;
use steerwright_runtime::scene::{
    Agent, AgentId, AlongAction, MarkerId, Node, NodeId, PathId, PatrolPath, Preset, PresetId,
    Scene, SpawnPlace, Spawner, Target,
};

/// Adds an empty path and returns its id.
pub fn add_path(scene: &mut Scene) -> PathId {
    let id = scene.next_path_id();
    let name = free_name("Path", scene.paths.iter().map(|path| path.name.as_str()));
    scene.paths.push(Arc::new(PatrolPath::new(id, name)));
    id
}

/// Inserts a node into a path before the node at `index` (or at the end) and returns its id.
pub fn insert_node(
    scene: &mut Scene,
    path: PathId,
    index: usize,
    position: DVec2,
) -> Option<NodeId> {
    let path = scene.path_mut(path)?;
    let id = path.next_node_id();
    let index = index.min(path.nodes.len());
    let segment = index.checked_sub(1);
    path.nodes.insert(index, Node::at(id, position));
    if let Some(before) = segment.filter(|&before| {
        let node = path.nodes.get(before);
        node.is_some_and(|node| !node.along().is_empty())
    }) {
        split_along(path, before);
    }
    Some(id)
}

/// What is beyond the end of the segment after a node goes to the segment after the next one.
fn split_along(path: &mut PatrolPath, before: usize) {
    let length = path.route().segment_length(before);
    let Some(node) = path.nodes.get_mut(before) else {
        return;
    };
    let mut rest: Vec<AlongAction> = Vec::new();
    node.edit_script(|script| {
        let (near, far) = std::mem::take(&mut script.along)
            .into_iter()
            .partition(|along| along.distance <= length);
        script.along = near;
        rest = far;
    });
    for along in &mut rest {
        along.distance -= length;
    }
    if let Some(node) = path.nodes.get_mut(before + 1).filter(|_| !rest.is_empty()) {
        node.edit_script(|script| script.along = rest);
    }
}

/// Ids that are not among `taken`, those of the nodes of a path or wall.
pub fn unused_node_ids(taken: impl Iterator<Item = NodeId>, count: usize) -> Vec<NodeId> {
    let taken: BTreeSet<u32> = taken.map(|id| id.0).collect();
    let above = taken.last().map_or(1, |last| last.saturating_add(1));
    let below = (1..above).filter(|id| !taken.contains(id));
    (above..=u32::MAX)
        .filter(|id| !taken.contains(id))
        .chain(below)
        .take(count)
        .map(NodeId)
        .collect()
}

/// Inserts a node after the selected one, or after the last: halfway to the next node, or beyond
/// the end.
pub fn insert_after(session: &mut Session, path: PathId) -> Option<Item> {
    let owner = session.scene.path(path)?;
    let selected = session.selection.iter().find_map(|item| match item {
        Item::Node(of, node) if of == path => owner.index_of(node),
        Item::Path(_)
        | Item::Node(..)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Marker(_)
        | Item::Wall(_)
        | Item::WallNode(..)
        | Item::Picture(_)
        | Item::Area(_)
        | Item::AreaNode(..)
        | Item::Spawner(_)
        | Item::Contact(_) => None,
    });
    let places: Vec<DVec2> = owner.nodes.iter().map(|node| node.position).collect();
    let (index, position) = place_after(&places, selected, owner.is_closed())?;
    let node = insert_node(&mut session.scene, path, index, position)?;
    Some(Item::Node(path, node))
}

/// The index and the place of a node that is inserted after the node at `selected`, or after the last one. `None` without nodes.
pub(crate) fn place_after(
    places: &[DVec2],
    selected: Option<usize>,
    closed: bool,
) -> Option<(usize, DVec2)> {
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

/// Moves a node of a path to another index.
pub fn reorder_node(scene: &mut Scene, path: PathId, from: usize, to: usize) {
    if let Some(path) = scene.path_mut(path)
        && from < path.nodes.len()
        && to < path.nodes.len()
    {
        let node = path.nodes.remove(from);
        path.nodes.insert(to, node);
    }
}

/// What Delete removes from a selection: its nodes, or whole items if no node is selected.
pub fn items_to_delete(selection: &Selection) -> Vec<Item> {
    let nodes: Vec<Item> = selection.iter().filter(|item| item.is_node()).collect();
    if nodes.is_empty() {
        selection.iter().collect()
    } else {
        nodes
    }
}

/// Deletes items, unbinds references to them and removes groups that become empty. A preset that
/// agents or spawners use is kept; the names of such presets are returned.
pub fn delete(scene: &mut Scene, items: &[Item]) -> Vec<String> {
    let before = scene.clone();
    let mut in_use = Vec::new();
    // Presets last: they may be used by other items that are deleted.
    let is_preset = |item: &Item| matches!(item, Item::Preset(_));
    let (presets, others): (Vec<Item>, Vec<Item>) = items.iter().copied().partition(is_preset);
    for item in others.into_iter().chain(presets) {
        match item {
            Item::Path(id) => delete_path(scene, id),
            Item::Node(path, id) => delete_node(scene, path, id),
            Item::Agent(id) => delete_agent(scene, id),
            Item::Marker(id) => delete_marker(scene, id),
            Item::Wall(id) => walls::delete(scene, id),
            Item::WallNode(wall, id) => walls::delete_node(scene, wall, id),
            Item::Area(id) => areas::delete(scene, id),
            Item::AreaNode(area, id) => areas::delete_node(scene, area, id),
            Item::Picture(id) => {
                let pictures = &mut scene.editor_mut().pictures;
                pictures.retain(|picture| picture.id != id);
            }
            Item::Spawner(id) => scene.spawners.retain(|spawner| spawner.id != id),
            Item::Contact(id) => scene.contacts.retain(|rule| rule.id != id),
            Item::Preset(id) => {
                if spawners::is_preset_used(scene, id) {
                    in_use.extend(scene.preset(id).map(|preset| preset.name.clone()));
                } else {
                    scene.presets.retain(|preset| preset.id != id);
                    let contacts = &mut scene.contacts;
                    contacts.retain(|rule| rule.first != id && rule.second != id);
                }
            }
        }
    }
    dangling::remove_dangling(scene);
    properties::forget_gone(&before, scene);
    scene.prune_editor_data();
    grouping::remove_empty_groups(scene);
    in_use
}

fn delete_path(scene: &mut Scene, id: PathId) {
    scene.paths.retain(|path| path.id != id);
    for spawner in &mut scene.spawners {
        if spawner.path == Some(id) {
            Arc::make_mut(spawner).path = None;
        }
    }
    for agent in Arc::make_mut(&mut scene.agents) {
        agent.path = agent.path.filter(|&path| path != id);
    }
}

/// A path that loses its last node is deleted too.
fn delete_node(scene: &mut Scene, path: PathId, id: NodeId) {
    if let Some(nodes) = scene.path_mut(path).map(|path| &mut path.nodes) {
        nodes.retain(|node| node.id != id);
        if nodes.is_empty() {
            delete_path(scene, path);
        }
    }
}

fn delete_agent(scene: &mut Scene, id: AgentId) {
    let place = scene.agent(id).map(|agent| agent.position);
    let agents: &mut Vec<Agent> = Arc::make_mut(&mut scene.agents);
    agents.retain(|agent| agent.id != id);
    unbind_spawners(&mut scene.spawners, &place, Target::Agent(id));
    unbind(agents, Target::Agent(id));
    for agent in agents {
        agent.leader = agent.leader.filter(|&leader| leader != id);
    }
}

fn delete_marker(scene: &mut Scene, id: MarkerId) {
    let place = scene.marker(id).map(|marker| marker.position);
    if let Some(place) = place {
        references::look_where_marker_was(scene, id, place);
    }
    Arc::make_mut(&mut scene.markers).retain(|marker| marker.id != id);
    unbind_spawners(&mut scene.spawners, &place, Target::Marker(id));
    unbind(
        Arc::make_mut(&mut scene.agents).as_mut_slice(),
        Target::Marker(id),
    );
}

/// Spawners at what is gone stay where it was.
fn unbind_spawners(spawners: &mut [Arc<Spawner>], place: &Option<DVec2>, gone: Target) {
    for spawner in spawners {
        let is_place = spawner.place_target() == Some(gone);
        if is_place || spawner.names(gone) {
            let spawner = Arc::make_mut(spawner);
            spawner.forget(gone);
            if let (true, Some(place)) = (is_place, *place) {
                spawner.place = SpawnPlace::Point(place);
            }
        }
    }
}

fn unbind(agents: &mut [Agent], gone: Target) {
    for agent in agents {
        agent.target = agent.target.filter(|&target| target != gone);
        agent.danger = agent.danger.filter(|&danger| danger != gone);
    }
}

/// Copies a preset under a new id and name and returns the id.
pub fn duplicate_preset(scene: &mut Scene, id: PresetId) -> Option<PresetId> {
    let copy = scene.preset(id)?.clone();
    Some(add_preset(scene, copy))
}

/// Adds a preset under a new id and a unique name and returns the id.
pub fn add_preset(scene: &mut Scene, mut preset: Preset) -> PresetId {
    preset.id = scene.next_preset_id();
    preset.name = free_name(&preset.name, scene.presets.iter().map(|p| p.name.as_str()));
    let id = preset.id;
    scene.presets.push(Arc::new(preset));
    id
}
