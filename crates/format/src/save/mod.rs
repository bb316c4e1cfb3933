//! Saves files atomically: whatever happens, either the old or the new file is complete.

mod device;
mod lock;
mod staged;
mod temporary;

pub use self::device::{is_device, open_device};
pub use self::lock::{UpdateLock, lock_for_update};
pub use self::staged::{Content, StagedFiles, WriteFile, stage_files};
use crate::{FileError, FormatError, PresetFile, write_preset, write_preset_file, write_scene};
use std::fs::OpenOptions;
use std::io::{self, Write};
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

/// Writes a temporary file next to `path`, flushes it to disk and renames it to `path`. Where the system rejects that (a read-only
/// folder that contains a writable file, some network drives), the file is rewritten in place, with a copy of the new text in the
/// system's temporary folder until that has succeeded. Pipes and devices are written to directly.
///
/// # Errors
/// A [`FileError`] that names the copy of the new text, if one was kept.
pub fn save_text(text: &str, path: &Path) -> Result<(), FileError> {
    save_together(&[(path, text.as_bytes())])
}

/// Saves like [`save_text`], but calls `may_replace` when all that remains is to replace the file, and leaves the file unchanged if
/// the answer is false. Returns whether the file has the new text. A program that looked at the file before it called this asks
/// again there, because to write and flush the new text takes time, in which others may replace the file.
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

/// Saves several files like [`save_text`]. All of them are written to disk before the first is renamed into place, in the given
/// order. A file that already has the same content is not touched, so that file watchers do not see a change.
///
/// # Errors
/// Those of [`save_text`], for the first file that cannot be saved. Existing files are then unchanged, unless the disk fails during
/// the renames.
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
    if is_device(path) {
        return Ok(Prepared::Device);
    }
    // Resolved, so that a symbolic link stays a link.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| resolve_link(path));
    if target.is_dir() {
        return Err(is_a_folder(path));
    }
    if std::fs::metadata(path).is_ok_and(|there| there.len() == bytes.len() as u64)
        && std::fs::read(&target).is_ok_and(|there| there == bytes)
    {
        return Ok(Prepared::Unchanged);
    }
    match stage(bytes, &target) {
        Ok(temporary) => Ok(Prepared::Staged { temporary, target }),
        Err(error) if target.exists() && can_rewrite(&error) => Ok(Prepared::Rewrite { target }),
        Err(source) => Err(save_error(path, source)),
    }
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
fn resolve_link(path: &Path) -> PathBuf {
    const MAX_LINKS: usize = 16;
    let mut end = path.to_owned();
    for _ in 0..MAX_LINKS {
        match std::fs::read_link(&end) {
            Ok(next) => end = folder_of(&end).join(next),
            Err(_) => break,
        }
    }
    end
}

fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Writes a temporary file next to `path` and flushes it to disk.
fn stage(bytes: &[u8], path: &Path) -> io::Result<NamedTempFile> {
    let mut temporary = temporary::create_temporary_for(path)?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

fn persist(temporary: NamedTempFile, path: &Path) -> io::Result<()> {
    temporary.persist(path).map_err(|error| error.error)?;
    temporary::flush_folder(path);
    Ok(())
}

/// On a full disk a rewrite would fail too, and damage the existing file.
fn can_rewrite(error: &io::Error) -> bool {
    !matches!(
        error.kind(),
        io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge
            | io::ErrorKind::WriteZero
    )
}

fn rewrite(bytes: &[u8], path: &Path) -> Result<(), FormatError> {
    let error = |source: io::Error, help: String| FormatError::Io {
        action: "cannot save",
        source,
        help,
    };
    let mut file = match OpenOptions::new().write(true).open(path) {
        Ok(file) => file,
        Err(source) => {
            let help = help_for(&source).into();
            return Err(error(source, help));
        }
    };
    let copy = keep_copy(bytes).map_err(|source| {
        error(
            source,
            "the temporary folder has no room for a backup copy; save to another folder".into(),
        )
    })?;
    let written = file
        .set_len(0)
        .and_then(|()| file.write_all(bytes))
        .and_then(|()| file.sync_all());
    match written {
        Ok(()) => {
            // A copy that cannot be removed does no harm.
            let _ = std::fs::remove_file(copy);
            Ok(())
        }
        Err(source) => Err(error(
            source,
            format!("the new text is kept in {}", copy.display()),
        )),
    }
}

fn keep_copy(bytes: &[u8]) -> io::Result<PathBuf> {
    let mut copy = tempfile::Builder::new()
        .prefix("steerwright-")
        .suffix(".json")
        .tempfile()?;
    copy.write_all(bytes)?;
    copy.as_file().sync_all()?;
    copy.into_temp_path().keep().map_err(|error| error.error)
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
