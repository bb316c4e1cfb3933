//! Whether another program has changed a file since we read or wrote it.

use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use twox_hash::XxHash3_64;

/// What a file was like when it was last read or written here. Take one before each load and after each save, and ask
/// [`differs`](Self::differs) before the next save. Recovery copies keep it, so the hash is one that never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileStamp {
    bytes: u64,
    /// `None` if the system does not know.
    modified: Option<SystemTime>,
    /// Of the content.
    xxh3: u64,
}

impl FileStamp {
    /// The file at `path` as it is now; `None` if it cannot be read, or is a folder, a pipe or a device.
    pub fn of(path: &Path) -> Option<Self> {
        let meta = std::fs::metadata(path)
            .ok()
            .filter(std::fs::Metadata::is_file)?;
        let content = std::fs::read(path).ok()?;
        Some(Self {
            bytes: content.len() as u64,
            modified: modified(&meta),
            xxh3: XxHash3_64::oneshot(&content),
        })
    }

    /// When the file was written, if the system knows.
    pub fn modified(&self) -> Option<SystemTime> {
        self.modified
    }

    /// Whether the file at `path` holds something else now: what a save would overwrite. Reads the whole file, because one can
    /// be replaced by another of the same size and time. A file that was only touched does not differ, nor does one that is gone.
    pub fn differs(&self, path: &Path) -> bool {
        Self::of(path).map_or_else(
            || path.is_file(),
            |now| (now.bytes, now.xxh3) != (self.bytes, self.xxh3),
        )
    }

    /// Whether the size or time of the file at `path` says that it may have changed. Quick enough to ask all the time.
    pub fn looks_changed(&self, path: &Path) -> bool {
        let Ok(meta) = std::fs::metadata(path) else {
            return false;
        };
        meta.len() != self.bytes || self.modified.is_none() || modified(&meta) != self.modified
    }
}

/// Times before 1970 cannot be kept in a recovery copy.
fn modified(meta: &std::fs::Metadata) -> Option<SystemTime> {
    meta.modified().ok().filter(|time| *time >= UNIX_EPOCH)
}
