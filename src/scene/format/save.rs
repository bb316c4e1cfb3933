//! Saving so that nothing is lost: whatever happens, the old file or the new one is there whole.

use crate::scene::format::{Fault, FileError, write_preset, write_scene};
use crate::scene::{Preset, Scene};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    if std::fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        // A pipe or a device: nothing to keep, and it must not be replaced by a file.
        let written = OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(text.as_bytes()));
        return written.map_err(|source| {
            let advice = advice(&source).into();
            FileError::new(path, Fault::Io { doing: "cannot save", source, advice })
        });
    }
    // Through a symbolic link, so that the link stays one.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| end_of_link(path));
    if target.is_dir() {
        let source = io::Error::from(io::ErrorKind::IsADirectory);
        let advice = "give the name of a file".into();
        return Err(FileError::new(path, Fault::Io { doing: "cannot save", source, advice }));
    }
    match rename_over(text, &target) {
        Ok(()) => Ok(()),
        Err(refused) if target.exists() && worth_a_rewrite(&refused) => rewrite(text, &target).map_err(|fault| FileError::new(path, fault)),
        Err(source) => {
            let advice = advice(&source).into();
            Err(FileError::new(path, Fault::Io { doing: "cannot save", source, advice }))
        }
    }
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
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn rename_over(text: &str, path: &Path) -> io::Result<()> {
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
    temporary.write_all(text.as_bytes())?;
    if let Ok(meta) = std::fs::metadata(path) {
        if meta.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is write-protected"));
        }
        temporary.as_file().set_permissions(meta.permissions())?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    // The rename itself is on the disk once the folder is; not every system can flush one.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// A full disk stays full for a rewrite, which would only harm the file that is there.
fn worth_a_rewrite(refused: &io::Error) -> bool {
    !matches!(
        refused.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge | io::ErrorKind::WriteZero
    )
}

fn rewrite(text: &str, path: &Path) -> Result<(), Fault> {
    let fault = |source: io::Error, advice: String| Fault::Io { doing: "cannot save", source, advice };
    let mut file = match OpenOptions::new().write(true).open(path) {
        Ok(file) => file,
        Err(source) => {
            let advice = advice(&source).into();
            return Err(fault(source, advice));
        }
    };
    let copy = keep_copy(text)
        .map_err(|source| fault(source, "there is no room for a safety copy in the temporary folder; save elsewhere".into()))?;
    let written = file.set_len(0).and_then(|()| file.write_all(text.as_bytes())).and_then(|()| file.sync_all());
    match written {
        Ok(()) => {
            // The copy has served; if it cannot be removed, no harm is done.
            let _ = std::fs::remove_file(copy);
            Ok(())
        }
        Err(source) => Err(fault(source, format!("the whole new text is kept in {}", copy.display()))),
    }
}

fn keep_copy(text: &str) -> io::Result<PathBuf> {
    let mut copy = tempfile::Builder::new().prefix("steerwright-").suffix(".json").tempfile()?;
    copy.write_all(text.as_bytes())?;
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
