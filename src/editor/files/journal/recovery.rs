//! The recovery copies that crashed editors have left.

use crate::editor::files::journal::{COPY, Copy, CopyInfo, LOCK, remove};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use steerwright_format::{MAX_FILE_BYTES, io_message, load_text, open_regular};

/// The largest recovery copy that is read: a scene as a JSON string, which may have two bytes per
/// character.
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
    /// [`JournalState::Saved`](crate::editor::files::journal::JournalState::Saved) first; otherwise a second crash would
    /// lose it.
    pub fn discard(self) {
        remove(&self.copy);
        remove(&self.lock_path);
    }

    /// What to report if its scene cannot be read.
    pub fn damaged(&self, why: String) -> DamagedCopy {
        DamagedCopy {
            path: self.copy.clone(),
            why,
        }
    }

    /// Whether the file has the same content: the editor ended after a save, before it removed the
    /// copy.
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

/// A recovery copy that cannot be read. It stays on the disk.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "The recovery copy {} is damaged ({why}). Its unsaved changes cannot be recovered here. Move it to another folder to keep it, or delete it.",
    path.display()
)]
pub struct DamagedCopy {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub why: String,
}

/// The copies that crashed editors left.
#[derive(Debug, Default)]
pub struct FoundCopies {
    /// Those that can be recovered, newest first.
    pub copies: Vec<RecoveryCopy>,
    /// Those that cannot be read.
    pub damaged: Vec<DamagedCopy>,
}

/// The copies that crashed editors left in `dir`. Copies of changes that were saved are removed.
pub fn find_recovery_copies(dir: &Path) -> FoundCopies {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return FoundCopies::default();
    };
    let mut locks: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == LOCK))
        .collect();
    locks.sort();
    let mut found = FoundCopies::default();
    for lock in locks {
        match read_copy(lock) {
            Ok(Some(copy)) if copy.is_saved() => copy.discard(),
            Ok(Some(copy)) => found.copies.push(copy),
            Ok(None) => {}
            Err(damaged) => {
                ::log::warn!("{damaged}");
                found.damaged.push(damaged);
            }
        }
    }
    found
        .copies
        .sort_by_key(|copy| std::cmp::Reverse(copy.written));
    found
}

/// Reads the copy of a lock file. `None` if there is none, or its editor is running.
fn read_copy(lock_path: PathBuf) -> Result<Option<RecoveryCopy>, DamagedCopy> {
    let Some(lock) = open_regular(&lock_path)
        .ok()
        .filter(|lock| lock.try_lock().is_ok())
    else {
        return Ok(None);
    };
    let copy = lock_path.with_extension(COPY);
    let damaged = |why: String| DamagedCopy {
        path: copy.clone(),
        why,
    };
    let mut text = String::new();
    match open_regular(&copy).and_then(|file| file.take(MAX_COPY_BYTES).read_to_string(&mut text)) {
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            // The editor crashed without unsaved changes.
            remove(&lock_path);
            return Ok(None);
        }
        Err(error) => return Err(damaged(io_message(&error))),
    }
    let Copy { mut info, scene } =
        serde_json::from_str(&text).map_err(|error| damaged(format!("invalid JSON: {error}")))?;
    let written = std::fs::metadata(&copy).and_then(|meta| meta.modified());
    let relative_source = info.source.take_if(|path| path.is_relative());
    Ok(Some(RecoveryCopy {
        info,
        relative_source,
        scene_text: scene,
        written: written.ok(),
        copy,
        lock_path,
        _lock: lock,
    }))
}
