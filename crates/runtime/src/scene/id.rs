//! Ids: they never change and are never shown; names may change freely.

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
    /// Names a path within its scene.
    PathId,
    /// Names a node within its path.
    NodeId,
    /// Names an agent within its scene; part of the seed of its random stream and of every trace.
    AgentId,
    /// Names a preset within its scene.
    PresetId,
    /// Names a marker within its scene.
    MarkerId,
    /// Names a group of the outline within its scene.
    GroupId,
}

/// The smallest id above all of `taken`, or the lowest free one if there is none above. Ids of things deleted lately may come
/// back, but never one in use.
pub fn next_free<I: From<u32>>(taken: impl Iterator<Item = u32>) -> I {
    let taken: BTreeSet<u32> = taken.collect();
    let above = taken.last().copied().unwrap_or(0).checked_add(1);
    I::from(
        above
            .or_else(|| (1..u32::MAX).find(|id| !taken.contains(id)))
            .unwrap_or(u32::MAX),
    )
}
