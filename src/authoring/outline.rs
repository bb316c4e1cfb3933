//! What a hand does to the outline: hiding, locking, reordering, renaming. None of it moves anything.

use crate::authoring::{Item, grouping};
use crate::scene::{Color, GroupId, Outline, Scene};
use std::sync::Arc;

/// What has a row in the outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    /// A group.
    Group(GroupId),
    /// A thing.
    Item(Item),
}

/// What can be switched on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// Neither drawn nor picked.
    Hidden,
    /// Not picked.
    Locked,
}

/// The place of a thing in the outline; presets have none, and a node has that of its path.
pub fn place_of(scene: &Scene, item: Item) -> Option<Outline> {
    match item {
        Item::Path(id) | Item::Node(id, _) => scene.path(id).map(|path| path.outline),
        Item::Agent(id) => scene.agent(id).map(|agent| agent.outline),
        Item::Marker(id) => scene.marker(id).map(|marker| marker.outline),
        Item::Preset(_) => None,
    }
}

pub(super) fn place_of_mut(scene: &mut Scene, item: Item) -> Option<&mut Outline> {
    match item {
        Item::Path(id) | Item::Node(id, _) => scene.path_mut(id).map(|path| &mut path.outline),
        Item::Agent(id) => scene.agent_mut(id).map(|agent| &mut agent.outline),
        Item::Marker(id) => scene.marker_mut(id).map(|marker| &mut marker.outline),
        Item::Preset(_) => None,
    }
}

/// Whether a click on the canvas goes past `item`.
pub fn is_out_of_reach(scene: &Scene, item: Item) -> bool {
    place_of(scene, item).is_some_and(|place| place.is_out_of_reach(scene))
}

/// Whether a row has a flag of its own.
pub fn flag(scene: &Scene, entry: Entry, flag: Flag) -> bool {
    let (hidden, locked) = match entry {
        Entry::Group(id) => scene.group(id).map_or((false, false), |group| (group.hidden, group.locked)),
        Entry::Item(item) => place_of(scene, item).map_or((false, false), |place| (place.hidden, place.locked)),
    };
    match flag {
        Flag::Hidden => hidden,
        Flag::Locked => locked,
    }
}

/// Gives a row a flag, or takes it away.
pub fn set_flag(scene: &mut Scene, entry: Entry, flag: Flag, on: bool) {
    let place = match entry {
        Entry::Group(id) => scene.group_mut(id).map(|group| (&mut group.hidden, &mut group.locked)),
        Entry::Item(item) => place_of_mut(scene, item).map(|place| (&mut place.hidden, &mut place.locked)),
    };
    if let Some((hidden, locked)) = place {
        *(match flag {
            Flag::Hidden => hidden,
            Flag::Locked => locked,
        }) = on;
    }
}

/// Takes a flag away from everything. Returns whether anything had it.
pub fn clear_flag(scene: &mut Scene, which: Flag) -> bool {
    let has = |hidden: bool, locked: bool| if which == Flag::Hidden { hidden } else { locked };
    let groups = scene.groups.iter().filter(|group| has(group.hidden, group.locked)).map(|group| Entry::Group(group.id));
    let items = placed(scene).filter(|(_, place)| has(place.hidden, place.locked)).map(|(item, _)| Entry::Item(item));
    let marked: Vec<Entry> = groups.chain(items).collect();
    marked.iter().for_each(|&entry| set_flag(scene, entry, which, false));
    !marked.is_empty()
}

/// Hides everything that is drawn but some things.
pub fn hide_others(scene: &mut Scene, shown: &[Item]) {
    let others: Vec<Item> = placed(scene).map(|(item, _)| item).filter(|item| !shown.contains(item)).collect();
    others.into_iter().for_each(|item| set_flag(scene, Entry::Item(item), Flag::Hidden, true));
}

/// Whether anything has a flag of its own.
pub fn has_flag(scene: &Scene, which: Flag) -> bool {
    let groups = scene.groups.iter().map(|group| Entry::Group(group.id));
    groups.chain(placed(scene).map(|(item, _)| Entry::Item(item))).any(|entry| flag(scene, entry, which))
}

/// Everything that a group may hold: paths, agents, markers, in the scene's order, each with its place.
pub fn placed(scene: &Scene) -> impl Iterator<Item = (Item, Outline)> + '_ {
    let paths = scene.paths.iter().map(|path| (Item::Path(path.id), path.outline));
    let agents = scene.agents.iter().map(|agent| (Item::Agent(agent.id), agent.outline));
    paths.chain(agents).chain(scene.markers.iter().map(|marker| (Item::Marker(marker.id), marker.outline)))
}

/// Lists what is `moved` before or after `beside`, in its order so far; kinds never mix. All of it goes into the group of its
/// neighbour. If that is one of them, nothing moves.
pub fn move_beside(scene: &mut Scene, moved: &[Entry], beside: Entry, after: bool) {
    if moved.contains(&beside) {
        return;
    }
    if !matches!(beside, Entry::Item(Item::Preset(_) | Item::Node(..))) {
        let parent = grouping::parent_of(scene, beside);
        grouping::put_in(scene, moved, parent);
    }
    let is_moved = |entry: Entry| moved.contains(&entry);
    match beside {
        Entry::Group(_) => {
            let groups = Arc::make_mut(&mut scene.groups);
            reorder(groups, |group| is_moved(Entry::Group(group.id)), |group| Entry::Group(group.id) == beside, after);
        }
        Entry::Item(Item::Path(id)) => {
            reorder(&mut scene.paths, |path| is_moved(Entry::Item(Item::Path(path.id))), |path| path.id == id, after)
        }
        Entry::Item(Item::Agent(id)) => {
            let agents = Arc::make_mut(&mut scene.agents);
            reorder(agents, |agent| is_moved(Entry::Item(Item::Agent(agent.id))), |agent| agent.id == id, after);
        }
        Entry::Item(Item::Marker(id)) => {
            let markers = Arc::make_mut(&mut scene.markers);
            reorder(markers, |marker| is_moved(Entry::Item(Item::Marker(marker.id))), |marker| marker.id == id, after);
        }
        Entry::Item(Item::Preset(id)) => {
            reorder(&mut scene.presets, |preset| is_moved(Entry::Item(Item::Preset(preset.id))), |preset| preset.id == id, after);
        }
        Entry::Item(Item::Node(..)) => {}
    }
}

/// Moves some of a list beside another of it; if that is one of them, nothing moves.
fn reorder<T>(list: &mut Vec<T>, is_moved: impl Fn(&T) -> bool, is_beside: impl Fn(&T) -> bool, after: bool) {
    if list.iter().any(|entry| is_moved(entry) && is_beside(entry)) || !list.iter().any(&is_moved) || !list.iter().any(&is_beside) {
        return;
    }
    let (moved, mut rest): (Vec<T>, Vec<T>) = std::mem::take(list).into_iter().partition(is_moved);
    let at = rest.iter().position(is_beside).map_or(rest.len(), |at| at + usize::from(after));
    rest.splice(at..at, moved);
    *list = rest;
}

/// What a row is called.
pub fn name_of(scene: &Scene, entry: Entry) -> Option<&str> {
    match entry {
        Entry::Group(id) => scene.group(id).map(|group| group.name.as_str()),
        Entry::Item(Item::Path(id) | Item::Node(id, _)) => scene.path(id).map(|path| path.name.as_str()),
        Entry::Item(Item::Agent(id)) => scene.agent(id).map(|agent| agent.name.as_str()),
        Entry::Item(Item::Marker(id)) => scene.marker(id).map(|marker| marker.name.as_str()),
        Entry::Item(Item::Preset(id)) => scene.preset(id).map(|preset| preset.name.as_str()),
    }
}

/// Gives a row another name; a blank one leaves it the one it has.
pub fn rename(scene: &mut Scene, entry: Entry, name: &str) {
    if name.trim().is_empty() {
        return;
    }
    let place = match entry {
        Entry::Group(id) => scene.group_mut(id).map(|group| &mut group.name),
        Entry::Item(Item::Path(id) | Item::Node(id, _)) => scene.path_mut(id).map(|path| &mut path.name),
        Entry::Item(Item::Agent(id)) => scene.agent_mut(id).map(|agent| &mut agent.name),
        Entry::Item(Item::Marker(id)) => scene.marker_mut(id).map(|marker| &mut marker.name),
        Entry::Item(Item::Preset(id)) => scene.preset_mut(id).map(|preset| &mut preset.name),
    };
    if let Some(place) = place {
        *place = name.to_owned();
    }
}

/// Whether two scenes move alike: they differ in names, colours and the outline at most.
pub fn move_alike(a: &Scene, b: &Scene) -> bool {
    let bare = |scene: &Scene| {
        let mut bare = scene.clone();
        bare.name.clear();
        bare.notes.clear();
        bare.groups = Arc::default();
        bare.exports = Arc::default();
        bare
    };
    let (mut a, mut b) = (bare(a), bare(b));
    if a.paths.len() != b.paths.len() || a.agents.len() != b.agents.len() || a.markers.len() != b.markers.len() {
        return false;
    }
    a.paths.sort_by_key(|path| path.id);
    b.paths.sort_by_key(|path| path.id);
    for (a, b) in a.paths.iter_mut().zip(&mut b.paths).filter(|(a, b)| !Arc::ptr_eq(a, b)) {
        for path in [a, b] {
            let path = Arc::make_mut(path);
            path.name.clear();
            (path.color, path.outline) = (None, Outline::default());
        }
    }
    for (a, b) in a.presets.iter_mut().zip(&mut b.presets).filter(|(a, b)| !Arc::ptr_eq(a, b)) {
        for preset in [a, b] {
            let preset = Arc::make_mut(preset);
            preset.name.clear();
            preset.description.clear();
            preset.color = Color::default();
        }
    }
    if !Arc::ptr_eq(&a.agents, &b.agents) {
        for agents in [&mut a.agents, &mut b.agents] {
            let agents = Arc::make_mut(agents);
            agents.sort_by_key(|agent| agent.id);
            agents.iter_mut().for_each(|agent| {
                agent.name.clear();
                agent.outline = Outline::default();
            });
        }
    }
    if !Arc::ptr_eq(&a.markers, &b.markers) {
        for markers in [&mut a.markers, &mut b.markers] {
            let markers = Arc::make_mut(markers);
            markers.sort_by_key(|marker| marker.id);
            markers.iter_mut().for_each(|marker| {
                marker.name.clear();
                marker.outline = Outline::default();
            });
        }
    }
    a == b
}
