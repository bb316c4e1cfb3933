//! The recovery copies that crashed editors have left.

use super::{COPY, Copy, CopyInfo, LOCK, remove};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use steerwright_format::{MAX_FILE_BYTES, load_text, open_regular};

/// The largest recovery copy that is read: a scene as a JSON string, which may have two bytes per character.
const MAX_COPY_BYTES: u64 = 2 * MAX_FILE_BYTES + (1 << 20);

/// A recovery copy left by an editor that crashed. It is locked while this value exists, so that no
/// other editor offers it.
#[derive(Debug)]
pub struct RecoveryCopy {
    /// Information about the copy. Its source is absolute.
    pub info: CopyInfo,
    /// The source in a copy of an older version, which stored relative paths. The folder that it
    /// was relative to is unknown, so it does not identify a file.
    pub relative_source: Option<PathBuf>,
    /// The contents of the scene file.
    pub scene_text: String,
    /// When the copy was written, if known.
    pub written: Option<SystemTime>,
    copy: PathBuf,
    lock_path: PathBuf,
    _lock: File,
}

impl RecoveryCopy {
    /// Removes the copy. Record the recovered scene in the running journal and wait for
    /// [`JournalState::Saved`](super::JournalState::Saved) first; otherwise a second crash would lose it.
    pub fn discard(self) {
        remove(&self.copy);
        remove(&self.lock_path);
    }

    /// Whether the file has the same content: the editor ended after a save, before it removed the copy.
    fn is_saved(&self) -> bool {
        let Some(file) = &self.info.source else {
            return false;
        };
        // Most files are not read.
        let bytes = std::fs::metadata(file).map(|meta| meta.len());
        bytes.is_ok_and(|bytes| bytes == self.scene_text.len() as u64)
            && load_text(file).is_ok_and(|text| text == self.scene_text)
    }
}

/// The copies that crashed editors left in `dir`, newest first. Unreadable copies are kept on disk. Copies of changes that were saved
/// are removed.
pub fn find_recovery_copies(dir: &Path) -> Vec<RecoveryCopy> {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return Vec::new();
    };
    let locks = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == LOCK));
    let (saved, mut copies): (Vec<RecoveryCopy>, Vec<RecoveryCopy>) = locks
        .filter_map(read_copy)
        .partition(RecoveryCopy::is_saved);
    saved.into_iter().for_each(RecoveryCopy::discard);
    copies.sort_by_key(|copy| std::cmp::Reverse(copy.written));
    copies
}

fn read_copy(lock_path: PathBuf) -> Option<RecoveryCopy> {
    let lock = open_regular(&lock_path).ok()?;
    lock.try_lock().ok()?;
    let copy = lock_path.with_extension(COPY);
    let mut text = String::new();
    let read =
        open_regular(&copy).and_then(|file| file.take(MAX_COPY_BYTES).read_to_string(&mut text));
    let text = match read {
        Ok(_) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            // The editor crashed without unsaved changes.
            remove(&lock_path);
            return None;
        }
        Err(error) => {
            ::log::warn!("cannot read the recovery copy {}: {error}", copy.display());
            return None;
        }
    };
    let written = std::fs::metadata(&copy)
        .and_then(|meta| meta.modified())
        .ok();
    match serde_json::from_str::<Copy>(&text) {
        Ok(Copy { mut info, scene }) => {
            let relative_source = info.source.take_if(|path| path.is_relative());
            Some(RecoveryCopy {
                info,
                relative_source,
                scene_text: scene,
                written,
                copy,
                lock_path,
                _lock: lock,
            })
        }
        Err(error) => {
            ::log::warn!("cannot parse the recovery copy {}: {error}", copy.display());
            None
        }
    }
}
