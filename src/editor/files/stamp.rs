//! Detecting whether another program changed a file.

use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use steerwright_format::{MAX_FILE_BYTES, open_regular};
use twox_hash::XxHash3_64;

/// A fingerprint of a file. Take one before each load and after each save, and call
/// [`differs`](Self::differs) before the next save. Recovery copies store it, so the hash function
/// must not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileStamp {
    bytes: u64,
    /// `None` if the system does not provide it.
    modified: Option<SystemTime>,
    /// The hash of the contents.
    xxh3: u64,
}

impl FileStamp {
    /// The fingerprint of the file at `path`. `None` if it cannot be read or is not a regular file.
    pub fn of(path: &Path) -> Option<Self> {
        let meta = std::fs::metadata(path)
            .ok()
            .filter(std::fs::Metadata::is_file)?;
        let mut content = Vec::new();
        // Larger files are not opened; one byte more tells them apart from those that are.
        let file = open_regular(path).ok()?;
        file.take(MAX_FILE_BYTES + 1)
            .read_to_end(&mut content)
            .ok()?;
        Some(Self::with(&meta, &content))
    }

    /// The fingerprint of the file at `path` after `content` was written to it. The file is not
    /// read, because another program may have replaced it since.
    pub fn of_written(path: &Path, content: &[u8]) -> Option<Self> {
        let meta = std::fs::metadata(path)
            .ok()
            .filter(std::fs::Metadata::is_file)?;
        Some(Self::with(&meta, content))
    }

    fn with(meta: &std::fs::Metadata, content: &[u8]) -> Self {
        Self {
            bytes: content.len() as u64,
            modified: modified(meta),
            xxh3: XxHash3_64::oneshot(content),
        }
    }

    /// When the file was last written, if known.
    pub fn modified(&self) -> Option<SystemTime> {
        self.modified
    }

    /// Whether the contents of the file at `path` differ. Reads the whole file, because it can be
    /// replaced by one of the same size and time. Returns false if only the time changed or the
    /// file is gone.
    pub fn differs(&self, path: &Path) -> bool {
        Self::of(path).map_or_else(
            || path.is_file(),
            |now| (now.bytes, now.xxh3) != (self.bytes, self.xxh3),
        )
    }

    /// Whether the size or time of the file at `path` changed. Fast enough to check often.
    pub fn looks_changed(&self, path: &Path) -> bool {
        let Ok(meta) = std::fs::metadata(path) else {
            return false;
        };
        meta.len() != self.bytes || self.modified.is_none() || modified(&meta) != self.modified
    }
}

/// Recovery copies cannot store times before 1970.
fn modified(meta: &std::fs::Metadata) -> Option<SystemTime> {
    meta.modified().ok().filter(|time| *time >= UNIX_EPOCH)
}
