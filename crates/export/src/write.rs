//! Writes exported files to disk.

use crate::{ExportError, OutputFile};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use steerwright_format::save_together;

/// The files with names that begin so belong into the root folder of a Godot project.
const GODOT_ADDONS: &str = "addons/";

/// Writes `files` to `folder`, creating folders as needed. Add-ons of Godot are written to the folder of the project that contains
/// `folder`, if there is one. Files are replaced atomically after all of them have been prepared, and
/// the first one last, so that a game that watches it finds the others complete. Files that have not changed are not touched,
/// and curves for Godot of paths that are gone are removed.
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
    let project = godot_project(folder);
    let mut paths = Vec::new();
    for file in files {
        if file.name.is_empty()
            || Path::new(&file.name)
                .components()
                .any(|part| !matches!(part, Component::Normal(_)))
        {
            return Err(ExportError::FileName(file.name.clone()));
        }
        let path = match &project {
            Some(project) if file.name.starts_with(GODOT_ADDONS) => project.join(&file.name),
            Some(_) | None => folder.join(&file.name),
        };
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
    remove_old_curves(&paths);
    Ok(paths)
}

/// Removes the curves of paths that the scene no longer has from the folders of curves that were written to. Nothing else is in them
/// that has such a name.
fn remove_old_curves(written: &[PathBuf]) {
    let is_curves = |folder: &&Path| folder.extension() == Some("curves".as_ref());
    let folders: BTreeSet<&Path> = written
        .iter()
        .filter_map(|path| path.parent().filter(is_curves))
        .collect();
    for entry in folders
        .into_iter()
        .filter_map(|folder| folder.read_dir().ok())
        .flatten()
        .flatten()
    {
        let name = entry.file_name();
        let id = name
            .to_str()
            .and_then(|name| name.strip_prefix("path-")?.strip_suffix(".tres"));
        let is_curve = id.is_some_and(|id| id.parse::<u32>().is_ok());
        if is_curve && !written.contains(&entry.path()) {
            // A file that cannot be removed does no harm.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// The closest of `folder` and the folders that it is in with a project of Godot.
fn godot_project(folder: &Path) -> Option<PathBuf> {
    let folder = std::path::absolute(folder).ok()?;
    let mut folders = folder.ancestors();
    folders
        .find(|folder| folder.join("project.godot").is_file())
        .map(Path::to_owned)
}
