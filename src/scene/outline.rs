//! How the editor lists what is in a scene: groups, what is hidden or locked. Nothing moves by any of it.

use crate::scene::{GroupId, Scene};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A thing's place in the outline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "files", derive(schemars::JsonSchema))]
pub struct Outline {
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
#[cfg_attr(feature = "files", derive(schemars::JsonSchema))]
pub struct Group {
    /// Names the group; never changes.
    pub id: GroupId,
    /// What people call it.
    #[serde(default)]
    pub name: String,
    /// Hides all that is in it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hidden: bool,
    /// Locks all that is in it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub locked: bool,
}

/// Takes out of their groups the things whose group is not there: no group made later is to take them in unasked.
pub fn leave_lost_groups(scene: &mut Scene) {
    let known: BTreeSet<GroupId> = scene.groups.iter().map(|group| group.id).collect();
    let lost = |place: &Outline| place.group.is_some_and(|id| !known.contains(&id));
    for path in scene.paths.iter_mut().filter(|path| lost(&path.outline)) {
        Arc::make_mut(path).outline.group = None;
    }
    if scene.agents.iter().any(|agent| lost(&agent.outline)) {
        let agents = Arc::make_mut(&mut scene.agents).iter_mut();
        agents.filter(|agent| lost(&agent.outline)).for_each(|agent| agent.outline.group = None);
    }
    if scene.markers.iter().any(|marker| lost(&marker.outline)) {
        let markers = Arc::make_mut(&mut scene.markers).iter_mut();
        markers.filter(|marker| lost(&marker.outline)).for_each(|marker| marker.outline.group = None);
    }
}

fn is_false(x: &bool) -> bool {
    !*x
}

impl Outline {
    /// Whether nothing was arranged: such a place is not written to a file.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it is hidden, by itself or with its group.
    pub fn is_hidden(&self, scene: &Scene) -> bool {
        self.hidden || self.group_in(scene).is_some_and(|group| group.hidden)
    }

    /// Whether a click on the canvas goes past it: it is hidden or locked, by itself or with its group.
    pub fn is_out_of_reach(&self, scene: &Scene) -> bool {
        self.hidden || self.locked || self.group_in(scene).is_some_and(|group| group.hidden || group.locked)
    }

    fn group_in<'a>(&self, scene: &'a Scene) -> Option<&'a Group> {
        self.group.and_then(|id| scene.group(id))
    }
}
