//! Exported files onto the disk.

use crate::{ExportError, OutputFile};
use std::path::{Component, Path, PathBuf};
use steerwright_format::save_together;

/// Writes `files` into `folder`, which is made if it is not there, and the folders in their names. Each file is replaced as a
/// whole or not at all, none before all of them lie ready, and the first one last: a game that watches it finds the others there.
/// What has not changed is left alone. Returns the paths, in the order given.
///
/// # Errors
/// [`ExportError`] for a name that leads out of the folder, and for the first file or folder that cannot be written.
pub fn write_files(files: &[OutputFile], folder: &Path) -> Result<Vec<PathBuf>, ExportError> {
    let make = |folder: &Path| {
        std::fs::create_dir_all(folder).map_err(|source| ExportError::Folder {
            folder: folder.to_owned(),
            source,
        })
    };
    make(folder)?;
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
        path.parent().map_or(Ok(()), make)?;
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
