//! Groups in the outliner: creating, filling and removing them. Groups can be nested.

use crate::Item;
use crate::edit::naming;
use crate::outline::{Entry, change_props, groupable_items, props_of};
use std::collections::{BTreeMap, BTreeSet};
use steerwright_runtime::scene::editor::{Group, MAX_GROUP_DEPTH};
use steerwright_runtime::scene::{GroupId, Scene};

/// The group that contains a row.
pub fn parent_of(scene: &Scene, entry: Entry) -> Option<GroupId> {
    match entry {
        Entry::Group(id) => scene.editor.group(id)?.parent,
        Entry::Item(item) => props_of(scene, item)?.group,
    }
}

/// The direct members of a group, in scene order.
pub fn members(scene: &Scene, group: GroupId) -> impl Iterator<Item = Item> + '_ {
    groupable_items(scene)
        .filter(move |(_, props)| props.group == Some(group))
        .map(|(item, _)| item)
}

/// The items in a group and its nested groups, in scene order.
pub fn contents(scene: &Scene, group: GroupId) -> Vec<Item> {
    let within = |group_id: Option<GroupId>| {
        scene
            .editor
            .groups_around(group_id)
            .any(|around| around.id == group)
    };
    let groups: BTreeSet<GroupId> = scene
        .editor
        .groups
        .iter()
        .map(|group| group.id)
        .filter(|&id| within(Some(id)))
        .collect();
    groupable_items(scene)
        .filter(|(_, props)| props.group.is_some_and(|id| groups.contains(&id)))
        .map(|(item, _)| item)
        .collect()
}

/// The direct child groups of a group (or of the root), in scene order.
pub fn groups_in(scene: &Scene, parent: Option<GroupId>) -> impl Iterator<Item = &Group> {
    scene
        .editor
        .groups
        .iter()
        .filter(move |group| group.parent == parent)
}

/// Puts items into a new group and returns it. The group is created in the innermost group that
/// contains all of them; nested groups whose whole contents are included move as groups. Returns
/// `None` if no item can be grouped or the nesting would be too deep.
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
    if scene.editor.groups_around(parent).count() + 1 + highest > MAX_GROUP_DEPTH {
        return None;
    }
    let id = scene.editor.next_group_id();
    let name = naming::free_name(
        "Group",
        scene.editor.groups.iter().map(|group| group.name.as_str()),
    );
    scene.editor_mut().groups.push(Group {
        id,
        name,
        parent,
        hidden: false,
        locked: false,
        color: None,
    });
    move_to_group(scene, &rows, Some(id));
    Some(id)
}

/// Moves items out of the innermost group that contains all of them; items of several groups each
/// leave their own. A whole top-level group is removed.
pub fn ungroup(scene: &mut Scene, grouped: &[Item]) {
    for row in rows_of(scene, grouped).1 {
        match row {
            Entry::Group(id) if parent_of(scene, row).is_none() => remove_group(scene, id),
            Entry::Group(_) | Entry::Item(_) => move_out_of_group(scene, &[row]),
        }
    }
}

/// The innermost group that contains all these items, and the rows that represent them there:
/// groups whose whole contents are included, and the remaining items.
fn rows_of(scene: &Scene, items: &[Item]) -> (Option<GroupId>, Vec<Entry>) {
    let chosen: BTreeSet<Item> = items
        .iter()
        .copied()
        .filter(|&item| props_of(scene, item).is_some())
        .collect();
    let chain = |&item: &Item| {
        let mut chain: Vec<GroupId> = scene
            .editor
            .groups_around(parent_of(scene, Entry::Item(item)))
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
        .map(|&item| row_for(scene, item, parent, &chosen))
        .collect();
    (parent, rows.into_iter().collect())
}

/// The outermost group within `parent` that contains `item` and only items in `chosen`; otherwise
/// the item itself.
fn row_for(scene: &Scene, item: Item, parent: Option<GroupId>, chosen: &BTreeSet<Item>) -> Entry {
    let around = scene
        .editor
        .groups_around(parent_of(scene, Entry::Item(item)))
        .map(|group| group.id);
    let inner = around.take_while(|&id| Some(id) != parent);
    let whole =
        inner.take_while(|&id| contents(scene, id).iter().all(|item| chosen.contains(item)));
    whole.last().map_or(Entry::Item(item), Entry::Group)
}

/// Whether a row can be moved to a group. A group cannot contain itself, and nesting is limited.
pub fn can_move_to_group(scene: &Scene, entry: Entry, group: Option<GroupId>) -> bool {
    let Entry::Group(id) = entry else { return true };
    let mut around = scene.editor.groups_around(group);
    let depth = scene.editor.groups_around(group).count();
    !around.any(|outer| outer.id == id) && depth + height(scene, id) <= MAX_GROUP_DEPTH
}

/// The depth of nesting in a group, counting itself.
fn height(scene: &Scene, group: GroupId) -> usize {
    let depth = |inner: &Group| {
        scene
            .editor
            .groups_around(Some(inner.id))
            .position(|around| around.id == group)
    };
    scene
        .editor
        .groups
        .iter()
        .filter_map(depth)
        .max()
        .map_or(1, |depth| depth + 1)
}

/// Moves rows to a group, or to the root. Moves that would be invalid are skipped.
pub fn move_to_group(scene: &mut Scene, moved: &[Entry], group: Option<GroupId>) {
    for &entry in moved {
        if parent_of(scene, entry) == group || !can_move_to_group(scene, entry, group) {
            continue;
        }
        match entry {
            Entry::Group(id) => drop(
                scene
                    .editor_mut()
                    .group_mut(id)
                    .map(|inner| inner.parent = group),
            ),
            Entry::Item(item) => change_props(scene, item, |props| props.group = group),
        }
    }
    remove_empty_groups(scene);
}

/// Moves each row to the parent of its group.
pub fn move_out_of_group(scene: &mut Scene, moved: &[Entry]) {
    let outer = |entry| {
        parent_of(scene, entry)
            .and_then(|id| scene.editor.group(id))
            .map(|group| (entry, group.parent))
    };
    for (entry, outer) in moved.iter().copied().filter_map(outer).collect::<Vec<_>>() {
        move_to_group(scene, &[entry], outer);
    }
}

/// Removes a group and moves its contents to the parent group.
pub fn remove_group(scene: &mut Scene, group: GroupId) {
    let inner = groups_in(scene, Some(group)).map(|group| Entry::Group(group.id));
    let inside: Vec<Entry> = members(scene, group)
        .map(Entry::Item)
        .chain(inner)
        .collect();
    move_out_of_group(scene, &inside);
    scene.editor_mut().groups.retain(|other| other.id != group);
}

/// Removes groups without members.
pub fn remove_empty_groups(scene: &mut Scene) {
    let parents: BTreeMap<GroupId, Option<GroupId>> = scene
        .editor
        .groups
        .iter()
        .map(|group| (group.id, group.parent))
        .collect();
    let mut used: BTreeSet<GroupId> = BTreeSet::new();
    for direct in groupable_items(scene)
        .map(|(_, props)| props.group)
        .collect::<BTreeSet<_>>()
    {
        let mut around = direct;
        while let Some(id) = around.filter(|&id| used.insert(id)) {
            around = parents.get(&id).copied().flatten();
        }
    }
    if scene
        .editor
        .groups
        .iter()
        .any(|group| !used.contains(&group.id))
    {
        scene
            .editor_mut()
            .groups
            .retain(|group| used.contains(&group.id));
    }
}
