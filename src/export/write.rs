//! Exported files onto the disk.

use crate::export::{ExportError, OutputFile};
use crate::scene::format::{Fault, FileError, save_text};
use std::path::{Path, PathBuf};

/// Writes `files` into `folder`, which is made if it is not there. Each file is replaced as a whole or not at all. Returns the
/// paths written.
///
/// # Errors
/// [`ExportError`] at the first file that cannot be written; those before it are written.
pub fn write_files(files: &[OutputFile], folder: &Path) -> Result<Vec<PathBuf>, ExportError> {
    std::fs::create_dir_all(folder).map_err(|source| ExportError::Folder { folder: folder.to_owned(), source })?;
    files.iter().map(|file| write(file, folder)).collect()
}

fn write(file: &OutputFile, folder: &Path) -> Result<PathBuf, ExportError> {
    let path = folder.join(&file.name);
    let text = std::str::from_utf8(&file.bytes).map_err(|error| {
        let source = std::io::Error::new(std::io::ErrorKind::InvalidData, error);
        FileError::new(&path, Fault::Io { doing: "cannot write", source, advice: "export it as UTF-8 text".into() })
    })?;
    save_text(text, &path)?;
    Ok(path)
}
