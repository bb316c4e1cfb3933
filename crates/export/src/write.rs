//! Writes exported files to disk.

use crate::{ExportError, OutputFile};
use std::path::{Component, Path, PathBuf};
use steerwright_format::save_together;

/// Writes `files` to `folder`, creating folders as needed. Files are replaced atomically after all of them have been prepared, and
/// the first one last, so that a game that watches it finds the others complete. Files that have not changed are not touched.
/// Returns the paths in the same order.
///
/// # Errors
/// [`ExportError`] for a name that leads outside the folder, and for the first file or folder that cannot be written.
pub fn write_files(files: &[OutputFile], folder: &Path) -> Result<Vec<PathBuf>, ExportError> {
    let create = |folder: &Path| {
        std::fs::create_dir_all(folder).map_err(|source| ExportError::Folder {
            folder: folder.to_owned(),
            source,
        })
    };
    create(folder)?;
    let mut paths = Vec::new();
    for file in files {
        if file.name.is_empty()
            || Path::new(&file.name)
                .components()
                .any(|part| !matches!(part, Component::Normal(_)))
        {
            return Err(ExportError::FileName(file.name.clone()));
        }
        let path = folder.join(&file.name);
        path.parent().map_or(Ok(()), create)?;
        paths.push(path);
    }
    let pairs: Vec<(&Path, &[u8])> = paths
        .iter()
        .zip(files)
        .map(|(path, file)| (path.as_path(), file.bytes.as_slice()))
        .rev()
        .collect();
    save_together(&pairs)?;
    Ok(paths)
}
