//! The scenes that were open lately. A convenience: whatever goes wrong here is a line in the log and nothing more.

use crate::editor::config;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The oldest are forgotten beyond this many.
pub const MAX_RECENT: usize = 12;

/// The files that were open lately, the latest first, remembered between starts.
#[derive(Clone, Debug, Default)]
pub struct RecentFiles {
    files: Vec<PathBuf>,
    /// `None`: not remembered.
    stored_at: Option<PathBuf>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentFile {
    /// Where it was.
    pub path: PathBuf,
    /// Whether it is still there; dim it if not.
    pub exists: bool,
}

impl RecentFiles {
    /// What was remembered in the person's settings folder.
    pub fn load() -> Self {
        config::config_dir()
            .map(|dir| Self::load_from(&dir.join("recent.json")))
            .unwrap_or_default()
    }

    /// What was remembered in the file at `path`; nothing, if it is missing or cannot be understood.
    pub fn load_from(path: &Path) -> Self {
        Self {
            files: read(path),
            stored_at: Some(path.to_owned()),
        }
    }

    /// Puts `path` first and remembers that. Takes in what another editor has remembered since.
    pub fn add(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if let Some(stored) = &self.stored_at {
            let theirs = read(stored);
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

    /// The files that are there, the latest first, then those that are gone.
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

    /// Forgets them all.
    pub fn clear(&mut self) {
        self.files.clear();
        self.store();
    }

    fn store(&self) {
        let Some(path) = &self.stored_at else { return };
        // A path that is no Unicode cannot be written as JSON; it is remembered until the editor closes.
        let files: Vec<Value> = self
            .files
            .iter()
            .filter_map(|file| file.to_str())
            .map(Value::from)
            .collect();
        config::write(path, &serde_json::json!({ "recent": files }));
    }
}

fn read(path: &Path) -> Vec<PathBuf> {
    let value = config::read(path);
    let files = value
        .get("recent")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    files
        .filter_map(Value::as_str)
        .map(PathBuf::from)
        .take(MAX_RECENT)
        .collect()
}
