//! Where a path leads.

use std::path::{Component, Path, PathBuf};

/// The absolute path of a file or folder that may not exist yet, without symbolic links. An empty
/// path is the current folder. `None` if a link leads to nothing.
pub fn resolved(path: &Path) -> Option<PathBuf> {
    let current = path.as_os_str().is_empty();
    let absolute = std::path::absolute(if current { Path::new(".") } else { path }).ok()?;
    let mut resolved = PathBuf::new();
    for part in absolute.components() {
        match part {
            Component::ParentDir => {
                resolved.pop();
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                resolved.push(part);
                match std::fs::canonicalize(&resolved) {
                    Ok(real) => resolved = real,
                    // A dangling link leads to where files would be written.
                    Err(_) if resolved.is_symlink() => return None,
                    Err(_) => {}
                }
            }
        }
    }
    Some(resolved)
}
