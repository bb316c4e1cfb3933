//! Items that can be edited on the canvas: neither hidden nor locked, directly or through a group.
//! Other items keep their positions and nodes even while they are selected in the outliner.

use crate::outline::{is_editable, is_locked};
use crate::{Item, Selection};
use std::collections::BTreeSet;
use steerwright_runtime::scene::{AreaId, PathId, PatrolPath, Scene, WallId};

/// All editable items on the canvas: nodes path by path, wall by wall and area by area, then agents, markers, spawners and pictures.
pub fn all_items(scene: &Scene) -> Vec<Item> {
    let paths = scene
        .paths
        .iter()
        .filter(|path| scene.editor.is_editable(path.id));
    let walls = scene
        .walls
        .iter()
        .filter(|wall| scene.editor.is_editable(wall.id));
    let areas = scene
        .editor
        .areas
        .iter()
        .filter(|area| scene.editor.is_editable(area.id));
    let agents = scene
        .agents
        .iter()
        .filter(|agent| scene.editor.is_editable(agent.id))
        .map(|agent| Item::Agent(agent.id));
    let markers = scene
        .markers
        .iter()
        .filter(|marker| scene.editor.is_editable(marker.id))
        .map(|marker| Item::Marker(marker.id));
    let spawners = scene.spawners.iter().map(|spawner| spawner.id);
    let spawners = spawners
        .filter(|&id| scene.editor.is_editable(id))
        .map(Item::Spawner);
    let pictures = scene.editor.pictures.iter().map(|picture| picture.id);
    let pictures = pictures
        .filter(|&id| scene.editor.is_editable(id))
        .map(Item::Picture);
    paths
        .flat_map(|path| nodes(path))
        .chain(walls.flat_map(|wall| crate::walls::nodes(wall)))
        .chain(areas.flat_map(crate::areas::nodes))
        .chain(agents)
        .chain(markers)
        .chain(spawners)
        .chain(pictures)
        .collect()
}

/// All editable items that are not selected. Nodes of a selected path or wall count as selected.
pub fn unselected_items(scene: &Scene, selection: &Selection) -> Vec<Item> {
    let is_unselected =
        |item: &Item| !selection.contains(*item) && !selection.contains(item.whole());
    all_items(scene).into_iter().filter(is_unselected).collect()
}

/// The editable paths that are selected or have selected nodes, without duplicates.
pub fn paths(scene: &Scene, selection: &Selection) -> Vec<PathId> {
    let mut paths = selection.paths();
    paths.retain(|&path| is_editable(scene, Item::Path(path)));
    paths
}

/// The editable walls that are selected or have selected nodes, without duplicates.
pub fn walls(scene: &Scene, selection: &Selection) -> Vec<WallId> {
    let mut walls = selection.walls();
    walls.retain(|&wall| is_editable(scene, Item::Wall(wall)));
    walls
}

/// The editable areas that are selected or have selected corners, without duplicates.
pub fn areas(scene: &Scene, selection: &Selection) -> Vec<AreaId> {
    let mut areas = selection.areas();
    areas.retain(|&area| is_editable(scene, Item::Area(area)));
    areas
}

/// All nodes of these paths, walls and areas.
pub fn nodes_of_lines(scene: &Scene, selection: &Selection) -> Vec<Item> {
    let of_paths = paths(scene, selection)
        .into_iter()
        .filter_map(|id| scene.path(id))
        .flat_map(nodes);
    let of_walls = walls(scene, selection)
        .into_iter()
        .filter_map(|id| scene.wall(id))
        .flat_map(crate::walls::nodes);
    let of_areas = areas(scene, selection)
        .into_iter()
        .filter_map(|id| scene.area(id))
        .flat_map(crate::areas::nodes);
    of_paths.chain(of_walls).chain(of_areas).collect()
}

/// Splits items into those that can be deleted and those that must stay: locked items, and nodes of
/// hidden paths and walls. A hidden item can be deleted as a whole, because it can only have been selected in
/// the outliner.
pub fn deletable(scene: &Scene, items: &[Item]) -> (Vec<Item>, Vec<Item>) {
    let can_delete = |&item: &Item| match item {
        Item::Node(..) | Item::WallNode(..) | Item::AreaNode(..) => is_editable(scene, item),
        Item::Path(_)
        | Item::Wall(_)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Marker(_)
        | Item::Area(_)
        | Item::Spawner(_)
        | Item::Contact(_)
        | Item::Picture(_) => !is_locked(scene, item),
    };
    items.iter().copied().partition(can_delete)
}

/// Why some items were not deleted: "Path 2 is locked; unlock it first". `None` if there are none.
pub fn kept_message(scene: &Scene, kept: &[Item]) -> Option<String> {
    let wholes: BTreeSet<Item> = kept.iter().copied().map(Item::whole).collect();
    let first = *wholes.first()?;
    let locked = is_locked(scene, first);
    Some(match (wholes.len(), locked) {
        (1, true) => format!("{} is locked; unlock it first", first.describe(scene)),
        (1, false) => format!(
            "{} is hidden; show it before deleting its nodes",
            first.describe(scene)
        ),
        (count, _) => format!("{count} items are locked or hidden and were not deleted"),
    })
}

/// The item after (or before) the primary selected item, wrapping around.
pub fn neighbor(scene: &Scene, selection: &Selection, forward: bool) -> Option<Item> {
    let all = all_items(scene);
    let at = selection
        .primary()
        .and_then(|item| all.iter().position(|&other| other == item));
    let next = match (at, forward) {
        (None, true) => 0,
        (None, false) => all.len().checked_sub(1)?,
        (Some(i), true) => (i + 1) % all.len(),
        (Some(i), false) => (i + all.len() - 1) % all.len(),
    };
    all.get(next).copied()
}

fn nodes(path: &PatrolPath) -> impl Iterator<Item = Item> + '_ {
    path.nodes.iter().map(|node| Item::Node(path.id, node.id))
}
