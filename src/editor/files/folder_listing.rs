//! What a folder contains, for choosing a path without a native file dialog.

use std::path::{Path, PathBuf};
use steerwright_format::io_message;

/// What the path is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// An existing file.
    OpenFile,
    /// A file that may or may not exist.
    SaveFile,
    /// A folder, which is created later if it does not exist.
    Folder,
}

/// The contents of a folder.
#[derive(Debug)]
pub struct Listing {
    /// The folder.
    pub folder: PathBuf,
    /// The names of its folders.
    pub folders: Vec<String>,
    /// The names of its files that can be picked.
    pub files: Vec<String>,
    /// Why the folder cannot be read.
    pub unreadable: Option<String>,
}

impl Listing {
    /// Lists what can be picked in a folder, sorted by name. Hidden entries are left out.
    pub fn of(folder: &Path, purpose: Purpose, extension: Option<&str>) -> Self {
        let mut listing = Self {
            folder: folder.to_owned(),
            folders: Vec::new(),
            files: Vec::new(),
            unreadable: None,
        };
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                listing.unreadable = Some(format!(
                    "This folder cannot be read: {}",
                    io_message(&error)
                ));
                return listing;
            }
        };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            // Follows links, so that linked folders can be opened.
            let is_folder = entry.path().is_dir();
            if name.starts_with('.') {
                continue;
            } else if is_folder {
                listing.folders.push(name);
            } else if purpose != Purpose::Folder
                && extension.is_none_or(|end| name.to_lowercase().ends_with(&format!(".{end}")))
            {
                listing.files.push(name);
            }
        }
        listing.folders.sort_by_key(|name| name.to_lowercase());
        listing.files.sort_by_key(|name| name.to_lowercase());
        listing
    }
}
