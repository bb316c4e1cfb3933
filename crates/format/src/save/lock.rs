//! Locks of files that are read, changed and saved, so that programs that do it at the same time do
//! it one after the other.

use super::target::{folder_of, resolve_link, save_error};
use crate::FileError;
use same_file::Handle;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait for another program.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// How long to wait between two attempts.
const STEP: Duration = Duration::from_millis(10);

/// Keeps other programs that use this function from changing a file. It ends with this value, or
/// with the process.
#[derive(Debug)]
#[must_use]
pub struct UpdateLock(Option<(File, PathBuf)>);

/// Locks the file at `path`, which may not exist yet, before it is read and until it is saved.
/// Saving replaces the file, so a file beside it, `.NAME.steerwright-lock`, is locked instead, and
/// removed afterwards. Where none can be created or locked, such as on some network drives, this
/// does nothing.
///
/// # Errors
/// A [`FileError`] if another program has locked the file for a minute.
pub fn lock_for_update(path: &Path) -> Result<UpdateLock, FileError> {
    let Ok(target) = std::fs::canonicalize(path).or_else(|_| resolve_link(path)) else {
        return Ok(UpdateLock(None));
    };
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(".steerwright-lock");
    let lock_path = folder_of(&target).join(name);
    let mut waited = Duration::ZERO;
    loop {
        let there = std::fs::symlink_metadata(&lock_path);
        // To open a pipe would wait.
        if there.is_ok_and(|there| !there.is_file()) {
            return Ok(UpdateLock(None));
        }
        let mut options = File::options();
        options.write(true).create(true).truncate(false);
        let mut opened = options.open(&lock_path);
        if cfg!(unix) && opened.is_err() {
            // That of another user.
            opened = File::open(&lock_path);
        }
        if let Ok(file) = opened {
            match file.try_lock() {
                // The one who had it before has removed the file that was opened here.
                Ok(()) if is_another(&file, &lock_path) => continue,
                // Without a lock too, the file is removed at the end.
                Ok(()) | Err(TryLockError::Error(_)) => {
                    return Ok(UpdateLock(Some((file, lock_path))));
                }
                Err(TryLockError::WouldBlock) => {}
            }
        } else if cfg!(unix) || !lock_path.exists() {
            // Windows does not open a file that is being removed.
            return Ok(UpdateLock(None));
        }
        if waited >= MAX_WAIT {
            let kind = io::ErrorKind::ResourceBusy;
            let busy = io::Error::new(kind, "another program is changing the file");
            return Err(save_error(path, busy));
        }
        std::thread::sleep(STEP);
        waited += STEP;
    }
}

impl Drop for UpdateLock {
    fn drop(&mut self) {
        if let Some((_, path)) = &self.0 {
            // Before it is unlocked. A file that cannot be removed does no harm.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Whether another file than the opened one is at `path`, or none.
fn is_another(file: &File, path: &Path) -> bool {
    let Ok(opened) = file.try_clone().and_then(Handle::from_file) else {
        return false;
    };
    match Handle::from_path(path) {
        Ok(there) => there != opened,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}
