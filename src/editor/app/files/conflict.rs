//! Whether another program changed a file that the session would overwrite.

use crate::editor::files::stamp::FileStamp;
use std::path::{Path, PathBuf};

/// A file that is, or may be, newer than the version that the session started from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Conflict {
    pub(crate) path: PathBuf,
    /// The version on disk. `None` if it cannot be read.
    pub(crate) on_disk: Option<FileStamp>,
    /// Whether the version that the session started from is known. Old recovery copies do not store
    /// it.
    base_known: bool,
}

impl Conflict {
    /// Checks whether saving to `path` would overwrite anything other than the version `base`.
    pub(crate) fn find(path: &Path, base: Option<&FileStamp>) -> Option<Self> {
        let conflicts = base.map_or_else(|| path.is_file(), |base| base.differs(path));
        conflicts.then(|| Self {
            path: path.to_owned(),
            on_disk: FileStamp::of(path),
            base_known: base.is_some(),
        })
    }

    /// Describes the conflict. `name` is the file in a sentence.
    pub(crate) fn text(&self, name: &str) -> String {
        if self.base_known {
            format!("{name} was changed after you opened it.")
        } else {
            format!(
                "{name} may have changed after you opened it. The recovery copy is from an older Steerwright, which did not store its version."
            )
        }
    }
}
