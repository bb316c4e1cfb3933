//! The user's configuration files. Errors in these files are logged and otherwise ignored.

use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use steerwright_format::{open_regular, pretty, save_text};

/// Overrides the folder for settings, recent files and recovery copies.
pub const CONFIG_DIR_VARIABLE: &str = "STEERWRIGHT_CONFIG_DIR";

/// The folder for settings and recent files. `None` if the system has no home folder.
pub fn config_dir() -> Option<PathBuf> {
    overridden().or_else(|| {
        directories::ProjectDirs::from("", "", "steerwright")
            .map(|dirs| dirs.config_dir().to_owned())
    })
}

/// The folder for recovery copies, backups and notes about open files. `None` if the system has no home folder.
pub fn data_dir() -> Option<PathBuf> {
    overridden().or_else(|| {
        directories::ProjectDirs::from("", "", "steerwright")
            .map(|dirs| dirs.data_local_dir().to_owned())
    })
}

fn overridden() -> Option<PathBuf> {
    std::env::var_os(CONFIG_DIR_VARIABLE)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

/// Reads a file. Returns null if it is missing or invalid.
pub fn read(path: &Path) -> Value {
    // Configuration files are small.
    const MAX_BYTES: u64 = 1 << 20;
    let mut text = String::new();
    let read = open_regular(path).and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text));
    let text = match read {
        Ok(_) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Value::Null,
        Err(error) => {
            ::log::warn!("{} cannot be read: {error}", path.display());
            return Value::Null;
        }
    };
    serde_json::from_str(&text).unwrap_or_else(|error| {
        ::log::warn!("{} is not valid JSON: {error}", path.display());
        Value::Null
    })
}

/// Like [`write()`], but only the current user can read the file.
pub fn write_private(path: &Path, value: &Value) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let restricted = folder.and_then(|()| {
            match std::fs::OpenOptions::new()
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(path)
            {
                Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
                // The new file inherits these permissions.
                _ => std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)),
            }
        });
        if let Err(error) = restricted {
            ::log::warn!("cannot restrict access to {}: {error}", path.display());
            return;
        }
    }
    write(path, value);
}

/// Writes `value` to a file atomically.
pub fn write(path: &Path, value: &Value) {
    if let Some(folder) = path.parent()
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        ::log::warn!("{} cannot be created: {error}", folder.display());
        return;
    }
    if let Err(error) = save_text(&pretty(value), path) {
        ::log::warn!("{} was not written: {error}", path.display());
    }
}
