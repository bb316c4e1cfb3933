//! How the editor lists what is in a scene: groups, what is hidden or locked. Nothing moves by any of it.

use crate::scene::{GroupId, Scene};
use serde::{Deserialize, Serialize};

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
