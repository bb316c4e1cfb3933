//! The user's configuration files. Errors in these files are logged and otherwise ignored.

use serde_json::Value;
use std::path::{Path, PathBuf};
use steerwright_format::{pretty, save_text};

/// Overrides the folder for settings, recent files and recovery copies.
pub const CONFIG_DIR_VARIABLE: &str = "STEERWRIGHT_CONFIG_DIR";

/// The folder for settings and recent files. `None` if the system has no home folder.
pub fn config_dir() -> Option<PathBuf> {
    overridden().or_else(|| {
        directories::ProjectDirs::from("", "", "steerwright")
            .map(|dirs| dirs.config_dir().to_owned())
    })
}

/// The folder for recovery copies. `None` if the system has no home folder.
pub fn journal_dir() -> Option<PathBuf> {
    let base = overridden().or_else(|| {
        directories::ProjectDirs::from("", "", "steerwright")
            .map(|dirs| dirs.data_local_dir().to_owned())
    });
    base.map(|base| base.join("journal"))
}

fn overridden() -> Option<PathBuf> {
    std::env::var_os(CONFIG_DIR_VARIABLE)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

/// Reads a file. Returns null if it is missing or invalid.
pub fn read(path: &Path) -> Value {
    // Configuration files are small; do not wait for anything else.
    const MAX_BYTES: u64 = 1 << 20;
    if std::fs::metadata(path).is_ok_and(|file| !file.is_file() || file.len() > MAX_BYTES) {
        ::log::warn!("{} is not a settings file and was ignored", path.display());
        return Value::Null;
    }
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
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
