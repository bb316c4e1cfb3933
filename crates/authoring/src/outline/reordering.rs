//! Reordering rows of the outliner.

use crate::Item;
use crate::outline::Entry;
use crate::outline::grouping;
use std::sync::Arc;
use steerwright_runtime::scene::Scene;

/// Moves rows before or after `beside` and into its group, in their current order. Rows of
/// different kinds are never mixed. Does nothing if `beside` is one of the moved rows.
pub fn move_beside(scene: &mut Scene, moved: &[Entry], beside: Entry, after: bool) {
    if moved.contains(&beside) {
        return;
    }
    let can_be_grouped = |item: Item| item.has_place() && !item.is_node();
    if !matches!(beside, Entry::Item(item) if !can_be_grouped(item)) {
        let parent = grouping::parent_of(scene, beside);
        grouping::move_to_group(scene, moved, parent);
    }
    let is_moved = |entry: Entry| moved.contains(&entry);
    match beside {
        Entry::Group(_) => {
            let groups = &mut scene.editor_mut().groups;
            reorder(
                groups,
                |group| is_moved(Entry::Group(group.id)),
                |group| Entry::Group(group.id) == beside,
                after,
            );
        }
        Entry::Item(Item::Path(id)) => reorder(
            &mut scene.paths,
            |path| is_moved(Entry::Item(Item::Path(path.id))),
            |path| path.id == id,
            after,
        ),
        Entry::Item(Item::Wall(id)) => reorder(
            &mut scene.walls,
            |wall| is_moved(Entry::Item(Item::Wall(wall.id))),
            |wall| wall.id == id,
            after,
        ),
        Entry::Item(Item::Agent(id)) => {
            let agents = Arc::make_mut(&mut scene.agents);
            reorder(
                agents,
                |agent| is_moved(Entry::Item(Item::Agent(agent.id))),
                |agent| agent.id == id,
                after,
            );
        }
        Entry::Item(Item::Marker(id)) => {
            let markers = Arc::make_mut(&mut scene.markers);
            reorder(
                markers,
                |marker| is_moved(Entry::Item(Item::Marker(marker.id))),
                |marker| marker.id == id,
                after,
            );
        }
        Entry::Item(Item::Picture(id)) => reorder(
            &mut scene.editor_mut().pictures,
            |picture| is_moved(Entry::Item(Item::Picture(picture.id))),
            |picture| picture.id == id,
            after,
        ),
        Entry::Item(Item::Preset(id)) => {
            reorder(
                &mut scene.presets,
                |preset| is_moved(Entry::Item(Item::Preset(preset.id))),
                |preset| preset.id == id,
                after,
            );
        }
        Entry::Item(Item::Area(id)) => reorder(
            &mut scene.editor_mut().areas,
            |area| is_moved(Entry::Item(Item::Area(area.id))),
            |area| area.id == id,
            after,
        ),
        Entry::Item(Item::Spawner(id)) => reorder(
            &mut scene.spawners,
            |spawner| is_moved(Entry::Item(Item::Spawner(spawner.id))),
            |spawner| spawner.id == id,
            after,
        ),
        Entry::Item(Item::Contact(id)) => reorder(
            &mut scene.contacts,
            |contact| is_moved(Entry::Item(Item::Contact(contact.id))),
            |contact| contact.id == id,
            after,
        ),
        Entry::Item(Item::Node(..)) => {}
    }
}

/// Moves some elements of a list next to another. Does nothing if that is one of them.
fn reorder<T>(
    list: &mut Vec<T>,
    is_moved: impl Fn(&T) -> bool,
    is_beside: impl Fn(&T) -> bool,
    after: bool,
) {
    if list.iter().any(|entry| is_moved(entry) && is_beside(entry))
        || !list.iter().any(&is_moved)
        || !list.iter().any(&is_beside)
    {
        return;
    }
    let (moved, mut rest): (Vec<T>, Vec<T>) = std::mem::take(list).into_iter().partition(is_moved);
    let at = rest
        .iter()
        .position(is_beside)
        .map_or(rest.len(), |at| at + usize::from(after));
    rest.splice(at..at, moved);
    *list = rest;
}
