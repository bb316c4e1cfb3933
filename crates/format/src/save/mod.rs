//! Saves files atomically: whatever happens, either the old or the new file is complete.

mod device;
mod lock;
mod staged;
mod temporary;

pub use self::device::{is_device, open_device};
pub use self::lock::{UpdateLock, lock_for_update};
pub use self::staged::{Content, StagedFiles, WriteFile, stage_files};
use crate::{FileError, FormatError, PresetFile, write_preset, write_preset_file, write_scene};
use std::ffi::OsString;
use std::fs::{Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use steerwright_runtime::scene::{Preset, Scene};
use tempfile::NamedTempFile;

/// Saves a scene at `path`, atomically.
///
/// # Errors
/// A [`FileError`]; the existing file is then unchanged.
pub fn save_scene(scene: &Scene, path: &Path) -> Result<(), FileError> {
    let text = write_scene(scene).map_err(|error| FileError::new(path, error))?;
    save_text(&text, path)
}

/// Saves a preset at `path`, atomically.
///
/// # Errors
/// A [`FileError`]; the existing file is then unchanged.
pub fn save_preset(preset: &Preset, path: &Path) -> Result<(), FileError> {
    let text = write_preset(preset).map_err(|error| FileError::new(path, error))?;
    save_text(&text, path)
}

/// Saves a preset with the custom properties that are declared with it at `path`, atomically.
///
/// # Errors
/// A [`FileError`]; the existing file is then unchanged.
pub fn save_preset_file(file: &PresetFile, path: &Path) -> Result<(), FileError> {
    let text = write_preset_file(file).map_err(|error| FileError::new(path, error))?;
    save_text(&text, path)
}

/// Writes a temporary file next to `path`, flushes it to disk and renames it to `path`. Where the
/// system rejects that (a read-only folder that contains a writable file, some network drives), the
/// file is rewritten in place, with a copy of the new text in the system's temporary folder until
/// that has succeeded. Pipes and devices are written to directly.
///
/// # Errors
/// A [`FileError`] that names the copy of the new text, if one was kept.
pub fn save_text(text: &str, path: &Path) -> Result<(), FileError> {
    save_together(&[(path, text.as_bytes())])
}

/// Saves like [`save_text`], but calls `may_replace` when all that remains is to replace the file,
/// and leaves the file unchanged if the answer is false. Returns whether the file has the new text.
/// A program that looked at the file before it called this asks again there, because to write and
/// flush the new text takes time, in which others may replace the file.
///
/// # Errors
/// Those of [`save_text`].
pub fn save_text_if(
    text: &str,
    path: &Path,
    may_replace: impl FnOnce() -> bool,
) -> Result<bool, FileError> {
    temporary::remove_abandoned(folder_of(path));
    let prepared = prepare(text.as_bytes(), path)?;
    let replaces = matches!(prepared, Prepared::Staged { .. } | Prepared::Rewrite { .. });
    if replaces && !may_replace() {
        return Ok(false);
    }
    prepared.commit(text.as_bytes(), path)?;
    Ok(true)
}

/// Saves several files like [`save_text`]. All of them are written to disk before the first is
/// renamed into place, in the given order. A file that already has the same content is not touched,
/// so that file watchers do not see a change.
///
/// # Errors
/// Those of [`save_text`], for the first file that cannot be saved. Existing files are then
/// unchanged, unless the disk fails during the renames.
pub fn save_together(files: &[(&Path, &[u8])]) -> Result<(), FileError> {
    let files = files.iter();
    let files = files.map(|&(path, bytes)| (path, Content::Bytes(bytes)));
    stage_files(files.collect())?.commit()
}

/// What remains to be done for a file.
enum Prepared {
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

fn prepare(bytes: &[u8], path: &Path) -> Result<Prepared, FileError> {
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

/// Where a file is saved, and what is there. Not a folder. The path is resolved, so that a symbolic
/// link stays a link.
fn find_target(path: &Path) -> Result<(PathBuf, Option<Metadata>), FileError> {
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

impl Prepared {
    fn commit(self, bytes: &[u8], path: &Path) -> Result<(), FileError> {
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

fn is_a_folder(path: &Path) -> FileError {
    FileError::new(
        path,
        FormatError::Io {
            action: "cannot save",
            source: io::Error::from(io::ErrorKind::IsADirectory),
            help: "choose a file name".into(),
        },
    )
}

fn save_error(path: &Path, source: io::Error) -> FileError {
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
fn resolve_link(path: &Path) -> io::Result<PathBuf> {
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

fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

fn persist(temporary: NamedTempFile, path: &Path) -> io::Result<()> {
    temporary.persist(path).map_err(|error| error.error)?;
    temporary::flush_folder(path);
    Ok(())
}

/// Whether the system does not let this file be replaced, but may let it be rewritten. After any
/// other error, such as of a full or failing disk, to rewrite it could fail too, and damage it.
fn can_rewrite(error: &io::Error) -> bool {
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

fn rewrite(bytes: &[u8], path: &Path) -> Result<(), FormatError> {
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
fn copy_to_temporary_folder(
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
fn rewrite_error(source: io::Error, copy: NamedTempFile) -> FormatError {
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

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the standard library has many kinds, and adds some"
)]
fn help_for(source: &io::Error) -> &'static str {
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
