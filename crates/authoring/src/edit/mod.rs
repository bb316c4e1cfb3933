//! Structural edits of a scene: adding, deleting and reordering.

pub mod align;
pub mod duplicate;
pub mod editable;
pub mod naming;
pub mod place;
pub mod references;

use crate::edit::naming::free_name;
use crate::outline::grouping;
use crate::{Item, Selection, line, properties};
use glam::DVec2;
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_format::dangling;
use steerwright_runtime::scene::{
    Agent, AgentId, MarkerId, NodeId, Preset, PresetId, Scene, SpawnPlace, Spawner, Target,
};

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

/// What Delete removes from a selection: its nodes, or whole items if no node is selected.
pub fn items_to_delete(selection: &Selection) -> Vec<Item> {
    let nodes: Vec<Item> = selection.iter().filter(|item| item.is_node()).collect();
    if nodes.is_empty() {
        selection.iter().collect()
    } else {
        nodes
    }
}

/// Whether a preset is used by an agent or a spawner.
pub fn is_preset_used(scene: &Scene, id: PresetId) -> bool {
    scene.agents.iter().any(|agent| agent.preset == id)
        || scene.spawners.iter().any(|spawner| spawner.preset == id)
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
            Item::Path(id) => line::delete(scene, id.into()),
            Item::Wall(id) => line::delete(scene, id.into()),
            Item::Area(id) => line::delete(scene, id.into()),
            Item::Node(line, node) => line::delete_node(scene, line, node),
            Item::Agent(id) => delete_agent(scene, id),
            Item::Marker(id) => delete_marker(scene, id),
            Item::Picture(id) => {
                let pictures = &mut scene.editor_mut().pictures;
                pictures.retain(|picture| picture.id != id);
            }
            Item::Spawner(id) => scene.spawners.retain(|spawner| spawner.id != id),
            Item::Contact(id) => scene.contacts.retain(|rule| rule.id != id),
            Item::Preset(id) => {
                if is_preset_used(scene, id) {
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
