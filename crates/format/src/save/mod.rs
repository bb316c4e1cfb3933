//! Saves files atomically: whatever happens, either the old or the new file is complete.

mod device;
mod lock;
mod prepared;
mod staged;
mod target;
mod temporary;

pub use self::device::{is_device, open_device};
pub use self::lock::{UpdateLock, lock_for_update};
use self::prepared::{Prepared, prepare};
pub use self::staged::{Content, StagedFiles, WriteFile, stage_files};
use self::target::folder_of;
use crate::{FileError, PresetFile, write_preset, write_preset_file, write_scene};
use std::path::Path;
use steerwright_runtime::scene::{Preset, Scene};

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
