//! Rows of the outliner: names and the hidden and locked flags. None of it affects the simulation.

pub mod grouping;
pub mod reordering;

use crate::Item;
use steerwright_runtime::scene::editor::{OutlinerItem, OutlinerProps};
use steerwright_runtime::scene::{GroupId, Scene};

/// A row of the outliner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    /// A group.
    Group(GroupId),
    /// An item.
    Item(Item),
}

/// A flag of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// Not drawn and not selectable on the canvas.
    Hidden,
    /// Not selectable on the canvas.
    Locked,
}

impl Flag {
    fn field<'a>(self, hidden: &'a mut bool, locked: &'a mut bool) -> &'a mut bool {
        match self {
            Self::Hidden => hidden,
            Self::Locked => locked,
        }
    }
}

/// The item whose outliner properties apply to `item`: for a node, its path or wall. Presets and
/// contact rules have none.
pub(crate) fn outliner_item(item: Item) -> Option<OutlinerItem> {
    match item {
        Item::Agent(id) => Some(id.into()),
        Item::Marker(id) => Some(id.into()),
        Item::Picture(id) => Some(id.into()),
        Item::Spawner(id) => Some(id.into()),
        _ => item.line().map(OutlinerItem::from),
    }
}

/// The outliner properties of an item. Presets and contact rules have none; a node has those of its
/// path or wall.
pub fn props_of(scene: &Scene, item: Item) -> Option<OutlinerProps> {
    outliner_item(item).map(|item| scene.editor.props(item))
}

/// Changes the outliner properties of an item, if it has any.
pub(crate) fn change_props(scene: &mut Scene, item: Item, change: impl FnOnce(&mut OutlinerProps)) {
    if let Some(item) = outliner_item(item) {
        let mut props = scene.editor.props(item);
        change(&mut props);
        scene.editor_mut().set_props(item, props);
    }
}

/// Whether `item` can be edited on the canvas: neither hidden nor locked.
pub fn is_editable(scene: &Scene, item: Item) -> bool {
    outliner_item(item).is_none_or(|item| scene.editor.is_editable(item))
}

/// Whether `item` is locked, itself or through a group.
pub fn is_locked(scene: &Scene, item: Item) -> bool {
    outliner_item(item).is_some_and(|item| scene.editor.is_locked(item))
}

/// Whether a row has a flag set itself.
pub fn flag(scene: &Scene, entry: Entry, flag: Flag) -> bool {
    let (hidden, locked) = match entry {
        Entry::Group(id) => scene
            .editor
            .group(id)
            .map_or((false, false), |group| (group.hidden, group.locked)),
        Entry::Item(item) => {
            props_of(scene, item).map_or((false, false), |props| (props.hidden, props.locked))
        }
    };
    match flag {
        Flag::Hidden => hidden,
        Flag::Locked => locked,
    }
}

/// Sets or clears a flag of a row.
pub fn set_flag(scene: &mut Scene, entry: Entry, flag: Flag, on: bool) {
    match entry {
        Entry::Group(id) => {
            if let Some(group) = scene.editor_mut().group_mut(id) {
                *flag.field(&mut group.hidden, &mut group.locked) = on;
            }
        }
        Entry::Item(item) => change_props(scene, item, |props| {
            *flag.field(&mut props.hidden, &mut props.locked) = on;
        }),
    }
}

/// Clears a flag everywhere. Returns whether it was set anywhere.
pub fn clear_flag(scene: &mut Scene, which: Flag) -> bool {
    let has = |hidden: bool, locked: bool| {
        if which == Flag::Hidden {
            hidden
        } else {
            locked
        }
    };
    let groups = scene
        .editor
        .groups
        .iter()
        .filter(|group| has(group.hidden, group.locked))
        .map(|group| Entry::Group(group.id));
    let items = groupable_items(scene)
        .filter(|(_, props)| has(props.hidden, props.locked))
        .map(|(item, _)| Entry::Item(item));
    let marked: Vec<Entry> = groups.chain(items).collect();
    marked
        .iter()
        .for_each(|&entry| set_flag(scene, entry, which, false));
    !marked.is_empty()
}

/// Hides all items except `shown`.
pub fn hide_others(scene: &mut Scene, shown: &[Item]) {
    let others: Vec<Item> = groupable_items(scene)
        .map(|(item, _)| item)
        .filter(|item| !shown.contains(item))
        .collect();
    others
        .into_iter()
        .for_each(|item| set_flag(scene, Entry::Item(item), Flag::Hidden, true));
}

/// Whether any row has a flag set.
pub fn has_flag(scene: &Scene, which: Flag) -> bool {
    let groups = scene
        .editor
        .groups
        .iter()
        .map(|group| Entry::Group(group.id));
    groups
        .chain(groupable_items(scene).map(|(item, _)| Entry::Item(item)))
        .any(|entry| flag(scene, entry, which))
}

/// All items that can be grouped, with their outliner properties: paths, walls, areas, agents,
/// markers, spawners, pictures, in scene order.
pub fn groupable_items(scene: &Scene) -> impl Iterator<Item = (Item, OutlinerProps)> + '_ {
    let paths = scene.paths.iter().map(|path| Item::Path(path.id));
    let walls = scene.walls.iter().map(|wall| Item::Wall(wall.id));
    let agents = scene.agents.iter().map(|agent| Item::Agent(agent.id));
    let markers = scene.markers.iter().map(|marker| Item::Marker(marker.id));
    let spawners = scene.spawners.iter();
    let spawners = spawners.map(|spawner| Item::Spawner(spawner.id));
    let areas = scene.editor.areas.iter().map(|area| Item::Area(area.id));
    let pictures = scene.editor.pictures.iter();
    let pictures = pictures.map(|picture| Item::Picture(picture.id));
    paths
        .chain(walls)
        .chain(areas)
        .chain(agents)
        .chain(markers)
        .chain(spawners)
        .chain(pictures)
        .filter_map(|item| Some((item, props_of(scene, item)?)))
}

/// The name of a row.
pub fn name_of(scene: &Scene, entry: Entry) -> Option<&str> {
    match entry {
        Entry::Group(id) => scene.editor.group(id).map(|group| group.name.as_str()),
        Entry::Item(item) => item.name(scene),
    }
}

/// Renames a row. A blank name is ignored.
pub fn rename(scene: &mut Scene, entry: Entry, name: &str) {
    if name.trim().is_empty() {
        return;
    }
    let name_field = match entry {
        Entry::Group(id) => scene
            .editor_mut()
            .group_mut(id)
            .map(|group| &mut group.name),
        Entry::Item(item) => item.name_mut(scene),
    };
    if let Some(field) = name_field {
        *field = name.to_owned();
    }
}
