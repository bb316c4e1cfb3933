//! How the editor starts.

use std::path::PathBuf;

/// How an [`App`](crate::editor::app::App) starts.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The file to open. `None` for the sample scene.
    pub file: Option<PathBuf>,
    /// Whether the journal and recent files are kept in the user's folders. Tests disable it.
    pub keeps_records: bool,
    /// The folder for the journal instead of the user's folder.
    pub journal_folder: Option<PathBuf>,
    /// The folder for the journal, backups and notes about open files instead of the user's folder.
    pub data_folder: Option<PathBuf>,
    /// The folder for settings and shortcuts. `None` to keep nothing.
    pub settings_folder: Option<PathBuf>,
    /// Whether to use the editor's own file dialog even if the system has one.
    pub own_dialogs: bool,
}
