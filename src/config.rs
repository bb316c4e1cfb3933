//! The user's configuration files. Errors in these files are logged and otherwise ignored.

use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use steerwright_format::{FileError, FormatError, open_regular, pretty, save_text};

/// Overrides the folder for settings, recent files and recovery copies.
pub const CONFIG_DIR_VARIABLE: &str = "STEERWRIGHT_CONFIG_DIR";

/// The folder for settings and recent files. `None` if the system has no home folder.
pub fn config_dir() -> Option<PathBuf> {
    overridden().or_else(|| {
        directories::ProjectDirs::from("", "", "steerwright")
            .map(|dirs| dirs.config_dir().to_owned())
    })
}

/// The folder for recovery copies, backups and notes about open files. `None` if the system has no
/// home folder.
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

/// Reads a file. Null if it is missing, or invalid: then it is kept beside as `*.invalid.json`.
/// `None` if it cannot be read: it must not be replaced.
pub fn read(path: &Path) -> Option<Value> {
    // Configuration files are small.
    const MAX_BYTES: u64 = 1 << 20;
    let mut text = Vec::new();
    let read = open_regular(path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut text));
    match read {
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Some(Value::Null),
        Err(error) => {
            ::log::warn!("{} cannot be read: {error}", path.display());
            return None;
        }
    }
    Some(serde_json::from_slice(&text).unwrap_or_else(|error| {
        let kept = path.with_extension("invalid.json");
        ::log::warn!(
            "{} is not valid JSON: {error}; kept as {}",
            path.display(),
            kept.display()
        );
        if let Err(error) = std::fs::copy(path, &kept) {
            ::log::warn!("{} cannot be written: {error}", kept.display());
        }
        Value::Null
    }))
}

/// Writes `value` to a file atomically. Only the current user can read the file.
pub fn write_private(path: &Path, value: &Value) {
    if let Err(error) = save_private(path, value) {
        ::log::warn!("{error}");
    }
}

/// Writes `value` to a file atomically.
pub fn write(path: &Path, value: &Value) {
    if let Err(error) = save(path, value) {
        ::log::warn!("{error}");
    }
}

/// Saves `value` in a file like [`write_private()`].
///
/// # Errors
/// A [`FileError`]; the existing file is then unchanged.
pub fn save_private(path: &Path, value: &Value) -> Result<(), FileError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        create_folder_of(path)?;
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        let created = options.open(path).map(drop);
        let is_new = created.is_ok();
        let restricted = match created {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
            // The new file inherits these permissions.
            _ => std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)),
        };
        let saved = restricted
            .map_err(|error| cannot(path, "cannot save", error))
            .and_then(|()| save(path, value));
        if saved.is_err() && is_new {
            // Empty.
            let _ = std::fs::remove_file(path);
        }
        saved
    }
    #[cfg(not(unix))]
    save(path, value)
}

fn save(path: &Path, value: &Value) -> Result<(), FileError> {
    create_folder_of(path)?;
    save_text(&pretty(value), path)
}

fn create_folder_of(path: &Path) -> Result<(), FileError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let created = std::fs::create_dir_all(folder);
    created.map_err(|error| cannot(folder, "cannot create the folder", error))
}

fn cannot(path: &Path, action: &'static str, source: std::io::Error) -> FileError {
    let help = "check the permissions of the folder for settings".into();
    FileError::new(
        path,
        FormatError::Io {
            action,
            source,
            help,
        },
    )
}
