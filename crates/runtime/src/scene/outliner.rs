//! How the editor lists what is in a scene: groups, what is hidden or locked. Nothing moves by any of it.

use crate::scene::{GroupId, Scene};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A thing's place in the outline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutlinerProps {
    /// The group it is listed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupId>,
    /// Neither drawn nor picked; it moves all the same.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hidden: bool,
    /// Drawn, but not picked on the canvas.
    #[serde(default, skip_serializing_if = "is_false")]
    pub locked: bool,
}

/// A named part of the outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Group {
    /// Names the group; never changes.
    pub id: GroupId,
    /// What people call it.
    #[serde(default)]
    pub name: String,
    /// The group it is listed in, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<GroupId>,
    /// Hides all that is in it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hidden: bool,
    /// Locks all that is in it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub locked: bool,
}

/// Groups lie no deeper in each other than this.
pub const MAX_GROUP_DEPTH: usize = 16;

/// Takes out of their groups the things and groups whose group is not there (no group made later is to take them in unasked), and
/// the groups that lie in themselves or too deep.
pub fn leave_lost_groups(scene: &mut Scene) {
    leave_lost_parents(scene);
    let known: BTreeSet<GroupId> = scene.groups.iter().map(|group| group.id).collect();
    let lost = |place: &OutlinerProps| place.group.is_some_and(|id| !known.contains(&id));
    for path in scene.paths.iter_mut().filter(|path| lost(&path.outline)) {
        Arc::make_mut(path).outline.group = None;
    }
    if scene.agents.iter().any(|agent| lost(&agent.outline)) {
        let agents = Arc::make_mut(&mut scene.agents).iter_mut();
        agents
            .filter(|agent| lost(&agent.outline))
            .for_each(|agent| agent.outline.group = None);
    }
    if scene.markers.iter().any(|marker| lost(&marker.outline)) {
        let markers = Arc::make_mut(&mut scene.markers).iter_mut();
        markers
            .filter(|marker| lost(&marker.outline))
            .for_each(|marker| marker.outline.group = None);
    }
}

fn leave_lost_parents(scene: &mut Scene) {
    let mut parents: BTreeMap<GroupId, Option<GroupId>> = scene
        .groups
        .iter()
        .map(|group| (group.id, group.parent))
        .collect();
    let mut freed = BTreeSet::new();
    for group in scene.groups.iter().filter(|group| group.parent.is_some()) {
        let mut around = Some(group.id);
        for _ in 0..MAX_GROUP_DEPTH {
            around = around.and_then(|id| parents.get(&id).copied().flatten());
        }
        if around.is_some()
            || group
                .parent
                .is_some_and(|parent| !parents.contains_key(&parent))
        {
            parents.insert(group.id, None);
            freed.insert(group.id);
        }
    }
    if !freed.is_empty() {
        let groups = Arc::make_mut(&mut scene.groups).iter_mut();
        groups
            .filter(|group| freed.contains(&group.id))
            .for_each(|group| group.parent = None);
    }
}

fn is_false(x: &bool) -> bool {
    !*x
}

impl OutlinerProps {
    /// Whether nothing was arranged: such a place is not written to a file.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it is hidden, by itself or with a group around it.
    pub fn is_hidden(&self, scene: &Scene) -> bool {
        self.hidden || groups_around(scene, self.group).any(|group| group.hidden)
    }

    /// Whether it is locked, by itself or with a group around it.
    pub fn is_locked(&self, scene: &Scene) -> bool {
        self.locked || groups_around(scene, self.group).any(|group| group.locked)
    }

    /// Whether a click on the canvas goes past it: it is hidden or locked, by itself or with a group around it.
    pub fn is_out_of_reach(&self, scene: &Scene) -> bool {
        self.hidden
            || self.locked
            || groups_around(scene, self.group).any(|group| group.hidden || group.locked)
    }
}

/// A group and those around it, from the inside.
pub fn groups_around(scene: &Scene, innermost: Option<GroupId>) -> impl Iterator<Item = &Group> {
    let group = move |id: Option<GroupId>| id.and_then(|id| scene.group(id));
    std::iter::successors(group(innermost), move |inner| group(inner.parent)).take(MAX_GROUP_DEPTH)
}
