//! Notes which files are open in an editor, so that a second editor can say so.
//!
//! Each open file has a lock in the user's data folder. The system releases the lock when the
//! process ends for any reason.

use crate::editor::files::file_key::file_key;
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use steerwright_format::{load_text, save_text};

const LOCK: &str = "lock";
const OWNER: &str = "json";

/// The editor that has a file open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// The id of its process.
    pub process: u32,
    /// The name of its computer.
    pub host: String,
}

/// Notes that this editor has a file open, until it is dropped.
#[derive(Debug)]
pub struct OpenFile {
    lock_path: PathBuf,
    /// Locked while this is open.
    _lock: File,
}

/// The answer to [`claim`].
#[derive(Debug)]
pub enum Claim {
    /// No other editor has the file open.
    Own(OpenFile),
    /// Another editor has it open; which one, if known.
    Other(Option<Owner>),
    /// The data folder cannot be written, so nothing is known.
    Unknown,
}

/// Notes in `folder` that the file at `path` is open in this editor, if it is not open in another
/// one.
pub fn claim(folder: &Path, path: &Path) -> Claim {
    let lock_path = folder.join(format!("{}.{LOCK}", file_key(path)));
    let lock = std::fs::create_dir_all(folder).and_then(|()| {
        File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock_path)
    });
    let lock = match lock {
        Ok(lock) => lock,
        Err(error) => {
            ::log::warn!("cannot record that a file is open: {error}");
            return Claim::Unknown;
        }
    };
    let owner_path = lock_path.with_extension(OWNER);
    match lock.try_lock() {
        Ok(()) => {
            let owner = Owner {
                process: std::process::id(),
                host: host(),
            };
            // Without it, another editor only knows that the file is open.
            let noted = serde_json::to_string(&owner)
                .map_err(|error| error.to_string())
                .and_then(|text| save_text(&text, &owner_path).map_err(|error| error.to_string()));
            if let Err(error) = noted {
                ::log::warn!("cannot record which editor has a file open: {error}");
            }
            Claim::Own(OpenFile {
                lock_path,
                _lock: lock,
            })
        }
        Err(TryLockError::WouldBlock) => Claim::Other(
            load_text(&owner_path)
                .ok()
                .and_then(|text| serde_json::from_str(&text).ok()),
        ),
        Err(TryLockError::Error(error)) => {
            ::log::warn!("cannot lock {}: {error}", lock_path.display());
            Claim::Unknown
        }
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        // The lock file stays: another editor may have opened it already, and would lock a removed
        // file.
        let _ = std::fs::remove_file(self.lock_path.with_extension(OWNER));
    }
}

impl std::fmt::Display for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let host = steerwright_format::sanitize_for_display(&self.host);
        write!(f, "process {} on {host}", self.process)
    }
}

/// The name of this computer.
fn host() -> String {
    let file = ["/proc/sys/kernel/hostname", "/etc/hostname"]
        .into_iter()
        .find_map(|file| std::fs::read_to_string(file).ok());
    let variable = || {
        ["COMPUTERNAME", "HOSTNAME"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok())
    };
    file.or_else(variable)
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "this computer".into())
}
