//! Outputs that would replace what they are made of, or each other.

use crate::resolved_path::resolved;
use std::path::{Path, PathBuf};

/// An output that must not be written.
#[derive(Debug, thiserror::Error)]
pub enum OverwriteError {
    /// A result would replace what it is made of.
    #[error("{}: this file is read here, and the output would replace it; choose another file for the output", .0.display())]
    Input(PathBuf),
    /// Two results would replace each other.
    #[error("{}: two outputs have this name; choose another file for one of them", .0.display())]
    Output(PathBuf),
}

/// Refuses an output that is one of the inputs, also under another name.
///
/// # Errors
/// [`OverwriteError::Input`] with the output.
pub fn refuse_input<'a>(
    out: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), OverwriteError> {
    if inputs.into_iter().any(|input| is_same_file(out, input)) {
        return Err(OverwriteError::Input(out.into()));
    }
    Ok(())
}

/// Refuses two outputs that are one file.
///
/// # Errors
/// [`OverwriteError::Output`] with one of them.
pub fn refuse_same(one: &Path, other: &Path) -> Result<(), OverwriteError> {
    if is_same_file(one, other) {
        return Err(OverwriteError::Output(one.into()));
    }
    Ok(())
}

/// Whether two paths lead to the same file, or will when it is written.
fn is_same_file(one: &Path, other: &Path) -> bool {
    // To compare a pipe it would be opened, which waits.
    let are_files = one.is_file() && other.is_file();
    (are_files && same_file::is_same_file(one, other).unwrap_or(false))
        || real(one).is_some_and(|one| Some(one) == real(other))
}

/// Where a file is written. A link that leads to nothing is compared by its own path.
fn real(path: &Path) -> Option<PathBuf> {
    resolved(path).or_else(|| std::path::absolute(path).ok())
}
