//! The files that a map names, and whether they changed.

use crate::editor::files::stamp::FileStamp;
use std::path::{Path, PathBuf};

/// A file that a map names.
pub struct Part {
    path: PathBuf,
    /// Its version, if it exists.
    stamp: Option<FileStamp>,
}

impl Part {
    /// The file as it is. `None` if it exists and cannot be read: nobody can tell whether it
    /// changes.
    pub fn of(path: &Path) -> Option<Self> {
        let stamp = FileStamp::of(path);
        (stamp.is_some() || !path.exists()).then(|| Self {
            path: path.to_owned(),
            stamp,
        })
    }

    /// Whether another program changed, added or removed the file.
    pub fn is_changed(&self) -> bool {
        match &self.stamp {
            Some(stamp) => stamp.looks_changed(&self.path) || !self.path.exists(),
            None => self.path.exists(),
        }
    }
}
