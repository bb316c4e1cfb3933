//! Items that can be edited on the canvas: neither hidden nor locked, directly or through a group.
//! Other items keep their positions and nodes even while they are selected in the outliner.

use crate::line::NodeLine;
use crate::outline::{is_editable, is_locked};
use crate::{Item, Line, Selection};
use std::collections::BTreeSet;
use steerwright_runtime::scene::{PathId, Scene};

/// All editable items on the canvas: nodes path by path, wall by wall and area by area, then
/// agents, markers, spawners and pictures.
pub fn all_items(scene: &Scene) -> Vec<Item> {
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
    let lines = Line::all(scene).map(NodeLine::line);
    let lines = lines.filter(|&line| scene.editor.is_editable(line));
    lines
        .flat_map(|line| line.items(scene))
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

/// The editable lines that are selected or have selected nodes, without duplicates.
pub fn lines(scene: &Scene, selection: &Selection) -> Vec<Line> {
    let mut lines = selection.lines();
    lines.retain(|&line| scene.editor.is_editable(line));
    lines
}

/// The editable paths that are selected or have selected nodes, without duplicates.
pub fn paths(scene: &Scene, selection: &Selection) -> Vec<PathId> {
    let mut paths = selection.paths();
    paths.retain(|&path| scene.editor.is_editable(path));
    paths
}

/// All nodes of these lines.
pub fn nodes_of_lines(scene: &Scene, selection: &Selection) -> Vec<Item> {
    let lines = lines(scene, selection).into_iter();
    lines.flat_map(|line| line.items(scene)).collect()
}

/// Splits items into those that can be deleted and those that must stay: locked items, and nodes of
/// hidden paths and walls. A hidden item can be deleted as a whole, because it can only have been
/// selected in the outliner.
pub fn deletable(scene: &Scene, items: &[Item]) -> (Vec<Item>, Vec<Item>) {
    let can_delete = |&item: &Item| match item {
        Item::Node(..) => is_editable(scene, item),
        _ => !is_locked(scene, item),
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
