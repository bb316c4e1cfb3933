//! Ids of the items of a scene. They are unique within their kind and never change, unlike names.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

macro_rules! id {
    ($($(#[$doc:meta])+ $name:ident),* $(,)?) => {$(
        $(#[$doc])+
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
    /// The id of an agent, unique within its scene. It is part of the seed of the agent's random
    /// stream.
    AgentId,
    /// The id of a preset, unique within its scene.
    PresetId,
    /// The id of a state, unique within its preset.
    StateId,
    /// The id of a marker, unique within its scene.
    MarkerId,
    /// The id of a wall, unique within its scene.
    WallId,
    /// The id of a spawner, unique within its scene. It is part of the seed of the spawner's random
    /// stream.
    SpawnerId,
    /// The id of a contact rule, unique within its scene.
    ContactId,
    /// The id of a picture, unique within its scene.
    PictureId,
    /// The id of an area, unique within its scene.
    AreaId,
    /// The id of a track, unique within its scene.
    TrackId,
    /// The id of a group of the outliner, unique within its scene.
    GroupId,
}

/// The index of the item with this id. Lists are mostly in the order of ids, where a binary search
/// finds it.
pub(super) fn index_of<T, I: Ord + Copy>(
    items: &[T],
    id: I,
    id_of: impl Fn(&T) -> I,
) -> Option<usize> {
    let found = items.binary_search_by_key(&id, &id_of).ok();
    found.or_else(|| items.iter().position(|item| id_of(item) == id))
}

/// The smallest id above all of `taken`, or the lowest free one if there is none above. The ids of
/// deleted items may be used again.
pub fn next_free<I: From<u32>>(taken: impl Iterator<Item = u32> + Clone) -> I {
    let above = taken.clone().max().unwrap_or(0).checked_add(1);
    let lowest = || {
        let taken: BTreeSet<u32> = taken.collect();
        (1..u32::MAX).find(|id| !taken.contains(id))
    };
    I::from(above.or_else(lowest).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::index_of;

    #[test]
    fn an_item_is_found_in_any_order_of_ids() {
        for ids in [vec![1, 2, 5, 9], vec![9, 1, 5, 2], vec![5], vec![]] {
            for id in 0..12 {
                let expected = ids.iter().position(|&other| other == id);
                assert_eq!(index_of(&ids, id, |&id| id), expected, "{id} in {ids:?}");
            }
        }
    }
}
