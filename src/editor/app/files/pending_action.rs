//! Actions that replace the scene.

use std::path::PathBuf;

/// An action that replaces the scene, after unsaved changes are handled.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PendingAction {
    /// An empty scene.
    New,
    /// Opens a file chosen in a dialog.
    OpenDialog,
    /// Opens a file.
    Open(PathBuf),
    /// Imports an exported file.
    Import(PathBuf),
    /// A built-in sample.
    Sample(usize),
    /// Recovers the first recovery copy.
    Recovered,
    /// Closes the editor.
    Quit,
}
