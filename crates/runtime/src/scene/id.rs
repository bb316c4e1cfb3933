//! Ids of the items of a scene. They are unique within their kind and never change, unlike names.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

macro_rules! id {
    ($(#[$doc:meta] $name:ident),* $(,)?) => {$(
        #[$doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<u32> for $name {
            fn from(id: u32) -> Self {
                Self(id)
            }
        }
    )*};
}

id! {
    /// The id of a path, unique within its scene.
    PathId,
    /// The id of a node, unique within its path.
    NodeId,
    /// The id of an agent, unique within its scene. It is part of the seed of the agent's random stream.
    AgentId,
    /// The id of a preset, unique within its scene.
    PresetId,
    /// The id of a marker, unique within its scene.
    MarkerId,
    /// The id of a group of the outliner, unique within its scene.
    GroupId,
}

/// The smallest id above all of `taken`, or the lowest free one if there is none above. The ids of deleted items may be used
/// again.
pub fn next_free<I: From<u32>>(taken: impl Iterator<Item = u32>) -> I {
    let taken: BTreeSet<u32> = taken.collect();
    let above = taken.last().copied().unwrap_or(0).checked_add(1);
    I::from(
        above
            .or_else(|| (1..u32::MAX).find(|id| !taken.contains(id)))
            .unwrap_or(u32::MAX),
    )
}
