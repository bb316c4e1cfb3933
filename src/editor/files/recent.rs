//! The list of recent files. Errors are logged and otherwise ignored.

use crate::config;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The maximum number of recent files.
pub const MAX_RECENT: usize = 12;

/// The recent files, newest first, stored between sessions.
#[derive(Clone, Debug, Default)]
pub struct RecentFiles {
    files: Vec<PathBuf>,
    /// `None` if nothing is stored.
    file: Option<PathBuf>,
}

/// A recent file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentFile {
    /// The path.
    pub path: PathBuf,
    /// Whether the file still exists.
    pub exists: bool,
}

impl RecentFiles {
    /// Loads the list from the user's settings folder.
    pub fn load() -> Self {
        config::config_dir()
            .map(|dir| Self::load_from(&dir.join("recent.json")))
            .unwrap_or_default()
    }

    /// Loads the list from the file at `path`. Empty if it is missing or invalid. A file that
    /// cannot be read stays as it is.
    pub fn load_from(path: &Path) -> Self {
        let files = read(path);
        Self {
            file: files.is_some().then(|| path.to_owned()),
            files: files.unwrap_or_default(),
        }
    }

    /// Adds `path` at the front and stores the list. Merges changes of other running editors.
    pub fn add(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if let Some(stored) = &self.file {
            let theirs = read(stored).unwrap_or_default();
            let older: Vec<_> = std::mem::take(&mut self.files)
                .into_iter()
                .filter(|file| !theirs.contains(file))
                .collect();
            self.files = theirs.into_iter().chain(older).collect();
        }
        self.files.retain(|file| *file != path);
        self.files.insert(0, path);
        self.files.truncate(MAX_RECENT);
        self.store();
    }

    /// Existing files, newest first, followed by missing files.
    pub fn list(&self) -> Vec<RecentFile> {
        let mut list: Vec<_> = self
            .files
            .iter()
            .map(|path| RecentFile {
                path: path.clone(),
                exists: path.is_file(),
            })
            .collect();
        list.sort_by_key(|file| !file.exists);
        list
    }

    /// Clears the list.
    pub fn clear(&mut self) {
        self.files.clear();
        self.store();
    }

    fn store(&self) {
        let Some(path) = &self.file else { return };
        // Paths that are not valid Unicode cannot be written as JSON. They are kept until the
        // editor closes.
        let files: Vec<Value> = self
            .files
            .iter()
            .filter_map(|file| file.to_str())
            .map(Value::from)
            .collect();
        config::write(path, &serde_json::json!({ "recent": files }));
    }
}

fn read(path: &Path) -> Option<Vec<PathBuf>> {
    let value = config::read(path)?;
    let files = value
        .get("recent")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let files = files.filter_map(Value::as_str).map(PathBuf::from);
    Some(files.take(MAX_RECENT).collect())
}
