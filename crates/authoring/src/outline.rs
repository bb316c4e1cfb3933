//! The rows of the outline: what each is called, and whether it is hidden or locked. None of it moves anything.

use crate::Item;
use steerwright_runtime::scene::{GroupId, OutlinerProps, Scene};

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
pub fn place_of(scene: &Scene, item: Item) -> Option<OutlinerProps> {
    match item {
        Item::Path(id) | Item::Node(id, _) => scene.path(id).map(|path| path.outline),
        Item::Agent(id) => scene.agent(id).map(|agent| agent.outline),
        Item::Marker(id) => scene.marker(id).map(|marker| marker.outline),
        Item::Preset(_) => None,
    }
}

pub(super) fn place_of_mut(scene: &mut Scene, item: Item) -> Option<&mut OutlinerProps> {
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
        Entry::Group(id) => scene
            .group(id)
            .map_or((false, false), |group| (group.hidden, group.locked)),
        Entry::Item(item) => {
            place_of(scene, item).map_or((false, false), |place| (place.hidden, place.locked))
        }
    };
    match flag {
        Flag::Hidden => hidden,
        Flag::Locked => locked,
    }
}

/// Gives a row a flag, or takes it away.
pub fn set_flag(scene: &mut Scene, entry: Entry, flag: Flag, on: bool) {
    let place = match entry {
        Entry::Group(id) => scene
            .group_mut(id)
            .map(|group| (&mut group.hidden, &mut group.locked)),
        Entry::Item(item) => {
            place_of_mut(scene, item).map(|place| (&mut place.hidden, &mut place.locked))
        }
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
    let has = |hidden: bool, locked: bool| {
        if which == Flag::Hidden {
            hidden
        } else {
            locked
        }
    };
    let groups = scene
        .groups
        .iter()
        .filter(|group| has(group.hidden, group.locked))
        .map(|group| Entry::Group(group.id));
    let items = placed(scene)
        .filter(|(_, place)| has(place.hidden, place.locked))
        .map(|(item, _)| Entry::Item(item));
    let marked: Vec<Entry> = groups.chain(items).collect();
    marked
        .iter()
        .for_each(|&entry| set_flag(scene, entry, which, false));
    !marked.is_empty()
}

/// Hides everything that is drawn but some things.
pub fn hide_others(scene: &mut Scene, shown: &[Item]) {
    let others: Vec<Item> = placed(scene)
        .map(|(item, _)| item)
        .filter(|item| !shown.contains(item))
        .collect();
    others
        .into_iter()
        .for_each(|item| set_flag(scene, Entry::Item(item), Flag::Hidden, true));
}

/// Whether anything has a flag of its own.
pub fn has_flag(scene: &Scene, which: Flag) -> bool {
    let groups = scene.groups.iter().map(|group| Entry::Group(group.id));
    groups
        .chain(placed(scene).map(|(item, _)| Entry::Item(item)))
        .any(|entry| flag(scene, entry, which))
}

/// Everything that a group may hold: paths, agents, markers, in the scene's order, each with its place.
pub fn placed(scene: &Scene) -> impl Iterator<Item = (Item, OutlinerProps)> + '_ {
    let paths = scene
        .paths
        .iter()
        .map(|path| (Item::Path(path.id), path.outline));
    let agents = scene
        .agents
        .iter()
        .map(|agent| (Item::Agent(agent.id), agent.outline));
    paths.chain(agents).chain(
        scene
            .markers
            .iter()
            .map(|marker| (Item::Marker(marker.id), marker.outline)),
    )
}

/// What a row is called.
pub fn name_of(scene: &Scene, entry: Entry) -> Option<&str> {
    match entry {
        Entry::Group(id) => scene.group(id).map(|group| group.name.as_str()),
        Entry::Item(Item::Path(id) | Item::Node(id, _)) => {
            scene.path(id).map(|path| path.name.as_str())
        }
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
        Entry::Item(Item::Path(id) | Item::Node(id, _)) => {
            scene.path_mut(id).map(|path| &mut path.name)
        }
        Entry::Item(Item::Agent(id)) => scene.agent_mut(id).map(|agent| &mut agent.name),
        Entry::Item(Item::Marker(id)) => scene.marker_mut(id).map(|marker| &mut marker.name),
        Entry::Item(Item::Preset(id)) => scene.preset_mut(id).map(|preset| &mut preset.name),
    };
    if let Some(place) = place {
        *place = name.to_owned();
    }
}
