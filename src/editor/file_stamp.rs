//! Whether somebody else has changed a file since we read or wrote it.

use std::hash::{DefaultHasher, Hasher};
use std::path::Path;
use std::time::SystemTime;

/// What a file was like when it was last read or written here. Take one after each load and save, and ask
/// [`differs`](Self::differs) before the next save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileStamp {
    bytes: u64,
    modified: Option<SystemTime>,
    content: u64,
}

impl FileStamp {
    /// The file at `path` as it is now; `None` if it cannot be read.
    pub fn of(path: &Path) -> Option<Self> {
        let meta = std::fs::metadata(path).ok()?;
        let content = std::fs::read(path).ok()?;
        Some(Self { bytes: content.len() as u64, modified: meta.modified().ok(), content: hash(&content) })
    }

    /// Whether the file at `path` holds something else by now. A file that was only touched, and one that is gone or cannot
    /// be read, is no change that a save could overwrite.
    pub fn differs(&self, path: &Path) -> bool {
        let Ok(meta) = std::fs::metadata(path) else { return false };
        if meta.len() == self.bytes && self.modified.is_some() && meta.modified().ok() == self.modified {
            return false;
        }
        Self::of(path).is_some_and(|now| (now.bytes, now.content) != (self.bytes, self.content))
    }
}

/// Compared within one run only, so the hash may be any.
fn hash(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(content);
    hasher.finish()
}
