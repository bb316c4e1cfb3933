//! Groups of the outline, and groups inside groups: making, filling, leaving and dissolving them.

use crate::outline::{Entry, place_of, place_of_mut, placed};
use crate::{Item, naming};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use steerwright_runtime::scene::outliner::{MAX_GROUP_DEPTH, groups_around};
use steerwright_runtime::scene::{Group, GroupId, Scene};

/// The group that a row is listed in.
pub fn parent_of(scene: &Scene, entry: Entry) -> Option<GroupId> {
    match entry {
        Entry::Group(id) => scene.group(id)?.parent,
        Entry::Item(item) => place_of(scene, item)?.group,
    }
}

/// The things just in a group, in the scene's order.
pub fn members(scene: &Scene, group: GroupId) -> impl Iterator<Item = Item> + '_ {
    placed(scene)
        .filter(move |(_, place)| place.group == Some(group))
        .map(|(item, _)| item)
}

/// The things in a group and in all groups within it, in the scene's order.
pub fn contents(scene: &Scene, group: GroupId) -> Vec<Item> {
    let within =
        |place: Option<GroupId>| groups_around(scene, place).any(|around| around.id == group);
    let groups: BTreeSet<GroupId> = scene
        .groups
        .iter()
        .map(|group| group.id)
        .filter(|&id| within(Some(id)))
        .collect();
    placed(scene)
        .filter(|(_, place)| place.group.is_some_and(|id| groups.contains(&id)))
        .map(|(item, _)| item)
        .collect()
}

/// The groups just in a group (or in none), in the scene's order.
pub fn groups_in(scene: &Scene, parent: Option<GroupId>) -> impl Iterator<Item = &Group> {
    scene
        .groups
        .iter()
        .filter(move |group| group.parent == parent)
}

/// Puts things into a new group and returns it; none if nothing among them can be grouped. The new group is made in the innermost
/// group that all of them are in; groups in there of which everything is among them come along whole.
pub fn group(scene: &mut Scene, grouped: &[Item]) -> Option<GroupId> {
    let (parent, rows) = rows_of(scene, grouped);
    let highest = rows
        .iter()
        .map(|&row| {
            if let Entry::Group(id) = row {
                height(scene, id)
            } else {
                0
            }
        })
        .max()?;
    if groups_around(scene, parent).count() + 1 + highest > MAX_GROUP_DEPTH {
        return None;
    }
    let id = scene.next_group_id();
    let name = naming::free_name(
        "Group",
        scene.groups.iter().map(|group| group.name.as_str()),
    );
    Arc::make_mut(&mut scene.groups).push(Group {
        id,
        name,
        parent,
        hidden: false,
        locked: false,
    });
    put_in(scene, &rows, Some(id));
    Some(id)
}

/// Takes things out of the innermost group that all of them are in; things of several groups each out of their own. Of a whole group
/// that is in no other, the group is dissolved.
pub fn ungroup(scene: &mut Scene, grouped: &[Item]) {
    for row in rows_of(scene, grouped).1 {
        match row {
            Entry::Group(id) if parent_of(scene, row).is_none() => dissolve(scene, id),
            row => take_out(scene, &[row]),
        }
    }
}

/// The innermost group that all these things are in, and the rows that stand for them there: groups of which everything is among
/// them, and the other things.
fn rows_of(scene: &Scene, items: &[Item]) -> (Option<GroupId>, Vec<Entry>) {
    let chosen: BTreeSet<Item> = items
        .iter()
        .copied()
        .filter(|&item| place_of(scene, item).is_some())
        .collect();
    let chain = |&item: &Item| {
        let mut chain: Vec<GroupId> = groups_around(scene, parent_of(scene, Entry::Item(item)))
            .map(|group| group.id)
            .collect();
        chain.reverse();
        chain
    };
    let shared = |a: Vec<GroupId>, b: Vec<GroupId>| {
        a.into_iter()
            .zip(b)
            .take_while(|(a, b)| a == b)
            .map(|(a, _)| a)
            .collect()
    };
    let parent = chosen
        .iter()
        .map(chain)
        .reduce(shared)
        .and_then(|common| common.last().copied());
    let rows: BTreeSet<Entry> = chosen
        .iter()
        .map(|&item| whole_group(scene, item, parent, &chosen))
        .collect();
    (parent, rows.into_iter().collect())
}

/// The outermost group within `parent` that holds `item` and nothing that is not `chosen`, else the item itself.
fn whole_group(
    scene: &Scene,
    item: Item,
    parent: Option<GroupId>,
    chosen: &BTreeSet<Item>,
) -> Entry {
    let around = groups_around(scene, parent_of(scene, Entry::Item(item))).map(|group| group.id);
    let inner = around.take_while(|&id| Some(id) != parent);
    let whole =
        inner.take_while(|&id| contents(scene, id).iter().all(|item| chosen.contains(item)));
    whole.last().map_or(Entry::Item(item), Entry::Group)
}

/// Whether a row may be put into a group: none lies in itself, or too deep.
pub fn can_put_in(scene: &Scene, entry: Entry, group: Option<GroupId>) -> bool {
    let Entry::Group(id) = entry else { return true };
    let mut around = groups_around(scene, group);
    let depth = groups_around(scene, group).count();
    !around.any(|outer| outer.id == id) && depth + height(scene, id) <= MAX_GROUP_DEPTH
}

/// How many groups lie in each other there, the outermost counted.
fn height(scene: &Scene, group: GroupId) -> usize {
    let depth =
        |inner: &Group| groups_around(scene, Some(inner.id)).position(|around| around.id == group);
    scene
        .groups
        .iter()
        .filter_map(depth)
        .max()
        .map_or(1, |depth| depth + 1)
}

/// Puts rows into a group, or out of all. A group stays where it is rather than come to lie in itself.
pub fn put_in(scene: &mut Scene, moved: &[Entry], group: Option<GroupId>) {
    for &entry in moved {
        if parent_of(scene, entry) == group || !can_put_in(scene, entry, group) {
            continue;
        }
        match entry {
            Entry::Group(id) => drop(scene.group_mut(id).map(|inner| inner.parent = group)),
            Entry::Item(item) => drop(place_of_mut(scene, item).map(|place| place.group = group)),
        }
    }
    drop_empty_groups(scene);
}

/// Takes each row out of its group, into the one around that.
pub fn take_out(scene: &mut Scene, moved: &[Entry]) {
    let outer = |entry| {
        parent_of(scene, entry)
            .and_then(|id| scene.group(id))
            .map(|group| (entry, group.parent))
    };
    for (entry, outer) in moved.iter().copied().filter_map(outer).collect::<Vec<_>>() {
        put_in(scene, &[entry], outer);
    }
}

/// Takes a group away; what was in it stays, in the group around it.
pub fn dissolve(scene: &mut Scene, group: GroupId) {
    let inner = groups_in(scene, Some(group)).map(|group| Entry::Group(group.id));
    let inside: Vec<Entry> = members(scene, group)
        .map(Entry::Item)
        .chain(inner)
        .collect();
    take_out(scene, &inside);
    Arc::make_mut(&mut scene.groups).retain(|other| other.id != group);
}

/// A group that lost its last member goes, too.
pub fn drop_empty_groups(scene: &mut Scene) {
    let parents: BTreeMap<GroupId, Option<GroupId>> = scene
        .groups
        .iter()
        .map(|group| (group.id, group.parent))
        .collect();
    let mut used: BTreeSet<GroupId> = BTreeSet::new();
    for place in placed(scene)
        .map(|(_, place)| place.group)
        .collect::<BTreeSet<_>>()
    {
        let mut around = place;
        while let Some(id) = around.filter(|&id| used.insert(id)) {
            around = parents.get(&id).copied().flatten();
        }
    }
    if scene.groups.iter().any(|group| !used.contains(&group.id)) {
        Arc::make_mut(&mut scene.groups).retain(|group| used.contains(&group.id));
    }
}
