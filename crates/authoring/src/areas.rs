//! Operations on areas, and their corners as items.

use crate::edit::place_after;
use crate::naming::free_name;
use crate::{Item, Selection};
use glam::DVec2;
use steerwright_runtime::scene::editor::{Area, AreaRequirement};
use steerwright_runtime::scene::{AreaId, NodeId, Scene, WallNode};

/// What is required of a new area.
pub const DEFAULT_REQUIREMENT: AreaRequirement = AreaRequirement::NoGapOver(10.0);

/// The corners of an area, as items.
pub fn nodes(area: &Area) -> impl Iterator<Item = Item> + '_ {
    area.nodes
        .iter()
        .map(|node| Item::AreaNode(area.id, node.id))
}

/// Adds an area without corners, and returns its id.
pub fn add(scene: &mut Scene) -> AreaId {
    let id = scene.editor.next_area_id();
    let names = scene.editor.areas.iter().map(|area| area.name.as_str());
    let name = free_name("Area", names);
    let area = Area::through(id, name, DEFAULT_REQUIREMENT, []);
    scene.editor_mut().areas.push(area);
    id
}

/// Adds the rectangle between two corners as an area, and returns its id.
pub fn add_rectangle(scene: &mut Scene, a: DVec2, b: DVec2) -> AreaId {
    let id = add(scene);
    if let Some(area) = scene.area_mut(id) {
        let corners = crate::walls::rectangle(a, b);
        area.nodes = Area::through(id, "", DEFAULT_REQUIREMENT, corners).nodes;
    }
    id
}

/// Inserts a corner into an area before the one at `index` (or at the end) and returns its id.
pub fn insert_node(
    scene: &mut Scene,
    area: AreaId,
    index: usize,
    position: DVec2,
) -> Option<NodeId> {
    let area = scene.area_mut(area)?;
    let id = area.next_node_id();
    let index = index.min(area.nodes.len());
    area.nodes.insert(index, WallNode { id, position });
    Some(id)
}

/// Inserts a corner after the selected one, or after the last: halfway to the next one.
pub fn insert_after(scene: &mut Scene, selection: &Selection, id: AreaId) -> Option<Item> {
    let area = scene.area(id)?;
    let selected = area
        .nodes
        .iter()
        .position(|node| selection.contains(Item::AreaNode(id, node.id)));
    let places: Vec<DVec2> = area.nodes.iter().map(|node| node.position).collect();
    let (index, position) = place_after(&places, selected, true)?;
    let node = insert_node(scene, id, index, position)?;
    Some(Item::AreaNode(id, node))
}

pub(crate) fn delete(scene: &mut Scene, id: AreaId) {
    scene.editor_mut().areas.retain(|area| area.id != id);
}

/// An area that loses its last corner is deleted too.
pub(crate) fn delete_node(scene: &mut Scene, area: AreaId, id: NodeId) {
    if let Some(nodes) = scene.area_mut(area).map(|area| &mut area.nodes) {
        nodes.retain(|node| node.id != id);
        if nodes.is_empty() {
            delete(scene, area);
        }
    }
}
