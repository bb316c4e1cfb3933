//! Saving so that nothing is lost: whatever happens, the old file or the new one is there whole.

use crate::{FileError, FormatError, write_preset, write_scene};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use steerwright_runtime::scene::{Preset, Scene};
use tempfile::NamedTempFile;

/// Saves a scene at `path`, atomically.
///
/// # Errors
/// A [`FileError`]; the file that was there before is then untouched.
pub fn save_scene(scene: &Scene, path: &Path) -> Result<(), FileError> {
    let text = write_scene(scene).map_err(|fault| FileError::new(path, fault))?;
    save_text(&text, path)
}

/// Saves a preset at `path`, atomically.
///
/// # Errors
/// A [`FileError`]; the file that was there before is then untouched.
pub fn save_preset(preset: &Preset, path: &Path) -> Result<(), FileError> {
    let text = write_preset(preset).map_err(|fault| FileError::new(path, fault))?;
    save_text(&text, path)
}

/// Writes a temporary file beside `path`, flushes it to the disk and renames it over `path`. Where a new file or a rename is
/// refused (a read-only folder with a writable file in it, some network drives), the file is rewritten in place, and a whole
/// copy of the new text stays in the system's temporary folder until that has succeeded. A pipe or a device is written to.
///
/// # Errors
/// A [`FileError`] that says what was kept and where.
pub fn save_text(text: &str, path: &Path) -> Result<(), FileError> {
    save_together(&[(path, text.as_bytes())])
}

/// Saves several files as [`save_text`] does, and none of them before all lie ready on the disk; then they are put in place one
/// after the other, in the order given. A file that holds these very bytes already is left alone, so that whoever watches it is
/// not woken.
///
/// # Errors
/// As of [`save_text`], for the first file that cannot be saved; what was there before is untouched unless the disk fails in the
/// middle of the last step.
pub fn save_together(files: &[(&Path, &[u8])]) -> Result<(), FileError> {
    let prepared = files
        .iter()
        .map(|(path, bytes)| prepare(bytes, path))
        .collect::<Result<Vec<_>, _>>()?;
    prepared
        .into_iter()
        .zip(files)
        .try_for_each(|(prepared, (path, bytes))| prepared.put_in_place(bytes, path))
}

/// What is left to do for a file.
enum Prepared {
    /// Nothing.
    AsWanted,
    /// Write into a pipe or a device: nothing to keep, and it must not be replaced by a file.
    Device,
    /// Rename what lies beside it.
    Staged {
        temporary: NamedTempFile,
        target: PathBuf,
    },
    /// Write it anew in place, since nothing new may lie beside it.
    Rewrite { target: PathBuf },
}

fn prepare(bytes: &[u8], path: &Path) -> Result<Prepared, FileError> {
    let meta = std::fs::metadata(path);
    if meta
        .as_ref()
        .is_ok_and(|there| !there.is_file() && !there.is_dir())
    {
        return Ok(Prepared::Device);
    }
    // Through a symbolic link, so that the link stays one.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| end_of_link(path));
    if target.is_dir() {
        let source = io::Error::from(io::ErrorKind::IsADirectory);
        let advice = "give the name of a file".into();
        return Err(FileError::new(
            path,
            FormatError::Io {
                doing: "cannot save",
                source,
                advice,
            },
        ));
    }
    if meta.is_ok_and(|there| there.len() == bytes.len() as u64)
        && std::fs::read(&target).is_ok_and(|there| there == bytes)
    {
        return Ok(Prepared::AsWanted);
    }
    match stage(bytes, &target) {
        Ok(temporary) => Ok(Prepared::Staged { temporary, target }),
        Err(refused) if target.exists() && worth_a_rewrite(&refused) => {
            Ok(Prepared::Rewrite { target })
        }
        Err(source) => Err(refused_save(path, source)),
    }
}

impl Prepared {
    fn put_in_place(self, bytes: &[u8], path: &Path) -> Result<(), FileError> {
        match self {
            Self::AsWanted => Ok(()),
            Self::Device => {
                let written = OpenOptions::new()
                    .write(true)
                    .open(path)
                    .and_then(|mut file| file.write_all(bytes));
                written.map_err(|source| refused_save(path, source))
            }
            Self::Staged { temporary, target } => match persist(temporary, &target) {
                Ok(()) => Ok(()),
                Err(refused) if target.exists() && worth_a_rewrite(&refused) => {
                    rewrite(bytes, &target).map_err(|fault| FileError::new(path, fault))
                }
                Err(source) => Err(refused_save(path, source)),
            },
            Self::Rewrite { target } => {
                rewrite(bytes, &target).map_err(|fault| FileError::new(path, fault))
            }
        }
    }
}

fn refused_save(path: &Path, source: io::Error) -> FileError {
    let advice = advice(&source).into();
    FileError::new(
        path,
        FormatError::Io {
            doing: "cannot save",
            source,
            advice,
        },
    )
}

/// Where a symbolic link leads whose file is not there yet; any other path as it is.
fn end_of_link(path: &Path) -> PathBuf {
    const MOST_LINKS: usize = 16;
    let mut end = path.to_owned();
    for _ in 0..MOST_LINKS {
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

/// The bytes in a temporary file beside `path`, flushed to the disk.
fn stage(bytes: &[u8], path: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".steerwright-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file; the process's umask still applies.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut temporary = builder.tempfile_in(folder)?;
    // Before there is anything in it that others must not read.
    if let Ok(meta) = std::fs::metadata(path) {
        if meta.permissions().readonly() {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "the file is write-protected",
            ));
        }
        temporary.as_file().set_permissions(meta.permissions())?;
    }
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

fn persist(temporary: NamedTempFile, path: &Path) -> io::Result<()> {
    temporary.persist(path).map_err(|error| error.error)?;
    // The rename itself is on the disk once the folder is; not every system can flush one.
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// A full disk stays full for a rewrite, which would only harm the file that is there.
fn worth_a_rewrite(refused: &io::Error) -> bool {
    !matches!(
        refused.kind(),
        io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge
            | io::ErrorKind::WriteZero
    )
}

fn rewrite(bytes: &[u8], path: &Path) -> Result<(), FormatError> {
    let fault = |source: io::Error, advice: String| FormatError::Io {
        doing: "cannot save",
        source,
        advice,
    };
    let mut file = match OpenOptions::new().write(true).open(path) {
        Ok(file) => file,
        Err(source) => {
            let advice = advice(&source).into();
            return Err(fault(source, advice));
        }
    };
    let copy = keep_copy(bytes).map_err(|source| {
        fault(
            source,
            "there is no room for a safety copy in the temporary folder; save elsewhere".into(),
        )
    })?;
    let written = file
        .set_len(0)
        .and_then(|()| file.write_all(bytes))
        .and_then(|()| file.sync_all());
    match written {
        Ok(()) => {
            // The copy has served; if it cannot be removed, no harm is done.
            let _ = std::fs::remove_file(copy);
            Ok(())
        }
        Err(source) => Err(fault(
            source,
            format!("the whole new text is kept in {}", copy.display()),
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

fn advice(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::NotFound => "the folder does not exist; save elsewhere",
        io::ErrorKind::PermissionDenied => "you may not write there; save elsewhere",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "the disk is full; make room or save elsewhere (the old file is untouched)"
        }
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only; save elsewhere",
        _ => "save elsewhere (the old file is untouched)",
    }
}
