//! What came from a map before.

use super::unique::Sources;
use super::wanted::Wanted;
use std::collections::BTreeMap;
use steerwright_runtime::scene::editor::ImportedItem;
use steerwright_runtime::scene::{Scene, WallId};

/// The items that came from the map, by their ids in it.
pub struct Remembered<I> {
    by_source: BTreeMap<String, I>,
}

impl<I: Copy + Ord> Remembered<I> {
    pub fn of(items: &BTreeMap<I, ImportedItem>) -> Self {
        // Older versions added items with the same source in the order of the map.
        let mut sources = Sources::default();
        let by_source = items.iter();
        Self {
            by_source: by_source
                .map(|(id, item)| (sources.unique(item.source.clone()), *id))
                .collect(),
        }
    }

    pub fn take(&mut self, source: &str) -> Option<I> {
        self.by_source.remove(source)
    }

    pub fn rest(self) -> Vec<I> {
        let mut rest: Vec<I> = self.by_source.into_values().collect();
        rest.sort_unstable();
        rest
    }
}

impl Remembered<WallId> {
    /// The wall of the same layer of tiles that overlaps with a new outline.
    pub fn take_part(&mut self, item: &Wanted, scene: &Scene) -> Option<WallId> {
        let layer = item.layer.as_ref()?;
        let from = format!("{layer}@");
        let overlapping = self
            .by_source
            .range(from.clone()..)
            .take_while(|(source, _)| source.starts_with(&from))
            .find(|(_, id)| scene.wall(**id).is_some_and(|wall| item.overlaps(wall)))
            .map(|(source, _)| source.clone())?;
        self.by_source.remove(&overlapping)
    }
}
