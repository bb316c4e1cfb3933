//! Duplicating: nodes within their line, everything else like copy and paste.

use crate::clipboard;
use crate::clipboard::Clip;
use crate::edit::editable;
use crate::transform::{Transform, TransformSnapshot};
use crate::{Item, Selection, line};
use glam::DVec2;
use steerwright_runtime::scene::Scene;

/// Duplicates the selected items, moves the copies by `offset` and selects them. An agent that is
/// duplicated together with its path follows the copy of the path.
pub fn duplicate(scene: &mut Scene, selection: &mut Selection, offset: DVec2) {
    let is_node_alone = |item: &Item| item.is_node() && !selection.contains(item.whole());
    let (nodes, others): (Vec<Item>, Vec<Item>) = selection.iter().partition(is_node_alone);
    let items = Selection::of(others.into_iter().filter(|item| !item.is_node()));
    let mut copies =
        Clip::of(scene, &items).map_or(vec![], |clip| clipboard::paste(scene, &clip, offset));
    let nodes = Selection::of(nodes);
    let mut copied_nodes = Vec::new();
    for line in editable::lines(scene, &nodes) {
        copied_nodes.extend(line::copy_nodes(scene, line, &nodes));
    }
    TransformSnapshot::of(scene, &Selection::of(copied_nodes.iter().copied()), &[])
        .apply(scene, &Transform::Move(offset));
    copies.extend(copied_nodes);
    if !copies.is_empty() {
        selection.set_all(copies);
    }
}
