//! Writes exported files to disk.

use crate::{ExportError, ExportFile, OutputFile, RecordError};
use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::{Component, Path, PathBuf};
use steerwright_format::{Content, FileError, FormatError, StagedFiles};

/// The files with names that begin so belong into the root folder of a Godot project.
const GODOT_ADDONS: &str = "addons/";

/// Writes `files` to `folder` like [`stage_files`], and replaces the old ones. Returns the paths in
/// the same order.
///
/// # Errors
/// [`ExportError`] for a name or a link that leads outside the folder, and for the first file or
/// folder that cannot be written.
pub fn write_files(files: &[OutputFile], folder: &Path) -> Result<Vec<PathBuf>, ExportError> {
    let files: Vec<ExportFile> = files.iter().cloned().map(ExportFile::Ready).collect();
    stage_files(&files, folder, &|| true)?.commit()
}

/// Files of an export that have been written beside those that they replace. Without
/// [`commit`](Self::commit), nothing is replaced.
#[must_use]
pub struct StagedExport<'a> {
    files: StagedFiles<'a>,
    paths: Vec<PathBuf>,
    created: CreatedFolders,
}

/// Writes `files` beside those that they replace in `folder`, creating folders as needed. Traces
/// are recorded there; `keep_going` is asked before every tick. Add-ons of Godot are written to the
/// folder of the project that contains `folder`, if there is one.
///
/// # Errors
/// [`ExportError::Canceled`] when `keep_going` returns false, otherwise [`ExportError`] for a name
/// or a link that leads outside the folder, and for the first file or folder that cannot be
/// written.
pub fn stage_files<'a>(
    files: &'a [ExportFile],
    folder: &Path,
    keep_going: &'a dyn Fn() -> bool,
) -> Result<StagedExport<'a>, ExportError> {
    let mut created = CreatedFolders::default();
    created.create(folder)?;
    let project = godot_project(folder);
    let mut paths = Vec::new();
    for file in files {
        let name = Path::new(file.name());
        let is_plain = |part| matches!(part, Component::Normal(_));
        if file.name().is_empty() || !name.components().all(is_plain) {
            return Err(ExportError::FileName(file.name().to_owned()));
        }
        let folder = match &project {
            Some(project) if file.name().starts_with(GODOT_ADDONS) => project.as_path(),
            Some(_) | None => folder,
        };
        refuse_links_outside(name, folder)?;
        let path = folder.join(name);
        path.parent()
            .map_or(Ok(()), |parent| created.create(parent))?;
        paths.push(path);
    }
    let contents = paths.iter().map(PathBuf::as_path).zip(files).rev();
    let contents = contents.map(|(path, file)| (path, content(file, keep_going)));
    let files = steerwright_format::stage_files(contents.collect()).map_err(|error| {
        if was_canceled(&error) {
            ExportError::Canceled
        } else {
            error.into()
        }
    })?;
    Ok(StagedExport {
        files,
        paths,
        created,
    })
}

impl StagedExport<'_> {
    /// Replaces the files atomically, the first one last, so that a game that watches it finds the
    /// others complete. Files that have not changed are not touched, and curves for Godot of paths
    /// that are gone are removed. Returns the paths in the order of the export.
    ///
    /// # Errors
    /// [`ExportError`] for the first file that cannot be replaced.
    pub fn commit(self) -> Result<Vec<PathBuf>, ExportError> {
        self.files.commit()?;
        self.created.keep();
        remove_old_curves(&self.paths);
        Ok(self.paths)
    }
}

/// In an [`io::Error`]: the export was canceled.
#[derive(Debug, thiserror::Error)]
#[error("canceled")]
struct Canceled;

fn content<'a>(file: &'a ExportFile, keep_going: &'a dyn Fn() -> bool) -> Content<'a> {
    let trace = match file {
        ExportFile::Ready(file) => return Content::Bytes(&file.bytes),
        ExportFile::Trace(trace) => trace,
    };
    Content::Written(Box::new(|to| {
        let mut to = BufWriter::new(to);
        match trace.write_to(&mut to, keep_going) {
            Ok(()) => to.flush(),
            Err(RecordError::Canceled) => Err(io::Error::other(Canceled)),
            Err(RecordError::Io(error)) => Err(error),
        }
    }))
}

fn was_canceled(error: &FileError) -> bool {
    let FormatError::Io { source, .. } = &error.source else {
        return false;
    };
    source.get_ref().is_some_and(|inner| inner.is::<Canceled>())
}

/// Folders that an export creates. Those that are empty are removed again, unless it is finished.
#[derive(Default)]
struct CreatedFolders(Vec<PathBuf>);

impl CreatedFolders {
    fn create(&mut self, folder: &Path) -> Result<(), ExportError> {
        let missing = folder.ancestors().take_while(|one| !one.exists());
        let missing: Vec<PathBuf> = missing
            .filter(|one| !one.as_os_str().is_empty())
            .map(Path::to_owned)
            .collect();
        let created = std::fs::create_dir_all(folder);
        self.0.extend(missing.into_iter().rev());
        created.map_err(|source| ExportError::Folder {
            folder: folder.to_owned(),
            source,
        })
    }

    fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for CreatedFolders {
    fn drop(&mut self) {
        for folder in self.0.iter().rev() {
            // A folder that cannot be removed does no harm.
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// Refuses a file in `folder` that a link would lead out of it, of the file itself or of a folder
/// that its name goes through. The folder can come from anyone, with what is in it; `folder` itself
/// is what the user chose.
fn refuse_links_outside(name: &Path, folder: &Path) -> Result<(), ExportError> {
    let real = folder.canonicalize();
    let parts = name.ancestors().filter(|part| !part.as_os_str().is_empty());
    for path in parts.map(|part| folder.join(part)) {
        let leads_to = match path.symlink_metadata() {
            Ok(there) if there.is_symlink() => path.read_link(),
            Err(error) if !is_missing(&error) => Err(error),
            Ok(_) | Err(_) => continue,
        };
        let leads_to = leads_to.map_err(|source| {
            let (action, help) = ("cannot save", "export to another folder".into());
            let error = FormatError::Io {
                action,
                source,
                help,
            };
            FileError::new(&path, error)
        })?;
        let is_inside = match (path.canonicalize(), &real) {
            (Ok(end), Ok(real)) => end.starts_with(real),
            _ => false,
        };
        if !is_inside {
            return Err(ExportError::LinkOutside { path, leads_to });
        }
    }
    Ok(())
}

fn is_missing(error: &io::Error) -> bool {
    let kinds = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
    kinds.contains(&error.kind())
}

/// Removes the curves of paths that the scene no longer has from the folders of curves that were
/// written to. Nothing else is in them that has such a name.
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
