//! Items of a map that were deleted in the scene.

use super::merger::Merger;
use super::wanted::Wanted;
use steerwright_runtime::scene::editor::RememberedImport;

impl Merger<'_> {
    /// Leaves out what was deleted in the scene and is still in the map, unless it is to come back.
    pub(super) fn without_deleted(
        &mut self,
        wanted: Vec<Wanted>,
        before: &RememberedImport,
        comes_back: bool,
    ) -> Vec<Wanted> {
        if comes_back {
            return wanted;
        }
        let is_deleted = |item: &Wanted| before.deleted.contains(&item.source);
        let (deleted, wanted): (Vec<_>, Vec<_>) = wanted.into_iter().partition(is_deleted);
        for item in deleted {
            self.changes.not_restored.push(item.line());
            self.after.deleted.insert(item.source);
        }
        wanted
    }
}
