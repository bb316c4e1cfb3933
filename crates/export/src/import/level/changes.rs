//! What an import changed.

use super::LeftOut;

/// What an import changed in a scene. Each list has one line per item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// New items.
    pub added: Vec<String>,
    /// Items whose places or names changed.
    pub updated: Vec<String>,
    /// Items that are as they were in the map at the last import.
    pub unchanged: usize,
    /// Items that were moved in the editor and are as before in the map. They stay where they are.
    pub kept: Vec<String>,
    /// Items that are no longer in the map, or no longer wanted. They stay in the scene.
    pub gone: Vec<String>,
    /// Items that were deleted because they are no longer in the map.
    pub deleted: Vec<String>,
    /// Items that were deleted in the scene. They stay deleted.
    pub not_restored: Vec<String>,
    /// What was left out, and why.
    pub left_out: Vec<LeftOut>,
}

impl Changes {
    /// Whether the scene is as before.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.added.is_empty() && self.updated.is_empty() && self.deleted.is_empty()
    }

    pub(super) fn leave_out(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.left_out.push(LeftOut {
            what: what.into(),
            why: why.into(),
        });
    }

    /// The counts in a few words.
    #[must_use]
    pub fn summary(&self) -> String {
        let counts = [
            (self.added.len(), "added"),
            (self.updated.len(), "updated"),
            (self.unchanged, "unchanged"),
            (self.kept.len(), "kept as edited"),
            (self.gone.len(), "gone from the map, but kept"),
            (self.deleted.len(), "deleted"),
            (self.not_restored.len(), "deleted by you"),
            (self.left_out.len(), "left out"),
        ];
        let parts: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        if parts.is_empty() {
            "nothing to import".into()
        } else {
            parts.join(", ")
        }
    }
}
