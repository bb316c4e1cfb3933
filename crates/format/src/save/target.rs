//! Where a file is saved, and what to say if that fails.

use crate::{FileError, FormatError};
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

/// Where a file is saved, and what is there. Not a folder. The path is resolved, so that a symbolic
/// link stays a link.
pub(super) fn find_target(path: &Path) -> Result<(PathBuf, Option<Metadata>), FileError> {
    let there = match std::fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(is_a_folder(path)),
        Ok(there) => Some(there),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        // It may be a device, or a file that others must not read.
        Err(error) => return Err(save_error(path, error)),
    };
    let target = std::fs::canonicalize(path).or_else(|_| resolve_link(path));
    Ok((target.map_err(|error| save_error(path, error))?, there))
}

pub(super) fn is_a_folder(path: &Path) -> FileError {
    FileError::new(
        path,
        FormatError::Io {
            action: "cannot save",
            source: io::Error::from(io::ErrorKind::IsADirectory),
            help: "choose a file name".into(),
        },
    )
}

pub(super) fn save_error(path: &Path, source: io::Error) -> FileError {
    let help = help_for(&source).into();
    FileError::new(
        path,
        FormatError::Io {
            action: "cannot save",
            source,
            help,
        },
    )
}

/// The path that a dangling symbolic link leads to; any other path unchanged.
pub(super) fn resolve_link(path: &Path) -> io::Result<PathBuf> {
    const MAX_LINKS: usize = 16;
    let mut end = path.to_owned();
    for _ in 0..MAX_LINKS {
        match std::fs::symlink_metadata(&end) {
            Ok(there) if there.is_symlink() => {
                end = folder_of(&end).join(std::fs::read_link(&end)?);
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(_) | Err(_) => break,
        }
    }
    Ok(end)
}

pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the standard library has many kinds, and adds some"
)]
pub(super) fn help_for(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::NotFound => "create the folder, or save to another one",
        io::ErrorKind::PermissionDenied => {
            "change the permissions of the folder, or save to another one"
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "free some space, or save to another disk (the existing file is unchanged)"
        }
        io::ErrorKind::ReadOnlyFilesystem => "save to another disk",
        io::ErrorKind::ResourceBusy => "try again when it has ended",
        _ => "save to another folder (the existing file is unchanged)",
    }
}
