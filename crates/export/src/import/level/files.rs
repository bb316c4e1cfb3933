//! The files that a map names.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use steerwright_format::limits::{MAP_FILES, TREE_BYTES};
use steerwright_format::{load_text, sanitize_for_display};

/// The maximum number of folders in which the project of a map is looked for.
const FOLDERS_ABOVE: usize = 8;

/// Reads the files that a map names, and nothing outside the folder of the map unless that is
/// allowed.
pub struct Files {
    /// The folder of the map.
    folder: PathBuf,
    /// The name of the map without its extension.
    map_name: String,
    allow_outside: bool,
    bytes: u64,
    outside: BTreeSet<PathBuf>,
    located: BTreeSet<PathBuf>,
}

/// A file that was read.
pub struct NamedFile {
    /// Its path.
    pub path: PathBuf,
    /// Its content.
    pub text: String,
}

impl Files {
    pub fn new(map: &Path, allow_outside: bool) -> Self {
        Self {
            folder: folder_of(map),
            map_name: map.file_stem().unwrap_or_default().to_string_lossy().into(),
            allow_outside,
            bytes: 0,
            outside: BTreeSet::new(),
            located: BTreeSet::new(),
        }
    }

    /// The name of the map without its extension.
    pub fn map_name(&self) -> &str {
        &self.map_name
    }

    /// The folder of the map.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes another folder for that of the map: that of its project.
    pub fn set_folder(&mut self, folder: PathBuf) {
        self.folder = folder;
    }

    /// The files outside the folder of the map that were not read.
    pub fn outside(&self) -> Vec<PathBuf> {
        self.outside.iter().cloned().collect()
    }

    /// The files that the map names, except for those outside of its folder.
    pub fn located(self) -> Vec<PathBuf> {
        self.located.into_iter().collect()
    }

    /// The files in the folder of the map whose names end like this, in order. If there are none,
    /// and files outside of it may be read, those in the nearest folder above.
    pub fn beside(&self, endings: &[&str]) -> Vec<(PathBuf, String)> {
        let folder = resolved(&self.folder);
        let most = if self.allow_outside { FOLDERS_ABOVE } else { 1 };
        for folder in folder.ancestors().take(most) {
            let entries = std::fs::read_dir(folder).into_iter().flatten();
            let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
            let is_wanted = |name: &String| endings.iter().any(|ending| name.ends_with(ending));
            let mut names: Vec<String> = names.filter(is_wanted).collect();
            names.sort();
            if !names.is_empty() {
                let named = names.into_iter().map(|name| (folder.to_owned(), name));
                return named.collect();
            }
        }
        Vec::new()
    }

    /// Reads the file that a file in `folder` calls `name`.
    ///
    /// # Errors
    /// Why it was not read.
    pub fn read(&mut self, folder: &Path, name: &str) -> Result<NamedFile, String> {
        let path = self.locate(folder, name)?;
        let shown = sanitize_for_display(name);
        let text = load_text(&path).map_err(|error| {
            format!(
                "{shown} was not read: {}",
                sanitize_for_display(&error.to_string())
            )
        })?;
        self.bytes += text.len() as u64;
        if self.bytes > TREE_BYTES.max {
            return Err(format!("{shown} was not read: {}", TREE_BYTES.message()));
        }
        Ok(NamedFile { path, text })
    }

    /// The path of the file that a file in `folder` calls `name`, which is not read here.
    ///
    /// # Errors
    /// Why it must not be read.
    pub fn locate(&mut self, folder: &Path, name: &str) -> Result<PathBuf, String> {
        let path = resolved(&folder.join(name));
        let shown = sanitize_for_display(name);
        if !self.allow_outside && self.is_outside(&path) {
            self.outside.insert(path);
            return Err(format!(
                "{shown} is outside the folder of the map and was not read"
            ));
        }
        let is_full = self.located.len() as u64 >= MAP_FILES.max;
        if is_full && !self.located.contains(&path) {
            return Err(format!("{shown} was not read: {}", MAP_FILES.message()));
        }
        self.located.insert(path.clone());
        Ok(path)
    }

    /// Whether a path leads out of the folder of the map, as it is written or through a link.
    fn is_outside(&self, path: &Path) -> bool {
        let folder = resolved(&self.folder);
        if !folder.is_absolute() || !path.starts_with(&folder) {
            return true;
        }
        match std::fs::canonicalize(path) {
            Ok(path) => {
                std::fs::canonicalize(&folder).map_or(true, |folder| !path.starts_with(folder))
            }
            // It does not exist.
            Err(_) => false,
        }
    }
}

/// The folder of a file, which is the current one for a name alone.
pub fn folder_of(file: &Path) -> PathBuf {
    file.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .map_or_else(|| PathBuf::from("."), Path::to_owned)
}

/// The path from the root, without ".." and ".".
fn resolved(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                resolved.pop();
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => resolved.push(part),
        }
    }
    resolved
}
