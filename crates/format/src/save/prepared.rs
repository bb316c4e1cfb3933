//! A file that is ready to be saved.

use super::device::open_device;
use super::target::{find_target, help_for, save_error};
use super::temporary;
use crate::{FileError, FormatError};
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What remains to be done for a file.
pub(super) enum Prepared {
    /// Nothing: it has this content already.
    Unchanged,
    /// Write to a pipe or device, which must not be replaced by a file.
    Device,
    /// Rename the temporary file next to it.
    Staged {
        temporary: NamedTempFile,
        target: PathBuf,
    },
    /// Rewrite it in place, because no file can be created next to it.
    Rewrite { target: PathBuf },
}

pub(super) fn prepare(bytes: &[u8], path: &Path) -> Result<Prepared, FileError> {
    let failed = |source| save_error(path, source);
    let (target, there) = find_target(path)?;
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return Ok(Prepared::Device);
    }
    if there
        .as_ref()
        .is_some_and(|there| there.len() == bytes.len() as u64)
        && std::fs::read(&target).is_ok_and(|there| there == bytes)
    {
        return Ok(Prepared::Unchanged);
    }
    match temporary::create_temporary_for(&target, there.as_ref()) {
        Ok(mut temporary) => {
            temporary.write_all(bytes).map_err(failed)?;
            temporary.as_file().sync_all().map_err(failed)?;
            Ok(Prepared::Staged { temporary, target })
        }
        Err(error) if there.is_some() && can_rewrite(&error) => Ok(Prepared::Rewrite { target }),
        Err(error) => Err(failed(error)),
    }
}

impl Prepared {
    pub(super) fn commit(self, bytes: &[u8], path: &Path) -> Result<(), FileError> {
        match self {
            Self::Unchanged => Ok(()),
            Self::Device => {
                let written = open_device(path).and_then(|mut file| file.write_all(bytes));
                written.map_err(|source| save_error(path, source))
            }
            Self::Staged { temporary, target } => match persist(temporary, &target) {
                Ok(()) => Ok(()),
                Err(error) if target.exists() && can_rewrite(&error) => {
                    rewrite(bytes, &target).map_err(|error| FileError::new(path, error))
                }
                Err(source) => Err(save_error(path, source)),
            },
            Self::Rewrite { target } => {
                rewrite(bytes, &target).map_err(|error| FileError::new(path, error))
            }
        }
    }
}

pub(super) fn persist(temporary: NamedTempFile, path: &Path) -> io::Result<()> {
    temporary.persist(path).map_err(|error| error.error)?;
    temporary::flush_folder(path);
    Ok(())
}

/// Whether the system does not let this file be replaced, but may let it be rewritten. After any
/// other error, such as of a full or failing disk, to rewrite it could fail too, and damage it.
pub(super) fn can_rewrite(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::ResourceBusy
            | io::ErrorKind::CrossesDevices
            | io::ErrorKind::AlreadyExists
            | io::ErrorKind::InvalidInput
            | io::ErrorKind::InvalidFilename
            | io::ErrorKind::Unsupported
    )
}

pub(super) fn rewrite(bytes: &[u8], path: &Path) -> Result<(), FormatError> {
    let opened = OpenOptions::new().write(true).open(path);
    let mut file = opened.map_err(|source| FormatError::Io {
        action: "cannot save",
        help: help_for(&source).into(),
        source,
    })?;
    let copy = copy_to_temporary_folder(bytes, path)?;
    file.set_len(0)
        .and_then(|()| file.write_all(bytes))
        .and_then(|()| file.sync_all())
        .map_err(|source| rewrite_error(source, copy))
}

/// Copies the new text of the file at `path` into the system's temporary folder.
pub(super) fn copy_to_temporary_folder(
    mut text: impl Read,
    path: &Path,
) -> Result<NamedTempFile, FormatError> {
    let mut suffix = OsString::from(".");
    suffix.push(path.extension().unwrap_or("txt".as_ref()));
    let copied = tempfile::Builder::new()
        .prefix("steerwright-")
        .suffix(&suffix)
        .tempfile()
        .and_then(|mut copy| {
            io::copy(&mut text, copy.as_file_mut())?;
            copy.as_file().sync_all()?;
            Ok(copy)
        });
    copied.map_err(|source| FormatError::Io {
        action: "cannot save",
        source,
        help: "the temporary folder has no room for a backup copy; save to another folder".into(),
    })
}

/// An error after a file was rewritten in part. Keeps the copy.
pub(super) fn rewrite_error(source: io::Error, copy: NamedTempFile) -> FormatError {
    let help = match copy.keep() {
        Ok((_, kept)) => format!("the new text is kept in {}", kept.display()),
        Err(_) => "save to another folder".into(),
    };
    FormatError::Io {
        action: "cannot save",
        source,
        help,
    }
}
