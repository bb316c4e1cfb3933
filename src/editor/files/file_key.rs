//! Names for what is kept about files in the user's data folder.

use std::path::Path;
use twox_hash::XxHash3_64;

/// A file name that identifies the file at `path`: its own name for people, and a hash of its
/// absolute path without links.
pub fn file_key(path: &Path) -> String {
    let absolute = std::fs::canonicalize(path)
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned());
    let hash = XxHash3_64::oneshot(absolute.as_os_str().as_encoded_bytes());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let readable: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
        .take(40)
        .collect();
    format!("{readable}-{hash:016x}")
}
