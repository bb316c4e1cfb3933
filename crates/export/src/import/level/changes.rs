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
    /// How many items become nothing, as they were chosen or by their kind.
    pub ignored: usize,
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

    /// What was changed, in a few words: "2 added, 1 updated". It says so if the scene is as
    /// before.
    #[must_use]
    pub fn summary(&self) -> String {
        let words = [
            "added",
            "updated",
            "unchanged",
            "kept as edited",
            "gone from the map, but kept",
            "deleted",
            "deleted by you",
            "not chosen",
            "left out",
        ];
        self.counted(words, "nothing imported")
    }

    /// What will be changed, in a few words: "2 to add, 1 to update".
    #[must_use]
    pub fn preview(&self) -> String {
        let words = [
            "to add",
            "to update",
            "unchanged",
            "to keep as edited",
            "gone from the map, to keep",
            "to delete",
            "deleted by you",
            "not chosen",
            "to leave out",
        ];
        self.counted(words, "nothing to import")
    }

    fn counted(&self, words: [&str; 9], nothing: &str) -> String {
        let counts = [
            self.added.len(),
            self.updated.len(),
            self.unchanged,
            self.kept.len(),
            self.gone.len(),
            self.deleted.len(),
            self.not_restored.len(),
            self.ignored,
            self.left_out.len(),
        ];
        let counts = (counts.into_iter().zip(words)).filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        let counts = counts.join(", ");
        match (self.is_nothing(), counts.is_empty()) {
            (false, _) => counts,
            (true, true) => format!("{nothing}: the map has no items"),
            (true, false) => format!("{nothing}: {counts}"),
        }
    }
}
